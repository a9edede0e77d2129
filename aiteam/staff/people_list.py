"""The list of people: which of them, and in which order. Page and exports ask here, so that a file holds what the page shows."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import F

from aiteam.staff.models import Assignment, LevelPeriod, Person, PersonQuerySet, RolePeriod

SORTS = ("name", "number", "level", "role", "cluster", "since")


def chosen_people(user: Any, chosen: Mapping[str, Any], sort: str, *, on: date) -> PersonQuerySet:
    """Those whom `user` may see and the filter (`PeopleFilter.cleaned_data`) leaves, in order."""
    return ordered(filtered(Person.objects.visible_to(user), chosen, on=on), sort, on=on)


def filtered(people: PersonQuerySet, chosen: Mapping[str, Any], *, on: date) -> PersonQuerySet:
    status = chosen.get("status", "")
    if status != "all":
        people = {"active": people.active, "coming": people.coming, "left": people.left}.get(status, people.not_left)(on=on)
    if text := chosen.get("q"):
        people = people.matching(text)
    if role := chosen.get("role"):
        people = people.in_role(role, on=on)
    if level := chosen.get("level"):
        people = people.at_level(level.number, on=on)
    if cluster := chosen.get("cluster"):
        people = people.in_cluster(cluster, on=on)
    return people


def ordered(people: PersonQuerySet, sort: str, *, on: date) -> PersonQuerySet:
    """By a column of SORTS, downwards with a leading minus; those without a value come last. Namesakes and equals by name."""
    name, downwards = sort.removeprefix("-"), sort.startswith("-")
    if name == "level":
        people = people.with_column("sorted_by", LevelPeriod, "level__number", on=on)
    elif name == "role":
        people = people.with_column("sorted_by", RolePeriod, "role__code", on=on)
    elif name == "cluster":
        people = people.with_column("sorted_by", Assignment, "cluster__name", on=on)
    elif name == "since":
        people = people.with_first_day("sorted_by", on=on)
    else:
        column = "personnel_number" if name == "number" else "sort_name"
        return people.order_by(f"-{column}" if downwards else column, "-pk" if downwards else "pk")
    value = F("sorted_by")
    return people.order_by(value.desc(nulls_last=True) if downwards else value.asc(nulls_last=True), "sort_name", "pk")
