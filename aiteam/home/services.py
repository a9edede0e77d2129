"""The figures of the home page."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from aiteam.catalog.models import Level
from aiteam.clusters.models import Cluster
from aiteam.clusters.services import ClusterOnDay, on_day
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, Person
from aiteam.staff.states import CertificateRow

SHOWN = 10


@dataclass(frozen=True)
class LevelCount:
    """People at a level; `name` is empty for those without one."""

    number: int | None
    code: str
    name: str
    people: int


@dataclass(frozen=True)
class Overview:
    """People and clusters on a day. `ending` shows the first few of `ending_count` certificates that end within 90 days."""

    people: int
    levels: list[LevelCount]
    ending_count: int
    ending: list[CertificateRow]
    clusters: list[ClusterOnDay]

    @property
    def gpus(self) -> int:
        return sum(row.gpus for row in self.clusters)

    @property
    def running(self) -> int:
        return sum(row.gpus > 0 for row in self.clusters)


def overview(user: Any, day: date, language: str) -> Overview:
    numbers = [person.level_number for person in Person.objects.visible_to(user).active(on=day).with_level(on=day)]
    found = register.lines(HeldCertification.objects.visible_to(user).of_staff(on=day), day)
    ending = register.chosen(found, "ending")
    return Overview(
        people=len(numbers),
        levels=_levels(numbers),
        ending_count=len(ending),
        ending=register.fetch(ending[:SHOWN]),
        clusters=on_day(Cluster.objects.visible_to(user).with_steps(), day, language),
    )


def _levels(numbers: list[int | None]) -> list[LevelCount]:
    rows = [LevelCount(level.number, level.code, level.name, numbers.count(level.number)) for level in Level.objects.order_by("number")]
    without = numbers.count(None)
    return [*rows, LevelCount(None, "", "", without)] if without else rows
