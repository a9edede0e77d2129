"""Exams and training of plans in private calendars: of which plan, on which days, and for whose eyes."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from icalendar import Calendar

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.clusters.models import Cluster
from aiteam.notices.calendars import make_address
from aiteam.planner import plan, read_request
from aiteam.plans.models import Plan
from aiteam.plans.services import store_plan
from aiteam.staff.models import Person
from tests.builders import make_cluster, make_person, make_user

pytestmark = pytest.mark.django_db


def hr() -> User:
    return make_user(Role.HR_LEAD)


@pytest.fixture
def cluster() -> Cluster:
    return make_cluster((date(2026, 1, 1), 64), name="Frankfurt 1")


@pytest.fixture
def zoe(cluster: Cluster) -> Person:
    return make_person(2, given_name="Zoë", family_name="Müller", cluster=cluster)


def planned(cluster: Cluster | None, *steps: dict[str, Any], person: Person, replaces: Plan | None = None, **changes: Any) -> Plan:
    """A stored plan whose only training has these steps for the person, whatever the planner found."""
    colleague = {"id": person.personnel_number, "name": person.name, "level": 2} | changes
    request = read_request(
        {
            "organisation": "Example",
            "cluster": {"name": "Frankfurt 1", "growth": [{"on": "2026-01-01", "gpus": 64}]},
            "as_of": "2026-01-01",
            "starts_on": "2026-01-01",
            "ends_on": "2026-12-31",
            "people": [colleague],
        }
    )
    stored = store_plan(request=request, result=plan(request), author=make_user(), cluster=cluster, answers={}, replaces=replaces)
    [training] = [one for one in stored.result_data["trainings"] if one["person"] == person.personnel_number]
    training["steps"] = [{"name": step["code"], "hours": 8, "cost": "0"} | step for step in steps]
    stored.result_data["trainings"] = [training]
    stored.save()
    return stored


def course(starts_on: str, ends_on: str, code: str = "C-01") -> dict[str, Any]:
    return {"kind": "course", "code": code, "name": "Introduction to AI Infrastructure", "starts_on": starts_on, "ends_on": ends_on}


def exam(on: str) -> dict[str, Any]:
    return {"kind": "exam", "code": "NCA-AIIO", "starts_on": on, "ends_on": on}


def events(owner: User, **of: Any) -> list[Any]:
    _address, token = make_address(owner=owner, **of)
    return list(Calendar.from_ical(Client().get(reverse("calendar:feed", args=[token])).content).walk("VEVENT"))


def summaries(owner: User, **of: Any) -> list[str]:
    return [str(event["SUMMARY"]) for event in events(owner, **of)]


def test_a_course_is_an_event_of_whole_days_and_an_exam_of_one(cluster: Cluster, zoe: Person) -> None:
    stored = planned(cluster, course("2026-02-02", "2026-02-27"), exam("2026-03-09"), person=zoe)
    study, sat = events(hr(), person=zoe)
    assert (study["DTSTART"].dt, study["DTEND"].dt) == (date(2026, 2, 2), date(2026, 2, 28))
    assert (sat["DTSTART"].dt, sat["DTEND"].dt) == (date(2026, 3, 9), date(2026, 3, 10))
    assert study["DTSTART"].params["VALUE"] == "DATE"
    assert study["SUMMARY"] == "Zoë Müller: course Introduction to AI Infrastructure"
    assert sat["SUMMARY"] == "Zoë Müller: exam NCA-AIIO"
    assert sat["DTSTAMP"].dt == stored.created_at.replace(microsecond=0)
    assert sat["DESCRIPTION"] == f"Planned in {stored.number} {stored.title}"


def test_the_next_version_of_a_plan_moves_its_events(cluster: Cluster, zoe: Person) -> None:
    owner = hr()
    first = planned(cluster, exam("2026-03-09"), person=zoe)
    [before] = events(owner, person=zoe)
    planned(cluster, exam("2026-04-13"), person=zoe, replaces=first)
    [after] = events(owner, person=zoe)
    assert after["UID"] == before["UID"]
    assert (before["DTSTART"].dt, after["DTSTART"].dt) == (date(2026, 3, 9), date(2026, 4, 13))


def test_an_exam_sat_again_is_an_event_of_its_own(cluster: Cluster, zoe: Person) -> None:
    planned(cluster, exam("2026-03-09"), exam("2026-11-02"), person=zoe)
    first, again = events(hr(), person=zoe)
    assert first["UID"] != again["UID"]


def test_of_two_plans_of_a_cluster_the_newest_counts(cluster: Cluster, zoe: Person) -> None:
    planned(cluster, exam("2026-03-09"), person=zoe)
    planned(cluster, exam("2026-05-11"), person=zoe)
    assert [event["DTSTART"].dt for event in events(hr(), cluster=cluster)] == [date(2026, 5, 11)]


def test_a_plan_of_no_recorded_cluster_and_months_of_experience_are_not_shown(cluster: Cluster, zoe: Person) -> None:
    planned(None, exam("2026-03-09"), person=zoe)
    planned(cluster, {"kind": "experience", "code": "L3", "starts_on": "2026-01-01", "ends_on": "2026-06-30"}, person=zoe)
    assert summaries(hr(), person=zoe) == []


def test_a_person_sees_the_own_training_of_every_cluster_and_a_cluster_that_of_its_plan(cluster: Cluster, zoe: Person) -> None:
    other, bob = make_cluster(name="Rotterdam 1"), make_person(2, given_name="Bob", family_name="Example")
    planned(cluster, exam("2026-03-09"), person=zoe)
    planned(other, course("2026-06-01", "2026-06-05"), person=zoe)
    planned(make_cluster(name="Dublin 2"), exam("2026-03-09"), person=bob)
    assert len(summaries(hr(), person=zoe)) == 2
    assert summaries(hr(), cluster=other) == ["Zoë Müller: course Introduction to AI Infrastructure"]


def test_who_has_left_has_no_training_any_more(cluster: Cluster, zoe: Person) -> None:
    bob = make_person(2, given_name="Bob", family_name="Example", ended_on=date(2026, 2, 1))
    planned(cluster, exam("2026-03-09"), person=bob)
    assert summaries(hr(), cluster=cluster) == []


def test_a_plan_with_recorded_pay_is_shown_to_those_who_may_see_pay(cluster: Cluster, zoe: Person) -> None:
    planned(cluster, exam("2026-03-09"), person=zoe, yearly_pay="100000")
    assert len(summaries(hr(), person=zoe)) == 1
    assert summaries(make_user(Role.INFRASTRUCTURE_LEAD), person=zoe) == []


def test_who_may_see_no_plans_sees_none_of_their_training(cluster: Cluster) -> None:
    engineer = make_user(Role.ENGINEER)
    own = make_person(2, user=engineer)
    planned(cluster, exam("2026-03-09"), person=own)
    assert summaries(engineer, person=own) == []


def test_an_event_speaks_its_owners_language_and_leads_to_the_plan(cluster: Cluster, zoe: Person, settings: Any) -> None:
    settings.PUBLIC_URL = "https://plan.example.com"
    stored = planned(cluster, exam("2026-03-09"), person=zoe)
    [event] = events(make_user(Role.HR_LEAD, language="de"), person=zoe)
    assert event["SUMMARY"] == "Zoë Müller: Prüfung NCA-AIIO"
    assert event["URL"] == f"https://plan.example.com/plans/{stored.pk}/"


def test_a_calendar_asks_as_often_for_many_plans_as_for_few(cluster: Cluster, zoe: Person) -> None:
    _address, token = make_address(owner=hr(), person=zoe)
    counts = []
    for more in (2, 8):
        for _number in range(more):
            planned(make_cluster(), exam("2026-03-09"), person=zoe)
        with CaptureQueriesContext(connection) as asked:
            Client().get(reverse("calendar:feed", args=[token]))
        counts.append(len(asked))
    assert counts[0] == counts[1]
