"""What is in force of many people on a day, from bare columns: whole rows of ten thousand people take seconds. List and files ask here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Model, QuerySet

from aiteam.catalog.models import Certification, Role
from aiteam.staff import register
from aiteam.staff.models import Assignment, Employment, HeldCertification, LevelPeriod, PayPeriod, PersonSkill, RolePeriod
from aiteam.staff.periods import State

COUNTED: tuple[State, ...] = ("valid", "ending", "grace", "ended", "unknown", "no_end")


class Employed(NamedTuple):
    starts_on: date
    ends_on: date | None
    is_open: bool
    left_undated: bool
    kind: str


class Held(NamedTuple):
    """A certificate that counts on the day."""

    code: str
    ends_on: date | None
    state: State


class Pay(NamedTuple):
    amount: Decimal
    currency: str
    per: str
    fte: Decimal


@dataclass(frozen=True)
class Records:
    """By the key of the person; each kind is fetched when it is first asked for. `people` None: of everybody."""

    day: date
    people: Collection[int] | None = None

    def _of(self, model: type[Model]) -> "QuerySet[Any]":
        rows = model._default_manager.order_by()
        return rows if self.people is None else rows.filter(person__in=self.people)

    @cached_property
    def employments(self) -> Mapping[int, Employed]:
        """Chosen as `posts.employment_on` does."""
        found: dict[int, Employed] = {}
        columns = self._of(Employment).order_by("starts_on").values_list("person_id", "starts_on", "ends_on", "left_undated", "kind")
        for person, starts_on, ends_on, left_undated, kind in columns:
            known = found.get(person)
            if known is None or starts_on <= self.day or not known.is_open:
                is_open = not left_undated if ends_on is None else ends_on >= self.day
                found[person] = Employed(starts_on, ends_on, is_open, left_undated and ends_on is None, kind)
        return found

    @cached_property
    def shown_on(self) -> Mapping[int, date]:
        """The day, or the first day of work of somebody still to come."""
        return {person: max(self.day, employed.starts_on) for person, employed in self.employments.items()}

    def _in_force(self, model: type[Model], column: str) -> dict[int, Any]:
        """A column of the newest record that has started on the day the person is shown for."""
        columns = self._of(model).order_by("starts_on").values_list("person_id", "starts_on", column)
        return {person: value for person, starts_on, value in columns if starts_on <= self.shown_on.get(person, self.day)}

    @cached_property
    def levels(self) -> Mapping[int, int]:
        return self._in_force(LevelPeriod, "level__number")

    @cached_property
    def roles(self) -> Mapping[int, str]:
        roles = self._in_force(RolePeriod, "role")
        names = {role.pk: role.name for role in Role.objects.filter(pk__in=set(roles.values()))}
        return {person: names.get(role, "") for person, role in roles.items()}

    @cached_property
    def clusters(self) -> Mapping[int, str]:
        return {person: name or "" for person, name in self._in_force(Assignment, "cluster__name").items()}

    @cached_property
    def pay(self) -> Mapping[int, Pay]:
        """Only for those who may see pay."""
        columns = self._of(PayPeriod).order_by("starts_on").values_list("person_id", "starts_on", *Pay._fields)
        return {person: Pay(*pay) for person, starts_on, *pay in columns if starts_on <= self.shown_on.get(person, self.day)}

    @cached_property
    def skills(self) -> Mapping[int, list[str]]:
        found: dict[int, list[str]] = {}
        for held in self._of(PersonSkill).select_related("skill"):
            found.setdefault(held.person_id, []).append(held.skill.name)
        return {person: sorted(names) for person, names in found.items()}

    @cached_property
    def certificates(self) -> Mapping[int, list[Held]]:
        """What each person holds that counts on the day, the newest first."""
        codes = dict(Certification.objects.order_by().values_list("pk", "code"))
        found: dict[int, list[Held]] = {}
        lines = register.lines(
            HeldCertification.objects.all() if self.people is None else HeldCertification.objects.filter(person__in=self.people), self.day
        ).in_states(COUNTED)
        for line in sorted(lines, key=lambda line: line.starts_on, reverse=True):
            found.setdefault(line.person_id, []).append(Held(codes[line.certification_id], line.ends_on, line.state))
        return found

    def next_end(self, person: int) -> date | None:
        """The soonest last day still ahead."""
        ends = [held.ends_on for held in self.certificates.get(person, ()) if held.ends_on and held.ends_on >= self.day]
        return min(ends, default=None)
