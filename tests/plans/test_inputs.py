"""Rows become planner values: who counts, as what, and what stays behind."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Skill
from aiteam.planner.request import Person as PlannedPerson
from aiteam.plans.inputs import candidates, growth, planned_people, without_level
from aiteam.staff.models import PayPeriod, PersonSkill
from tests.builders import days_ago, make_cluster, make_held, make_person, make_user, set_level

pytestmark = pytest.mark.django_db


def people_of(user, *, cluster=None, everybody=False, with_pay=False):
    today = timezone.localdate()
    rows = list(candidates(user, clusters=[cluster] if cluster else [], everybody=everybody, on=today))
    people = [PlannedPerson.model_validate(row) for row in planned_people(rows, on=today, with_pay=with_pay)]
    return {person.id: person for person in people}


def test_a_person_is_planned_with_level_skills_and_newest_certificate():
    person = make_person(2, personnel_number="0017", experience_since=days_ago(400))
    set_level(person, 3, days_ago(10))
    PersonSkill.objects.create(person=person, skill=Skill.objects.get(code="infiniband-rdma"))
    make_held(person, "NCA-AIIO", days_ago(700))
    make_held(person, "NCA-AIIO", days_ago(20), printed_ends_on=days_ago(-500))
    planned = people_of(make_user(Role.HR_LEAD))["0017"]
    assert planned.level == 3
    assert planned.experience_months == 13
    assert planned.skills == ("infiniband-rdma",)
    assert [(held.code, held.issued_on, held.ends_on) for held in planned.certifications] == [("NCA-AIIO", days_ago(20), days_ago(-500))]


def test_leavers_are_left_out_and_leaving_people_keep_their_last_day():
    make_person(2, personnel_number="gone", ended_on=days_ago(1))
    make_person(2, personnel_number="leaving", ended_on=days_ago(-30))
    planned = people_of(make_user(Role.HR_LEAD))
    assert set(planned) == {"leaving"}
    assert planned["leaving"].leaves_on == days_ago(-30)


def test_somebody_without_a_level_is_named_and_not_planned():
    make_person(None, given_name="Nora", family_name="Neu")
    rows = list(candidates(make_user(Role.HR_LEAD), clusters=[], everybody=True, on=timezone.localdate()))
    assert planned_people(rows, on=timezone.localdate(), with_pay=False) == []
    assert without_level(rows, on=timezone.localdate()) == ["Nora Neu"]


def test_the_people_of_other_clusters_are_left_to_them():
    here, there = make_cluster(), make_cluster()
    make_person(2, personnel_number="here", cluster=here)
    make_person(2, personnel_number="free")
    make_person(2, personnel_number="there", cluster=there)
    user = make_user(Role.HR_LEAD)
    assert set(people_of(user, cluster=here)) == {"here", "free"}
    assert set(people_of(user, cluster=here, everybody=True)) == {"here", "free", "there"}


def test_a_cluster_that_is_not_recorded_gets_the_people_of_none():
    make_person(2, personnel_number="free")
    make_person(2, personnel_number="there", cluster=make_cluster())
    assert set(people_of(make_user(Role.HR_LEAD), cluster=None)) == {"free"}


def test_pay_comes_along_only_where_asked_and_only_with_the_right():
    person = make_person(3, personnel_number="paid")
    PayPeriod.objects.create(person=person, amount=Decimal(9000), currency="USD", per="month", starts_on=date(2024, 1, 1))
    assert people_of(make_user(Role.HR_LEAD), with_pay=True)["paid"].yearly_pay == Decimal(108_000)
    assert people_of(make_user(Role.HR_LEAD), with_pay=False)["paid"].yearly_pay is None
    assert people_of(make_user(Role.INFRASTRUCTURE_LEAD), with_pay=True)["paid"].yearly_pay is None


def test_pay_in_another_currency_is_not_taken_for_the_plans():
    person = make_person(3, personnel_number="euro")
    PayPeriod.objects.create(person=person, amount=Decimal(90_000), currency="EUR", per="year", starts_on=date(2024, 1, 1))
    assert people_of(make_user(Role.HR_LEAD), with_pay=True)["euro"].yearly_pay is None


def test_growth_steps_come_in_the_order_of_their_days():
    cluster = make_cluster((date(2027, 6, 1), 500), (date(2027, 1, 1), 64))
    assert [(step.on, step.gpus) for step in growth(cluster)] == [(date(2027, 1, 1), 64), (date(2027, 6, 1), 500)]


@pytest.mark.parametrize("number", [3, 30])
def test_queries_do_not_grow_with_the_people(number, django_assert_num_queries):
    for _ in range(number):
        make_held(make_person(2))
    user = make_user(Role.HR_LEAD)
    with django_assert_num_queries(10):
        rows = list(candidates(user, clusters=[], everybody=True, on=timezone.localdate()))
        assert len(planned_people(rows, on=timezone.localdate(), with_pay=True)) == number


def test_a_coming_person_is_planned_from_the_first_day():
    start = timezone.localdate() + timedelta(days=30)
    make_person(2, personnel_number="coming", started_on=start)
    planned = people_of(make_user(Role.HR_LEAD))["coming"]
    assert (planned.starts_on, planned.level) == (start, 2)
