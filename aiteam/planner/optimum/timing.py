"""When the milestones of a training fall, for every month in which it could begin: the arithmetic of `training.lay_out` on whole arrays."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

import numpy as np

from aiteam.planner.optimum.scene import Days, Numbers, Scene, day64, later
from aiteam.planner.result import StepKind, TrainingStep
from aiteam.planner.state import State, experience_reached, promoted_from
from aiteam.planner.training import HOURS_OF_A_BOOTCAMP_WEEK, Way
from aiteam.planner.workdays import study_days


@dataclass(frozen=True)
class Spending:
    """A step's days by start, its price and hours of study."""

    kind: StepKind
    code: str
    starts: Days
    ends: Days
    cost: float
    hours: int


@dataclass(frozen=True)
class Milestones:
    """By start (in the order of `begins`): when exams are passed, the speciality is there, levels are reached, when the
    person is away, and when with a mentor."""

    begins: Days
    exams: Mapping[str, Days]
    skill: tuple[str, Days] | None
    levels: Sequence[tuple[int, Days]]
    away: tuple[Days, Days] | None
    mentored: tuple[Days, Days] | None
    ready: Days
    spendings: Sequence[Spending]

    def of(self, kept: Numbers) -> "Milestones":
        """Those of some starts, by their numbers."""
        return Milestones(
            self.begins[kept],
            {code: days[kept] for code, days in self.exams.items()},
            (self.skill[0], self.skill[1][kept]) if self.skill else None,
            [(number, days[kept]) for number, days in self.levels],
            _both(self.away, kept),
            _both(self.mentored, kept),
            self.ready[kept],
            [replace(one, starts=one.starts[kept], ends=one.ends[kept]) for one in self.spendings],
        )


def _both(days: tuple[Days, Days] | None, kept: Numbers) -> tuple[Days, Days] | None:
    return (days[0][kept], days[1][kept]) if days else None


class Timer:
    """Steps of the same length begun on the same days end on the same days, whoever takes them: each row of steps is reckoned once."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.known: dict[object, _Reckoner] = {}

    def milestones(self, studied: Iterable[TrainingStep], way: Way, state: State, begins: Sequence[date]) -> Milestones:
        """`studied` are courses and exams laid out once, for their order and length; `begins` are working days."""
        per_week = state.person.study_hours_per_week or self.scene.request.assumption("study_hours_per_week")
        steps = tuple((step.kind, step.code, step.hours, step.cost, step.passed) for step in studied)
        key = (steps, per_week, begins[0], begins[-1], len(begins))
        if key not in self.known:
            self.known[key] = _studied(self.scene, steps, per_week, begins)
        return self.known[key].followed_by(way, state, begins)


def _studied(
    scene: Scene, steps: Iterable[tuple[StepKind, str, int, Decimal, bool]], per_week: Decimal, begins: Sequence[date]
) -> "_Reckoner":
    reckoner = _Reckoner(scene, np.array([day64(day) for day in begins]))
    for kind, code, hours, cost, passed in steps:
        if kind == "exam":
            reckoner.exam(code, float(cost), passed=passed)
        else:
            days = hours * 5 // HOURS_OF_A_BOOTCAMP_WEEK if kind == "bootcamp" else study_days(hours, per_week)
            reckoner.work(kind, code, days, float(cost), hours)
    return reckoner


class _Reckoner:
    def __init__(self, scene: Scene, begins: Days) -> None:
        self.scene, self.begins = scene, begins
        self.lead = np.timedelta64(int(scene.request.assumption("exam_lead_days")), "D")
        self.retake = np.timedelta64(int(scene.request.assumption("exam_retake_days")), "D")
        self.passed = True  # the last exam
        self.free = begins
        self.before: Days | None = None  # the end of the step before
        self.exams: dict[str, Days] = {}
        self.away: tuple[Days, Days] | None = None
        self.ready = begins
        self.spendings: list[Spending] = []

    def _workday(self, days: Days, further: int = 0) -> Days:
        return np.busday_offset(days, further, roll="forward", holidays=self.scene.holidays)

    def work(self, kind: StepKind, code: str, days: int, cost: float, hours: int) -> None:
        ends = self._workday(self.free, days - 1)
        self.spendings.append(Spending(kind, code, self.free, ends, cost, hours))
        if kind == "bootcamp":
            self.away = (self.free, ends)
        self._follow(ends)

    def exam(self, code: str, cost: float, *, passed: bool) -> None:
        wait = self.lead if self.passed else self.retake
        day = self._workday(self.free if self.before is None else np.maximum(self.before + wait, self.free))
        self.spendings.append(Spending("exam", code, day, day, cost, 0))
        if passed:
            self.exams[code] = day
            self.ready = np.maximum(self.ready, day)
        self.passed = passed
        self._follow(day)

    def _follow(self, ends: Days) -> None:
        self.before, self.free = ends, self._workday(ends + np.timedelta64(1, "D"))

    def followed_by(self, way: Way, state: State, begins: Sequence[date]) -> Milestones:
        """What runs beside the studies: retraining, apprenticeship, and the experience for the levels."""
        ready, skill, mentored, request = self.ready, None, None, self.scene.request
        if way.transition:
            skill = (way.transition.to_skill, later(self.begins, way.transition.months_planned))
            ready = np.maximum(ready, skill[1])
        if way.apprenticeship:
            mentored = (self.begins, later(self.begins, int(request.assumption("apprenticeship_months"))) - np.timedelta64(1, "D"))
        levels: list[tuple[int, Days]] = []
        promoted = np.array([day64(promoted_from(state.person, request))])
        for number in range(state.person.level + 1, way.asked.rule.level_min + 1):
            experienced = self._experienced(number, state, begins if way.apprenticeship else (None,))
            ready = np.maximum(np.maximum(ready, promoted), np.maximum(experienced, self.begins))
            levels.append((number, ready))
            promoted = later(ready, request.options.months_in_grade)
        return Milestones(self.begins, self.exams, skill, levels, self.away, mentored, ready, self.spendings)

    def _experienced(self, number: int, state: State, apprenticed: Sequence[date | None]) -> Days:
        request = self.scene.request
        months = request.catalogue.level[number].experience_months_min
        return np.array([day64(experience_reached(state.person, months, request, begin)) for begin in apprenticed])
