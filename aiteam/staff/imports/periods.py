"""Dated records that a line of people brings: a change starts a new record and keeps the one before."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext as _

from aiteam.staff.imports.columns import Cells
from aiteam.staff.imports.records import batches
from aiteam.staff.imports.writing import Change
from aiteam.staff.models import Assignment, Employment, LevelPeriod, PayPeriod, Person, RolePeriod
from aiteam.staff.posts import employment_on, in_force

PERIODS = (LevelPeriod, RolePeriod, Assignment, PayPeriod)


@dataclass(frozen=True)
class EmploymentCells:
    """What a line says of the employment; None where it says nothing."""

    started_on: date | None
    ended_on: date | None
    works_here: bool | None
    is_contractor: bool | None


@dataclass
class Records:
    """The dated records of the people a file names, by model and person."""

    found: dict[tuple[type, int | None], list[Any]] = field(default_factory=dict)

    def fetch(self, people: Iterable[Person]) -> None:
        for some in batches(person.pk for person in people):
            for model in (Employment, *PERIODS):
                for row in model._default_manager.filter(person__in=some):
                    self.found.setdefault((model, row.person_id), []).append(row)

    def of(self, model: type, person: Person) -> list[Any]:
        return self.found.get((model, person.pk), []) if person.pk else []


def first_day(person: Person, said: EmploymentCells, records: Records, on: date) -> date | None:
    """The first day of the employment that the line is about."""
    current = employment_on(records.of(Employment, person), on)
    return said.started_on or (current.starts_on if current else None)


def employment_changes(person: Person, said: EmploymentCells, records: Records, cells: Cells, on: date) -> list[Change]:
    """Changes of the employment that the line is about; what cannot be is told at its cell."""
    known = records.of(Employment, person)
    current = employment_on(known, on)
    if current is None or _comes_back(said, known, current):
        return _new_employment(person, said, cells)
    change = Change(current)
    moved = _moved_start(change, said, known, records, cells) if said.started_on else []
    ends_on = said.ended_on if said.ended_on not in {one.ends_on for one in known} else None
    if ends_on and ends_on < current.starts_on:
        cells.complain("ended_on", _("The last day of work is before the first."))
    elif ends_on:
        change.set("ends_on", ends_on)
    if said.works_here is not None and current.ends_on is None:
        change.set("left_undated", not said.works_here)
    _refuse_contradiction(said, current, cells, on)
    return [change, *moved, *_kind_changes(change, said, on)]


def _comes_back(said: EmploymentCells, known: list[Employment], current: Employment) -> bool:
    """A first day after the last day of the newest employment, which no record has yet, is a new employment."""
    return bool(
        said.started_on
        and current.ends_on
        and said.started_on > current.ends_on
        and said.started_on not in {one.starts_on for one in known}
        and (said.ended_on is None or said.ended_on >= said.started_on)
    )


def _new_employment(person: Person, said: EmploymentCells, cells: Cells) -> list[Change]:
    if said.started_on is None:
        return []
    if said.ended_on and said.ended_on < said.started_on:
        cells.complain("ended_on", _("The last day of work is before the first."))
    employment = Employment(person=person, starts_on=said.started_on, ends_on=said.ended_on, kind=_kind(said.is_contractor))
    employment.left_undated = said.works_here is False and said.ended_on is None
    return [Change(employment, is_new=True)]


def _kind(is_contractor: bool | None) -> str:
    return Employment.Kind.CONTRACTOR if is_contractor else Employment.Kind.EMPLOYEE


def _moved_start(change: Change, said: EmploymentCells, known: list[Employment], records: Records, cells: Cells) -> list[Change]:
    """A corrected first day, and the records that began on the one before. A day on which any employment starts is no news."""
    current = change.instance
    assert isinstance(current, Employment) and said.started_on is not None  # noqa: S101, PT018 # the caller made sure
    starts_on, old = said.started_on, current.starts_on
    if starts_on in {one.starts_on for one in known}:
        return []
    if current.ends_on and not said.ended_on and starts_on > current.ends_on:
        cells.complain("started_on", _("This is after the last day of work."))
        return []
    if any(one is not current and (one.ends_on or one.starts_on) >= starts_on for one in known):
        cells.complain("started_on", _("An earlier employment of this person covers this day."), blocks=False)
        return []
    change.set("starts_on", starts_on)
    moved = []
    for model in PERIODS:
        rows = records.of(model, current.person)
        if not any(row.starts_on == starts_on for row in rows):
            moved += [_moved(row, starts_on) for row in rows if row.starts_on == old]
    return moved


def _moved(row: Any, starts_on: date) -> Change:
    change = Change(row)
    change.set("starts_on", starts_on)
    return change


def _kind_changes(change: Change, said: EmploymentCells, on: date) -> list[Change]:
    """From contractor to employee or back: the employment ends the day before `on`, and another begins."""
    current = change.instance
    assert isinstance(current, Employment)  # noqa: S101 # the caller made sure
    kind = _kind(said.is_contractor)
    if said.is_contractor is None or kind == current.kind:
        return []
    if current.starts_on >= on or current.has_ended(on):
        change.set("kind", kind)
        return []
    following = Employment(person=current.person, starts_on=on, ends_on=current.ends_on, kind=kind)
    change.set("ends_on", on - timedelta(days=1))
    return [Change(following, is_new=True)]


def _refuse_contradiction(said: EmploymentCells, current: Employment, cells: Cells, on: date) -> None:
    """A line that says "works here" of somebody who has left on a known day does not bring them back by itself."""
    if not said.works_here or current.ends_on is None or current.ends_on >= on:
        return
    name = "active" if cells.raw("active") != "" else "employment"
    cells.complain(name, _("The last day of work was %(day)s.") % {"day": current.ends_on.isoformat()}, blocks=False)


def period_changes(new: Any, values: Mapping[str, Any], periods: list[Any], *, since: date | None, first: date, on: date) -> list[Change]:
    """`new` from `since`, unless the record in force says the same already; one that starts on the same day is changed instead.

    Without a day of its own the first value counts from the first day of work, a later one from `on`.
    """
    starts_on = since or (max(on, first) if periods else first)
    current = in_force(periods, since or max(on, first))
    if current and all(getattr(current, name) == value for name, value in values.items()):
        return []
    same_day = next((period for period in periods if period.starts_on == starts_on), None)
    new.starts_on = starts_on
    change = Change(same_day) if same_day else Change(new, is_new=True)
    for name, value in values.items():
        change.set(name, value)
    return [change]
