"""Other plans for the same request: without one of its decisions, under other switches and budgets, and what would close a gap.

Each is solved anew. Their money is that of the search, in whole units: cash of the decisions within the plan, without the pay of people at hand,
which is due anyway.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

import numpy as np

from aiteam.planner.decisions import Decided
from aiteam.planner.optimum.limits import Cap, Limits
from aiteam.planner.optimum.market import contractor_month
from aiteam.planner.optimum.program import Effort, Numbers
from aiteam.planner.optimum.solve import Planning, Solved
from aiteam.planner.request import Budget, PlanRequest
from aiteam.planner.result import (
    Alternative,
    Alternatives,
    Change,
    CurvePoint,
    GapReason,
    Relaxation,
    RelaxationCode,
    Variant,
    VariantCode,
)

MOST = 40  # decisions that are each tried without
PERCENTS = (70, 80, 90, 100, 110, 120)
SAME = Decimal(10)  # of the currency: less than that is the tie-breaker of the search, not money
LESS_PATIENT, MORE_PATIENT = 3.0, 1 / 3
# Beside the plan itself a proof matters less than an answer.
SHORT = Effort(gap=1e-3, nodes=2_000, seconds=20.0)


def alternatives(planning: Planning, solved: Solved, decided: Decided) -> Alternatives:
    began = time.monotonic()
    base = Measured(planning, solved)
    without, left_out = _without(base)
    curve = _curve(base)
    return Alternatives(
        without=without,
        left_out=left_out,
        variants=_efficient(list(_variants(base, decided))),
        curve=curve,
        gaps=_gaps(base),
        seconds=Decimal(time.monotonic() - began).quantize(Decimal("0.01")),
    )


class Measured:
    """A solved plan by what it does within the plan's months: cash by kind, hires and contractor months and open seat-months by role,
    and who is trained."""

    def __init__(self, planning: Planning, solved: Solved) -> None:
        self.planning, self.scene, self.solved, self.choice = planning, planning.scene, solved, solved.choice
        self.end = self.scene.months[self.scene.shown - 1].last

    @property
    def cash(self) -> float:
        cash: Numbers = sum((self.planning.paths.by_kind(index) for index in self.choice.paths), np.zeros((4, len(self.scene.months))))
        spent = float(cash[:, : self.scene.shown].sum())
        for index, count in self.choice.offers.items():
            offer = self.planning.offers[index]
            spent += count * float((offer.recruiting + offer.pay)[: self.scene.shown].sum())
        return spent + contractor_month(self.scene) * int(self.choice.contractors[:, : self.scene.shown].sum())

    @property
    def open(self) -> int:
        return int(self.choice.open[:, : self.scene.shown].sum())

    @property
    def counts(self) -> Counter[tuple[str, str]]:
        """By (what, person or role)."""
        found = Counter[tuple[str, str]]()
        for path in self.planning.chosen(self.solved):
            if path.way and path.begin and path.begin <= self.end:
                found["training", path.person] += 1
        for index, count in self.choice.offers.items():
            if self.planning.offers[index].order_by <= self.end:
                found["hire", self.scene.roles[self.planning.offers[index].role]] += count
        for what, counts in (("contractor_months", self.choice.contractors), ("open", self.choice.open)):
            for role, count in zip(self.scene.roles, counts[:, : self.scene.shown].sum(axis=1).tolist(), strict=True):
                found[what, role] += count
        return +found

    def again(self, limits: Limits) -> "Measured":
        return Measured(self.planning, self.planning.solve(limits, SHORT))

    def on(self, request: PlanRequest) -> "Measured":
        """The same question with a request changed."""
        planning = Planning(request, told=self.planning.told, stopped=self.planning.stopped)
        return Measured(planning, planning.solve(effort=SHORT))


def whole(amount: float) -> Decimal:
    return Decimal(round(amount))


# --- without one decision


def _without(base: Measured) -> tuple[tuple[Alternative, ...], int]:
    """What each decision is worth: the plan with one fewer. Of many, those of most seat-months; the number of the others."""
    counts, limits, scene = base.counts, base.solved.limits, base.scene
    questions: list[tuple[str, str, Limits]] = []
    for (what, subject), count in sorted(counts.items()):
        if what == "training":
            questions.append((what, subject, replace(limits, untrained=limits.untrained | {subject})))
        elif what == "hire":
            cap = Cap("hires", scene.roles.index(subject), _hired(base, subject) - 1)
            questions.append((what, subject, replace(limits, caps=(*limits.caps, cap))))
        elif what == "contractor_months":
            cap = Cap("contractor_months", scene.roles.index(subject), count - 1)
            questions.append(("contract", subject, replace(limits, caps=(*limits.caps, cap))))
    asked = sorted(questions, key=lambda question: ("hire", "contract", "training").index(question[0]))
    return tuple(_alternative(base, *question) for question in asked[:MOST]), max(0, len(asked) - MOST)


def _hired(base: Measured, role: str) -> int:
    """Of the whole search, the months beyond the plan included."""
    number = base.scene.roles.index(role)
    return sum(count for index, count in base.choice.offers.items() if base.planning.offers[index].role == number)


def _alternative(base: Measured, what: Any, subject: str, limits: Limits) -> Alternative:
    other = base.again(limits)
    more = whole(other.choice.price - base.choice.price)
    return Alternative(
        of=what,
        subject=subject,
        price_delta=more if more > SAME else Decimal(0),
        cash_delta=whole(other.cash - base.cash),
        open_delta=other.open - base.open,
        instead=changes(base, other),
    )


def changes(before: Measured, after: Measured) -> tuple[Change, ...]:
    """What the second plan does more or less of than the first."""
    old, new = before.counts, after.counts
    return tuple(_change(*key, new[key] - old[key]) for key in sorted({*old, *new}) if new[key] != old[key])


def _change(what: Any, subject: str, delta: int) -> Change:
    return Change(what=what, person=subject, delta=delta) if what == "training" else Change(what=what, role=subject, delta=delta)


# --- switches and attitudes


def _variants(base: Measured, decided: Decided) -> Iterator[Variant]:
    limits, options = base.solved.limits, base.planning.request.options
    yield _variant("plan", base, decided)
    others: dict[VariantCode, Limits] = {
        "patient": replace(limits, gap_price=limits.gap_price * MORE_PATIENT),
        "eager": replace(limits, gap_price=limits.gap_price * LESS_PATIENT),
    }
    if options.hire:
        others["no_hires"] = replace(limits, caps=(*limits.caps, Cap("hires", None, 0)))
    if options.contractors:
        others["no_contractors"] = replace(limits, contractors=False)
    if options.train:
        others["no_training"] = replace(limits, untrained=frozenset(base.planning.recorded))
    for code, changed in others.items():
        other = base.again(changed)
        yield _variant(code, other, other.planning.decided(other.solved))


def _variant(code: VariantCode, measured: Measured, decided: Decided) -> Variant:
    counts = measured.counts
    by_kind = Counter[str]()
    for (what, _subject), count in counts.items():
        by_kind[what] += count
    open_by_month = [
        sum(state == "open" for (index, _seat), state in decided.states.items() if index == number)
        for number in range(measured.scene.shown)
    ]
    return Variant(
        code=code,
        cash=whole(measured.cash),
        open_seat_months=measured.open,
        covered_from=_covered_from([month.month for month in decided.demand], open_by_month),
        risk=risk(measured.planning.request, decided),
        trained=by_kind["training"],
        hired=by_kind["hire"],
        contractor_months=by_kind["contractor_months"],
    )


def _covered_from(months: Sequence[date], open_seats: Sequence[int]) -> date | None:
    last_open = max((index for index, count in enumerate(open_seats) if count), default=-1)
    return months[last_open + 1] if last_open + 1 < len(months) else None


def risk(request: PlanRequest, decided: Decided) -> Decimal:
    """Seat-months expected to be lost: open ones, and those of people who leave by then or fail an exam on the way there.

    Contractors are replaced by their agency. Everybody leaves at the same rate, from the plan's start or from arrival on.
    """
    stay = 1 - float(request.assumption("attrition_percent")) / 100
    passed = float(request.assumption("exam_pass_percent")) / 100
    exams = {row.person: sum(step.kind == "exam" for step in row.draft.steps) for row in decided.trainings}
    lost = 0.0
    for (index, seat), state in decided.states.items():
        person = decided.planned[index].seats.get(seat)
        if state == "open":
            lost += 1
        elif state != "contractor":
            there = passed ** exams.get(person, 0) if person and state == "trained" else 1.0
            lost += 1 - there * stay ** (index / 12)
    return Decimal(lost).quantize(Decimal("0.1"))


def _efficient(variants: Sequence[Variant]) -> tuple[Variant, ...]:
    """Each with whether no other is at least as good in cash, time and risk, and better in one."""

    def key(variant: Variant) -> tuple[Decimal, date, int, Decimal]:
        return variant.cash, variant.covered_from or date.max, variant.open_seat_months, variant.risk

    def beats(one: Variant, other: Variant) -> bool:
        pairs = list(zip(key(one), key(other), strict=True))
        return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)  # type: ignore[operator]

    return tuple(row.model_copy(update={"is_efficient": not any(beats(other, row) for other in variants)}) for row in variants)


# --- money


def _curve(base: Measured) -> tuple[CurvePoint, ...]:
    """Under shares of the budgets; where there are none, of what the plan spends."""
    request = base.planning.request
    budgets = request.options.budgets or (Budget(amount=whole(base.cash + 1)),)
    planning = Planning(_with(request, budgets=budgets), told=base.planning.told, stopped=base.planning.stopped)
    found = []
    for percent in PERCENTS:
        pots = tuple(replace(pot, amount=pot.amount * percent / 100) for pot in planning.limits.pots)
        point = Measured(planning, planning.solve(replace(planning.limits, pots=pots), replace(SHORT, gap=0.01)))
        found.append(
            CurvePoint(
                percent=percent,
                amount=whole(sum(float(budget.amount) for budget in budgets) * percent / 100),
                cash=whole(point.cash),
                open_seat_months=point.open,
                gap_percent=(Decimal(point.choice.gap) * 100).quantize(Decimal("0.01")),
            )
        )
    return tuple(found)


def _with(request: PlanRequest, **options: Any) -> PlanRequest:
    return request.model_copy(update={"options": request.options.model_copy(update=options)})


# --- gaps


@dataclass(frozen=True)
class _Rule:
    """A rule that may force a gap: whether it is in force, and the request without it."""

    code: RelaxationCode
    is_in_force: Callable[[PlanRequest], bool]
    given_up: Callable[[PlanRequest], PlanRequest]


def _all_willing(request: PlanRequest) -> PlanRequest:
    people = tuple(person.model_copy(update={"may_be_trained": True}) for person in request.people)
    kept = tuple(row for row in request.directives if row.action == "fix" or row.what != "training")
    return request.model_copy(update={"people": people, "directives": kept})


def _has_unwilling(request: PlanRequest) -> bool:
    forbidden = any(row.action == "forbid" and row.what == "training" for row in request.directives)
    return request.options.train and (forbidden or any(not person.may_be_trained for person in request.people))


RULES = (
    _Rule(
        "lead_time",
        lambda request: request.options.hire and request.assumption("hiring_lead_months") + request.assumption("ramp_up_months") > 0,
        lambda request: _with(request, hiring_lead_months=0, ramp_up_months=0),
    ),
    _Rule("no_hires", lambda request: not request.options.hire, lambda request: _with(request, hire=True)),
    _Rule("no_contractors", lambda request: not request.options.contractors, lambda request: _with(request, contractors=True)),
    _Rule("no_training", lambda request: not request.options.train, lambda request: _with(request, train=True)),
    _Rule("no_willing_trainee", _has_unwilling, _all_willing),
    _Rule("time_in_grade", lambda request: request.options.months_in_grade > 0, lambda request: _with(request, months_in_grade=0)),
    _Rule(
        "certificate_end",
        lambda request: not request.options.certificate_may_be_open,
        lambda request: _with(request, certificate_may_be_open=True),
    ),
    _Rule(
        "mentor_shortage",
        lambda request: request.options.apprenticeships,
        lambda request: _with(request, juniors_per_mentor=10, mentor_level_min=1),
    ),
    _Rule("budget", lambda request: bool(request.options.budgets), lambda request: _with(request, budgets=())),
    _Rule(
        "contract_minimum",
        lambda request: request.options.contractors and request.assumption("contract_months_min") > 1,
        lambda request: _with(request, contract_months_min=1),
    ),
    _Rule(
        "hiring_limit", lambda request: request.options.hires_per_month is not None, lambda request: _with(request, hires_per_month=None)
    ),
)


def _gaps(base: Measured) -> tuple[GapReason, ...]:
    """Each role with open seats, and what would leave fewer of them open."""
    if not base.open:
        return ()
    request = base.planning.request
    relaxed = {rule.code: base.on(rule.given_up(request)) for rule in RULES if rule.is_in_force(request)}
    return tuple(_reason(base, role, relaxed) for role in base.scene.roles if base.counts["open", role])


def _reason(base: Measured, role: str, relaxed: Mapping[RelaxationCode, Measured]) -> GapReason:
    months = np.flatnonzero(base.choice.open[base.scene.roles.index(role), : base.scene.shown])
    ways = [
        Relaxation(code=code, open_seat_months=other.counts["open", role], cash_delta=whole(other.cash - base.cash))
        for code, other in relaxed.items()
        if other.counts["open", role] < base.counts["open", role]
    ]
    return GapReason(
        role=role,
        first_month=base.scene.months[months[0]].month,
        last_month=base.scene.months[months[-1]].month,
        seat_months=base.counts["open", role],
        ways=tuple(sorted(ways, key=lambda way: (way.open_seat_months > 0, way.cash_delta, way.code))),
    )
