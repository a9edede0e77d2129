"""When the milestones of a training fall, for every month in which it could begin: the arithmetic of `training.lay_out` on whole arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np

from aiteam.planner.months import add_months
from aiteam.planner.optimum.scene import Days, Numbers, Scene, day64
from aiteam.planner.state import State, experience_reached
from aiteam.planner.training import HOURS_OF_A_BOOTCAMP_WEEK, Draft, Way
from aiteam.planner.workdays import study_days


@dataclass(frozen=True)
class Spending:
    """A step's days by start, its price, hours of study, and whether it is an exam."""

    starts: Days
    ends: Days
    cost: float
    hours: int
    is_exam: bool


@dataclass(frozen=True)
class Milestones:
    """By start (in the order of `begins`): when exams are passed, the speciality is there, levels are reached, and who is away when."""

    begins: Days
    exams: Mapping[str, Days]
    skill: tuple[str, Days] | None
    levels: Sequence[tuple[int, Days]]
    away: tuple[Days, Days] | None
    ready: Days
    spendings: Sequence[Spending]

    def of(self, kept: Numbers) -> "Milestones":
        """Those of some starts, by their numbers."""
        return Milestones(
            self.begins[kept],
            {code: days[kept] for code, days in self.exams.items()},
            (self.skill[0], self.skill[1][kept]) if self.skill else None,
            [(number, days[kept]) for number, days in self.levels],
            (self.away[0][kept], self.away[1][kept]) if self.away else None,
            self.ready[kept],
            [Spending(one.starts[kept], one.ends[kept], one.cost, one.hours, one.is_exam) for one in self.spendings],
        )


def milestones(draft: Draft, way: Way, state: State, begins: Sequence[date], scene: Scene) -> Milestones:
    """`draft` is the way laid out once, for the order and length of its steps; `begins` are working days."""
    reckoner = _Reckoner(scene, state, np.array([day64(day) for day in begins]))
    for step in draft.steps:
        if step.kind == "exam":
            reckoner.exam(step.code, float(step.cost))
        elif step.kind in {"course", "bootcamp"}:
            days = step.hours * 5 // HOURS_OF_A_BOOTCAMP_WEEK if step.kind == "bootcamp" else study_days(step.hours, reckoner.per_week)
            reckoner.work(days, float(step.cost), step.hours, is_away=step.kind == "bootcamp")
    if way.transition:
        reckoner.skill(way.transition.to_skill, [add_months(day, way.transition.months_planned) for day in begins])
    for number in range(state.person.level + 1, way.asked.rule.level_min + 1):
        reckoner.level(number)
    return reckoner.milestones()


class _Reckoner:
    def __init__(self, scene: Scene, state: State, begins: Days) -> None:
        self.scene, self.state, self.begins = scene, state, begins
        self.per_week = state.person.study_hours_per_week or scene.request.assumption("study_hours_per_week")
        self.lead = np.timedelta64(int(scene.request.assumption("exam_lead_days")), "D")
        self.free = begins
        self.before: Days | None = None  # the end of the step before
        self.exams: dict[str, Days] = {}
        self.earned_skill: tuple[str, Days] | None = None
        self.levels: list[tuple[int, Days]] = []
        self.away: tuple[Days, Days] | None = None
        self.ready = begins
        self.spendings: list[Spending] = []

    def _workday(self, days: Days, further: int = 0) -> Days:
        return np.busday_offset(days, further, roll="forward", holidays=self.scene.holidays)

    def work(self, days: int, cost: float, hours: int, *, is_away: bool) -> None:
        ends = self._workday(self.free, days - 1)
        self.spendings.append(Spending(self.free, ends, cost, hours, is_exam=False))
        if is_away:
            self.away = (self.free, ends)
        self._follow(ends)

    def exam(self, code: str, cost: float) -> None:
        day = self._workday(self.free if self.before is None else np.maximum(self.before + self.lead, self.free))
        self.spendings.append(Spending(day, day, cost, 0, is_exam=True))
        self.exams[code] = day
        self.ready = np.maximum(self.ready, day)
        self._follow(day)

    def _follow(self, ends: Days) -> None:
        self.before, self.free = ends, self._workday(ends + np.timedelta64(1, "D"))

    def skill(self, code: str, days: Sequence[date]) -> None:
        there = np.array([day64(day) for day in days])
        self.earned_skill = (code, there)
        self.ready = np.maximum(self.ready, there)

    def level(self, number: int) -> None:
        months = self.scene.request.catalogue.level[number].experience_months_min
        reached = day64(experience_reached(self.state.person, months, self.scene.request))
        self.ready = np.maximum(self.ready, np.maximum(reached, self.begins))
        self.levels.append((number, self.ready))

    def milestones(self) -> Milestones:
        return Milestones(self.begins, self.exams, self.earned_skill, self.levels, self.away, self.ready, self.spendings)
