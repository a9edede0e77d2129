"""The quick depth: what a plan would cost at least, reckoned with groups of people instead of names. An estimate, not a bound.

People of one level who hold the same specialities and certificates that seats ask for are one state of a workforce flow problem
(`aiteam.planner.flow`), so that its size does not depend on the head count. What is averaged or left out is told with it; the method is in
docs/optimum.md, "Quick".
"""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import accumulate, groupby, pairwise

from aiteam.planner.cost import hire_pay, yearly_pay
from aiteam.planner.explanations import Explanation
from aiteam.planner.flow import Problem, Solution, solve
from aiteam.planner.months import month_span
from aiteam.planner.optimum.limits import pots
from aiteam.planner.optimum.market import contractor_month, fitting_roles
from aiteam.planner.optimum.scene import TAIL_MONTHS, Scene
from aiteam.planner.progress import Asked as AskedToStop
from aiteam.planner.progress import Stopped, never
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import Asked, State, experience_reached, states_of
from aiteam.planner.training import Draft, reach
from aiteam.planner.values import Currency, Frozen

TENTH = Decimal("0.1")
LARGE = 20  # people of a group
SPARE = 6  # candidates beyond three for each training of the flow


class EstimateMonth(Frozen):
    """Seats of a month, by what means they are covered. Heads may be parts of one."""

    month: date
    needed: int
    at_hand: Decimal
    trained: Decimal
    hired: Decimal
    contractor: Decimal
    open: Decimal


class Estimate(Frozen):
    """`cash_total` is that of the decisions within the plan, without the pay of people at hand; `price` what was made small, over the months
    beyond the plan, too. `hires` and `trainings` are by role."""

    currency: Currency
    months: tuple[EstimateMonth, ...]
    hires: Mapping[str, Decimal]
    trainings: Mapping[str, Decimal]
    contractor_months: Decimal
    open_seat_months: Decimal
    cash_total: Decimal
    price: Decimal
    groups: int
    columns: int
    seconds: Decimal
    explanations: tuple[Explanation, ...]


def candidates(scene: Scene, stopped: AskedToStop = never) -> frozenset[str]:
    """Whom to consider for training among more people than can all be laid out: of each group as many as the flow would train, three times
    over and some more, those with most experience and least pay first."""
    model = _Model(scene)
    if stopped():
        raise Stopped("The search ended before it had found a plan.")
    starts = solve(Problem.model_validate(model.problem())).totals.get("starts", {}) if scene.seats.any() else {}
    wanted: dict[str, float] = defaultdict(float)
    for row in model.trainings:
        wanted[row.group.name] += starts.get(row.name, 0.0)
    found = set[str]()
    for group in model.groups:
        if wanted[group.name] > 0:
            found |= {state.person.id for state in group.promising(scene.request)[: int(3 * wanted[group.name]) + SPARE]}
    return frozenset(found)


def estimate(request: PlanRequest, stopped: AskedToStop = never, tail_months: int = TAIL_MONTHS) -> Estimate:
    """Raises Stopped where it is asked to stop before it is solved."""
    began = time.monotonic()
    model = _Model(Scene.of(request, tail_months))
    if stopped():
        raise Stopped("The estimate was ended before it was made.")
    solution = solve(Problem.model_validate(model.problem())) if model.scene.seats.any() else None
    return _told(model, solution, Decimal(time.monotonic() - began).quantize(Decimal("0.01")))


@dataclass(frozen=True)
class _Key:
    """What people of a group have in common."""

    level: int
    skills: frozenset[str]
    certificates: frozenset[tuple[str, ...]]  # those of the asked groups ("any of") of which one is held
    may_be_trained: bool

    def fits(self, asked: Asked) -> bool:
        in_levels = asked.rule.level_min <= self.level <= asked.rule.level_max + asked.overqualified
        has_skill = asked.speciality is None or asked.speciality in self.skills
        return in_levels and has_skill and (not asked.certifications or asked.certifications in self.certificates)

    def trained_for(self, asked: Asked) -> "_Key":
        skills = self.skills | ({asked.speciality} if asked.speciality else set())
        certificates = self.certificates | ({asked.certifications} if asked.certifications else set())
        return _Key(max(self.level, asked.rule.level_min), skills, certificates, may_be_trained=False)


@dataclass(frozen=True)
class _Group:
    name: str
    key: _Key
    people: Sequence[State]

    @property
    def typical(self) -> State:
        """The one of middle experience."""
        return sorted(self.people, key=lambda state: (state.person.experience_months or 0, state.person.id))[len(self.people) // 2]

    def promising(self, request: PlanRequest) -> list[State]:
        def key(state: State) -> tuple[int, Decimal, str]:
            return -(state.person.experience_months or 0), yearly_pay(request, state, request.as_of), state.person.id

        return sorted(self.people, key=key)


@dataclass(frozen=True)
class _Training:
    """Of a group for a role: months until it counts, cash and pay of the hours of learning at the start, and the monthly rise afterwards."""

    group: _Group
    role: int
    draft: Draft
    months: int
    cash: float
    learning: float
    rise: float

    @property
    def name(self) -> str:
        return f"{self.group.name} for role {self.role}"


class _Model:
    """The flow problem of a request. States are named "group N", "group N for role R" once trained, and "new R" for people hired."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.request = scene, scene.request
        self.periods = [f"{month.month:%Y-%m}" for month in scene.months]
        self.groups = self._groups() if scene.seats.any() else []
        self.trainings = self._worthwhile() if self.request.options.train else []
        useful = {row.group.name for row in self.trainings}
        self.groups = [group for group in self.groups if group.name in useful or self._fits(group.key)]

    # --- people

    def _groups(self) -> list[_Group]:
        """Those who are there from the first month to the last; others come or go in groups of their own."""
        rows = sorted(
            ((self._key(state), state) for state in states_of(self.request.people, self.request.catalogue).values()),
            key=lambda row: (self._order(row[0]), row[1].person.id),
        )
        found = []
        for number, (_order, some) in enumerate(groupby(rows, key=lambda row: self._order(row[0])), start=1):
            members = list(some)
            found.append(_Group(f"group {number}", members[0][0], [state for _key, state in members]))
        return found

    def _key(self, state: State) -> _Key:
        first, asked = self.scene.months[0].first, self.scene.last_asked
        skills = frozenset(row.speciality for row in asked if row.speciality and row.speciality in state.skills)
        groups = {row.certifications for row in asked if row.certifications}
        held = frozenset(codes for codes in groups if self._keeps(state, codes, first))
        stays = state.person.leaves_on is None or state.person.leaves_on > self.scene.months[-1].last
        return _Key(state.person.level, skills, held, state.person.may_be_trained and stays)

    def _keeps(self, state: State, codes: tuple[str, ...], first: date) -> bool:
        """Valid as the plan begins; renewed from then on, or else valid to its end."""
        if self.request.options.renew:
            return state.holds(codes, first, first)
        return state.holds(codes, first, self.scene.months[self.scene.shown - 1].last)

    def _order(self, key: _Key) -> tuple[object, ...]:
        """The same for people who are alike in what counts: of those who are not trained, that is what they can fill."""
        if not key.may_be_trained:
            return (0, [], [], self._fits(key))
        return key.level, sorted(key.skills), sorted(key.certificates), ()

    def _fits(self, key: _Key) -> tuple[int, ...]:
        """Numbers of the roles."""
        return tuple(role for role, asked in enumerate(self.scene.last_asked) if key.fits(asked))

    def _month(self, day: date) -> int:
        """The number of the first month that begins on or after the day; it may lie beyond the last."""
        inside = next((number for number, month in enumerate(self.scene.months) if month.first >= day), None)
        return len(self.scene.months) if inside is None else inside

    # --- trainings

    def _worthwhile(self) -> list[_Training]:
        """Of the trainings of a group those that no other beats: that come no sooner, cost no less and open no other role."""
        kept: list[_Training] = []
        for row in sorted(self._trainings(), key=lambda row: (row.group.name, row.cash + row.learning + row.rise, row.months, row.role)):
            opens = set(self._fits(row.group.key.trained_for(self.scene.last_asked[row.role])))
            rivals = (
                other for other in kept if other.group is row.group and other.months <= row.months and other.draft.level >= row.draft.level
            )
            if not any(opens <= set(self._fits(other.group.key.trained_for(self.scene.last_asked[other.role]))) for other in rivals):
                kept.append(row)
        return kept

    def _trainings(self) -> Iterator[_Training]:
        for group in self.groups:
            for role, asked in enumerate(self.scene.last_asked):
                if group.key.may_be_trained and not group.key.fits(asked):
                    yield from self._training(group, role, asked)

    def _training(self, group: _Group, role: int, asked: Asked) -> Iterator[_Training]:
        state = group.typical
        needed = int((self.scene.seats[role] > 0).argmax())
        draft = reach(state, asked, self.scene.months[needed].first, self.request)
        if not isinstance(draft, Draft):
            return
        studied = [step.ends_on for step in draft.steps if step.kind != "experience"]
        months = self._month(max(studied)) if studied else 0
        if months < len(self.periods):
            pay = yearly_pay(self.request, state, self.request.as_of)
            rise = yearly_pay(self.request, draft.after, date.max) - pay if draft.level > state.person.level else Decimal(0)
            learning = draft.hours * pay / self.request.catalogue.assumption["hours_per_year"].value
            yield _Training(group, role, draft, months, float(draft.cost), float(learning), float(rise / 12))

    def _experienced(self, training: _Training) -> Iterator[int]:
        """By person: the first month in which the training could begin, so that it counts as soon as the experience is there."""
        asked = self.scene.last_asked[training.role]
        months = self.request.catalogue.level[asked.rule.level_min].experience_months_min
        for state in training.group.people:
            there = self._month(experience_reached(state.person, months, self.request))
            yield max(0, there - training.months)

    # --- the problem

    def problem(self) -> dict[str, object]:
        limits = [*self._experience_limits(), *self._budget_limits()]
        return {
            "periods": self.periods,
            "states": [*self._states()],
            "hiring": [*self._hiring()],
            "transitions": [self._transition(training) for training in self.trainings],
            "separations": [*self._leavers()],
            "requirements": [self._requirement(role) for role in range(len(self.scene.roles))],
            "limits": limits,
            "discount_rate": (1 + float(self.request.assumption("yearly_discount_percent")) / 100) ** (1 / 12) - 1,
        }

    def _states(self) -> Iterator[dict[str, object]]:
        first = self.scene.months[0]
        for group in self.groups:
            yield {"name": group.name, "initial": sum(state.person.is_here(first.first) for state in group.people)}
        yield from ({"name": training.name, "cost": training.rise} for training in self.trainings)
        for role in range(len(self.scene.roles)):
            yield {"name": f"new {role}", "cost": self._pay(role)}

    def _pay(self, role: int) -> float:
        rule = self.scene.last_asked[role].rule
        return float(hire_pay(self.request, rule.level_min, rule.level_max)) / 12

    def _hiring(self) -> Iterator[dict[str, object]]:
        """New people by the month in which they count, from the first one that can be reached; and people at hand who start later."""
        request = self.request
        ramp, passed = int(request.assumption("ramp_up_months")), month_span(request.as_of, self.scene.months[0].month)
        most = request.options.hires_per_month
        for role, code in enumerate(self.scene.roles):
            soonest = max(0, request.hiring_lead(code) + ramp - passed)
            allowed = dict.fromkeys(self.periods[soonest:]) if request.options.hire else {}
            limit = {period: (most if most is not None else 1e6) if period in allowed else 0 for period in self.periods}
            yield {"to_state": f"new {role}", "max": limit, "cost": float(request.assumption("hiring_cost")) + ramp * self._pay(role)}
        for group in self.groups:
            starts = Counter(self._month(state.person.starts_on) for state in group.people if not state.person.is_here(self.scene.months[0].first) and state.person.starts_on)  # fmt: skip
            arriving = {self.periods[number]: count for number, count in starts.items() if 0 < number < len(self.periods)}
            if arriving:
                yield {
                    "name": f"joins {group.name}",
                    "to_state": group.name,
                    "max": 0,
                    "under_way": arriving | {"default": 0},
                    "duration": max(starts),
                }

    def _leavers(self) -> Iterator[dict[str, object]]:
        """Those who leave go in the month in which they are no longer there all through."""
        for group in self.groups:
            leaving = Counter[int]()
            for state in group.people:
                ends_on = state.person.leaves_on
                gone = next((n for n, month in enumerate(self.scene.months) if ends_on and ends_on < month.last), None)
                if gone is not None and (state.person.is_here(self.scene.months[0].first) or gone > 0):
                    leaving[gone] += 1
            if leaving:
                going = {self.periods[number]: count for number, count in sorted(leaving.items())} | {"default": 0}
                yield {"from_state": group.name, "min": going, "max": going}

    def _transition(self, training: _Training) -> dict[str, object]:
        return {
            "name": training.name,
            "from_state": training.group.name,
            "to_state": training.name,
            "duration": training.months,
            "cost": training.cash + training.learning,
            "productivity": 1.0,  # seats count heads, and study beside the work empties none
        }

    def _requirement(self, role: int) -> dict[str, object]:
        asked, price = self.scene.last_asked[role], contractor_month(self.scene)
        given = self.request.options.gap_price
        gap = float(given) if given is not None else float(self.request.assumption("gap_contractor_months")) * price
        states = [group.name for group in self.groups if group.key.fits(asked)]
        states += [row.name for row in self.trainings if row.group.key.trained_for(self.scene.last_asked[row.role]).fits(asked)]
        states += [f"new {kind}" for kind in range(len(self.scene.roles)) if role in fitting_roles(self.scene, kind)]
        return {
            "name": f"role {role}",
            "states": states,
            "need": [int(count) for count in self.scene.seats[role]],
            "gap": {"cost": gap},
            "outside": {"cost": price} if self.request.options.contractors else None,
        }

    def _experience_limits(self) -> Iterator[dict[str, object]]:
        """Of the people of a group, no more can have begun to rise to a level than have come near enough to its experience."""
        rising: dict[tuple[str, int], list[_Training]] = defaultdict(list)
        for row in self.trainings:
            if row.draft.level > row.group.key.level:
                rising[row.group.name, row.draft.level].append(row)
        for (group, level), rows in rising.items():
            ready = Counter(max(months) for months in zip(*(list(self._experienced(row)) for row in rows), strict=True))
            so_far = list(accumulate(ready[number] for number in range(len(self.periods))))
            points = self._steps(so_far, every=3 if len(rows[0].group.people) > LARGE else 1)
            for point, until in pairwise([*points, len(self.periods)]):
                yield {
                    "name": f"{group} to level {level} until month {until}",
                    "terms": [{"flow": "starts", "of": [row.name for row in rows]}],
                    "sense": "<=",
                    "right": so_far[point],
                    "over": "all",
                    "periods": self.periods[:until],
                }

    @staticmethod
    def _steps(so_far: Sequence[int], every: int) -> list[int]:
        """The first month, and those of every third (or of each) by which more people are ready than before."""
        points = [0]
        points += [number for number in range(every, len(so_far), every) if so_far[number] > so_far[number - every]]
        return points

    def _budget_limits(self) -> Iterator[dict[str, object]]:
        """Cash as far as the flow tells it apart: the pay of a new person's first weeks counts as recruiting."""
        for number, budget in enumerate(self.request.options.budgets):
            for pot in pots(budget, self.scene):
                months = [period for period, counts in zip(self.periods, pot.shares.sum(axis=0).tolist(), strict=True) if counts]
                terms = [*self._terms(budget.kind)]
                if months and terms:
                    yield {
                        "name": f"budget {number} {pot.name}",
                        "terms": terms,
                        "sense": "<=",
                        "right": pot.amount,
                        "over": "all",
                        "periods": months,
                    }

    def _terms(self, kind: str) -> Iterator[dict[str, object]]:
        costs = {"hiring": "hiring", "pay": "pay", "contractors": "outside"}
        wanted = [cost for name, cost in costs.items() if kind in {"all", name}]
        if wanted:
            yield {"flow": "cost", "of": wanted}
        if kind in {"all", "training"}:
            yield from ({"flow": "starts", "of": row.name, "coefficient": row.cash} for row in self.trainings if row.cash)


# --- what it says


def _told(model: _Model, solution: Solution | None, seconds: Decimal) -> Estimate:
    scene, request = model.scene, model.request
    flows = solution.flows if solution else {}
    shown = model.periods[: scene.shown]

    def total(kind: str, name: str) -> float:
        return sum(flows.get(kind, {}).get(name, {}).get(period, 0.0) for period in shown)

    months = tuple(_month(model, flows, number) for number in range(scene.shown))
    hires = {code: _tenths(total("hires", f"new {role}")) for role, code in enumerate(scene.roles)}
    trainings: dict[str, Decimal] = defaultdict(Decimal)
    for row in model.trainings:
        trainings[scene.roles[row.role]] += _tenths(total("starts", row.name))
    learning = sum(total("starts", row.name) * row.learning for row in model.trainings)
    by_period = solution.cost.by_period if solution and solution.cost else {}
    cash = sum(by_period.get(kind, {}).get(period, 0.0) for kind in ("pay", "hiring", "transitions", "outside") for period in shown)
    return Estimate(
        currency=request.currency,
        months=months,
        hires={code: count for code, count in hires.items() if count},
        trainings={code: count for code, count in sorted(trainings.items()) if count},
        contractor_months=sum((month.contractor for month in months), Decimal(0)),
        open_seat_months=sum((month.open for month in months), Decimal(0)),
        cash_total=Decimal(round(cash - learning)),
        price=Decimal(round(solution.objectives[0].value)) if solution and solution.objectives else Decimal(0),
        groups=len(model.groups),
        columns=solution.columns if solution else 0,
        seconds=seconds,
        explanations=(
            Explanation.of("estimate_averages"),
            Explanation.of("estimate_certificates"),
            Explanation.of("estimate_contracts"),
        ),
    )


def _month(model: _Model, flows: Mapping[str, Mapping[str, Mapping[str, float]]], number: int) -> EstimateMonth:
    period, month = model.periods[number], model.scene.months[number]
    filled: dict[str, float] = defaultdict(float)
    for name, amounts in flows.get("assigned", {}).items():
        state = name.partition("/")[2]
        means = "hired" if state.startswith("new") else "trained" if " for role " in state else "at_hand"
        filled[means] += amounts.get(period, 0.0)
    for kind, means in (("outside", "contractor"), ("gap", "open")):
        filled[means] += sum(amounts.get(period, 0.0) for amounts in flows.get(kind, {}).values())
    needed = int(model.scene.seats[:, number].sum())
    # Somebody beyond the need is assigned, too; what counts is the seats.
    filled["at_hand"] = max(0.0, needed - sum(filled[means] for means in ("trained", "hired", "contractor", "open")))
    parts = {means: _tenths(filled[means]) for means in ("at_hand", "trained", "hired", "contractor", "open")}
    return EstimateMonth(month=month.month, needed=needed, **parts)


def _tenths(value: float) -> Decimal:
    return Decimal(value).quantize(TENTH)
