"""Dated records: what is in force on a day, how it changes, and that nothing is overwritten."""

from datetime import date
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.catalog.models import Level
from aiteam.catalog.models import Role as JobRole
from aiteam.staff.models import Assignment, Employment, LevelPeriod, PayPeriod, Person, RolePeriod
from aiteam.staff.people_list import filtered
from tests.builders import make_cluster, make_person, set_level

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)


def hire(person: Person, starts_on: date, ends_on: date | None = None, **changes: object) -> Employment:
    return Employment.objects.create(person=person, starts_on=starts_on, ends_on=ends_on, **changes)


def test_somebody_who_comes_back_is_away_in_between() -> None:
    person = make_person(started_on=date(2020, 1, 1), ended_on=date(2022, 6, 30))
    hire(person, date(2027, 1, 1))
    days = [date(2022, 6, 30), date(2022, 7, 1), DAY, date(2027, 1, 1)]
    assert [Person.objects.active(on=day).exists() for day in days] == [True, False, False, True]
    assert [Person.objects.coming(on=day).exists() for day in days] == [False, True, True, False]
    assert not Person.objects.left(on=DAY).exists()
    assert [person.post(day).started_on for day in days] == [date(2020, 1, 1), *[date(2027, 1, 1)] * 3]
    assert [person.post(day).is_coming for day in days] == [False, True, True, False]


def test_role_and_cluster_of_each_day_are_those_of_their_record() -> None:
    first, second = make_cluster(), make_cluster()
    network, storage = (JobRole.objects.get(code=code) for code in ("network-specialist", "storage-specialist"))
    person = make_person(role=network, cluster=first)
    RolePeriod.objects.create(person=person, role=storage, starts_on=date(2026, 3, 1))
    Assignment.objects.create(person=person, cluster=second, starts_on=date(2026, 6, 1))
    Assignment.objects.create(person=person, cluster=None, starts_on=date(2026, 9, 1))
    posts = [person.post(day) for day in (date(2026, 2, 28), date(2026, 3, 1), date(2026, 6, 1), date(2026, 9, 1))]
    assert [(post.role, post.cluster) for post in posts] == [(network, first), (storage, first), (storage, second), (storage, None)]
    assert Person.objects.in_cluster(second, on=date(2026, 8, 31)).exists()
    assert Person.objects.in_cluster(None, on=date(2026, 9, 1)).exists()
    assert not Person.objects.in_role(network, on=date(2026, 3, 1)).exists()


def test_the_list_and_the_records_agree_on_every_day() -> None:
    person = make_person(level=1, started_on=date(2026, 2, 1), ended_on=date(2026, 4, 30))
    hire(person, date(2026, 8, 1), kind="contractor")
    set_level(person, 2, date(2026, 3, 1))
    set_level(person, 3, date(2026, 8, 1))
    for day in (date(2026, month, 15) for month in range(1, 13)):
        level = person.post(day).level
        assert level is not None
        assert list(Person.objects.at_level(level.number, on=day)) == [person]
        assert filtered(Person.objects.all(), {"status": "active"}, on=day).exists() is person.post(day).is_active
        assert Person.objects.with_first_day("first", on=day).get().first == person.post(day).started_on


def test_part_time_pay_is_the_share_of_full_time() -> None:
    pay = PayPeriod(amount=Decimal("5000.00"), currency="EUR", per="month", fte=Decimal("0.8"), starts_on=DAY)
    assert pay.yearly == Decimal("48000")
    assert PayPeriod(amount=Decimal(50), per="hour", fte=Decimal("0.5")).yearly == Decimal(52_000)


def test_a_correction_of_the_first_day_takes_what_began_on_it_along(hr: Client) -> None:
    person = make_person(level=2, started_on=date(2024, 2, 1))
    set_level(person, 3, date(2025, 1, 1))
    employment = person.employments.get()
    url = reverse("staff:employment_edit", args=[person.pk, employment.pk])
    assert hr.post(url, {"kind": "employee", "starts_on": "2023-11-15"}).status_code == 302
    assert sorted(person.levels.values_list("starts_on", flat=True)) == [date(2023, 11, 15), date(2025, 1, 1)]
    assert person.post(date(2023, 12, 1)).level == Level.objects.get(number=2)


def test_a_contractor_becomes_an_employee_and_both_times_are_kept(hr: Client) -> None:
    person = make_person(is_contractor=True, started_on=date(2024, 2, 1))
    assert hr.post(reverse("staff:employment", args=[person.pk]), {"kind": "employee", "starts_on": "2026-07-01"}).status_code == 302
    assert list(person.employments.values_list("kind", "starts_on", "ends_on")) == [
        ("employee", date(2026, 7, 1), None),
        ("contractor", date(2024, 2, 1), date(2026, 6, 30)),
    ]
    assert person.post(date(2026, 6, 30)).is_contractor
    assert not person.post(date(2026, 7, 1)).is_contractor


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "field"),
    [
        ("2024-05-01", "", "starts_on"),  # inside the first one
        ("2023-01-01", "2024-03-01", "starts_on"),  # reaches into the first one
        ("2023-01-01", "", "starts_on"),  # open, with others after it
        ("2026-01-01", "2025-12-31", "ends_on"),
    ],
)
def test_employments_of_a_person_do_not_overlap(hr: Client, starts_on: str, ends_on: str, field: str) -> None:
    person = make_person(started_on=date(2024, 2, 1), ended_on=date(2024, 12, 31))
    page = hr.post(reverse("staff:employment", args=[person.pk]), {"kind": "employee", "starts_on": starts_on, "ends_on": ends_on})
    assert page.context["form"].errors[field]
    assert person.employments.count() == 1


def test_a_changed_role_leaves_the_former_one_in_the_record(hr: Client) -> None:
    first, second = JobRole.objects.all()[:2]
    person = make_person(role=first)
    hr.post(reverse("staff:role", args=[person.pk]), {"role": str(second.pk), "starts_on": "2026-01-01"})
    assert [period.role for period in person.roles.all()] == [second, first]
    assert person.post(date(2025, 12, 31)).role == first


def test_no_plan_is_asked_to_reckon_with_absurd_pay(hr: Client) -> None:
    person = make_person()
    data = {"amount": "900000000", "currency": "EUR", "per": "hour", "starts_on": "2025-01-01"}
    assert "is the period right" in str(hr.post(reverse("staff:pay", args=[person.pk]), data).context["form"].errors["amount"])
    assert not PayPeriod.objects.exists()


def test_a_new_person_holds_level_role_and_cluster_from_the_first_day(hr: Client) -> None:
    level, role, cluster = Level.objects.get(number=2), JobRole.objects.get(code="network-specialist"), make_cluster()
    form = {"personnel_number": "N-1", "family_name": "New", "started_on": "2025-03-01", "kind": "contractor"}
    hr.post(reverse("staff:create"), form | {"level": level.pk, "role": role.pk, "cluster": cluster.pk})
    post = Person.objects.get().post(date(2025, 3, 1))
    assert (post.level, post.role, post.cluster, post.is_contractor) == (level, role, cluster, True)
    assert {model.objects.get().starts_on for model in (LevelPeriod, RolePeriod, Assignment, Employment)} == {date(2025, 3, 1)}
