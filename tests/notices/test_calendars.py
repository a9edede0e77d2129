"""Private calendars: what is in them, and when an address is dead."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.notices.calendars import make_address
from aiteam.notices.models import CalendarAddress
from aiteam.staff.models import Person
from tests.builders import make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db

END = date(2028, 2, 29)


def person_with_certificate(**changes: Any) -> Person:
    person = make_person(given_name="Zoë", family_name="Müller", **changes)
    make_held(person, issued_on=date(2026, 3, 1), printed_ends_on=END, recorded_at=datetime(2026, 3, 2, 8, 30, tzinfo=UTC))
    return person


def get(token: str) -> Any:
    return Client().get(reverse("calendar:feed", args=[token]))


def events(token: str) -> list[Any]:
    return list(Calendar.from_ical(get(token).content).walk("VEVENT"))


def hr() -> User:
    return make_user(Role.HR_LEAD)


def test_the_last_valid_day_is_an_all_day_event_that_ends_the_day_after() -> None:
    person = person_with_certificate()
    held = person.certificates.get()
    _address, token = make_address(owner=hr(), person=person)
    end, renewal = events(token)
    assert (end["DTSTART"].dt, end["DTEND"].dt) == (date(2028, 2, 29), date(2028, 3, 1))
    assert (renewal["DTSTART"].dt, renewal["DTEND"].dt) == (date(2027, 12, 1), date(2028, 3, 1))
    assert (str(end["UID"]), str(renewal["UID"])) == (f"certificate-{held.pk}-end@aiteam", f"certificate-{held.pk}-renewal@aiteam")
    assert end["DTSTAMP"].dt == datetime(2026, 3, 2, 8, 30, tzinfo=UTC)
    assert "NCA-AIIO of Zoë Müller" in end["SUMMARY"]
    assert end["DTSTART"].params["VALUE"] == "DATE"


def test_an_event_leads_to_its_record_where_the_site_knows_its_address(settings: Any) -> None:
    person = person_with_certificate()
    _address, token = make_address(owner=hr(), person=person)
    assert not any("URL" in event for event in events(token))
    settings.PUBLIC_URL = "https://plan.example.com"
    record = f"https://plan.example.com/certifications/{person.certificates.get().pk}/"
    assert [event["URL"] for event in events(token)] == [record, record]


def test_the_calendar_survives_reading_and_writing() -> None:
    _address, token = make_address(owner=hr(), person=person_with_certificate())
    response = get(token)
    assert Calendar.from_ical(response.content).to_ical() == response.content
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    assert "private" in response["Cache-Control"]
    assert all(len(line) <= 75 for line in response.content.split(b"\r\n"))


def test_unchanged_records_give_the_same_bytes_and_are_not_sent_again() -> None:
    _address, token = make_address(owner=hr(), person=person_with_certificate())
    first = get(token)
    again = Client().get(reverse("calendar:feed", args=[token]), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_a_clusters_calendar_shows_its_people_and_no_leaver() -> None:
    cluster = make_cluster()
    person_with_certificate(cluster=cluster)
    person_with_certificate(cluster=cluster, ended_on=date(2026, 11, 1))
    person_with_certificate()
    _address, token = make_address(owner=hr(), cluster=cluster)
    with time_machine.travel(datetime(2026, 11, 15, 12, tzinfo=UTC)):
        assert len(events(token)) == 2


def test_the_state_changes_on_the_day_after_the_last_one() -> None:
    _address, token = make_address(owner=hr(), person=person_with_certificate())
    for day, word in ((END, "ends soon"), (END + timedelta(days=1), "ended")):
        with time_machine.travel(datetime(day.year, day.month, day.day, 12, tzinfo=UTC)):
            assert f"({word})" in events(token)[0]["SUMMARY"]


def test_the_secret_is_not_kept() -> None:
    address, token = make_address(owner=hr(), person=person_with_certificate())
    assert len(token) >= 43
    assert token not in str(vars(address))


def test_making_an_address_anew_ends_the_old_one() -> None:
    owner, person = hr(), person_with_certificate()
    _address, old = make_address(owner=owner, person=person)
    _address, new = make_address(owner=owner, person=person)
    assert (get(old).status_code, get(new).status_code) == (404, 200)


def test_a_revoked_address_is_not_found(client: Client) -> None:
    owner = hr()
    address, token = make_address(owner=owner, person=person_with_certificate())
    client.force_login(hr())
    assert client.post(reverse("notices:calendar_revoke", args=[address.pk])).status_code == 404
    client.force_login(owner)
    assert client.post(reverse("notices:calendar_revoke", args=[address.pk])).status_code == 302
    assert get(token).status_code == 404


def test_the_calendar_of_somebody_who_left_is_not_found() -> None:
    person = person_with_certificate()
    _address, token = make_address(owner=hr(), person=person)
    person.employments.update(left_undated=True)
    assert get(token).status_code == 404


@pytest.mark.parametrize("change", [{"is_active": False}, {"role": Role.ENGINEER}, {"is_demo": True}])
def test_the_calendar_of_an_account_that_may_not_look_any_more_is_not_found(change: dict[str, Any], settings: Any) -> None:
    settings.DEMO = False
    owner, cluster = hr(), make_cluster()
    tokens = [make_address(owner=owner, person=person_with_certificate())[1], make_address(owner=owner, cluster=cluster)[1]]
    User.objects.filter(pk=owner.pk).update(**change)
    assert [get(token).status_code for token in tokens] == [404, 404]


def test_a_new_address_is_shown_once(client: Client) -> None:
    client.force_login(hr())
    person = person_with_certificate()
    page = reverse("notices:calendars")
    assert client.post(page, {"number": person.personnel_number}).status_code == 302
    assert CalendarAddress.objects.get().person == person
    assert b".ics" in client.get(page).content
    assert b".ics" not in client.get(page).content


def test_a_new_address_is_that_of_the_site_as_others_reach_it(client: Client, settings: Any) -> None:
    settings.PUBLIC_URL = "https://plan.example.com"
    client.force_login(hr())
    page = reverse("notices:calendars")
    client.post(page, {"number": person_with_certificate().personnel_number})
    assert "https://plan.example.com/calendar/" in client.get(page).content.decode()


def test_the_links_of_a_persons_page_name_the_person_and_show_engineers_their_proposals() -> None:
    person = make_person(personnel_number="A+1")
    links = render_to_string("notices/_links.html", {"person": person, "can": {"view_own": False}})
    assert re.findall('href="(.+?)"', links) == ["/notices/calendars/?number=A%2B1"]
    links = render_to_string("notices/_links.html", {"person": person, "can": {"view_own": True}})
    assert re.findall('href="(.+?)"', links) == ["/notices/calendars/?number=A%2B1", "/certifications/proposals/"]


def test_the_page_of_a_cluster_leads_to_its_calendar_and_that_of_a_person_is_asked_for_by_number(client: Client) -> None:
    client.force_login(hr())
    person, cluster = person_with_certificate(), make_cluster()
    page = reverse("notices:calendars")
    assert f'href="{page}?cluster={cluster.pk}"' in client.get(reverse("clusters:detail", args=[cluster.pk])).content.decode()
    assert client.get(f"{page}?cluster={cluster.pk}").context["form"].initial == {"cluster": str(cluster.pk)}
    assert client.get(f"{page}?number={person.personnel_number}").context["form"].initial == {"number": person.personnel_number}


def test_what_nobody_could_ask_for_is_answered_with_the_form_all_the_same(client: Client) -> None:
    client.force_login(hr())
    assert client.get(reverse("notices:calendars") + "?cluster=%00x&number=%00").status_code == 200


def test_an_engineer_gets_the_own_calendar_and_no_other(client: Client) -> None:
    engineer = make_user(Role.ENGINEER)
    own, other = person_with_certificate(user=engineer), person_with_certificate()
    client.force_login(engineer)
    page = reverse("notices:calendars")
    assert client.post(page, {"number": other.personnel_number}).status_code == 200
    assert client.post(page, {"cluster": make_cluster().pk}).status_code == 200
    assert client.post(page, {}).status_code == 200
    assert not CalendarAddress.objects.exists()
    client.post(page, {"number": own.personnel_number})
    assert CalendarAddress.objects.get().person == own
