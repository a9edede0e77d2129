"""The way of a person to a seat: courses in the order of their prerequisites, exams, experience, on working days.

Method: docs/planner.md, "Training".
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from aiteam.planner.catalogue import Certification, Course, CrossTraining
from aiteam.planner.certificates import lifetime
from aiteam.planner.explanations import Explanation
from aiteam.planner.money import cents
from aiteam.planner.months import add_months
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import TrainingStep
from aiteam.planner.state import Asked, State, experience_reached, promoted_from
from aiteam.planner.workdays import ONE_DAY, Calendar, study_days

HOURS_OF_A_BOOTCAMP_WEEK = 40


@dataclass(frozen=True)
class Draft:
    """A training as planned for one person. `after` is the person's state once it is done; `ready_on` the first day it counts."""

    steps: tuple[TrainingStep, ...]
    certifications: tuple[str, ...]
    speciality: str | None
    level: int
    ready_on: date
    binding: Explanation
    after: State

    @property
    def hours(self) -> int:
        return sum(step.hours for step in self.steps)

    @property
    def cost(self) -> Decimal:
        return sum((step.cost for step in self.steps), Decimal(0))


@dataclass(frozen=True)
class Unreachable:
    """Why no training leads there."""

    why: Explanation


def reach(state: State, asked: Asked, needed_on: date, request: PlanRequest) -> Draft | Unreachable:
    """The training that makes somebody fit for a seat, started as early as the plan allows.

    By self-study; by bootcamp where self-study is too late and a bootcamp is not (or less so), if the plan may.
    """
    refused = _refused(state, asked)
    if refused:
        return Unreachable(refused)
    transition = _transition(state, asked, request)
    if isinstance(transition, Unreachable):
        return transition

    def preference(draft: Draft) -> tuple[bool, bool, date, Decimal]:
        """In time before late; a learning path before study of an assumed length; then the earliest and the cheapest."""
        without_path = any(code not in request.catalogue.path_to and not state.ever_held(code) for code in draft.certifications)
        return (draft.ready_on > needed_on, without_path, draft.ready_on, draft.cost)

    drafts = [lay_out(state, way, request) for way in _ways(state, asked, transition, request, bootcamp=False)]
    best = min(drafts, key=preference)
    if best.ready_on > needed_on and request.options.bootcamps:
        quick = [lay_out(state, way, request) for way in _ways(state, asked, transition, request, bootcamp=True)]
        best = min([best, *quick], key=preference)
    return best


@dataclass(frozen=True)
class Way:
    """How somebody could become fit for a seat, without days: the exams, a retraining, whether the courses are taken as a bootcamp, and whether
    a mentor speeds up the experience."""

    asked: Asked
    wanted: tuple[str, ...]
    transition: CrossTraining | None
    bootcamp: bool
    apprenticeship: bool = False


def ways(state: State, asked: Asked, request: PlanRequest) -> list[Way]:
    """Every way to the seat; none where no training leads there."""
    if _refused(state, asked):
        return []
    transition = _transition(state, asked, request)
    if isinstance(transition, Unreachable):
        return []
    kinds = (False, True) if request.options.bootcamps else (False,)
    found = [way for bootcamp in kinds for way in _ways(state, asked, transition, request, bootcamp=bootcamp)]
    if request.options.apprenticeships and state.person.level < asked.rule.level_min:
        found += [replace(way, apprenticeship=True) for way in found if not way.bootcamp]
    return found


def _ways(state: State, asked: Asked, transition: CrossTraining | None, request: PlanRequest, *, bootcamp: bool) -> list[Way]:
    return [Way(asked, wanted, transition, bootcamp) for wanted in _choices(state, asked, request)]


def _refused(state: State, asked: Asked) -> Explanation | None:
    person = state.person
    if not person.may_be_trained:
        return Explanation.of("not_to_be_trained", person=person.name)
    if person.level > asked.rule.level_max + asked.overqualified:
        return Explanation.of("level_too_high", level=f"L{person.level}", highest_level=f"L{asked.rule.level_max}")
    return None


def _transition(state: State, asked: Asked, request: PlanRequest) -> CrossTraining | Unreachable | None:
    """The retraining to the seat's speciality, if one is needed."""
    if asked.speciality is None or asked.speciality in state.skills:
        return None
    known = [row for row in request.catalogue.cross_training if row.to_skill == asked.speciality and row.from_skill in state.skills]
    if known:
        return min(known, key=lambda row: (row.months_planned, row.code))
    return Unreachable(Explanation.of("no_way_to_speciality", skill=asked.speciality))


def _choices(state: State, asked: Asked, request: PlanRequest) -> list[tuple[str, ...]]:
    """The sets of certifications that would do: what the levels on the way ask, and one of those the seat names."""
    for_level = _asked_by_levels(state, asked, request)
    seat = [request.catalogue.certification[code].code for code in asked.certifications]
    if not seat or set(seat) & set(for_level):
        return [for_level]
    return [(*for_level, code) for code in seat if code not in for_level]


def _asked_by_levels(state: State, asked: Asked, request: PlanRequest) -> tuple[str, ...]:
    """One certification for each level still to be reached that asks for one: the seat's own where it serves, else the first named."""
    wanted = list[str]()
    for number in range(state.person.level + 1, asked.rule.level_min + 1):
        level = request.catalogue.level[number]
        day = max(request.as_of, request.starts_on)
        if level.certifications_are in {"required", "target"} and level.certifications and not state.holds(level.certifications, day, day):
            fitting = [code for code in level.certifications if code in asked.rule.certifications_any_of]
            wanted.append((fitting or list(level.certifications))[0])
    return tuple(dict.fromkeys(wanted))


def lay_out(state: State, way: Way, request: PlanRequest, begin: date = date.min) -> Draft:
    """The way on working days, begun on the first possible one from `begin` on."""
    planner = _Planner(state, request, begin)
    planner.add_studies(way.wanted, bootcamp=way.bootcamp)
    if way.transition:
        planner.add_transition(way.transition)
    if way.apprenticeship:
        planner.add_apprenticeship()
    for number in range(state.person.level + 1, way.asked.rule.level_min + 1):
        planner.add_level(number)
    return planner.draft(way.asked)


def studies(state: State, way: Way, request: PlanRequest, begin: date) -> tuple[TrainingStep, ...]:
    """Courses and exams of the way alone; what runs beside them changes none of their days."""
    planner = _Planner(state, request, begin)
    planner.add_studies(way.wanted, bootcamp=way.bootcamp)
    return tuple(planner.steps)


def first_day(state: State, request: PlanRequest) -> date:
    """The first day on which a training may begin."""
    return max(request.as_of, request.starts_on, state.person.starts_on or date.min)


def prerequisites_hold(state: State, draft: Draft, request: PlanRequest) -> bool:
    """Whether on the day of each exam what it requires is valid."""
    return all(
        state.holds(row.any_of, step.starts_on, step.starts_on)
        for step in draft.steps
        if step.kind == "exam"
        for row in request.catalogue.certification[step.code].prerequisites
        if row.required and row.any_of
    )


class _Planner:
    """Lays one person's steps one behind the other. Studies and exams follow each other; retraining and experience run beside them."""

    def __init__(self, state: State, request: PlanRequest, begin: date = date.min) -> None:
        self.request, self.catalogue, self.state, self.after = request, request.catalogue, state, state
        self.calendar = Calendar.of(request.options.holidays)
        self.begin = self.calendar.on_or_after(max(begin, first_day(state, request)))
        self.free_from = self.begin
        self.steps: list[TrainingStep] = []
        self.earned: list[str] = []
        self.ready_on, self.binding = self.begin, Explanation.of("ready_at_once")
        self.apprenticed_from: date | None = None
        self.promoted_from = promoted_from(state.person, request)

    def add_studies(self, wanted: Sequence[str], *, bootcamp: bool) -> None:
        exams = list(self._still_to_earn(wanted))
        taught = self.add_bootcamp(exams) if bootcamp else ()
        for code in exams:
            if code not in self.earned:
                self.add_exam(code, with_study=code not in taught)

    def _still_to_earn(self, wanted: Sequence[str]) -> Iterator[str]:
        """Certifications to be earned, each after those it requires; what is held at the start is left out."""
        seen = set[str]()
        for code in wanted:
            yield from self._with_required(code, seen)

    def _with_required(self, code: str, seen: set[str]) -> Iterator[str]:
        certification = self.catalogue.certification[code]
        if certification.code in seen or self.state.holds([certification.code], self.begin, self.begin):
            return
        seen.add(certification.code)
        for prerequisite in certification.prerequisites:
            held = self.state.holds(prerequisite.any_of, self.begin, self.begin)
            if prerequisite.required and prerequisite.any_of and not held and not seen & set(prerequisite.any_of):
                yield from self._with_required(prerequisite.any_of[0], seen)
        yield certification.code

    def courses(self, code: str) -> list[Course]:
        """The courses to an exam; none for somebody who passed it before, or where the catalogue has no path."""
        path = self.catalogue.path_to.get(code)
        if path is None or self.state.ever_held(code):
            return []
        return [self.catalogue.course[course] for course in path.courses]

    def add_bootcamp(self, exams: Sequence[str]) -> Collection[str]:
        """The courses to these exams full time, if a bootcamp is to be had. Returns the exams it leads to: those that have courses."""
        strategy = self.catalogue.strategy.get("bootcamp")
        taught = [code for code in exams if self.courses(code)]
        if not taught or strategy is None or not strategy.weeks_min or not strategy.weeks_max:
            return ()
        hours = sum(course.hours for code in taught for course in self.courses(code))
        weeks = min(max(-(-hours // HOURS_OF_A_BOOTCAMP_WEEK), strategy.weeks_min), strategy.weeks_max)
        price = cents(self.request.assumption("bootcamp_price"))
        end = self.calendar.last_of(self.free_from, weeks * 5)
        full_time = weeks * HOURS_OF_A_BOOTCAMP_WEEK
        self.after = self.after.with_absence(self.free_from, end)
        self._add(
            TrainingStep(
                kind="bootcamp", code="bootcamp", name=strategy.name, starts_on=self.free_from, ends_on=end, hours=full_time, cost=price
            )
        )
        return taught

    def add_exam(self, code: str, *, with_study: bool) -> None:
        """The study for an exam, then the exam; the certificate counts from the day of the exam."""
        certification = self.catalogue.certification[code]
        if with_study:
            self._study(certification)
        for lapsed in self._required_but_lapsed(certification, self._exam_day()):
            self.add_exam(lapsed, with_study=True)
        if any(row.person == self.state.person.id and self._today(row.certification) == code for row in self.request.failed_exams):
            self._sit(certification, self._exam_day(), passed=False)
        self._sit(certification, self._exam_day())

    def _today(self, code: str) -> str:
        return self.catalogue.certification[code].code

    def _sit(self, certification: Certification, day: date, *, passed: bool = True) -> None:
        price = certification.price_on(day)
        life = lifetime(certification.validity, day, grace_days=certification.grace_days)
        self._add(
            TrainingStep(
                kind="exam",
                code=certification.code,
                name=certification.name,
                starts_on=day,
                ends_on=day,
                cost=cents(price.amount) if price else Decimal(0),
                certificate_until=life.ends_on if passed else None,
                passed=passed,
            )
        )
        if not passed:
            return
        self.after = self.after.with_certificate(certification.code, life)
        self.earned.append(certification.code)
        self._counts_from(day, "ready_by_exam", certification=certification.code, exam_on=day)

    def _exam_day(self) -> date:
        again = bool(self.steps) and not self.steps[-1].passed
        lead = timedelta(days=int(self.request.assumption("exam_retake_days" if again else "exam_lead_days")))
        return self.calendar.on_or_after(max(self.steps[-1].ends_on + lead, self.free_from) if self.steps else self.free_from)

    def _required_but_lapsed(self, certification: Certification, day: date) -> list[str]:
        """Prerequisites held at the start that have ended by the day of the exam."""
        required = [row.any_of for row in certification.prerequisites if row.required and row.any_of]
        return [any_of[0] for any_of in required if not self.after.holds(any_of, day, day)]

    def _study(self, certification: Certification) -> None:
        courses = self.courses(certification.code)
        for course in courses:
            self._study_step(course.code, course.name, course.hours, self.request.assumption("course_price"))
        if not courses:
            hours = int(self.catalogue.assumption["preparation_hours"].value)
            self._study_step(certification.code, certification.name, hours, Decimal(0))

    def _study_step(self, code: str, name: str, hours: int, price: Decimal) -> None:
        per_week = self.state.person.study_hours_per_week or self.request.assumption("study_hours_per_week")
        end = self.calendar.last_of(self.free_from, study_days(hours, per_week))
        self._add(TrainingStep(kind="course", code=code, name=name, starts_on=self.free_from, ends_on=end, hours=hours, cost=cents(price)))

    def add_transition(self, transition: CrossTraining) -> None:
        ready = add_months(self.begin, transition.months_planned)
        end = ready - ONE_DAY
        self.steps.append(
            TrainingStep(kind="cross_training", code=transition.code, name=transition.name, starts_on=self.begin, ends_on=end)
        )
        self.after = self.after.with_skill(transition.to_skill, ready)
        self._counts_from(ready, "ready_by_retraining", skill=transition.to_skill, months=transition.months_planned)

    def add_apprenticeship(self) -> None:
        """Beside the studies, from the first day on."""
        months = int(self.request.assumption("apprenticeship_months"))
        self.apprenticed_from = self.begin
        name = self.catalogue.strategy["apprenticeship"].name
        end = add_months(self.begin, months) - ONE_DAY
        self.steps.append(TrainingStep(kind="apprenticeship", code="apprenticeship", name=name, starts_on=self.begin, ends_on=end))

    def add_level(self, number: int) -> None:
        """The next level: when the experience is there, the time in the level before is long enough, and what the level asks is passed. Where
        all are, granting it is the only step."""
        level = self.catalogue.level[number]
        experienced = max(
            experience_reached(self.state.person, level.experience_months_min, self.request, self.apprenticed_from), self.begin
        )
        reached = max(experienced, self.promoted_from)
        if reached > self.ready_on or not self.steps:
            end = max(reached - ONE_DAY, self.begin)
            self.steps.append(TrainingStep(kind="experience", code=level.code, name=level.name, starts_on=self.begin, ends_on=end))
        self._counts_from(experienced, "ready_by_experience", level=level.code, months=level.experience_months_min, reached_on=experienced)
        in_grade = self.request.options.months_in_grade
        self._counts_from(self.promoted_from, "ready_by_time_in_grade", level=level.code, months=in_grade, reached_on=self.promoted_from)
        self.after = self.after.with_level(number, self.ready_on)
        self.promoted_from = add_months(self.ready_on, self.request.options.months_in_grade)

    def draft(self, asked: Asked) -> Draft:
        return Draft(
            steps=tuple(self.steps),
            certifications=tuple(self.earned),
            speciality=asked.speciality if asked.speciality not in self.state.skills else None,
            level=max(asked.rule.level_min, self.state.person.level),
            ready_on=self.ready_on,
            binding=self.binding,
            after=self.after,
        )

    def _add(self, step: TrainingStep) -> None:
        self.steps.append(step)
        self.free_from = self.calendar.after(step.ends_on)

    def _counts_from(self, day: date, why: str, **params: object) -> None:
        if day > self.ready_on:
            self.ready_on, self.binding = day, Explanation.of(why, **params)


@dataclass(frozen=True)
class Renewal:
    """An exam sat again before a certificate ends."""

    person: str
    certification: str
    old_end: date
    step: TrainingStep


def renewals(state: State, codes: Sequence[str], request: PlanRequest) -> tuple[State, list[Renewal]]:
    """Keeps certificates valid to the end of the plan: each is renewed before its end, `renewal_lead_days` ahead, as often as needed."""
    done = list[Renewal]()
    for code in codes:
        certification = request.catalogue.certification[code]
        while (end := state.last_end(code)) and request.as_of <= end < request.ends_on:
            renewal = _renewal(state, certification, end, request)
            if renewal is None:
                break
            done.append(renewal)
            state = state.with_certificate(
                code, lifetime(certification.validity, renewal.step.starts_on, grace_days=certification.grace_days)
            )
    return state, done


def _renewal(state: State, certification: Certification, end: date, request: PlanRequest) -> Renewal | None:
    calendar = Calendar.of(request.options.holidays)
    earliest = calendar.on_or_after(request.as_of)
    lead = timedelta(days=int(request.catalogue.assumption["renewal_lead_days"].value))
    day = max(calendar.on_or_before(end - lead), earliest)
    life = lifetime(certification.validity, day)
    if day > end or not state.person.is_here(day) or (life.ends_on and life.ends_on <= end):
        return None
    price = certification.price_on(day)
    step = TrainingStep(
        kind="exam",
        code=certification.code,
        name=certification.name,
        starts_on=day,
        ends_on=day,
        cost=cents(price.amount) if price else Decimal(0),
        certificate_until=life.ends_on,
    )
    return Renewal(state.person.id, certification.code, end, step)
