"""Filters, columns, views, counting and files of the list of people."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.catalog.models import Skill
from aiteam.staff import list_views
from aiteam.staff.models import PayPeriod, PersonSkill
from aiteam.staff.saved_views import SavedView
from tests.builders import days_ago, make_held, make_person, make_user

pytestmark = pytest.mark.django_db
LIST = "/people/"


def names(client: Client, query: str = "") -> list[str]:
    return [row.person.family_name for row in client.get(f"{LIST}?{query or 'x=1'}").context["rows"]]


def text(client: Client, address: str) -> str:
    return b"".join(client.get(address)).decode("utf-8-sig")


def test_people_are_found_by_what_they_hold_and_lack(hr: Client) -> None:
    make_held(make_person(family_name="Valid"), "NCA-AIIO", days_ago(30))
    make_held(make_person(family_name="Ending"), "NCA-AIIO", days_ago(700))
    make_held(make_person(family_name="Ended"), "NCA-AIIO", days_ago(800))
    make_person(family_name="None")
    assert names(hr, "certification=NCA-AIIO") == ["Ended", "Ending", "Valid"]
    assert names(hr, "certification=NCA-AIIO&state=valid") == ["Ending", "Valid"]
    assert names(hr, "certification=NCA-AIIO&state=ending") == ["Ending"]
    assert names(hr, "certification=NCA-AIIO&state=ended") == ["Ended"]
    assert names(hr, "certification=NCA-AIIO&state=missing") == ["Ended", "None"]


def test_further_filters_narrow_the_list(hr: Client) -> None:
    make_person(2, family_name="Contractor", is_contractor=True, started_on=date(2025, 1, 1))
    make_person(2, family_name="Fixed", may_be_trained=False)
    PersonSkill.objects.create(
        person=make_person(family_name="Skilled", ended_on=days_ago(-20)), skill=Skill.objects.get(code="nccl-tuning")
    )
    assert names(hr, "kind=contractor") == ["Contractor"]
    assert names(hr, "trainable=no") == ["Fixed"]
    assert names(hr, "skill=nccl-tuning") == ["Skilled"]
    assert names(hr, "level=none") == ["Skilled"]
    assert names(hr, "cluster=none") == ["Contractor", "Fixed", "Skilled"]
    assert names(hr, "since=2024-12-31") == ["Contractor"]
    assert names(hr, f"until={days_ago(-30)}") == ["Skilled"]


def test_each_filter_in_force_is_a_chip_that_can_be_dropped(hr: Client) -> None:
    page = hr.get(f"{LIST}?q=mul&role=network-specialist&sort=-name&page=2&since=2024-12-31")
    chips = {chip.label: (chip.words, chip.without) for chip in page.context["chips"]}
    assert chips["Name, number or email"] == ("mul", "?role=network-specialist&sort=-name&since=2024-12-31")
    assert chips["Job role"][0] == "Network specialist"
    assert chips["Works here since, from"][0] == "31 Dec 2024"


def test_columns_are_chosen_in_the_address_and_the_name_stays(hr: Client) -> None:
    make_person(email="a@example.com", job_title="Tinker")
    page = hr.get(f"{LIST}?columns=email&columns=title&columns=nonsense")
    assert [column.code for column in page.context["columns"]] == ["name", "email", "title"]
    assert "Tinker" in page.content.decode()


def test_pay_is_a_column_for_those_alone_who_may_see_it(client: Client) -> None:
    PayPeriod.objects.create(person=make_person(), amount=87_654, currency="EUR", starts_on=date(2025, 1, 1))
    for role in (Role.HR_LEAD, Role.ADMINISTRATOR, Role.INFRASTRUCTURE_LEAD, Role.AUDITOR):
        client.force_login(make_user(role))
        sees = role == Role.HR_LEAD
        page = client.get(f"{LIST}?columns=all&sort=pay").content.decode()
        assert ("87,654" in page) is sees
        assert (">Pay<" in page) is sees
        file = text(client, f"{LIST}export.csv?columns=all&sort=pay")
        assert ("87654" in file) is sees


def test_a_file_holds_what_the_list_shows(hr: Client) -> None:
    make_person(family_name="Zebra", personnel_number="Z-1", email="z@example.com")
    make_person(family_name="Ark", personnel_number="A-1", email="a@example.com")
    make_person(family_name="Gone", ended_on=days_ago(1))
    query = "columns=email&sort=-name"
    assert names(hr, query) == ["Zebra", "Ark"]
    lines = text(hr, f"{LIST}export.csv?{query}").splitlines()
    assert lines == ["Given name,Family name,Email address", "Alex,Zebra,z@example.com", "Alex,Ark,a@example.com"]


def test_the_files_of_the_page_follow_its_filter(hr: Client) -> None:
    make_person(family_name="Mulder")
    part = hr.get(f"{LIST}?q=mul&sort=-name&page=1", headers={"hx-request": "true"}).content.decode()
    assert 'href="/people/export.csv?q=mul&amp;sort=-name"' in part


def test_a_view_is_saved_opened_shared_and_removed(hr: Client) -> None:
    make_person(family_name="Mulder"), make_person(family_name="Other")
    response = hr.post(reverse("staff:view_save"), {"name": "Muls", "query": "q=mul&page=3", "is_shared": "on"})
    assert response.url == "/people/?q=mul"
    view = SavedView.objects.get()
    assert (view.name, view.query, view.is_shared) == ("Muls", "q=mul", True)
    hr.post(reverse("staff:view_save"), {"name": "Muls", "query": "q=other"})
    view.refresh_from_db()
    assert (view.query, view.is_shared) == ("q=other", False)
    assert SavedView.objects.count() == 1
    auditor = Client()
    auditor.force_login(make_user(Role.AUDITOR))
    assert not auditor.get(f"{LIST}?x=1").context["views"]
    assert auditor.post(reverse("staff:view_remove", args=[view.pk])).status_code == 404
    hr.post(reverse("staff:view_remove", args=[view.pk]))
    assert not SavedView.objects.exists()


def test_the_list_opens_with_the_view_chosen_for_it(hr: Client) -> None:
    hr.post(reverse("staff:view_save"), {"name": "One", "query": "q=one", "is_start": "on"})
    hr.post(reverse("staff:view_save"), {"name": "Two", "query": "q=two", "is_start": "on"})
    assert hr.get(LIST).url == "/people/?q=two"
    assert hr.get(f"{LIST}?columns=").status_code == 200


def test_a_start_view_without_filters_does_not_lead_in_circles(hr: Client) -> None:
    hr.post(reverse("staff:view_save"), {"name": "Plain", "query": "", "is_start": "on"})
    assert hr.get(LIST).status_code == 200


def test_a_view_that_is_too_long_is_refused_and_not_cut(hr: Client) -> None:
    hr.post(reverse("staff:view_save"), {"name": "Long", "query": "q=" + "é" * 2000})
    assert not SavedView.objects.exists()


@pytest.mark.parametrize("name", ["", "x" * 81, "\x00"])
def test_a_view_without_a_proper_name_is_refused_with_a_word(hr: Client, name: str) -> None:
    page = hr.post(reverse("staff:view_save"), {"name": name, "query": "q=a"}, follow=True)
    assert "was not saved" in page.content.decode()
    assert not SavedView.objects.exists()


def test_an_account_sees_its_own_views_and_those_that_are_shared() -> None:
    me, other = make_user(Role.HR_LEAD), make_user(Role.AUDITOR)

    def view(owner: User, name: str, **changes: Any) -> SavedView:
        return SavedView.objects.create(owner=owner, name=name, query="q=a", **changes)

    mine, shared, _private = view(me, "a"), view(other, "b", is_shared=True), view(other, "c")
    assert list(SavedView.objects.visible_to(me)) == [mine, shared]
    assert not SavedView.objects.visible_to(make_user(Role.ENGINEER)).exists()


def test_many_are_counted_up_to_a_bound_and_to_the_last_when_asked(hr: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_views, "COUNTED", 2)
    for _ in range(4):
        make_person()
    assert "More than 2 people" in hr.get(f"{LIST}?x=1").content.decode()
    assert "4 people" in hr.get(reverse("staff:count")).content.decode()
    assert hr.get(reverse("staff:count"), headers={"hx-request": "true"}).content.decode().strip().startswith('<span id="count">')


@pytest.mark.parametrize(("size", "shown"), [("25", 25), ("50", 50), ("7", 50), ("x", 50), ("", 50)])
def test_the_length_of_a_page_is_one_of_a_few(hr: Client, size: str, shown: int) -> None:
    for _ in range(51):
        make_person()
    assert len(names(hr, f"size={size}")) == shown


def test_every_column_at_once_asks_the_database_the_same_for_three_and_thirty(
    hr: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    def hire(count: int) -> None:
        for _ in range(count):
            person = make_person(2)
            make_held(person)
            PersonSkill.objects.create(person=person, skill=Skill.objects.get(code="nccl-tuning"))
            PayPeriod.objects.create(person=person, amount=1, currency="EUR", starts_on=date(2020, 1, 1))

    hire(3)
    with django_assert_max_num_queries(35) as three:
        hr.get(f"{LIST}?columns=all")
    hire(27)
    with django_assert_num_queries(len(three)):
        hr.get(f"{LIST}?columns=all")
