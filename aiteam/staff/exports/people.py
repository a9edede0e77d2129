"""The list of people as a table that an import reads back without a change."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.catalog.models import Certification, Role
from aiteam.lib.tags import STATES
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.models import (
    Assignment,
    Employment,
    HeldCertification,
    LevelPeriod,
    PayPeriod,
    PersonQuerySet,
    PersonSkill,
    RolePeriod,
)
from aiteam.staff.periods import Record, Standing, standings

COLUMNS = (
    "personnel_number",
    "given_name",
    "family_name",
    "email",
    "job_title",
    "may_be_trained",
    "experience_since",
    "study_hours_per_week",
)


def people_table(people: PersonQuerySet, day: date, fields: Sequence[str]) -> Table:
    """`people` in their order, as of `day`, with these fields. Whoever may not see pay is not to be given its fields."""
    return Table(_("People"), [_head(name) for name in fields], _rows(people, day, fields))


def _head(name: str) -> str:
    further = {"certificates": _("Certificates"), "skills": _("Skills"), "next_end": _("Next end of a certificate")}
    return further.get(name) or capfirst(str(PEOPLE[name].label))


def _rows(people: PersonQuerySet, day: date, fields: Sequence[str]) -> Iterator[list[Cell]]:
    """Bare columns in a handful of queries: whole rows of ten thousand people take seconds."""
    columns = ["pk", *(name for name in fields if name in COLUMNS)]
    records = _Records(day)
    sources = [(columns.index(name), {}) if name in COLUMNS else (0, SOURCES[name](records)) for name in fields]
    for row in people.values_list(*columns):
        pk = row[0]
        yield [row[index] if index else found.get(pk, "") for index, found in sources]


@dataclass(frozen=True)
class _Employed:
    starts_on: date
    ends_on: date | None
    is_open: bool
    is_contractor: bool


class _Records:
    """What is in force on a day, by the key of the person; each kind fetched when it is first asked for."""

    def __init__(self, day: date) -> None:
        self.day = day

    @cached_property
    def employments(self) -> dict[int, _Employed]:
        """Chosen as `posts.employment_on` does."""
        found: dict[int, _Employed] = {}
        columns = Employment.objects.order_by("starts_on").values_list("person_id", "starts_on", "ends_on", "left_undated", "kind")
        for person, starts_on, ends_on, left_undated, kind in columns:
            known = found.get(person)
            if known is None or starts_on <= self.day or not known.is_open:
                is_open = not left_undated if ends_on is None else ends_on >= self.day
                found[person] = _Employed(starts_on, ends_on, is_open, kind == Employment.Kind.CONTRACTOR)
        return found

    @cached_property
    def shown_on(self) -> dict[int, date]:
        """The day, or the first day of work of somebody still to come."""
        return {person: max(self.day, employed.starts_on) for person, employed in self.employments.items()}

    def in_force(self, model: type[Model], column: str) -> dict[int, Any]:
        """A column of the newest record that has started on the day the person is shown for."""
        columns = model._default_manager.order_by("starts_on").values_list("person_id", "starts_on", column)
        return {person: value for person, starts_on, value in columns if starts_on <= self.shown_on.get(person, self.day)}

    @cached_property
    def pay(self) -> dict[int, tuple[Any, ...]]:
        columns = PayPeriod.objects.order_by("starts_on").values_list("person_id", "starts_on", "amount", "currency", "per", "fte")
        return {person: tuple(pay) for person, starts_on, *pay in columns if starts_on <= self.shown_on.get(person, self.day)}

    @cached_property
    def certificates(self) -> dict[int, list[tuple[Certification, Standing]]]:
        """What each person holds that counts on the day."""
        certifications = {row.pk: row for row in Certification.objects.prefetch_related("validity", "renewed_by")}
        records = (Record(*columns) for columns in HeldCertification.objects.values_list(*Record._fields))
        found: dict[int, list[tuple[Certification, Standing]]] = {}
        for one in standings(records, certifications, self.day).values():
            if one.state not in {"superseded", "revoked", "upcoming"}:
                found.setdefault(one.record.person_id, []).append((certifications[one.record.certification_id], one))
        return found


def _roles(records: _Records) -> dict[int, Cell]:
    names = {role.pk: role.name for role in Role.objects.all()}
    return {person: names.get(role, "") for person, role in records.in_force(RolePeriod, "role").items()}


def _levels(records: _Records) -> dict[int, Cell]:
    return {person: f"L{number}" for person, number in records.in_force(LevelPeriod, "level__number").items()}


def _certificates(records: _Records) -> dict[int, Cell]:
    words = {state: str(word) for state, word in STATES.items()}
    return {
        person: ", ".join(sorted(f"{certification.code} ({words[one.state]})" for certification, one in held))
        for person, held in records.certificates.items()
    }


def _next_ends(records: _Records) -> dict[int, Cell]:
    """The soonest last day still ahead."""
    ends = {
        person: [one.life.ends_on for _certification, one in held if one.life.ends_on and one.life.ends_on >= records.day]
        for person, held in records.certificates.items()
    }
    return {person: min(days) for person, days in ends.items() if days}


def _skills(records: _Records) -> dict[int, Cell]:
    found: dict[int, list[str]] = {}
    for row in PersonSkill.objects.select_related("skill"):
        found.setdefault(row.person_id, []).append(row.skill.name)
    return {person: ", ".join(sorted(names)) for person, names in found.items()}


def _pay(index: int) -> Callable[[_Records], dict[int, Cell]]:
    def column(records: _Records) -> dict[int, Cell]:
        words = {value: str(label) for value, label in PayPeriod.Per.choices}
        return {person: words[pay[index]] if index == 2 else pay[index] for person, pay in records.pay.items()}

    return column


SOURCES: Mapping[str, Callable[[_Records], Mapping[int, Cell]]] = {
    "role": _roles,
    "level": _levels,
    "cluster": lambda records: records.in_force(Assignment, "cluster__name"),
    "started_on": lambda records: {person: one.starts_on for person, one in records.employments.items()},
    "ended_on": lambda records: {person: one.ends_on for person, one in records.employments.items()},
    "active": lambda records: {person: one.is_open for person, one in records.employments.items()},
    "is_contractor": lambda records: {person: one.is_contractor for person, one in records.employments.items()},
    "skills": _skills,
    "certificates": _certificates,
    "next_end": _next_ends,
    "pay_amount": _pay(0),
    "pay_currency": _pay(1),
    "pay_per": _pay(2),
    "fte": _pay(3),
}
