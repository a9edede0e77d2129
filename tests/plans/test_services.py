"""Stored plans keep what was asked and answered; today's cover is computed from the records."""

import pytest
from django.utils import timezone

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Skill
from aiteam.catalog.services import planner_catalogue
from aiteam.planner import plan, read_request
from aiteam.plans.models import Plan
from aiteam.plans.services import cover_on, store_plan
from aiteam.staff.models import PersonSkill
from tests.builders import days_ago, make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db


def request_data(**changes):
    return {
        "title": "Frankfurt",
        "organisation": "Rhine Bank",
        "as_of": "2026-11-30",
        "starts_on": "2027-01-01",
        "ends_on": "2027-06-30",
        "cluster": {"name": "Frankfurt 1", "growth": [{"on": "2027-01-01", "gpus": 500}]},
        "people": [{"id": "p1", "name": "Ada", "level": 4, "yearly_pay": "150000"}],
    } | changes


def stored(author=None, replaces=None, **changes) -> Plan:
    request = read_request(request_data(**changes))
    return store_plan(
        request=request, result=plan(request), author=author or make_user(Role.HR_LEAD), cluster=None, answers={}, replaces=replaces
    )


def test_a_stored_plan_gives_back_the_very_request_and_result():
    request = read_request(request_data())
    result = plan(request)
    kept = Plan.objects.get(pk=stored().pk)
    assert kept.request == request
    assert kept.result == result
    assert kept.summary == result.summary


def test_a_new_version_leaves_the_old_one_alone():
    first = stored()
    second = stored(replaces=first, title="Frankfurt, later")
    assert (second.version, second.replaces) == (2, first)
    assert Plan.objects.get(pk=first.pk).title == "Frankfurt"


def test_a_plan_with_recorded_pay_is_seen_only_with_the_right_to_pay():
    with_pay = stored()
    with_bands = stored(people=[{"id": "p1", "name": "Ada", "level": 4}])
    assert (with_pay.pay_basis, with_bands.pay_basis) == ("records", "bands")
    assert set(Plan.objects.visible_to(make_user(Role.HR_LEAD))) == {with_pay, with_bands}
    for role in (Role.ADMINISTRATOR, Role.INFRASTRUCTURE_LEAD, Role.AUDITOR):
        assert set(Plan.objects.visible_to(make_user(role))) == {with_bands}
    assert not Plan.objects.visible_to(make_user(Role.ENGINEER)).exists()


def test_cover_counts_the_seats_that_a_clusters_own_people_fill_today():
    cluster = make_cluster((days_ago(100), 64))
    lead = make_person(4, cluster=cluster)
    make_held(lead, "NCP-AII")
    make_held(make_person(2, cluster=cluster), "NCA-AIIO")
    make_person(2, cluster=cluster)  # no certificate: does not count
    make_held(make_person(2), "NCA-AIIO")  # of no cluster
    network = make_person(3, cluster=cluster)
    PersonSkill.objects.create(person=network, skill=Skill.objects.get(code="infiniband-rdma"))
    (cover,) = cover_on([cluster], make_user(Role.HR_LEAD), timezone.localdate(), planner_catalogue())
    assert (cover.needed, cover.covered, cover.open) == (4, 2, 2)
    make_held(network, "NCP-AIN")
    (cover,) = cover_on([cluster], make_user(Role.HR_LEAD), timezone.localdate(), planner_catalogue())
    assert (cover.covered, cover.open) == (3, 1)


def test_a_cluster_without_growth_or_of_nine_gpus_needs_nobody():
    small = make_cluster((days_ago(1), 9))
    later = make_cluster((days_ago(-200), 500))
    covers = cover_on([small, later], make_user(Role.AUDITOR), timezone.localdate(), planner_catalogue())
    assert [(cover.needed, cover.open) for cover in covers] == [(0, 0), (0, 0)]
