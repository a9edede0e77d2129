"""Where a person stands on a day: which of the dated records is in force."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from aiteam.catalog.models import Level, Role
from aiteam.clusters.models import Cluster

if TYPE_CHECKING:
    from aiteam.staff.models import Employment


class Dated(Protocol):
    starts_on: Any


Period = TypeVar("Period", bound=Dated)


@dataclass(frozen=True)
class Post:
    """`shown_on` is the day asked for, or the first day of work of somebody still to come."""

    day: date
    shown_on: date
    employment: "Employment | None"
    level: Level | None
    role: Role | None
    cluster: Cluster | None

    @property
    def is_active(self) -> bool:
        return self.employment is not None and self.employment.starts_on <= self.day and not self.has_left

    @property
    def has_left(self) -> bool:
        return self.employment is None or self.employment.has_ended(self.day)

    @property
    def is_coming(self) -> bool:
        return not self.has_left and not self.is_active

    @property
    def started_on(self) -> date | None:
        return self.employment.starts_on if self.employment else None

    @property
    def ended_on(self) -> date | None:
        return self.employment.ends_on if self.employment else None

    @property
    def is_contractor(self) -> bool:
        return self.employment is not None and self.employment.is_contractor


def in_force(periods: Iterable[Period], day: date) -> Period | None:
    """The newest that has started by that day."""
    return max((period for period in periods if period.starts_on <= day), key=lambda period: period.starts_on, default=None)


def employment_on(employments: "Iterable[Employment]", day: date) -> "Employment | None":
    """The one of that day; else the next to come, else the last there was."""
    known = list(employments)
    current = in_force(known, day)
    if current and not current.has_ended(day):
        return current
    coming = min((one for one in known if one.starts_on > day), key=lambda one: one.starts_on, default=None)
    return coming or current


def post_of(
    employments: "Iterable[Employment]", levels: Iterable[Any], roles: Iterable[Any], assignments: Iterable[Any], day: date
) -> Post:
    employment = employment_on(employments, day)
    shown_on = max(day, employment.starts_on) if employment else day
    level, role, assignment = (in_force(periods, shown_on) for periods in (levels, roles, assignments))
    return Post(
        day=day,
        shown_on=shown_on,
        employment=employment,
        level=level.level if level else None,
        role=role.role if role else None,
        cluster=assignment.cluster if assignment else None,
    )
