"""The figures of the home page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count

from aiteam.catalog.models import Level
from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.models import Cluster
from aiteam.clusters.services import ClusterOnDay, on_day
from aiteam.plans.models import Plan
from aiteam.plans.services import ClusterCover, cover_on
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, Person
from aiteam.staff.states import CertificateRow

SHOWN = 10
LATEST = 5


@dataclass(frozen=True)
class LevelCount:
    """People at a level; `name` is empty for those without one."""

    number: int | None
    code: str
    name: str
    people: int


@dataclass(frozen=True)
class ClusterLine:
    """A cluster on a day with the seats that its own people cover."""

    on_day: ClusterOnDay
    cover: ClusterCover


@dataclass(frozen=True)
class Overview:
    """People, clusters and plans on a day. `ending` shows the first few of `ending_count` certificates that end soon (see ENDING_DAYS)."""

    people: int
    levels: list[LevelCount]
    ending_count: int
    ending: list[CertificateRow]
    clusters: list[ClusterLine]
    plans: list[Plan]

    @property
    def gpus(self) -> int:
        return sum(line.on_day.gpus for line in self.clusters)

    @property
    def running(self) -> int:
        return sum(line.on_day.gpus > 0 for line in self.clusters)

    @property
    def seats_needed(self) -> int:
        return sum(line.cover.needed for line in self.clusters)

    @property
    def seats_open(self) -> int:
        return sum(line.cover.open for line in self.clusters)


def overview(user: Any, day: date, language: str) -> Overview:
    levels = Person.objects.visible_to(user).active(on=day).with_level(on=day).order_by().values_list("level_number")  # type: ignore[misc]  # an annotation
    numbers = dict(levels.annotate(people=Count("pk")))
    found = register.lines(HeldCertification.objects.visible_to(user).of_staff(on=day), day)
    ending = found.in_state("ending")
    return Overview(
        people=sum(numbers.values()),
        levels=_levels(numbers),
        ending_count=len(ending),
        ending=register.fetch(ending[:SHOWN]),
        clusters=_clusters(user, day, language),
        plans=list(Plan.objects.visible_to(user).for_list()[:LATEST]),
    )


def _clusters(user: Any, day: date, language: str) -> list[ClusterLine]:
    clusters = list(Cluster.objects.visible_to(user).with_steps())
    catalogue = planner_catalogue()
    rows, covers = on_day(clusters, day, language, catalogue), cover_on(clusters, user, day, catalogue)
    return [ClusterLine(row, cover) for row, cover in zip(rows, covers, strict=True)]


def _levels(numbers: Mapping[int | None, int]) -> list[LevelCount]:
    """`numbers` is how many people are at each level, None for those without one."""
    rows = [LevelCount(level.number, level.code, level.name, numbers.get(level.number, 0)) for level in Level.objects.order_by("number")]
    without = numbers.get(None, 0)
    return [*rows, LevelCount(None, "", "", without)] if without else rows
