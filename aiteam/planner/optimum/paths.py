"""Every course of action for every person: nothing, or a training begun in some month, with certificates renewed or not.

A path says which roles the person could fill in each month, and what it costs. Paths that another of the same person beats in every month and in
every price are left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

import numpy as np

from aiteam.planner.catalogue import Certification
from aiteam.planner.cost import yearly_pay
from aiteam.planner.optimum.fitness import Fitness, Lives
from aiteam.planner.optimum.scene import Days, Numbers, Scene, day64, later
from aiteam.planner.optimum.timing import Milestones, Timer
from aiteam.planner.result import TrainingStep
from aiteam.planner.state import State
from aiteam.planner.training import Way, first_day, renewals, studies, ways
from aiteam.planner.workdays import Calendar

FOREVER = np.datetime64("9999-12-31", "D")
NEVER = np.datetime64("1900-01-01", "D")
Steps = tuple[TrainingStep, ...]
TRAINING, PAY = 0, 2  # places of a path's cash among the kinds of a budget (limits.KINDS)


@dataclass(frozen=True)
class Path:
    """One course of action; `way` None is no training. With `renewed` the certificates that matter are kept valid.

    Months by number: `bootcamp` that of its start (-1: none), `mentored` those with a mentor; `courses` are (code, month, price).
    """

    person: str
    way: Way | None
    begin: date | None
    renewed: bool
    bootcamp: int = -1
    mentored: tuple[int, ...] = ()
    junior_level: int = 0
    level: int = 0
    domain: str | None = None
    earned: tuple[str, ...] = ()
    courses: tuple[tuple[str, int, float], ...] = ()

    @property
    def key(self) -> tuple[object, ...] | None:
        """What is done and when, whatever it is done for."""
        return (self.level, tuple(sorted(self.earned)), self.domain, self.bootcamp >= 0, self.begin) if self.way else None


def _kind(way: Way) -> tuple[object, ...]:
    return way.wanted, way.asked.rule.level_min, way.asked.speciality, way.bootcamp, way.apprenticeship


@dataclass(frozen=True)
class Paths:
    """By path and month: `masks` (bit r: could fill role r), and cash for `training` and for `rises`. `cost` by path is discounted and holds
    the pay of hours spent learning and mentoring, too."""

    paths: list[Path]
    masks: Numbers
    training: Numbers
    rises: Numbers
    cost: Numbers

    @classmethod
    def joined(cls, parts: Sequence["Paths"]) -> "Paths":
        return cls(
            [path for part in parts for path in part.paths],
            *(np.concatenate([getattr(part, name) for part in parts]) for name in ("masks", "training", "rises", "cost")),
        )

    @classmethod
    def none(cls, months: int) -> "Paths":
        nothing = np.zeros((0, months))
        return cls([], nothing.astype(np.int64), nothing, nothing, np.zeros(0))

    def by_kind(self, index: int) -> Numbers:
        """Cash of a path, by kind of budget and month."""
        cash: Numbers = np.zeros((4, self.masks.shape[1]))
        cash[TRAINING], cash[PAY] = self.training[index], self.rises[index]
        return cash

    def in_pots(self, shares: Sequence[Numbers]) -> Numbers:
        """Cash of each path in each pot, whose `shares` are by kind and month."""
        columns = [self.training @ share[TRAINING] + self.rises @ share[PAY] for share in shares]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.paths), 0))


@dataclass(frozen=True)
class Shared:
    """What people share, so that a path may be worth having though another of the same person costs less: `pots` by their shares, places in
    bootcamps, mentors, groups; and the people whose every path counts, because a person has laid down something about them."""

    pots: Sequence[Numbers] = ()
    bootcamps: bool = False
    mentors: bool = False
    groups: bool = False
    people: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Variant:
    """A person with certificates as recorded, or `renewed` for what is `spent` by month."""

    state: State
    spent: Numbers
    renewed: bool


@dataclass(frozen=True)
class _Block:
    """The starts of one way, as arrays; `times` None: no training."""

    variant: _Variant
    way: Way | None
    times: Milestones | None
    masks: Numbers
    training: Numbers
    rises: Numbers
    cost: Numbers
    mentored: Sequence[tuple[int, ...]] = field(default=())


class Pathfinder:
    """Paths of one person after the other. `mentoring` is the worth of a month of a mentor's time by the junior's level; with `candidates` nobody
    else is trained."""

    def __init__(
        self,
        scene: Scene,
        shared: Shared | None = None,
        mentoring: Mapping[int, float] | None = None,
        candidates: frozenset[str] | None = None,
    ) -> None:
        self.scene, self.request, self.candidates = scene, scene.request, candidates
        self.shared, self.mentoring = shared or Shared(), mentoring or {}
        self.fitness, self.timer = Fitness(scene), Timer(scene)
        self.calendar = Calendar.of(scene.request.options.holidays)
        self.asked_codes = sorted({code for asked in scene.last_asked for code in asked.certifications})
        self.laid_out: dict[object, list[tuple[Steps, tuple[date, ...]]]] = {}  # of one person
        self.hours_per_year = scene.request.catalogue.assumption["hours_per_year"].value

    def of_person(self, state: State) -> Paths:
        self.laid_out = {}
        variants = self._variants(state)
        blocks = [self._untrained(variant) for variant in variants]
        if self.request.options.train and (self.candidates is None or state.person.id in self.candidates):
            blocks += [block for way in self._ways(state) for block in self._trained(way, variants)]
        return self._kept(state, blocks)

    def _variants(self, state: State) -> list[_Variant]:
        """As recorded, and with every certificate kept valid that some seat asks for."""
        nothing = np.zeros(len(self.scene.months))
        variants = [_Variant(state, nothing, renewed=False)]
        codes = [code for code in self.asked_codes if code in state.certificates]
        if self.request.options.renew and codes:
            kept, done = renewals(state, codes, self.request)
            spent = nothing.copy()
            for renewal in done:
                spent[self.scene.month_index(renewal.step.starts_on)] += float(renewal.step.cost)
            variants.append(_Variant(kept, spent, renewed=True))
        elif self.request.options.renew:
            variants.append(_Variant(state, nothing, renewed=True))
        return variants

    def _untrained(self, variant: _Variant) -> _Block:
        spent = variant.spent[None, :]
        masks = self.fitness.as_is(variant.state)[None, :]
        return _Block(variant, None, None, masks, spent, np.zeros_like(spent), spent @ self.scene.discount)

    def _ways(self, state: State) -> list[Way]:
        """Each once: the way to one seat may be that to another."""
        found = [way for asked in self.scene.last_asked for way in ways(state, asked, self.request)]
        return list({_kind(way): way for way in found}.values())

    def _begins(self, state: State) -> tuple[date, ...]:
        """The first working day of each month of the plan in which a training could begin."""
        earliest = self.calendar.on_or_after(first_day(state, self.request))
        later_ones = (self.calendar.on_or_after(month.month) for month in self.scene.months if month.month > earliest)
        return (earliest, *later_ones)

    def _trained(self, way: Way, variants: Sequence[_Variant]) -> Iterator[_Block]:
        begins = self._begins(variants[0].state)
        rises = way.asked.rule.level_min > variants[0].state.person.level
        known: dict[object, tuple[Milestones, Numbers, Numbers, Numbers]] = {}
        for variant in variants:
            for studied, some in self._alike(variant.state, way, begins):
                if not (studied or way.transition or rises):
                    continue
                key = (_shape(studied), some[0], some[-1])
                if key not in known:
                    times = self.timer.milestones(studied, way, variant.state, some)
                    known[key] = (times, *self._money(variant.state, times))
                yield from self._begun(variant, way, *known[key])

    def _alike(self, state: State, way: Way, begins: Sequence[date]) -> list[tuple[Steps, tuple[date, ...]]]:
        """Starts with the same courses and exams, which are laid out once: a later start may have to sit again what has lapsed by then.

        They change a few times at most, and not back, so that halving finds where.
        """
        key = (state, way.wanted, way.bootcamp)
        if key not in self.laid_out:
            groups: list[tuple[Steps, list[date]]] = []
            for begin, steps in zip(begins, self._by_start(state, way, begins), strict=True):
                if not groups or groups[-1][0] is not steps:
                    groups.append((steps, []))
                groups[-1][1].append(begin)
            self.laid_out[key] = [(steps, tuple(some)) for steps, some in groups]
        return self.laid_out[key]

    def _by_start(self, state: State, way: Way, begins: Sequence[date]) -> list[Steps]:
        """One row of steps for each start, the same object where the steps are the same."""
        found: dict[int, Steps] = {}

        def fill(low: int, high: int) -> None:
            if _shape(found[low]) == _shape(found[high]):
                found.update(dict.fromkeys(range(low, high + 1), found[low]))
            elif high - low > 1:
                middle = (low + high) // 2
                found[middle] = studies(state, way, self.request, begins[middle])
                fill(low, middle)
                fill(middle, high)

        for number in (0, len(begins) - 1):
            found[number] = studies(state, way, self.request, begins[number])
        fill(0, len(begins) - 1)
        return [found[number] for number in range(len(begins))]

    def _begun(
        self, variant: _Variant, way: Way, times: Milestones, training: Numbers, rises: Numbers, learning: Numbers
    ) -> Iterator[_Block]:
        """The starts that end in useful time."""
        useful = np.flatnonzero(times.ready <= self.scene.last[-1])
        if not len(useful):
            return
        times = times.of(useful)
        masks = self.fitness.trained(variant.state, times, self._lives(times, renewed=variant.renewed))
        paid = training[useful] + variant.spent[None, :] + (self._upkeep(times) if variant.renewed else 0)
        mentored = self._mentored(times)
        mentoring = [self.mentoring.get(variant.state.person.level, 0.0) * self.scene.discount[list(months)].sum() for months in mentored]
        cost = (paid + rises[useful]) @ self.scene.discount + learning[useful] + (np.array(mentoring) if mentored else 0)
        yield _Block(variant, way, times, masks, paid, rises[useful], cost, mentored)

    def _mentored(self, times: Milestones) -> list[tuple[int, ...]]:
        """By start, the months of an apprenticeship."""
        if times.mentored is None:
            return []
        firsts, lasts = (self._months(days) for days in times.mentored)
        end = len(self.scene.months) - 1
        return [tuple(range(int(first), min(int(last), end) + 1)) for first, last in zip(firsts, lasts, strict=True)]

    def _lives(self, times: Milestones, *, renewed: bool) -> Lives:
        return Lives({code: self._ends(self.request.catalogue.certification[code], days, renewed) for code, days in times.exams.items()})

    def _ends(self, certification: Certification, days: Days, renewed: bool) -> Days:
        """By day of the exam; nothing proves an unknown end."""
        ends = np.full(len(days), NEVER)
        for rule in reversed(certification.validity):
            within = np.full(len(days), True)
            if rule.earned_from:
                within &= days >= day64(rule.earned_from)
            if rule.earned_before:
                within &= days < day64(rule.earned_before)
            ends = np.where(within, later(days, rule.months) if rule.months and not renewed else FOREVER, ends)
        return ends

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

    def _money(self, state: State, times: Milestones) -> tuple[Numbers, Numbers, Numbers]:
        """Cash for steps and for rises by start and month, and the discounted pay of the hours of learning by start."""
        months, rows = len(self.scene.months), np.arange(len(times.begins))
        training, learning = np.zeros((len(rows), months + 1)), np.zeros(len(rows))
        hourly = float(yearly_pay(self.request, state, self.request.as_of) / self.hours_per_year)
        worth = np.append(self.scene.discount, self.scene.discount[-1])
        for spending in times.spendings:
            starts, ends = (np.minimum(self._months(days), months) for days in (spending.starts, spending.ends))
            training[rows, starts] += spending.cost
            learning += spending.hours * hourly * (worth[starts] + worth[ends]) / 2
        rises = np.zeros((len(rows), months))
        for number, reached in times.levels:
            rise = float(self._rise(state, number)) / 12
            rises += rise * (self.scene.first[None, :] >= reached[:, None])
        return training[:, :months], rises * self.scene.employed(state)[None, :], learning

    def _rise(self, state: State, number: int) -> Decimal:
        """How much more a year the person is paid at this level than at the one before."""
        before = state.with_level(number - 1, date.min) if number - 1 > state.person.level else state
        after = state.with_level(number, date.min)
        return yearly_pay(self.request, after, date.max) - yearly_pay(self.request, before, date.max)

    # --- which to keep

    def _kept(self, state: State, blocks: Sequence[_Block]) -> Paths:
        """Without the paths that another beats, unless every path of the person counts. Doing nothing always remains."""
        masks, training, rises, cost = (
            np.concatenate([getattr(block, name) for block in blocks]) for name in ("masks", "training", "rises", "cost")
        )
        origin = [(block, row) for block in blocks for row in range(len(block.cost))]
        if state.person.id in self.shared.people:
            kept = np.arange(len(origin))
        else:
            kept = undominated(masks, cost, self._scarce(blocks, training, rises), always=1)
        paths = [self._path(*origin[index]) for index in kept]
        return Paths(paths, masks[kept], training[kept], rises[kept], cost[kept])

    def _scarce(self, blocks: Sequence[_Block], training: Numbers, rises: Numbers) -> Numbers:
        """What each path takes of what people share, by path."""
        shared, count = self.shared, len(training)
        taken = [training @ share[TRAINING] + rises @ share[PAY] for share in shared.pots]
        months = range(len(self.scene.months))
        if shared.bootcamps:
            camps = np.concatenate([self._camps(block) for block in blocks])
            taken += [(camps == month).astype(float) for month in months if (camps == month).any()]
        if shared.mentors:
            rows = [months_ for block in blocks for months_ in (block.mentored or [()] * len(block.cost))]
            taken += [np.array([month in row for row in rows], dtype=float) for month in months if any(month in row for row in rows)]
        if shared.groups:
            rows_ = [self._courses(block, row) for block in blocks for row in range(len(block.cost))]
            for course in sorted({course for row in rows_ for course in row}):
                has = np.array([course in row for row in rows_], dtype=float)
                taken += [has, -has]  # a group is something to be in or out of: neither beats the other
        return np.stack(taken, axis=1) if taken else np.zeros((count, 0))

    def _camps(self, block: _Block) -> Numbers:
        if block.times is None or block.times.away is None:
            return np.full(len(block.cost), -1)
        return self._months(block.times.away[0])

    def _courses(self, block: _Block, row: int) -> tuple[tuple[str, int, float], ...]:
        if block.times is None:
            return ()
        last = len(self.scene.months) - 1
        rows = [
            (one.code, int(self._months(one.starts[row : row + 1])[0]), one.cost)
            for one in block.times.spendings
            if one.kind == "course" and one.cost
        ]
        return tuple(course for course in rows if course[1] <= last)

    def _path(self, block: _Block, row: int) -> Path:
        person, way, times = block.variant.state.person, block.way, block.times
        if way is None or times is None:
            return Path(person.id, None, None, block.variant.renewed)
        return Path(
            person.id,
            way,
            times.begins[row].astype(object),
            block.variant.renewed,
            bootcamp=int(self._camps(block)[row]),
            mentored=block.mentored[row] if block.mentored else (),
            junior_level=person.level,
            level=max(person.level, way.asked.rule.level_min),
            earned=tuple(times.exams),
            domain=way.transition.to_skill if way.transition else None,
            courses=self._courses(block, row) if self.shared.groups else (),
        )


def _shape(steps: Steps) -> tuple[tuple[str, str], ...]:
    return tuple((step.kind, step.code) for step in steps)


def undominated(masks: Numbers, cost: Numbers, scarce: Numbers, always: int = 0) -> Numbers:
    """The numbers of the paths that no other beats: at least as many roles in each month for no more cost, and no more of anything scarce.

    The first `always` remain in any case.
    """
    order = np.lexsort((np.arange(len(cost)), cost))
    if not scarce.shape[1]:  # of those alike in every month the cheapest, which leaves few to compare
        first: dict[bytes, int] = {}
        for index in order:
            first.setdefault(masks[index].tobytes(), int(index))
        order = np.array(list(first.values()))
    kept: list[int] = []
    missing = np.empty((len(order), masks.shape[1]), dtype=np.int64)  # of those kept: the roles they cannot fill
    taken = np.empty((len(order), scarce.shape[1]))
    for index in order:
        beaten = ~(masks[index] & missing[: len(kept)]).any(axis=1)
        if taken.shape[1]:
            beaten &= (taken[: len(kept)] <= scarce[index] + 1e-6).all(axis=1)
        if index < always or not beaten.any():
            missing[len(kept)], taken[len(kept)] = ~masks[index], scarce[index]
            kept.append(int(index))
    return np.array(sorted({*range(min(always, len(cost))), *kept}))
