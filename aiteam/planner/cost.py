"""What the plan costs, month by month. Method: docs/planner.md, "Cost"."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from aiteam.planner.decisions import Decided
from aiteam.planner.explanations import Explanation
from aiteam.planner.money import cents
from aiteam.planner.months import last_day, month_of, months_between
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import CostMonth, Costs, CostTotals, TrainingStep
from aiteam.planner.state import State
from aiteam.planner.workdays import Calendar

KINDS = ("staff_pay", "rises", "premiums", "new_pay", "hiring", "training", "exams", "contractors")


@dataclass
class _Ledger:
    """Amounts by kind and month, unrounded. What falls before the first month, so that all is ready at its start, stands in it."""

    first: date
    amounts: dict[tuple[str, date], Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def add(self, kind: str, day: date, amount: Decimal) -> None:
        self.amounts[kind, max(month_of(day), self.first)] += amount

    def month(self, month: date) -> CostMonth:
        parts = {kind: cents(self.amounts[kind, month]) for kind in KINDS}
        return CostMonth(month=month, **parts, cash=sum(parts.values(), Decimal(0)), opportunity=cents(self.amounts["opportunity", month]))


def costs(request: PlanRequest, decided: Decided) -> Costs:
    """Cash and opportunity cost of every month of the plan; each line rounded to the cent, totals are their sums."""
    ledger = _Ledger(request.months[0])
    _staff_pay(request, decided, ledger)
    _hires(request, decided, ledger)
    _trainings(request, decided, ledger)
    _contractors(request, decided, ledger)
    _premiums(request, decided, ledger)
    months = tuple(ledger.month(month) for month in request.months)
    totals = {kind: sum((getattr(month, kind) for month in months), Decimal(0)) for kind in (*KINDS, "cash", "opportunity")}
    return Costs(
        currency=request.currency,
        pay_basis="records" if any(person.yearly_pay is not None for person in request.people) else "bands",
        months=months,
        total=CostTotals(**totals),
        explanations=tuple(_explanations(request, decided)),
    )


def yearly_pay(request: PlanRequest, state: State, day: date) -> Decimal:
    """Yearly pay with on-costs: the recorded one, else the middle of the pay band of the level held on `day`.

    Once a plan has raised somebody's level, the recorded pay is at least the floor of the new level's band.
    """
    recorded, level = state.person.yearly_pay, state.level_on(day)
    band = request.catalogue.level[level].pay
    base = band.middle if recorded is None else max(recorded, band.low) if level > state.person.level else recorded
    return base * (1 + request.assumption("on_cost_percent") / 100)


def hire_pay(request: PlanRequest, level_min: int, level_max: int) -> Decimal:
    """Yearly pay with on-costs of somebody hired for a seat: half-way between the floor of its lowest and the ceiling of its highest level."""
    low, high = request.catalogue.level[level_min].pay.low, request.catalogue.level[level_max].pay.high
    return (low + high) / 2 * (1 + request.assumption("on_cost_percent") / 100)


def _staff_pay(request: PlanRequest, decided: Decided, ledger: _Ledger) -> None:
    """Pay of everybody who sits in a seat or learns for one in the month; rises of everybody whose level the plan has raised."""
    learning = {training.person: training for training in decided.trainings}
    for filled in decided.planned:
        month, first = filled.demand.month, filled.demand.first
        for person, state in decided.final.items():
            training, base = learning.get(person), yearly_pay(request, decided.recorded[person], first)
            learns = training is not None and month_of(training.draft.steps[0].starts_on) <= month <= month_of(training.draft.ready_on)
            is_here = state.person.is_here(filled.demand.last)
            if person in filled.seated or (learns and is_here):
                ledger.add("staff_pay", month, base / 12)
            if is_here and state.level_on(first) > state.person.level:
                ledger.add("rises", month, (yearly_pay(request, state, first) - base) / 12)


def _hires(request: PlanRequest, decided: Decided, ledger: _Ledger) -> None:
    """Recruiting and pay of new people."""
    for hire in decided.new_people:
        rule = hire.rule
        ledger.add("hiring", hire.arrives_on, request.assumption("hiring_cost"))
        for month in months_between(hire.arrives_on, request.ends_on):
            share = share_of_month(hire.arrives_on, month)
            ledger.add("new_pay", month, hire_pay(request, rule.level_min, rule.level_max) / 12 * share)


def share_of_month(start: date, month: date) -> Decimal:
    """The part of `month` from `start` on, by calendar days."""
    if start <= month:
        return Decimal(1)
    days = last_day(month).day
    return Decimal(days - start.day + 1) / days


def _trainings(request: PlanRequest, decided: Decided, ledger: _Ledger) -> None:
    for person, step in decided.steps():
        ledger.add("exams" if step.kind == "exam" else "training", step.starts_on, step.cost)
        hourly = yearly_pay(request, decided.recorded[person], step.starts_on) / request.catalogue.assumption["hours_per_year"].value
        for month, hours in _hours_by_month(request, step):
            ledger.add("opportunity", month, hours * hourly)
    for training in decided.trainings:
        for number, mentor in training.mentors:
            if number < len(decided.demand):
                month = decided.demand[number].month
                ledger.add("opportunity", month, mentoring_pay(request, decided.recorded[mentor], month))


def mentoring_pay(request: PlanRequest, mentor: State, month: date) -> Decimal:
    """The pay of a mentor's time that one junior takes in a month."""
    return request.assumption("mentor_loss_percent") / 100 * yearly_pay(request, mentor, month) / 12


def _hours_by_month(request: PlanRequest, step: TrainingStep) -> Iterator[tuple[date, Decimal]]:
    """Study hours of a step spread evenly over its working days."""
    if not step.hours:
        return
    days = list(Calendar.of(request.options.holidays).workdays(step.starts_on, step.ends_on))
    for day in days:
        yield month_of(day), Decimal(step.hours) / len(days)


def contractor_month(request: PlanRequest) -> Decimal:
    """What a contractor costs in a month."""
    return request.assumption("contractor_rate") * request.assumption("contractor_hours_per_month")


def _contractors(request: PlanRequest, decided: Decided, ledger: _Ledger) -> None:
    monthly = contractor_month(request)
    for contract in decided.contracts:
        for number in contract.month_numbers:
            if number < len(decided.demand):
                ledger.add("contractors", decided.demand[number].month, monthly)


def replacement_cost(request: PlanRequest, pay: Decimal) -> Decimal:
    """Recruiting, and a contractor in the seat until somebody new counts there, less the pay that falls away until they arrive."""
    lead, ramp = request.assumption("hiring_lead_months"), request.assumption("ramp_up_months")
    return request.assumption("hiring_cost") + (lead + ramp) * contractor_month(request) - lead * pay / 12


def _premiums(request: PlanRequest, decided: Decided, ledger: _Ledger) -> None:
    """A twelfth a month to everybody kept, as long as they are here."""
    for premium in decided.premiums:
        person = decided.recorded[premium.person].person
        for month in decided.demand:
            if person.is_here(month.last):
                ledger.add("premiums", month.month, premium.yearly / 12)


def _explanations(request: PlanRequest, decided: Decided) -> Iterator[Explanation]:
    yield Explanation.of("cost_staff", on_cost_percent=request.assumption("on_cost_percent"))
    yield Explanation.of("cost_hires", hiring_amount=request.assumption("hiring_cost"))
    yield Explanation.of(
        "cost_training", course_amount=request.assumption("course_price"), bootcamp_amount=request.assumption("bootcamp_price")
    )
    yield Explanation.of("cost_opportunity", hours=request.catalogue.assumption["hours_per_year"].value)
    if any(training.mentors for training in decided.trainings):
        yield Explanation.of("cost_mentoring", percent=request.assumption("mentor_loss_percent"))
    if request.options.contractors:
        rate, hours = request.assumption("contractor_rate"), request.assumption("contractor_hours_per_month")
        yield Explanation.of("cost_contractors", rate_amount=rate, hours=hours)
