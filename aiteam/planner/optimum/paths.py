"""Every course of action for every person: nothing, or a training begun in some month, with certificates renewed or not.

A path says which roles the person could fill in each month, and what it costs. Paths that another of the same person beats in every month and in
every price are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import numpy as np

from aiteam.planner.catalogue import Certification
from aiteam.planner.cost import yearly_pay
from aiteam.planner.months import add_months
from aiteam.planner.optimum.fitness import Fitness, Lives
from aiteam.planner.optimum.scene import Days, Numbers, Scene, day64
from aiteam.planner.optimum.timing import Milestones, milestones
from aiteam.planner.state import State
from aiteam.planner.training import Draft, Way, first_day, lay_out, renewals, ways
from aiteam.planner.workdays import Calendar

FOREVER = np.datetime64("9999-12-31", "D")


@dataclass(frozen=True)
class Path:
    """One course of action; `way` None is no training. With `renewed` the certificates that matter are kept valid."""

    person: str
    way: Way | None
    begin: date | None
    renewed: bool


@dataclass(frozen=True)
class Paths:
    """Of one person or of all: `masks` (bit r: could fill role r) and `cash` by path and month; `cost` is discounted and holds
    the pay of hours spent learning, too."""

    paths: list[Path]
    masks: Numbers
    cash: Numbers
    cost: Numbers

    def of(self, kept: Numbers) -> "Paths":
        return Paths([self.paths[index] for index in kept], self.masks[kept], self.cash[kept], self.cost[kept])

    @classmethod
    def joined(cls, parts: Sequence["Paths"]) -> "Paths":
        return cls(
            [path for part in parts for path in part.paths],
            np.concatenate([part.masks for part in parts]),
            np.concatenate([part.cash for part in parts]),
            np.concatenate([part.cost for part in parts]),
        )


@dataclass(frozen=True)
class _Variant:
    """A person with certificates as recorded, or `renewed` for what is `spent` by month."""

    state: State
    spent: Numbers
    renewed: bool


class Pathfinder:
    """`with_budgets`: cash by year counts, not only the cost as a whole."""

    def __init__(self, scene: Scene, *, with_budgets: bool = False) -> None:
        self.with_budgets = with_budgets
        self.scene, self.request = scene, scene.request
        self.fitness = Fitness(scene)
        self.calendar = Calendar.of(scene.request.options.holidays)
        self.asked_codes = sorted({code for asked in scene.last_asked for code in asked.certifications})

    def of_person(self, state: State) -> Paths:
        variants = self._variants(state)
        parts = [self._untrained(variant) for variant in variants]
        if self.request.options.train:
            parts += [part for way in self._ways(state) for part in self._trained(way, variants)]
        return undominated(Paths.joined(parts), self.scene.years if self.with_budgets else None)

    def _variants(self, state: State) -> list["_Variant"]:
        """As recorded, and with every certificate kept valid that some seat asks for."""
        nothing = np.zeros(len(self.scene.months))
        variants = [_Variant(state, nothing, renewed=False)]
        if self.request.options.renew:
            codes = [code for code in self.asked_codes if code in state.certificates]
            kept, done = renewals(state, codes, self.request)
            spent = nothing.copy()
            for renewal in done:
                spent[self.scene.month_index(renewal.step.starts_on)] += float(renewal.step.cost)
            variants.append(_Variant(kept, spent, renewed=True))
        return variants

    def _untrained(self, variant: "_Variant") -> Paths:
        path = Path(variant.state.person.id, None, None, variant.renewed)
        cash = variant.spent[None, :]
        return Paths([path], self.fitness.as_is(variant.state)[None, :], cash, cash @ self.scene.discount)

    def _ways(self, state: State) -> list[Way]:
        """Each once: the way to one seat may be that to another."""
        found = [way for asked in self.scene.last_asked for way in ways(state, asked, self.request)]
        return list({(way.wanted, way.asked.rule.level_min, way.asked.speciality, way.bootcamp): way for way in found}.values())

    def _begins(self, state: State) -> list[date]:
        """The first working day of each month of the plan in which a training could begin."""
        earliest = self.calendar.on_or_after(first_day(state, self.request))
        later = [self.calendar.on_or_after(month.month) for month in self.scene.months if month.month > earliest]
        return [earliest, *later]

    def _trained(self, way: Way, variants: Sequence["_Variant"]) -> Iterator[Paths]:
        known: dict[object, tuple[Milestones, Numbers, Numbers]] = {}
        for variant in variants:
            begins = self._begins(variant.state)
            for draft, some in self._alike(variant.state, way, begins):
                key = (tuple(_shape(draft)), some[0], some[-1])
                if draft.steps and key not in known:
                    times = milestones(draft, way, variant.state, some, self.scene)
                    known[key] = (times, *self._money(variant.state, times))
                if draft.steps:
                    yield self._begun(variant, way, *known[key])

    def _alike(self, state: State, way: Way, begins: Sequence[date]) -> list[tuple[Draft, Sequence[date]]]:
        """Starts whose trainings have the same steps, with one of them laid out: a later start may have to sit again what has lapsed by then.

        Steps change a few times at most, and not back, so that halving finds where.
        """

        def between(low: int, high: int, first: Draft, last: Draft) -> list[tuple[Draft, int, int]]:
            if _shape(first) == _shape(last):
                return [(first, low, high)]
            if high - low == 1:
                return [(first, low, low), (last, high, high)]
            middle = (low + high) // 2
            draft = lay_out(state, way, self.request, begins[middle])
            return [*between(low, middle, first, draft), *between(middle, high, draft, last)]

        last = len(begins) - 1
        found = between(0, last, lay_out(state, way, self.request, begins[0]), lay_out(state, way, self.request, begins[last]))
        starts: dict[int, Draft] = {}
        for draft, low, high in found:
            starts |= {number: draft for number in range(low, high + 1) if number not in starts}
        groups: list[tuple[Draft, list[date]]] = []
        for number in sorted(starts):
            if groups and _shape(groups[-1][0]) == _shape(starts[number]):
                groups[-1][1].append(begins[number])
            else:
                groups.append((starts[number], [begins[number]]))
        return [(draft, some) for draft, some in groups]

    def _begun(self, variant: "_Variant", way: Way, times: Milestones, cash: Numbers, learning: Numbers) -> Paths:
        """The starts that end in useful time."""
        useful = np.flatnonzero(times.ready <= self.scene.last[-1])
        if not len(useful):
            return self._none()
        times = times.of(useful)
        masks = self.fitness.trained(variant.state, times, self._lives(times, renewed=variant.renewed))
        paid = cash[useful] + variant.spent[None, :] + (self._upkeep(times) if variant.renewed else 0)
        paths = [Path(variant.state.person.id, way, begin, variant.renewed) for begin in times.begins.astype(object)]
        return Paths(paths, masks, paid, paid @ self.scene.discount + learning[useful])

    def _none(self) -> Paths:
        months = len(self.scene.months)
        return Paths([], np.zeros((0, months), dtype=np.int64), np.zeros((0, months)), np.zeros(0))

    def _lives(self, times: Milestones, *, renewed: bool) -> Lives:
        return Lives({code: self._ends(self.request.catalogue.certification[code], days, renewed) for code, days in times.exams.items()})

    def _ends(self, certification: Certification, days: Days, renewed: bool) -> Days:
        ends: list[np.datetime64] = []
        for day in days.astype(object):
            rule = next((rule for rule in certification.validity if rule.covers(day)), None)
            if rule is None:  # nothing proves an unknown end
                ends.append(np.datetime64("1900-01-01", "D"))
            else:
                ends.append(day64(add_months(day, rule.months)) if rule.months and not renewed else FOREVER)
        return np.array(ends, dtype="datetime64[D]")

    def _upkeep(self, times: Milestones) -> Numbers:
        """What keeping the earned certificates valid costs, by start and month."""
        spent: Numbers = np.zeros((len(times.begins), len(self.scene.months)))
        for code, days in times.exams.items():
            certification = self.request.catalogue.certification[code]
            rule = certification.validity_on(days[0].astype(object))
            price = certification.price_on(self.request.as_of)
            if rule is None or not rule.months or price is None or code not in self.asked_codes:
                continue
            due = self._months(days) + max(rule.months - 1, 1)
            while (inside := due < len(self.scene.months)).any():
                rows = np.flatnonzero(inside)
                spent[rows, due[rows]] += float(price.amount)
                due = due + max(rule.months - 1, 1)
        return spent

    def _months(self, days: Days) -> Numbers:
        """The month's number of each day, not below the first; it may lie beyond the last."""
        numbers: Numbers = (days.astype("datetime64[M]") - self.scene.first[0].astype("datetime64[M]")).astype(np.int64)
        return np.maximum(numbers, 0)

    def _money(self, state: State, times: Milestones) -> tuple[Numbers, Numbers]:
        """Cash by start and month, and the discounted pay of the hours of learning by start."""
        months, rows = len(self.scene.months), np.arange(len(times.begins))
        cash, learning = np.zeros((len(rows), months + 1)), np.zeros(len(rows))
        hourly = float(yearly_pay(self.request, state, self.request.as_of) / self.request.catalogue.assumption["hours_per_year"].value)
        for spending in times.spendings:
            starts, ends = (np.minimum(self._months(days), months) for days in (spending.starts, spending.ends))
            cash[rows, starts] += spending.cost
            worth = np.append(self.scene.discount, self.scene.discount[-1])
            learning += spending.hours * hourly * (worth[starts] + worth[ends]) / 2
        cash = cash[:, :months]
        for number, reached in times.levels:
            rise = float(self._rise(state, number))
            since = self._months(reached)
            cash += rise / 12 * (np.arange(months)[None, :] >= since[:, None])
        return cash, learning

    def _rise(self, state: State, number: int) -> Decimal:
        """How much more a year the person is paid at this level than at the one before."""
        before = state.with_level(number - 1, date.min) if number - 1 > state.person.level else state
        after = state.with_level(number, date.min)
        return yearly_pay(self.request, after, date.max) - yearly_pay(self.request, before, date.max)


def _shape(draft: Draft) -> list[tuple[str, str]]:
    return [(step.kind, step.code) for step in draft.steps if step.kind != "experience"]


def undominated(found: Paths, years: Numbers | None) -> Paths:
    """Without the paths that another of the same person beats: at least as many roles in each month for no more cost.

    Where budgets of `years` (the year's number by month) count, for no more cash in any of them as well.
    """
    order = np.lexsort((np.arange(len(found.paths)), found.cost))
    if years is None:
        first: dict[bytes, int] = {}
        for index in order:
            first.setdefault(found.masks[index].tobytes(), int(index))
        order = np.array(list(first.values()))
    yearly = np.stack([found.cash[:, years == year].sum(axis=1) for year in range(years[-1] + 1)], axis=1) if years is not None else None
    kept: list[int] = []
    for index in order:
        rivals = np.array(kept, dtype=np.int64)
        beaten = ((found.masks[index] & ~found.masks[rivals]) == 0).all(axis=1)
        if yearly is not None:
            beaten &= (yearly[rivals] <= yearly[index] + 1e-6).all(axis=1)
        if not beaten.any():
            kept.append(int(index))
    return found.of(np.array(sorted(kept)))
