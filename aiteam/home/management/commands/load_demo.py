"""Fills an empty installation in demo mode."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from aiteam.accounts.models import User
from aiteam.home import demo
from aiteam.staff.models import Person


class Command(BaseCommand):
    help = "Loads an invented organisation and an account for each role. Only in demo mode, and only where no people are recorded yet."

    @transaction.atomic  # the first plan is computed inside: nobody is served yet, and half a demo would never be completed
    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This installation is not in demo mode; set DEMO=1 to load the demo organisation.")
        is_new = not Person.objects.exists()
        if not is_new:
            self.stdout.write("People are recorded already; the demo organisation is left out.")
        else:
            demo.load_organisation(timezone.localdate())
            self.stdout.write(f"The demo organisation is loaded: {Person.objects.count()} people.")
        # Where real accounts exist, the installation is somebody's; it gets no accounts with a known password.
        if not User.objects.filter(is_demo=False).exists():
            demo.make_accounts()
        if is_new:
            demo.make_first_plan(timezone.localdate())
            demo.send_first_reminder(timezone.localdate())
        for account in User.objects.filter(is_demo=True):
            self.stdout.write(f"  {account.get_role_display():<22} {account.username:<10} {demo.demo_password()}")
