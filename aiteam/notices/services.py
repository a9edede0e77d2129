"""Sending reminders: each once, however often, late or at the same time the command runs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from email.errors import MessageError
from itertools import islice

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext, ngettext

from aiteam.accounts.models import User
from aiteam.lib import formats
from aiteam.lib.addresses import public_address
from aiteam.notices.due import DueLine, DueRow, due_lines, fetch
from aiteam.notices.mail import REMINDER_HEADER
from aiteam.notices.models import Reminder, Snooze, StoredMail, is_quiet
from aiteam.notices.receivers import Directory, Receiver
from aiteam.staff.models import HeldCertification, Person

TAKEOVER_AFTER = timedelta(hours=1)  # a claim this old was left by a process that died
KEEP_MAILS = timedelta(days=90)
BATCH = 500
Status = Reminder.Status


@dataclass
class Report:
    """What a run did. `unreachable` is why the mail server could not be reached; the rest then waits for the next run."""

    sent: int = 0
    failed: list[str] = field(default_factory=list)
    unreachable: str = ""


def send_reminders(*, day: date, at_most: int | None = None) -> Report:
    """Sends what is due on `day` and has not been sent. A process that dies between sending and noting it may send that one mail again."""
    report = Report()
    StoredMail.objects.filter(stored_at__lt=timezone.now() - KEEP_MAILS).delete()
    connection = get_connection()
    try:
        for receiver, rows in islice(mails_due(day), at_most):
            try:
                connection.open()
            except OSError as error:
                report.unreachable = str(error)
                break
            if claimed := claim(receiver, rows, day):
                _deliver(connection, receiver, claimed, day, report)
    finally:
        connection.close()
    return report


def mails_due(day: date) -> Iterator[tuple[Receiver, list[DueRow]]]:
    """Mails that seem to be due, the digests last; only `claim` decides."""
    directory = Directory()
    snoozes = {(row.account_id, row.held_id): row.until for row in Snooze.objects.filter(until__gt=day)}
    digests: dict[tuple[int, bool], tuple[Receiver, list[DueRow]]] = {}
    due = due_lines(HeldCertification.objects.of_staff(on=day), day)
    for start in range(0, len(due), BATCH):
        batch = due[start : start + BATCH]
        done = _settled(batch)
        rows = fetch(batch)
        people = Person.objects.select_related("user").in_bulk({row.held.person_id for row in rows})
        for row in rows:
            for receiver in directory.receivers(people[row.held.person_id]):
                account = receiver.account.pk if receiver.account else None
                key = (row.held.pk, row.ends_on, row.due.steps[-1], receiver.is_holder, None if receiver.is_holder else account)
                if key in done or is_quiet(snoozes.get((account, row.held.pk)) if account else None, day):
                    continue
                if receiver.wants_digest and account:
                    digests.setdefault((account, receiver.is_holder), (receiver, []))[1].append(row)
                else:
                    yield receiver, [row]
    yield from digests.values()


def _settled(batch: Sequence[DueLine]) -> set[tuple[int, date, int, bool, int | None]]:
    """Keys of the log's rows that need nothing more."""
    settled = Reminder.objects.filter(held__in=[one.line.pk for one in batch], status__in=[Status.SENT, Status.SKIPPED])
    columns = settled.values_list("held_id", "ends_on", "step", "to_holder", "account_id")
    return {(held, ends_on, step, to_holder, None if to_holder else account) for held, ends_on, step, to_holder, account in columns}


def claim(receiver: Receiver, rows: Sequence[DueRow], day: date) -> list[tuple[DueRow, Reminder]]:
    """Takes the newest due step of each row for this process; earlier steps that never went out are marked as skipped.

    Comes back without what another process has taken or sent. The receiver's own row is locked meanwhile, and the log's unique
    constraint stands behind that.
    """
    now = timezone.now()
    try:
        with transaction.atomic():
            _lock(receiver)
            if receiver.wants_digest and _has_digest(receiver, day, now):
                return []
            own = _own_rows(receiver, rows)
            taken = [(row, _take(receiver, row, own, day, now)) for row in rows]
    except IntegrityError:  # another process was faster, under another lock: the holder got an account a moment ago
        return []
    return [(row, reminder) for row, reminder in taken if reminder]


def _lock(receiver: Receiver) -> None:
    if receiver.account:
        User.objects.select_for_update().get(pk=receiver.account.pk)
    elif receiver.person:
        Person.objects.select_for_update(of=("self",)).get(pk=receiver.person.pk)


def _has_digest(receiver: Receiver, day: date, now: datetime) -> bool:
    alive = Q(status=Status.SENT) | Q(status=Status.CLAIMED, claimed_at__gt=now - TAKEOVER_AFTER)
    return Reminder.objects.filter(alive, account=receiver.account, to_holder=receiver.is_holder, digest_on=day).exists()


def _own_rows(receiver: Receiver, rows: Sequence[DueRow]) -> dict[tuple[int, date, int], Reminder]:
    log = Reminder.objects.filter(held__in=[row.held.pk for row in rows])
    log = log.filter(to_holder=True) if receiver.is_holder else log.filter(to_holder=False, account=receiver.account)
    return {(reminder.held_id, reminder.ends_on, reminder.step): reminder for reminder in log}


def _take(receiver: Receiver, row: DueRow, own: dict[tuple[int, date, int], Reminder], day: date, now: datetime) -> Reminder | None:
    *earlier, newest = row.due.steps
    reminder = own.get((row.held.pk, row.ends_on, newest)) or _new(receiver, row, newest)
    if not _is_free(reminder, now):
        return None
    for step in earlier:
        passed = own.get((row.held.pk, row.ends_on, step)) or _new(receiver, row, step)
        if _is_free(passed, now):
            passed.status = Status.SKIPPED
            passed.save()
    reminder.status, reminder.claimed_at, reminder.attempts = Status.CLAIMED, now, reminder.attempts + 1
    reminder.account, reminder.address = receiver.account, receiver.address
    reminder.digest_on = day if receiver.wants_digest else None
    reminder.save()
    return reminder


def _new(receiver: Receiver, row: DueRow, step: int) -> Reminder:
    return Reminder(
        held=row.held, ends_on=row.ends_on, step=step, to_holder=receiver.is_holder, account=receiver.account, address=receiver.address
    )


def _is_free(reminder: Reminder, now: datetime) -> bool:
    """Never tried, failed, or claimed by a process that died."""
    if reminder.status == Status.CLAIMED:
        return reminder.claimed_at is None or reminder.claimed_at <= now - TAKEOVER_AFTER
    return reminder.pk is None or reminder.status == Status.FAILED


def _deliver(
    connection: BaseEmailBackend, receiver: Receiver, claimed: Sequence[tuple[DueRow, Reminder]], day: date, report: Report
) -> None:
    message = compose(receiver, [row for row, _reminder in claimed], day)
    message.connection = connection
    ours = Reminder.objects.filter(pk__in=[reminder.pk for _row, reminder in claimed], claimed_at=claimed[0][1].claimed_at)
    try:
        message.send()
    except (OSError, ValueError, MessageError) as error:  # OSError is the server's or the net's, the others an impossible address
        connection.close()
        ours.update(status=Status.FAILED, error=str(error))
        report.failed.append(f"{receiver.address}: {error}")
    else:
        ours.update(status=Status.SENT, sent_at=timezone.now(), error="")
        report.sent += 1


def compose(receiver: Receiver, rows: Sequence[DueRow], day: date) -> EmailMultiAlternatives:
    """The mail in the receiver's language. Only days that are left are told, so that a late run tells the truth."""
    with translation.override(receiver.language):
        lines = [line_words(row, day, named=not receiver.is_holder) for row in rows]
        subject = (
            lines[0]
            if len(lines) == 1
            else ngettext("%(count)s certificate to renew", "%(count)s certificates to renew", len(lines)) % {"count": len(lines)}
        )
        # Who cannot sign in gets no links: they would lead to a closed door.
        addresses = [public_address("certifications:detail", row.held.pk) if receiver.account else "" for row in rows]
        context = {
            "lines": list(zip(lines, addresses, strict=True)),
            "subject": subject,
            "is_own": receiver.is_holder,
            "preferences": public_address("notices:preferences") if receiver.account else "",
        }
        message = EmailMultiAlternatives(
            subject=" ".join(subject.split()),
            body=render_to_string("notices/mail/reminder.txt", context),
            to=[receiver.address],
            headers={REMINDER_HEADER: "1", "Auto-Submitted": "auto-generated"},
        )
        message.attach_alternative(render_to_string("notices/mail/reminder.html", context), "text/html")
    return message


def line_words(row: DueRow, day: date, *, named: bool) -> str:
    """One certificate in a sentence; `named` says whose it is, too."""
    what = row.held.certification.code
    if named:
        what = gettext("%(certification)s of %(name)s") % {"certification": what, "name": row.held.person.name}
    last = formats.day(row.ends_on, translation.get_language() or "en")
    left = (row.ends_on - day).days
    if left < 0:
        return gettext("%(what)s ended on %(day)s") % {"what": what, "day": last}
    if left == 0:
        return gettext("%(what)s ends today, %(day)s") % {"what": what, "day": last}
    words = ngettext("%(what)s ends on %(day)s, in %(left)s day", "%(what)s ends on %(day)s, in %(left)s days", left)
    return words % {"what": what, "day": last, "left": left}
