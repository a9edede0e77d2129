"""`manage.py send_reminders [--on DATE]`: run it once a day; more often does no harm."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from aiteam.notices.services import send_reminders


class Command(BaseCommand):
    help = "Send the reminders of certificates that are due and have not been sent."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--on", type=_day, metavar="DATE", help="the day that counts as today, for instance 2027-01-31")

    def handle(self, **options: Any) -> None:
        report = send_reminders(day=options["on"] or timezone.localdate())
        self.stdout.write(f"Mails sent: {report.sent}")
        for line in report.failed:
            self.stderr.write(f"Not delivered, tried again on the next run: {line}")
        if report.unreachable:
            raise CommandError(f"The mail server cannot be reached; the rest waits for the next run: {report.unreachable}")
        if report.failed:
            raise CommandError(f"Mails not delivered: {len(report.failed)}")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is not a day; write it as 2027-01-31") from error
