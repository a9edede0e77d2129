"""The list of people: which of them, and in which order. Page and exports ask here, so that a file holds what the page shows."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, Value, When

from aiteam.catalog.models import Certification, Role
from aiteam.clusters.models import Cluster
from aiteam.staff import register
from aiteam.staff.list_forms import NONE
from aiteam.staff.models import Assignment, Employment, HeldCertification, LevelPeriod, Person, PersonQuerySet, PersonSkill, RolePeriod
from aiteam.staff.periods import State
from aiteam.staff.search import fold

SORTS = ("name", "number", "level", "role", "cluster", "since")
VALID: tuple[State, ...] = ("valid", "ending", "no_end")
HOLDING: Mapping[str, tuple[State, ...] | None] = {
    "": None,
    "valid": VALID,
    "missing": VALID,
    "ending": ("ending",),
    "ended": ("ended", "grace"),
}


def chosen_people(user: Any, chosen: Mapping[str, Any], sort: str, language: str, *, on: date) -> PersonQuerySet:
    """Those whom `user` may see and the filter (`PeopleFilter.cleaned_data`) leaves, in the order of the reader's language."""
    return ordered(filtered(Person.objects.visible_to(user), chosen, on=on), sort, language, on=on)


def filtered(people: PersonQuerySet, chosen: Mapping[str, Any], *, on: date) -> PersonQuerySet:
    status = chosen.get("status", "")
    if status != "all":
        people = {"active": people.active, "coming": people.coming, "left": people.left}.get(status, people.not_left)(on=on)
    for name, narrow in FILTERS.items():
        if value := chosen.get(name):
            people = narrow(people, value, on)
    if certification := chosen.get("certification"):
        people = _holding(people, certification, chosen.get("state", ""), on)
    return people


def _at_level(people: PersonQuerySet, code: str, on: date) -> PersonQuerySet:
    return people.at_level(None if code == NONE else int(code.removeprefix("L")), on=on)


def _in_cluster(people: PersonQuerySet, key: str, on: date) -> PersonQuerySet:
    return people.in_cluster(None if key == NONE else int(key), on=on)


def _employed(people: PersonQuerySet, on: date, **columns: Any) -> PersonQuerySet:
    """Those whose employment of that day has these values."""
    return people.with_employment("employment_on", on=on).filter(Exists(Employment.objects.filter(pk=OuterRef("employment_on"), **columns)))


FILTERS: Mapping[str, Callable[[PersonQuerySet, Any, date], PersonQuerySet]] = {
    "q": lambda people, text, on: people.matching(text),
    "role": lambda people, role, on: people.in_role(role, on=on),
    "level": _at_level,
    "cluster": _in_cluster,
    "kind": lambda people, kind, on: _employed(people, on, kind=kind),
    "skill": lambda people, skill, on: people.filter(Exists(PersonSkill.objects.filter(person=OuterRef("pk"), skill=skill))),
    "trainable": lambda people, answer, on: people.filter(may_be_trained=answer == "yes"),
    "since": lambda people, day, on: _employed(people, on, starts_on__gte=day),
    "until": lambda people, day, on: _employed(people, on, ends_on__lte=day),
}


def _holding(people: PersonQuerySet, certification: Certification, state: str, on: date) -> PersonQuerySet:
    """Those who hold it in a state on that day. States are computed, from the certificates of this certification and those that renew it."""
    alike = Q(certification=certification) | Q(certification__in=certification.renewed_by.all())
    held = HeldCertification.objects.filter(alike, person__in=people)
    holders = register.lines(held, on).of(certification).people_in(HOLDING[state])
    return people.exclude(pk__in=holders) if state == "missing" else people.filter(pk__in=holders)


def ordered(people: PersonQuerySet, sort: str, language: str, *, on: date) -> PersonQuerySet:
    """By a column of SORTS, downwards with a leading minus; those without a value come last. Namesakes and equals by name."""
    name, downwards = sort.removeprefix("-"), sort.startswith("-")
    if name == "cluster" and not Cluster.objects.exists():  # nothing to rank
        name = "name"
    by_name = "sort_name_nl" if language.startswith("nl") else "sort_name"
    if name == "level":
        people = people.with_column("sorted_by", LevelPeriod, "level__number", on=on)
    elif name == "role":
        people = people.with_column("role_on", RolePeriod, "role", on=on).annotate(sorted_by=_rank("role_on", Role.objects.all()))
    elif name == "cluster":
        people = people.with_column("cluster_on", Assignment, "cluster", on=on).annotate(
            sorted_by=_rank("cluster_on", Cluster.objects.all())
        )
    elif name == "since":
        people = people.with_first_day("sorted_by", on=on)
    else:
        column = "sort_number" if name == "number" else by_name
        return people.order_by(f"-{column}" if downwards else column, "-pk" if downwards else "pk")
    value = F("sorted_by")
    return people.order_by(value.desc(nulls_last=True) if downwards else value.asc(nulls_last=True), by_name, "pk")


def _rank(column: str, rows: Iterable[Any]) -> Case:
    """The place of each row by its words in the reader's language."""
    in_order = sorted(rows, key=lambda row: (fold(row.name), row.name))
    return Case(
        *(When(**{column: row.pk}, then=Value(place)) for place, row in enumerate(in_order)), default=None, output_field=IntegerField()
    )
