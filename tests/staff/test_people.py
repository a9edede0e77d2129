from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Level, Skill
from aiteam.catalog.models import Role as JobRole
from aiteam.lib.saving import saved
from aiteam.staff.forms import NewPersonForm
from aiteam.staff.models import PayPeriod, Person
from aiteam.staff.views import TABS
from tests.builders import days_ago, make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db
LIST = "/people/"
FORM = {
    "personnel_number": "AT-1",
    "given_name": "Aoife",
    "family_name": "Brennan",
    "email": "aoife@example.com",
    "started_on": "2024-02-01",
    "may_be_trained": "on",
}


def names(client: Client, **query: str) -> list[str]:
    return [row.person.family_name for row in client.get(LIST, query).context["rows"]]


def test_the_list_is_a_page_and_its_part_a_fragment(hr: Client) -> None:
    make_person(family_name="Mulder")
    page = hr.get(LIST).content.decode()
    part = hr.get(LIST, {"q": "mul"}, headers={"hx-request": "true"})
    assert "<html" in page
    assert part.content.decode().strip().startswith('<section id="people"')
    assert "<html" not in part.content.decode()
    assert "Mulder" in part.content.decode()
    assert "HX-Request" in part.headers["Vary"]


def test_filters_narrow_the_list_and_stay_in_the_form(hr: Client) -> None:
    cluster, role = make_cluster(), JobRole.objects.get(code="network-specialist")
    make_person(level=2, family_name="Alpha", cluster=cluster)
    make_person(level=3, family_name="Beta", role=role)
    make_person(family_name="Gone", ended_on=days_ago(1))
    make_person(family_name="Soon", started_on=days_ago(-10))
    assert names(hr) == ["Alpha", "Beta", "Soon"]
    assert names(hr, status="active") == ["Alpha", "Beta"]
    assert names(hr, status="left") == ["Gone"]
    assert names(hr, status="coming") == ["Soon"]
    assert names(hr, status="all", sort="-name") == ["Soon", "Gone", "Beta", "Alpha"]
    assert names(hr, level="L3") == ["Beta"]
    assert names(hr, role="network-specialist") == ["Beta"]
    assert names(hr, cluster=str(cluster.pk)) == ["Alpha"]
    assert names(hr, q="ALPH") == ["Alpha"]
    assert 'value="ALPH"' in hr.get(LIST, {"q": "ALPH"}).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        {"page": "x"},
        {"page": "999"},
        {"page": "-1"},
        {"sort": "password"},
        {"level": "L99"},
        {"cluster": "9" * 40},
        {"status": "x"},
        {"q": "\x00'%"},
    ],
)
def test_an_odd_address_still_opens(hr: Client, query: dict[str, str]) -> None:
    make_person()
    assert hr.get(LIST, query).status_code == 200


def test_names_sort_as_people_read_them(hr: Client) -> None:
    for name in ("Özdemir", "van Dijk", "Zuid", "Otto"):
        make_person(family_name=name)
    assert names(hr) == ["Otto", "Özdemir", "van Dijk", "Zuid"]


@pytest.mark.parametrize("sort", ["name", "-name", "number", "role", "level", "-level", "cluster", "since", "-since"])
def test_every_column_sorts(hr: Client, sort: str) -> None:
    make_person(level=2)
    make_person()
    assert len(names(hr, sort=sort)) == 2


def test_fifty_people_fill_a_page(hr: Client) -> None:
    for number in range(51):
        make_person(family_name=f"F{number:03}")
    assert len(names(hr)) == 50
    assert names(hr, page="2") == ["F050"]
    assert "page=2" in hr.get(LIST, {"q": "f"}).content.decode()


def test_the_list_asks_the_database_the_same_for_three_and_three_hundred(
    hr: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    def hire(count: int) -> None:
        for _ in range(count):
            make_held(make_person(cluster=cluster, role=role))

    cluster, role = make_cluster(), JobRole.objects.first()
    hire(3)
    with django_assert_max_num_queries(30) as three:
        hr.get(LIST)
    hire(297)
    with django_assert_num_queries(len(three)):
        hr.get(LIST)


def test_a_person_is_recorded_with_a_first_level(hr: Client) -> None:
    level = Level.objects.get(number=2)
    response = hr.post(reverse("staff:create"), FORM | {"level": str(level.pk), "study_hours_per_week": "4.5"})
    person = Person.objects.get()
    assert response.url == reverse("staff:detail", args=[person.pk])
    assert [(period.level, period.starts_on) for period in person.levels.all()] == [(level, date(2024, 2, 1))]
    assert "Aoife Brennan" in hr.get(response.url).content.decode()


def test_the_same_form_sent_twice_makes_one_person(hr: Client) -> None:
    hr.post(reverse("staff:create"), FORM)
    again = hr.post(reverse("staff:create"), FORM)
    assert again.status_code == 200
    assert "already a person" in str(again.context["form"].errors["personnel_number"])
    assert Person.objects.count() == 1


def test_two_that_are_sent_at_the_same_moment_make_one_person_and_no_server_error() -> None:
    first, second = NewPersonForm(FORM, actor=make_user()), NewPersonForm(FORM, actor=make_user())
    assert first.is_valid()
    assert second.is_valid()
    assert saved(first)
    assert not saved(second)
    assert "a moment ago" in str(second.non_field_errors())
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("family_name", ""),
        ("personnel_number", "has space"),
        ("personnel_number", "x" * 41),
        ("email", "no address"),
        ("email", "TAKEN@example.com"),
        ("started_on", "1889-01-01"),
        ("started_on", "2099-01-01"),
        ("started_on", "2024-02-30"),
        ("experience_since", "2099-01-01"),
        ("study_hours_per_week", "0"),
        ("study_hours_per_week", "41"),
        ("study_hours_per_week", "4,5"),
        ("study_hours_per_week", "-1"),
        ("role", "999999"),
        ("notes", "x" * 5001),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_is_lost(hr: Client, field: str, value: str) -> None:
    make_person(email="taken@example.com")
    page = hr.post(reverse("staff:create"), FORM | {"given_name": "Keepsake", field: value})
    assert page.status_code == 200
    assert page.context["form"].errors[field]
    assert "Keepsake" in page.content.decode()
    assert Person.objects.count() == 1


def test_changing_a_person_keeps_the_search_right(hr: Client) -> None:
    person = make_person(family_name="Old")
    hr.post(reverse("staff:edit", args=[person.pk]), FORM | {"family_name": "Neumann"})
    assert Person.objects.matching("neumann").get() == person
    assert not Person.objects.matching("old").exists()


def test_leaving_is_recorded_and_can_be_taken_back(hr: Client) -> None:
    person, url = make_person(started_on=date(2024, 2, 1)), "staff:leave"
    assert "before the first day" in str(
        hr.post(reverse(url, args=[person.pk]), {"ends_on": "2024-01-31"}).context["form"].errors["ends_on"]
    )
    hr.post(reverse(url, args=[person.pk]), {"ends_on": "2024-12-31"})
    assert names(hr) == []
    assert "Left" in hr.get(reverse("staff:detail", args=[person.pk])).content.decode()
    hr.post(reverse(url, args=[person.pk]), {"ends_on": ""})
    assert len(names(hr)) == 1


def test_levels_are_added_once_a_day_and_removed(hr: Client) -> None:
    person = make_person()
    url, data = reverse("staff:level", args=[person.pk]), {"level": str(Level.objects.get(number=3).pk), "starts_on": "2025-01-01"}
    assert hr.post(url, data).status_code == 302
    assert "already an entry" in str(hr.post(url, data).context["form"].errors["starts_on"])
    assert hr.post(url, data | {"starts_on": "2099-01-01"}).status_code == 200
    hr.post(reverse("staff:level_remove", args=[person.pk, person.levels.get().pk]))
    assert not person.levels.exists()


def test_skills_are_added_once_and_removed(hr: Client) -> None:
    person = make_person()
    url, data = reverse("staff:skill", args=[person.pk]), {"skill": str(Skill.objects.get(code="nccl-tuning").pk), "since": ""}
    assert hr.post(url, data).status_code == 302
    assert "already has" in str(hr.post(url, data).context["form"].errors["skill"])
    hr.post(reverse("staff:skill_remove", args=[person.pk, person.skills.get().pk]))
    assert not person.skills.exists()


def test_a_record_is_not_removed_through_somebody_elses_page(hr: Client) -> None:
    person, other = make_person(level=2), make_person()
    assert hr.post(reverse("staff:level_remove", args=[other.pk, person.levels.get().pk])).status_code == 404


@pytest.mark.parametrize(
    ("amount", "good"), [("85,000", True), ("85000.50", True), ("0", True), ("-1", False), ("85.000", False), ("much", False), ("", False)]
)
def test_pay_is_read_right_or_refused(hr: Client, amount: str, good: bool) -> None:
    person = make_person()
    data = {"amount": amount, "currency": "EUR", "per": "year", "starts_on": "2025-01-01"}
    assert hr.post(reverse("staff:pay", args=[person.pk]), data).status_code == (302 if good else 200)
    assert PayPeriod.objects.exists() is good


def test_pay_reaches_nobodys_page_without_the_right(client: Client) -> None:
    person = make_person()
    PayPeriod.objects.create(person=person, amount=87654, currency="EUR", starts_on=date(2025, 1, 1))
    for role in Role:
        user = make_user(role)
        Person.objects.filter(pk=person.pk).update(user=user)
        client.force_login(user)
        sees = role == Role.HR_LEAD
        for tab in TABS:
            page = client.get(reverse("staff:detail", args=[person.pk]), {"tab": tab})
            assert page.status_code == 200
            assert ("87,654" in page.content.decode()) is (sees and tab == "history")
            assert bool(page.context.get("pay")) is (sees and tab == "history")
        assert client.get(reverse("staff:pay", args=[person.pk])).status_code == (200 if sees else 403)


def test_engineers_see_their_own_record_and_change_nothing(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    own, other = make_person(user=user, level=2), make_person()
    held = make_held(own)
    client.force_login(user)
    for tab in TABS:
        page = client.get(reverse("staff:detail", args=[own.pk]), {"tab": tab})
        assert 'method="post"' not in page.content.decode().split("<main")[1]
    assert held.certification.code in client.get(reverse("staff:detail", args=[own.pk]), {"tab": "certificates"}).content.decode()
    assert client.get(reverse("staff:detail", args=[other.pk])).status_code == 404
    assert client.get(LIST).status_code == 403


def test_only_administrators_link_an_account(client: Client) -> None:
    person, account = make_person(), make_user(Role.ENGINEER)
    client.force_login(make_user(Role.HR_LEAD))
    client.post(reverse("staff:edit", args=[person.pk]), FORM | {"user": str(account.pk)})
    person.refresh_from_db()
    assert person.user is None
    client.force_login(make_user(Role.ADMINISTRATOR))
    client.post(reverse("staff:edit", args=[person.pk]), FORM | {"user": str(account.pk)})
    person.refresh_from_db()
    assert person.user == account


def test_text_of_people_is_never_markup(hr: Client) -> None:
    person = make_person(family_name="<script>alert(1)</script>", notes="<b>x</b>")
    for url in (LIST, reverse("staff:detail", args=[person.pk]), reverse("staff:edit", args=[person.pk])):
        assert "<script>alert" not in hr.get(url).content.decode()
