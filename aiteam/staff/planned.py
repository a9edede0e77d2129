"""Training that is planned for a person. What plans know is handed up by them (`SOURCES`), since they stand above the records."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from aiteam.staff.models import Person


@dataclass(frozen=True)
class PlannedStep:
    """A step of a training. `plan` and its `address` lead to the plan that holds it, which the reader may see."""

    starts_on: date
    ends_on: date
    kind: str
    title: str
    plan: str
    address: str


Source = Callable[[Person, Any], Iterable[PlannedStep]]
SOURCES: list[Source] = []


def planned_training(person: Person, user: Any) -> list[PlannedStep]:
    """By day, from all that `user` may see."""
    return sorted((step for source in SOURCES for step in source(person, user)), key=lambda step: (step.starts_on, step.title))
