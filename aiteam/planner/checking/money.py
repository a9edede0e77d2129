"""Every line of money of every month, to the cent."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from aiteam.planner.checking.abilities import Abilities, People
from aiteam.planner.checking.findings import Finding
from aiteam.planner.composition import demand
from aiteam.planner.money import cents
from aiteam.planner.months import add_months, last_day, month_of, months_between
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import PlanResult
from aiteam.planner.workdays import Calendar

CASH = ("staff_pay", "rises", "premiums", "new_pay", "hiring", "training", "exams", "contractors")


def check_money(request: PlanRequest, result: PlanResult, people: People) -> Iterator[Finding]:
    found = _Reckoned(request, result, people)
    for row in result.costs.months:
        for kind in (*CASH, "opportunity"):
            amount = cents(found.amounts[kind, row.month])
            if getattr(row, kind) != amount:
                yield Finding("money_wrong", f"{row.month:%Y-%m} {kind}", getattr(row, kind), amount)
        cash = sum((getattr(row, kind) for kind in CASH), Decimal(0))
        if row.cash != cash:
            yield Finding("sum_wrong", f"{row.month:%Y-%m} cash", row.cash, cash)
    for kind in (*CASH, "cash", "opportunity"):
        total = sum((getattr(row, kind) for row in result.costs.months), Decimal(0))
        if getattr(result.costs.total, kind) != total:
            yield Finding("sum_wrong", f"total {kind}", getattr(result.costs.total, kind), total)
    if [row.month for row in result.costs.months] != list(result.months):
        yield Finding("months_wrong", "costs", len(result.costs.months), len(result.months))


class _Reckoned:
    """Unrounded amounts by (kind, month). What is paid before the first month stands in it."""

    def __init__(self, request: PlanRequest, result: PlanResult, people: People) -> None:
        self.request, self.result, self.people = request, result, people
        self.loaded = 1 + request.assumption("on_cost_percent") / 100
        self.amounts: dict[tuple[str, date], Decimal] = defaultdict(Decimal)
        self._people_at_hand()
        self._new_people()
        self._learning()
        contractor = request.assumption("contractor_rate") * request.assumption("contractor_hours_per_month")
        for row in result.contracts:
            for month in months_between(row.first_month, add_months(row.first_month, row.months - 1)):
                self._add("contractors", month, contractor)

    def _add(self, kind: str, day: date, amount: Decimal) -> None:
        self.amounts[kind, max(month_of(day), self.result.months[0])] += amount

    def _pay(self, able: Abilities, level: int) -> Decimal:
        """A year's pay with on-costs at a level: the recorded one, after a rise at least the floor of the band; without a record its middle."""
        band, recorded = self.request.catalogue.level[level].pay, able.person.yearly_pay
        if recorded is None:
            return (band.low + band.high) / 2 * self.loaded
        return (max(recorded, band.low) if level > able.person.level else recorded) * self.loaded

    def _people_at_hand(self) -> None:
        seated: dict[date, set[str]] = defaultdict(set)
        for seat in self.result.seats:
            for row in seat.months:
                if row.person:
                    seated[row.month].add(row.person)
        premiums = {row.person: row.yearly_premium for row in self.result.retentions}
        for month in demand(self.request):
            for person, able in self.people.planned.items():
                is_here, base = able.person.is_here(month.last), self._pay(able, able.person.level)
                if person in seated[month.month] or (is_here and self._learns(person, month.month)):
                    self._add("staff_pay", month.month, base / 12)
                level = able.level_on(month.first)
                if is_here and level > able.person.level:
                    self._add("rises", month.month, (self._pay(able, level) - base) / 12)
                if is_here and person in premiums:
                    self._add("premiums", month.month, premiums[person] / 12)

    def _learns(self, person: str, month: date) -> bool:
        trainings = [row for row in self.people.trainings[person] if row.kind == "seat"]
        return any(month_of(row.steps[0].starts_on) <= month <= month_of(row.ready_on) for row in trainings)

    def _new_people(self) -> None:
        for row in self.result.openings:
            levels = self.request.catalogue.level
            yearly = (levels[row.level_min].pay.low + levels[row.level_max].pay.high) / 2 * self.loaded
            self._add("hiring", row.arrives_on, self.request.assumption("hiring_cost"))
            for month in months_between(row.arrives_on, self.request.ends_on):
                days = last_day(month).day
                share = Decimal(days - row.arrives_on.day + 1) / days if month_of(row.arrives_on) == month else Decimal(1)
                self._add("new_pay", month, yearly / 12 * share)

    def _learning(self) -> None:
        calendar = Calendar.of(self.request.options.holidays)
        hours_per_year = self.request.catalogue.assumption["hours_per_year"].value
        for row in self.result.trainings:
            able = self.people.recorded[row.person]
            hourly = self._pay(able, able.person.level) / hours_per_year
            for step in row.steps:
                self._add("exams" if step.kind == "exam" else "training", step.starts_on, step.cost)
                days = list(calendar.workdays(step.starts_on, step.ends_on)) if step.hours else []
                for day in days:
                    self._add("opportunity", day, Decimal(step.hours) / len(days) * hourly)
            for spell in row.mentors:
                mentor = self.people.recorded[spell.person]
                lost = self.request.assumption("mentor_loss_percent") / 100 * self._pay(mentor, mentor.person.level) / 12
                for month in months_between(spell.first_month, add_months(spell.first_month, spell.months - 1)):
                    self._add("opportunity", month, lost)
