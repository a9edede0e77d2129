"""The tabs of a person's page, changes in place, two tabs on one record, removal, and what an engineer may complete."""

import json
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Level, Skill
from aiteam.catalog.models import Role as JobRole
from aiteam.clusters.models import Cluster
from aiteam.planner import plan
from aiteam.planner.request import read_request
from aiteam.plans.services import store_plan
from aiteam.staff.models import PayPeriod, Person
from tests.builders import days_ago, make_cluster, make_evidence, make_held, make_person, make_user, set_level

pytestmark = pytest.mark.django_db
HTMX = {"hx-request": "true"}


def tab(client: Client, person: Person, name: str, **headers: str) -> Any:
    return client.get(reverse("staff:detail", args=[person.pk]), {"tab": name}, headers=headers)


def filled(form: Any) -> dict[str, Any]:
    """What a browser would send of a form left as it is."""
    values = {field.html_name: field.value() for field in form}
    return {name: ("on" if value is True else value) for name, value in values.items() if value not in (None, False)}


@pytest.mark.parametrize("name", ["profile", "skills", "certificates", "training", "history", "files"])
def test_a_tab_is_a_page_and_a_fragment(hr: Client, name: str) -> None:
    person = make_person(2)
    page, part = tab(hr, person, name).content.decode(), tab(hr, person, name, **HTMX).content.decode().strip()
    assert "<html" in page
    assert f'?tab={name}" hx-get="?tab={name}" hx-target="#tab" hx-swap="outerHTML" hx-push-url="true" aria-current="page"' in page
    assert part.startswith('<div id="tab">')
    assert "<html" not in part


def test_an_unknown_tab_is_the_profile(hr: Client) -> None:
    assert tab(hr, make_person(), "nonsense").context["tab"] == "profile"


def test_the_history_tells_each_change_from_what_to_what_newest_first(hr: Client) -> None:
    first, second = JobRole.objects.get(code="operations-engineer"), JobRole.objects.get(code="senior-engineer")
    person = make_person(2, started_on=date(2024, 1, 1), role=first)
    set_level(person, 3, date(2025, 6, 1))
    person.roles.create(role=second, starts_on=days_ago(-30))
    make_held(person, "NCA-AIIO", date(2025, 2, 1))
    PayPeriod.objects.create(person=person, amount=Decimal(5000), currency="EUR", per="month", starts_on=date(2024, 3, 1))
    events = tab(hr, person, "history").context["events"]
    assert [(event.day, event.what, event.before, event.after) for event in events if event.what in {"Level", "Job role"}] == [
        (days_ago(-30), "Job role", "Operations engineer", "Senior engineer"),
        (date(2025, 6, 1), "Level", "L2 · Operational", "L3 · Professional"),
        (date(2024, 1, 1), "Level", "", "L2 · Operational"),
        (date(2024, 1, 1), "Job role", "", "Operations engineer"),
    ]
    assert {"Begins to work here", "Certificate issued", "Last valid day of a certificate", "Pay"} <= {event.what for event in events}
    assert [event.day for event in events] == sorted((event.day for event in events), reverse=True)
    assert "to come" in tab(hr, person, "history").content.decode()


def test_the_history_hides_pay_from_those_without_the_right(client: Client) -> None:
    person = make_person()
    PayPeriod.objects.create(person=person, amount=Decimal(5000), currency="EUR", starts_on=date(2024, 3, 1))
    client.force_login(make_user(Role.INFRASTRUCTURE_LEAD))
    page = tab(client, person, "history")
    assert "Pay" not in {event.what for event in page.context["events"]}
    assert "5,000" not in page.content.decode()


def test_a_block_is_changed_where_it_stands(hr: Client) -> None:
    person = make_person()
    address = reverse("staff:edit", args=[person.pk])
    form = hr.get(address, headers=HTMX).content.decode().strip()
    assert form.startswith('<form class="form in-place"')
    wrong = hr.post(address, {"personnel_number": "has space", "family_name": "Kept"}, headers=HTMX)
    assert wrong.status_code == 200
    assert 'value="Kept"' in wrong.content.decode()
    done = hr.post(address, {"personnel_number": "N-1", "family_name": "Done"}, headers=HTMX)
    assert json.loads(done.headers["HX-Location"]) == {"path": f"/people/{person.pk}/?tab=profile", "target": "#tab", "swap": "outerHTML"}
    assert "Saved." in tab(hr, person, "profile", **HTMX).content.decode()


def test_after_a_change_in_place_the_head_of_the_page_is_right_as_well(hr: Client) -> None:
    person = make_person(given_name="Kim", family_name="Doe", ended_on=days_ago(-9))
    part, page = tab(hr, person, "profile", **HTMX).content.decode(), tab(hr, person, "profile").content.decode()
    assert '<span hx-swap-oob="innerHTML:h1">Kim Doe</span>' in part
    assert '<span id="leaving" hx-swap-oob="true"><a' in part
    assert "Leaves; the last day of work" in part
    assert "hx-swap-oob" not in page
    went_back = tab(hr, person, "profile", **HTMX, **{"hx-history-restore-request": "true"}).content.decode()
    assert "<html" in went_back
    assert "hx-swap-oob" not in went_back


def test_a_level_whose_removal_leaves_a_hole_says_so(hr: Client) -> None:
    person = make_person(1, started_on=date(2024, 1, 1))
    set_level(person, 2, date(2025, 1, 1))
    set_level(person, 3, date(2026, 1, 1))
    third, second, first = person.levels.order_by("-starts_on")
    said = []
    for level in (second, first, third):
        page = hr.post(reverse("staff:level_remove", args=[person.pk, level.pk]), follow=True)
        said.append([str(message) for message in page.context["messages"]])
    assert said == [
        ["Removed."],
        ["From 1 Jan 2024 until 31 Dec 2025 no level is recorded now.", "Removed."],
        ["From 1 Jan 2026 on no level is recorded now; without one a plan cannot seat anybody.", "Removed."],
    ]


def test_somebody_without_an_employment_says_so_and_offers_to_record_one(hr: Client) -> None:
    person = make_person()
    person.employments.all().delete()
    page = tab(hr, person, "profile").content.decode()
    assert "No employment is recorded" in page
    assert f'<a href="{reverse("staff:employment", args=[person.pk])}">Add an employment</a>' in page


def test_the_first_day_of_a_skill_is_changed(hr: Client) -> None:
    person = make_person()
    first, second = Skill.objects.all()[:2]
    known = person.skills.create(skill=first)
    person.skills.create(skill=second)
    address = reverse("staff:skill_edit", args=[person.pk, known.pk])
    values = filled(hr.get(address).context["form"])
    assert hr.post(address, values | {"since": "2025-03-01"}).status_code == 302
    known.refresh_from_db()
    assert (known.skill, known.since) == (first, date(2025, 3, 1))
    assert hr.post(address, values | {"skill": str(second.pk)}).context["form"].errors["skill"]


def test_what_two_tabs_change_in_different_fields_is_both_kept(hr: Client) -> None:
    person = make_person(given_name="Kim", job_title="")
    address = reverse("staff:edit", args=[person.pk])
    first, second = (filled(hr.get(address).context["form"]) for _ in range(2))
    assert hr.post(address, first | {"given_name": "Robin"}).status_code == 302
    assert hr.post(address, second | {"job_title": "Tinker"}).status_code == 302
    person.refresh_from_db()
    assert (person.given_name, person.job_title) == ("Robin", "Tinker")


def test_what_two_tabs_change_in_one_field_is_told_and_shows_both(hr: Client) -> None:
    person = make_person(given_name="Kim")
    address = reverse("staff:edit", args=[person.pk])
    first, second = (filled(hr.get(address).context["form"]) for _ in range(2))
    hr.post(address, first | {"given_name": "Robin"})
    refused = hr.post(address, second | {"given_name": "Sam"})
    assert "Robin" in str(refused.context["form"].errors["given_name"])
    assert 'value="Sam"' in refused.content.decode()
    person.refresh_from_db()
    assert person.given_name == "Robin"
    hr.post(address, filled(refused.context["form"]) | {"given_name": "Sam"})
    person.refresh_from_db()
    assert person.given_name == "Sam"


def test_two_tabs_on_one_dated_record_do_not_overwrite_each_other(hr: Client) -> None:
    person = make_person(2)
    level = person.levels.get()
    address = reverse("staff:level_edit", args=[person.pk, level.pk])
    first, second = (filled(hr.get(address).context["form"]) for _ in range(2))
    hr.post(address, first | {"level": str(Level.objects.get(number=3).pk)})
    refused = hr.post(address, second | {"level": str(Level.objects.get(number=4).pk)})
    assert "L3" in str(refused.context["form"].errors["level"])
    level.refresh_from_db()
    assert level.level.number == 3


def test_a_record_in_use_names_what_uses_it_and_offers_leaving(hr: Client) -> None:
    person = make_person(2, user=make_user(Role.ENGINEER))
    make_evidence(make_held(person))
    cluster: Cluster = make_cluster()
    request = read_request(
        {
            "organisation": "Example", "cluster": {"name": "c", "growth": [{"on": "2026-01-01", "gpus": 64}]},
            "as_of": "2026-01-01", "starts_on": "2026-01-01", "ends_on": "2026-12-31",
            "people": [{"id": person.personnel_number, "name": person.name, "level": 2}],
        }
    )  # fmt: skip
    store_plan(request=request, result=plan(request), author=make_user(), cluster=cluster, answers={})
    address = reverse("staff:remove", args=[person.pk])
    page = hr.get(address)
    assert {use.words: use.count for use in page.context["uses"]} == {"certificates": 1, "plans": 1}
    assert reverse("staff:leave", args=[person.pk]) in page.content.decode()
    hr.post(address)
    assert Person.objects.filter(pk=person.pk).exists()


def test_a_record_that_nothing_uses_is_removed_with_its_own_records(hr: Client) -> None:
    person = make_person(2, cluster=make_cluster(), role=JobRole.objects.first())
    address = reverse("staff:remove", args=[person.pk])
    assert hr.get(address).context["uses"] == []
    assert hr.post(address).url == reverse("staff:list")
    assert not Person.objects.exists()


def test_the_only_employment_stays(hr: Client) -> None:
    person = make_person()
    page = hr.post(reverse("staff:employment_remove", args=[person.pk, person.employments.get().pk]), follow=True)
    assert "only employment" in page.content.decode()
    assert person.employments.exists()


def test_an_engineer_completes_the_own_record_and_nothing_more(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    own, other = make_person(user=user, family_name="Own"), make_person()
    client.force_login(user)
    form = client.get(reverse("staff:edit", args=[own.pk])).context["form"]
    assert [name for name in form.fields if name != "seen"] == ["experience_since", "study_hours_per_week"]
    client.post(
        reverse("staff:edit", args=[own.pk]), {"study_hours_per_week": "4.5", "experience_since": "2024-02-01", "family_name": "Boss"}
    )
    own.refresh_from_db()
    assert (own.study_hours_per_week, own.experience_since, own.family_name) == (Decimal("4.5"), date(2024, 2, 1), "Own")
    assert client.get(reverse("staff:edit", args=[other.pk])).status_code == 404
    assert client.get(reverse("staff:remove", args=[own.pk])).status_code == 403
    profile = tab(client, own, "profile").content.decode()
    assert reverse("certifications:propose_correction") in profile
    assert reverse("certifications:propose_certificate") in tab(client, own, "certificates").content.decode()


def test_a_page_is_asked_for_a_day(hr: Client) -> None:
    person = make_person(1, started_on=date(2024, 1, 1))
    set_level(person, 2, date(2025, 1, 1))
    address = reverse("staff:detail", args=[person.pk])
    levels = [hr.get(address, {"on": day}).context["post"].level.number for day in ("2024-12-31", "2025-01-01")]
    assert levels == [1, 2]


def test_the_pages_of_a_person_with_much_history_ask_the_database_no_more(
    hr: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    small, large = make_person(1), make_person(1)
    make_held(small)
    for year in range(2021, 2027):
        set_level(large, 2, date(year, 2, 1))
        make_held(large, "NCA-AIIO", date(year, 3, 1))
    for name in ("profile", "certificates", "history", "files"):
        with django_assert_max_num_queries(30) as asked:
            tab(hr, small, name)
        with django_assert_num_queries(len(asked)):
            tab(hr, large, name)
