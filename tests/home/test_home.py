from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Certification
from tests.builders import days_ago, make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db


def test_the_first_page_opens_with_the_figures_of_the_day(hr: Client) -> None:
    person = make_person(level=2)
    make_person(level=2)
    make_person(level=4, ended_on=days_ago(1))
    make_person(started_on=days_ago(-5))
    make_held(person, "NCA-AIIO", days_ago(700))
    make_held(person, "NCP-AII", days_ago(10))
    make_cluster((days_ago(10), 500))
    make_cluster((days_ago(-10), 64))
    overview = hr.get("/").context["overview"]
    assert (overview.people, overview.ending_count, overview.running, overview.gpus) == (2, 1, 1, 500)
    assert {level.code: level.people for level in overview.levels} == {"L1": 0, "L2": 2, "L3": 0, "L4": 0, "L5": 0}
    assert [row.held.certification.code for row in overview.ending] == ["NCA-AIIO"]


@pytest.mark.parametrize(
    ("days", "own", "ending", "words"),
    [
        (90, None, 1, "within 90 days"),
        (30, None, 0, "within 30 days"),
        (1, None, 0, "within 1 day,"),
        (30, 60, 1, "within 30 days, unless the certification sets another number of days"),
    ],
)
def test_home_and_register_say_how_soon_soon_is(days: int, own: int | None, ending: int, words: str, hr: Client, settings: Any) -> None:
    settings.ENDING_DAYS = days
    Certification.objects.filter(code="NCA-AIIO").update(ending_days=own)
    make_held(make_person(), "NCA-AIIO", days_ago(600), printed_ends_on=days_ago(-45))
    home, register = hr.get("/"), hr.get("/certifications/")
    assert home.context["overview"].ending_count == register.context["counts"]["ending"] == ending
    assert words in home.content.decode()
    assert (words in register.content.decode()) == bool(ending)


def test_people_without_a_level_are_counted_by_themselves(hr: Client) -> None:
    make_person()
    assert hr.get("/").context["overview"].levels[-1].people == 1
    assert "without a level" in hr.get("/").content.decode()


@pytest.mark.parametrize("language", ["en", "nl", "de"])
def test_an_empty_installation_says_how_to_begin(client: Client, language: str) -> None:
    client.force_login(make_user(language=language))
    page = client.get("/")
    assert page.status_code == 200
    assert 'id="begin"' in page.content.decode()


def test_an_engineers_first_page_is_their_own_record(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    client.force_login(user)
    assert "not linked yet" in client.get("/").content.decode()
    person = make_person(user=user)
    assert client.get("/").url == f"/people/{person.pk}/"


def test_health_needs_no_account_and_tells_when_the_database_is_gone(client: Client) -> None:
    assert client.get("/healthz").content == b"ok"
    with patch.object(connection, "cursor", side_effect=DatabaseError("gone")):
        assert client.get("/healthz").status_code == 503
