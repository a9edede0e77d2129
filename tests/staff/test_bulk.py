"""One change to many people: previewed, done as a whole, undone as a whole."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Level, Skill
from aiteam.staff.import_models import Import
from aiteam.staff.models import Assignment, Person
from tests.builders import make_cluster, make_person, make_user

pytestmark = pytest.mark.django_db
BULK = "/people/bulk/"


def post(client: Client, people: list[Person], action: str, **more: Any) -> Any:
    """With step "do": previewed first, as a browser does."""
    return send(client, {"person": [person.pk for person in people], "action": action, "query": ""} | more)


def send(client: Client, data: dict[str, Any]) -> Any:
    if data.get("step") == "do":
        preview = client.post(BULK, data | {"step": "check"})
        data = data | {"shown": (preview.context or {}).get("shown", "")}
    return client.post(BULK, data)


def test_a_preview_tells_who_changes_who_stays_and_why_and_writes_nothing(hr: Client) -> None:
    old, new = make_cluster(name="Old"), make_cluster(name="New")
    moves, stays = make_person(cluster=old, family_name="Moves"), make_person(cluster=new, family_name="Stays")
    gone, later = make_person(ended_on=date(2025, 1, 1)), make_person(started_on=date(2027, 5, 1))
    page = post(hr, [moves, stays, gone, later], "cluster", step="check", cluster=new.pk, day="2026-06-01")
    assert [(one.person, one.before, one.after) for one in page.context["changing"]] == [(moves, "Old", "New")]
    assert page.context["same_count"] == 1
    assert {one.person: one.reason for one in page.context["refused"]} == {
        gone: "Has left by that day.",
        later: "Starts later than that day.",
    }
    assert Assignment.objects.filter(cluster=new).count() == 1


def test_it_is_done_as_previewed_and_undone_as_a_whole(hr: Client) -> None:
    old, new = make_cluster(), make_cluster()
    people = [make_person(cluster=old), make_person()]
    response = post(hr, people, "cluster", step="do", cluster=new.pk, day="2026-06-01")
    run = Import.objects.get()
    assert response.url == reverse("staff:import_done", args=[run.pk])
    assert (run.kind, run.updated) == ("bulk", 2)
    assert [person.post(date(2026, 6, 1)).cluster for person in people] == [new, new]
    assert people[0].post(date(2026, 5, 31)).cluster == old
    hr.post(reverse("staff:import_undo", args=[run.pk]))
    fresh = Person.objects.in_bulk([person.pk for person in people])
    assert [fresh[person.pk].post(date(2026, 6, 1)).cluster for person in people] == [old, None]


def test_it_is_not_undone_over_newer_work(hr: Client) -> None:
    person = make_person()
    post(hr, [person], "trainable", step="do", may_be_trained="no")
    Person.objects.filter(pk=person.pk).update(may_be_trained=True)
    page = hr.post(reverse("staff:import_undo", args=[Import.objects.get().pk]))
    assert page.context["changed"] == [person.personnel_number]


def test_level_skill_and_leaving_are_set_for_many(hr: Client) -> None:
    people, level, skill = [make_person(1), make_person(2)], Level.objects.get(number=2), Skill.objects.get(code="nccl-tuning")
    post(hr, people, "level", step="do", level=level.pk, day="2026-06-01")
    assert [person.post(date(2026, 6, 1)).level for person in Person.objects.all()] == [level, level]
    assert [person.levels.count() for person in people] == [2, 1]
    post(hr, people, "skill", step="do", skill=skill.pk)
    post(hr, people, "skill", step="do", skill=skill.pk)
    assert [person.skills.count() for person in people] == [1, 1]
    post(hr, people, "leave", step="do", day="2026-09-30")
    assert not Person.objects.active(on=date(2026, 10, 1)).exists()


def test_all_that_the_filter_leaves_are_taken_with_one_tick(hr: Client) -> None:
    for number in range(30):
        make_person(family_name=f"Match{number}")
    other = make_person(family_name="Other")
    send(hr, {"query": "q=match&size=25", "everybody": "1", "action": "trainable", "step": "do", "may_be_trained": "no"})
    assert Person.objects.filter(may_be_trained=False).count() == 30
    other.refresh_from_db()
    assert other.may_be_trained


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"action": ""}, "Choose what is to be changed"),
        ({"action": "nonsense"}, "Choose what is to be changed"),
        ({"action": "skill"}, "Tick at least one"),
        ({"action": "skill", "person": ["x", "9" * 40]}, "Tick at least one"),
    ],
)
def test_a_change_of_nothing_or_nobody_is_refused_with_a_word(hr: Client, data: dict[str, Any], said: str) -> None:
    assert said in hr.post(BULK, data, follow=True).content.decode()


@pytest.mark.parametrize(
    ("action", "data", "field"),
    [
        ("cluster", {"day": "2026-02-30"}, "day"),
        ("cluster", {"day": "2026-02-01", "cluster": "999999"}, "cluster"),
        ("level", {"day": "2026-02-01"}, "level"),
        ("leave", {"day": ""}, "day"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(hr: Client, action: str, data: dict[str, str], field: str) -> None:
    page = post(hr, [make_person()], action, step="do", **data)
    assert page.context["form"].errors[field]
    assert not Import.objects.exists()


def test_only_those_who_may_change_people_do(client: Client) -> None:
    person = make_person()
    for role in (Role.AUDITOR, Role.ENGINEER):
        client.force_login(make_user(role))
        assert post(client, [person], "trainable", step="do", may_be_trained="no").status_code == 403


def test_what_changed_since_the_preview_is_shown_again_and_not_done(hr: Client) -> None:
    make_person(family_name="Match1")
    data = {"query": "q=match", "everybody": "1", "action": "trainable", "may_be_trained": "no"}
    shown = hr.post(BULK, data | {"step": "check"}).context["shown"]
    make_person(family_name="Match2")
    page = hr.post(BULK, data | {"step": "do", "shown": shown})
    assert "changed since the preview" in page.content.decode()
    assert page.context["changing_count"] == 2
    assert not Person.objects.filter(may_be_trained=False).exists()
