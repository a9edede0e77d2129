"""Somebody who has left keeps the record, counts nowhere and gets no reminder."""

from datetime import date, timedelta

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from aiteam.accounts.policy import Role
from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.models import Cluster
from aiteam.plans.inputs import candidates
from aiteam.plans.services import cover_on
from aiteam.staff.models import Person
from tests.builders import days_ago, make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def leaver() -> Person:
    """An operator with a certificate that ends in a week, who left yesterday."""
    person = make_person(
        2, family_name="Leaver", email="leaver@example.com", cluster=make_cluster((date(2024, 1, 1), 64)), ended_on=days_ago(1)
    )
    make_held(person, "NCA-AIIO", printed_ends_on=days_ago(-7), issued_on=days_ago(700))
    return person


def test_a_leaver_stands_in_no_list_that_counts(hr: Client, leaver: Person) -> None:
    assert not hr.get("/people/?x=1").context["rows"]
    assert not hr.get("/certifications/").context["rows"]
    assert [row.person.pk for row in hr.get("/people/?status=left").context["rows"]] == [leaver.pk]
    overview = hr.get("/").context["overview"]
    assert (overview.people, overview.ending_count) == (0, 0)
    assert "Leaver" not in hr.get("/people/export.csv").content.decode()
    assert "Leaver" not in hr.get("/certifications/export.csv").content.decode()


def test_a_leaver_covers_no_seat_and_is_in_no_plan(leaver: Person) -> None:
    user, today = make_user(Role.HR_LEAD), timezone.localdate()
    [cover] = cover_on(Cluster.objects.prefetch_related("steps"), user, today, planner_catalogue())
    assert (cover.needed, cover.covered) == (4, 0)
    assert not candidates(user, clusters=[Cluster.objects.get()], everybody=True, on=today).exists()


def test_a_leaver_gets_no_reminder_and_nobody_one_about_them(leaver: Person) -> None:
    make_user(Role.HR_LEAD, email="hr@example.com")
    call_command("send_reminders")
    assert not mail.outbox
    leaver.employments.update(ends_on=None)
    call_command("send_reminders")
    assert {address for message in mail.outbox for address in message.to} == {"leaver@example.com", "hr@example.com"}


def test_a_leaver_keeps_the_history(hr: Client, leaver: Person) -> None:
    before = (timezone.localdate() - timedelta(days=2)).isoformat()
    assert [row.person.pk for row in hr.get(f"/people/?on={before}").context["rows"]] == [leaver.pk]
    page = hr.get(f"/people/{leaver.pk}/?tab=history")
    assert {"Begins to work here", "Last day of work", "Level", "Certificate issued"} <= {event.what for event in page.context["events"]}
