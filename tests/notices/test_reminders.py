"""Reminders: which step on which day, to whom, and never twice."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.catalog.models import Certification
from aiteam.catalog.services import load_shipped
from aiteam.notices.due import DEFAULT_LADDER, steps_due
from aiteam.notices.models import Ladder, Preference, Reminder, Snooze, StoredMail
from aiteam.notices.services import TAKEOVER_AFTER
from aiteam.staff.models import HeldCertification
from tests.builders import make_held, make_person, make_user

END = date(2027, 5, 31)
ROOT = Path(__file__).resolve().parents[2]
Status = Reminder.Status


def held_by_alex(**changes: Any) -> HeldCertification:
    person = make_person(given_name="Alex", family_name="Example", email="alex@example.com", **changes)
    return make_held(person, issued_on=date(2025, 5, 31), printed_ends_on=END)


def run(day: date) -> list[str]:
    """Addresses and subjects of the mails of this run."""
    mail.outbox.clear()
    call_command("send_reminders", "--on", day.isoformat(), stdout=StringIO(), stderr=StringIO())
    return [f"{message.to[0]}: {message.subject}" for message in mail.outbox]


def receivers(day: date) -> list[str]:
    return [line.split(":")[0] for line in run(day)]


@pytest.mark.parametrize(
    ("ends_on", "step", "day"),
    [
        (date(2027, 5, 31), 90, date(2027, 3, 2)),
        (date(2028, 5, 29), 90, date(2028, 2, 29)),  # over a leap day
        (date(2028, 3, 1), 7, date(2028, 2, 23)),
        (date(2027, 3, 1), 7, date(2027, 2, 22)),
        (date(2028, 2, 29), 60, date(2027, 12, 31)),
        (date(2027, 12, 31), -1, date(2028, 1, 1)),
        (date(2028, 2, 28), -1, date(2028, 2, 29)),
    ],
)
def test_a_step_comes_on_its_day_and_not_the_day_before(ends_on: date, step: int, day: date) -> None:
    assert steps_due(DEFAULT_LADDER, ends_on, day)[-1] == step
    assert step not in steps_due(DEFAULT_LADDER, ends_on, day - timedelta(days=1))


@pytest.mark.django_db
def test_a_step_goes_out_once_however_often_the_command_runs() -> None:
    held_by_alex()
    assert run(date(2027, 3, 1)) == []
    assert run(date(2027, 3, 2)) == ["alex@example.com: NCA-AIIO ends on 31 May 2027, in 90 days"]
    assert run(date(2027, 3, 2)) == []
    assert run(date(2027, 3, 31)) == []
    assert run(date(2027, 4, 1)) == ["alex@example.com: NCA-AIIO ends on 31 May 2027, in 60 days"]


@pytest.mark.django_db
def test_the_last_day_is_still_valid_and_the_day_after_it_has_ended() -> None:
    held_by_alex()
    assert run(END) == ["alex@example.com: NCA-AIIO ends today, 31 May 2027"]
    assert run(END + timedelta(days=1)) == ["alex@example.com: NCA-AIIO ended on 31 May 2027"]
    assert run(END + timedelta(days=400)) == []


@pytest.mark.django_db
def test_missed_runs_send_only_the_newest_step_and_skip_the_others() -> None:
    held_by_alex()
    assert run(date(2027, 5, 10)) == ["alex@example.com: NCA-AIIO ends on 31 May 2027, in 21 days"]
    assert dict(Reminder.objects.values_list("step", "status")) == {90: "skipped", 60: "skipped", 30: "sent"}
    assert run(date(2027, 5, 10)) == []


@pytest.mark.django_db
def test_a_corrected_end_begins_its_own_ladder() -> None:
    held = held_by_alex()
    run(END - timedelta(days=90))
    HeldCertification.objects.filter(pk=held.pk).update(printed_ends_on=date(2028, 5, 31))
    assert run(END) == []
    assert len(run(date(2028, 3, 2))) == 1


@pytest.mark.django_db
def test_the_holder_is_told_first_then_the_lead_then_hr() -> None:
    make_user(Role.HR_LEAD, email="hr@example.com")
    make_user(Role.INFRASTRUCTURE_LEAD, email="lead@example.com")
    make_user(Role.AUDITOR, email="auditor@example.com")
    make_user(Role.HR_LEAD, email="gone@example.com", is_active=False)
    held_by_alex()
    assert run(END) == [
        "alex@example.com: NCA-AIIO ends today, 31 May 2027",
        "lead@example.com: NCA-AIIO of Alex Example ends today, 31 May 2027",
        "hr@example.com: NCA-AIIO of Alex Example ends today, 31 May 2027",
    ]


@pytest.mark.django_db
def test_a_lead_hears_of_an_own_certificate_once() -> None:
    lead = make_user(Role.INFRASTRUCTURE_LEAD, email="lead@example.com")
    held_by_alex(user=lead)
    make_user(Role.HR_LEAD, email="Alex@Example.com")
    assert receivers(END) == ["alex@example.com"]


@pytest.mark.django_db
@pytest.mark.parametrize("left", [{"ended_on": date(2027, 1, 31)}, {"left_undated": True}])
def test_leavers_are_no_reason_to_write(left: dict[str, Any]) -> None:
    make_user(Role.HR_LEAD, email="hr@example.com")
    held_by_alex(**left)
    assert run(END) == []


@pytest.mark.django_db
def test_renewed_endless_and_unknown_certificates_are_no_reason_to_write() -> None:
    held = held_by_alex()
    make_held(held.person, issued_on=date(2027, 2, 1), printed_ends_on=date(2029, 2, 1))
    make_held(held.person, code="VCP-DCV", issued_on=date(2020, 1, 1))
    assert run(END + timedelta(days=1)) == []


@pytest.mark.django_db
def test_a_certification_may_have_a_ladder_of_its_own() -> None:
    Ladder.objects.create(certification=Certification.objects.get(code="NCA-AIIO"), days_before=[14], after_end=False)
    held_by_alex()
    assert run(END - timedelta(days=15)) == []
    assert len(run(END - timedelta(days=14))) == 1
    assert run(END + timedelta(days=1)) == []


@pytest.mark.django_db
def test_a_paused_certificate_is_quiet_until_its_day_for_that_account_alone() -> None:
    hr = make_user(Role.HR_LEAD, email="hr@example.com")
    held = held_by_alex()
    Snooze.objects.create(account=hr, held=held, until=date(2027, 4, 10))
    assert receivers(date(2027, 4, 9)) == ["alex@example.com"]
    assert receivers(date(2027, 4, 10)) == ["hr@example.com"]


@pytest.mark.django_db
def test_a_digest_is_one_mail_a_day_with_all_lines() -> None:
    hr = make_user(Role.HR_LEAD, email="hr@example.com")
    Preference.objects.create(account=hr, others=Preference.Others.DIGEST)
    for name in ("Bob", "Charlie"):
        make_held(make_person(given_name=name, family_name="Example"), issued_on=date(2025, 5, 31), printed_ends_on=END)
    assert run(END) == ["hr@example.com: 2 certificates to renew"]
    assert "NCA-AIIO of Bob Example ends today" in mail.outbox[0].body
    assert "NCA-AIIO of Charlie Example ends today" in mail.outbox[0].body
    make_held(make_person(given_name="Dora", family_name="Example"), issued_on=date(2025, 5, 31), printed_ends_on=END)
    assert run(END) == []
    assert run(END + timedelta(days=1)) == ["hr@example.com: 3 certificates to renew"]


@pytest.mark.django_db
def test_who_wants_no_mail_about_others_still_hears_of_the_own_certificate() -> None:
    hr = make_user(Role.HR_LEAD, email="hr@example.com")
    Preference.objects.create(account=hr, others=Preference.Others.NONE)
    held_by_alex()
    make_held(make_person(user=hr), issued_on=date(2025, 5, 31), printed_ends_on=END)
    assert sorted(receivers(END)) == ["alex@example.com", "hr@example.com"]


@pytest.mark.django_db
def test_each_receiver_reads_the_own_language(settings: Any) -> None:
    settings.LANGUAGE_CODE = "nl"
    make_user(Role.HR_LEAD, email="hr@example.com", language="de")
    held_by_alex()
    run(END)
    pages = {message.to[0]: message.alternatives[0].content for message in mail.outbox}
    assert '<html lang="nl">' in pages["alex@example.com"]
    assert '<html lang="de">' in pages["hr@example.com"]


@pytest.mark.django_db
def test_names_are_escaped_in_the_page_and_plain_in_the_text() -> None:
    make_user(Role.HR_LEAD, email="hr@example.com")
    make_held(make_person(given_name="<b>O'Neil", family_name="& Co"), issued_on=date(2025, 5, 31), printed_ends_on=END)
    run(END)
    assert "<b>O'Neil & Co" in mail.outbox[0].body
    assert "&lt;b&gt;O&#x27;Neil &amp; Co" in mail.outbox[0].alternatives[0].content


@pytest.mark.django_db
def test_a_mail_leads_to_the_record_where_the_site_knows_its_address(settings: Any) -> None:
    settings.PUBLIC_URL = "https://plan.example.com"
    make_user(Role.HR_LEAD, email="hr@example.com")
    held = held_by_alex()
    run(END)
    record = f"https://plan.example.com/certifications/{held.pk}/"
    holder, hr = mail.outbox
    assert f"  {record}\n" in hr.body
    assert f'<a href="{record}">' in hr.alternatives[0].content
    assert "https://plan.example.com/notices/preferences/" in hr.body
    assert "https://" not in holder.body + holder.alternatives[0].content  # no account to open it with


@pytest.mark.django_db
def test_each_line_of_a_digest_leads_to_its_own_record(settings: Any) -> None:
    settings.PUBLIC_URL = "https://plan.example.com"
    hr = make_user(Role.HR_LEAD, email="hr@example.com")
    Preference.objects.create(account=hr, others=Preference.Others.DIGEST)
    people = [make_person(given_name=name, family_name="Example") for name in ("Bob", "Charlie")]
    held = [make_held(person, issued_on=date(2025, 5, 31), printed_ends_on=END) for person in people]
    run(END)
    for name, one in zip(("Bob", "Charlie"), held, strict=True):
        line = f"- NCA-AIIO of {name} Example ends today, 31 May 2027"
        assert f"{line}\n  https://plan.example.com/certifications/{one.pk}/\n" in mail.outbox[0].body


@pytest.mark.django_db
def test_a_mail_of_a_site_without_a_known_address_has_no_link() -> None:
    make_user(Role.HR_LEAD, email="hr@example.com")
    held_by_alex()
    run(END)
    assert not any("http" in message.body or "href" in message.alternatives[0].content for message in mail.outbox)


class Refusing(EmailBackend):
    """A server that takes no mail for alex."""

    def send_messages(self, email_messages: Any) -> int:
        if "alex@example.com" in email_messages[0].to:
            raise ConnectionRefusedError("mailbox full")
        return int(super().send_messages(email_messages))


@pytest.mark.django_db
def test_a_failed_delivery_is_told_and_tried_again_on_the_next_run(settings: Any) -> None:
    make_user(Role.HR_LEAD, email="hr@example.com")
    held_by_alex()
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    told = StringIO()
    with pytest.raises(CommandError):
        call_command("send_reminders", "--on", END.isoformat(), stderr=told, stdout=StringIO())
    assert "alex@example.com: mailbox full" in told.getvalue()
    assert [message.to for message in mail.outbox] == [["hr@example.com"]]
    assert Reminder.objects.get(status=Status.FAILED).attempts == 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert receivers(END) == ["alex@example.com"]
    again = Reminder.objects.get(to_holder=True, step=7)
    assert (again.status, again.attempts, again.error) == (Status.SENT, 2, "")


class Unreachable(EmailBackend):
    def open(self) -> bool:
        raise ConnectionRefusedError("nobody there")


@pytest.mark.django_db
def test_a_server_that_cannot_be_reached_leaves_all_for_the_next_run(settings: Any) -> None:
    held_by_alex()
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    with pytest.raises(CommandError, match="nobody there"):
        run(END)
    assert not Reminder.objects.exists()


@pytest.mark.django_db
def test_a_claim_left_by_a_dead_process_is_taken_over_after_a_time() -> None:
    held = held_by_alex()
    log = {"held": held, "ends_on": END, "to_holder": True, "address": "alex@example.com"}
    claim = Reminder.objects.create(**log, step=7, status=Status.CLAIMED, attempts=1, claimed_at=timezone.now())
    assert run(END) == []
    Reminder.objects.filter(pk=claim.pk).update(claimed_at=timezone.now() - TAKEOVER_AFTER)
    assert receivers(END) == ["alex@example.com"]
    assert Reminder.objects.get(pk=claim.pk).attempts == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "count"), [("Pacific/Auckland", 1), ("America/Los_Angeles", 0)])
def test_the_sites_time_zone_decides_which_day_it_is(zone: str, count: int, settings: Any) -> None:
    settings.TIME_ZONE = zone
    held_by_alex()
    with time_machine.travel("2027-03-01T20:00:00Z", tick=False):
        call_command("send_reminders", stdout=StringIO())
    assert len(mail.outbox) == count


@pytest.mark.django_db
def test_a_day_that_is_none_is_refused() -> None:
    with pytest.raises(CommandError, match="is not a day"):
        call_command("send_reminders", "--on", "2027-02-29")


@pytest.mark.django_db
@pytest.mark.parametrize("count", [3, 30])
def test_a_run_with_nothing_to_send_asks_as_often_for_many_as_for_few(
    count: int, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for _number in range(count):
        make_held(make_person(email=""), issued_on=date(2025, 5, 31), printed_ends_on=END)
    with django_assert_max_num_queries(16):
        assert run(END) == []


@pytest.mark.django_db(transaction=True)
def test_two_processes_at_once_send_each_reminder_once(tmp_path: Path) -> None:
    load_shipped()
    make_user(Role.HR_LEAD, email="hr@example.com")
    digest = make_user(Role.HR_LEAD, email="digest@example.com")
    Preference.objects.create(account=digest, others=Preference.Others.DIGEST)
    for number in range(20):
        person = make_person(email=f"person{number}@example.com")
        make_held(person, issued_on=date(2025, 5, 31), printed_ends_on=END)
    settled, environment = _database_for_processes(tmp_path)
    command = [sys.executable, str(ROOT / "manage.py"), "send_reminders", "--on", END.isoformat()]
    processes = [subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE) for _twice in range(2)]
    told = [process.communicate(timeout=120)[0].decode() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert sum(int(line.split(":")[1]) for line in told) == 41
    receivers = settled()
    assert len(receivers) == 41
    assert receivers.count("hr@example.com") == 20
    assert receivers.count("digest@example.com") == 1


def _database_for_processes(folder: Path) -> tuple[Callable[[], list[str]], dict[str, str]]:
    """How to read the kept mails, and the environment of processes that see this test's rows: a copy in a file, or the same server."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("AITEAM_")} | {"AITEAM_DATA_DIR": str(folder)}
    if connection.vendor == "sqlite":
        copy = folder / "copy.sqlite3"
        connection.cursor().execute("VACUUM INTO %s", [str(copy)])
        return lambda: _receivers_in(copy), environment | {"DATABASE_URL": f"sqlite:///{copy}"}
    at = connection.settings_dict
    login = f"{at['USER']}:{at['PASSWORD']}@" if at["PASSWORD"] else f"{at['USER']}@"
    url = f"postgres://{login}{at['HOST'] or 'localhost'}:{at['PORT'] or 5432}/{at['NAME']}"
    return lambda: list(StoredMail.objects.values_list("receivers", flat=True)), environment | {"DATABASE_URL": url}


def _receivers_in(database: Path) -> list[str]:
    import sqlite3

    with sqlite3.connect(database) as copy:
        rows = [receiver for (receiver,) in copy.execute("SELECT receivers FROM notices_storedmail")]
    copy.close()
    return rows


def test_demo_accounts_are_nobody_outside_the_demo_mode(db: None, settings: Any) -> None:
    settings.DEMO = False
    User.objects.create(username="demo", role=Role.HR_LEAD, email="demo@example.com", is_demo=True)
    held_by_alex()
    assert receivers(END) == ["alex@example.com"]
