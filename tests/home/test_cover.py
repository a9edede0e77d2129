"""The home page says how many seats are open today, and shows the latest plans one may see."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.staff.models import Person
from tests.builders import days_ago, make_cluster, make_held, make_person, make_plan, make_user

pytestmark = pytest.mark.django_db


def test_open_seats_are_counted_over_the_clusters(hr: Client) -> None:
    small = make_cluster((days_ago(10), 64), name="Small 1")
    make_cluster((days_ago(10), 500), name="Medium 1")
    make_held(make_person(2, cluster=small), "NCA-AIIO")
    page = hr.get(reverse("home:dashboard")).content.decode()
    assert "13 of 14 seats are open" in page


def test_a_person_the_planner_refuses_does_not_take_the_page_down(hr: Client) -> None:
    cluster = make_cluster((days_ago(10), 64), name="Small 1")
    person = make_person(2, cluster=cluster)
    Person.objects.filter(pk=person.pk).update(given_name="", family_name="")  # as no form would let it be
    page = hr.get(reverse("home:dashboard"))
    assert page.status_code == 200
    assert [line.cover.is_known for line in page.context["overview"].clusters] == [False]
    assert '<span class="badge">unknown</span>' in page.content.decode()


def test_a_plan_with_recorded_pay_is_not_among_the_latest_without_the_right(client: Client) -> None:
    make_plan(title="Shared plan")
    make_plan(title="Confidential plan", people=[{"id": "a", "name": "A", "level": 2, "yearly_pay": "1"}])
    client.force_login(make_user(Role.AUDITOR))
    page = client.get(reverse("home:dashboard")).content.decode()
    assert "Shared plan" in page
    assert "Confidential plan" not in page


def test_the_home_page_asks_the_database_the_same_for_few_and_for_many(hr: Client) -> None:
    counts = []
    for more in (2, 20):
        for _ in range(more):
            make_held(make_person(2, cluster=make_cluster((days_ago(10), 64))), "NCA-AIIO")
        with CaptureQueriesContext(connection) as asked:
            hr.get(reverse("home:dashboard"))
        counts.append(len(asked))
    assert counts[0] == counts[1]
