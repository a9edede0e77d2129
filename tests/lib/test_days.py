from datetime import date, timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from aiteam.lib.days import asked_day
from tests.builders import make_cluster, make_held, make_person


@pytest.mark.parametrize("asked", ["", "yesterday", "2026-02-30", "1889-01-01", "9999-12-31", "2026-13-01", "\x00"])
def test_what_is_no_day_or_far_off_counts_as_today(asked: str) -> None:
    assert asked_day(RequestFactory().get("/", {"on": asked})) == timezone.localdate()


def test_a_page_is_shown_for_the_day_it_is_asked_for() -> None:
    assert asked_day(RequestFactory().get("/?on=2025-02-03")) == date(2025, 2, 3)


@pytest.mark.django_db
def test_records_are_shown_as_they_stood_on_the_day(hr: Client) -> None:
    first, then = date(2024, 6, 1), date(2025, 6, 1)
    cluster = make_cluster((first, 64), (then, 500))
    person = make_person(family_name="Brandt", started_on=date(2024, 6, 1), ended_on=date(2025, 5, 31))
    held = make_held(person, "NCA-AIIO", date(2024, 6, 10))

    def page(address: str, day: date) -> str:
        return hr.get(address, {"on": day.isoformat()}).content.decode()

    assert "Brandt" in page("/people/", date(2025, 5, 31))
    assert "Brandt" not in page("/people/", then)
    assert "64 GPUs run on" in page(f"/clusters/{cluster.pk}/", date(2025, 5, 31))
    assert "500 GPUs run on" in page(f"/clusters/{cluster.pk}/", then)
    states = [hr.get(f"/certifications/{held.pk}/", {"on": day}).context["row"].state for day in ("2024-06-09", "2024-06-10", "2026-06-11")]
    assert states == ["upcoming", "valid", "ended"]
    assert [hr.get("/", {"on": day.isoformat()}).context["overview"].people for day in (first, then)] == [1, 0]


@pytest.mark.django_db
def test_another_day_is_said_kept_by_the_navigation_and_left_again(hr: Client) -> None:
    day = timezone.localdate() + timedelta(days=40)
    page = hr.get("/people/", {"on": day.isoformat(), "q": "x"}).content.decode()
    assert "Shown as of" in page
    assert f'href="/clusters/?on={day.isoformat()}"' in page
    assert 'href="/people/?q=x"' in page
    assert "Shown as of" not in hr.get("/people/").content.decode()
    assert "Shown as of" not in hr.get("/plans/", {"on": day.isoformat()}).content.decode()
