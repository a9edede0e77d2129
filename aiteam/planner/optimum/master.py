"""The choice: one path for each person, hires and contractors, so that the whole costs least. Solved with HiGHS by column generation.

People who could fill the same roles in a month are alike to the seats, so seats are linked to counts of people by what they could fill, not to
names: the size of the model hardly depends on the head count. Paths enter when their reduced price says that they could help. In the end every
path that could be part of a better plan than the best one known is in, so that the bound holds for all of them. Method: docs/optimum.md.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from aiteam.planner.optimum.limits import BROKEN, KINDS, Limits
from aiteam.planner.optimum.market import Offer, contractor_month, fitting_roles
from aiteam.planner.optimum.mentors import MentorRule
from aiteam.planner.optimum.paths import Path, Paths
from aiteam.planner.optimum.program import Column, Effort, Numbers, Program
from aiteam.planner.optimum.scene import Scene
from aiteam.planner.progress import Told, untold
from aiteam.planner.request import Directive

PRICING_ROUNDS = 200
FEW = 2_000  # paths that one program takes without growing too slow
ROOT = 1  # branches of the first attempt, which often is the best plan already
TOUCHED = 1.0  # a plan that touches fewer people is taken where two cost the same


@dataclass(frozen=True)
class Choice:
    """The solved plan: chosen paths, how often each offer is taken, and by role and month contractors on duty and seats left open.
    `price` is what was made small, `bound` what no plan can be cheaper than. `broken` are directives that could not be kept."""

    paths: tuple[int, ...]
    offers: dict[int, int]
    contractors: Numbers
    open: Numbers
    broken: tuple[Directive, ...]
    price: float
    bound: float
    is_finished: bool
    nodes: int
    columns: int
    rows: int
    solver: str

    @property
    def gap(self) -> float:
        """The share of the price that is not proven."""
        return max(self.price - self.bound, 0.0) / max(abs(self.price), 1.0)


class Master:
    def __init__(self, scene: Scene, paths: Paths, offers: Sequence[Offer], limits: Limits, mentors: Sequence[MentorRule] = ()) -> None:
        self.scene, self.paths, self.offers, self.limits, self.mentors = scene, paths, offers, limits, mentors
        self.months, self.roles = len(scene.months), len(scene.roles)
        self.end = scene.months[scene.shown - 1].last  # what is decided after it is left to the next plan
        people = sorted({path.person for path in paths.paths})
        number = {person: index for index, person in enumerate(people)}
        self.people = len(people)
        self.person_of = np.array([number[path.person] for path in paths.paths], dtype=np.int64)
        self.broken: dict[int, Directive] = {}  # by column
        self._price_paths()
        self._number_links()
        self.program = Program()
        self._rows()
        self._columns()

    # --- paths that directives leave, and what each costs

    def _price_paths(self) -> None:
        """`price` by path; infinite for one that may not be taken."""
        paths, limits = self.paths, self.limits
        self.price = paths.cost + np.array([TOUCHED * (path.way is not None) for path in paths.paths])
        self.is_allowed = np.array([self._may(index) for index in range(len(paths.paths))], dtype=bool)
        if limits.anchor:
            kept = limits.anchor.trainings
            changes = [path.key != kept.get(path.person) for path in paths.paths]
            self.price = self.price + limits.anchor.price * np.array(changes)

    def _may(self, index: int) -> bool:
        path = self.paths.paths[index]
        if path.way is None:
            return True
        forbidden = (row for row in self.limits.directives if row.what == "training" and row.action == "forbid")
        return path.person not in self.limits.untrained and not any(self._is_meant(row, index) for row in forbidden)

    def _is_meant(self, row: Directive, index: int) -> bool:
        """Whether a directive about a training means this path."""
        path = self.paths.paths[index]
        if path.begin is None or row.person != path.person or path.begin > self.end:
            return False
        in_month = row.month is None or row.month.replace(day=1) == path.begin.replace(day=1)
        return in_month and (row.role is None or self._leads_to(index, row.role))

    def _leads_to(self, index: int, role: str) -> bool:
        number = self.scene.roles.index(role) if role in self.scene.roles else -1
        return number >= 0 and bool((self.paths.masks[index] >> number & 1).any())

    # --- rows: one path a person; people by what they could fill; seats covered; hires and contractors on duty; limits

    def _number_links(self) -> None:
        """A row for each set of roles that somebody could fill in a month; `links` is the row of each path and month, -1 for none."""
        keys = self.paths.masks * self.months + np.arange(self.months)[None, :]
        present = self.paths.masks > 0
        self.link_keys = np.unique(keys[present])
        self.links = np.where(present, np.searchsorted(self.link_keys, keys), -1)

    def _rows(self) -> None:
        rows, limits = self.program.rows, self.limits
        self.choice_rows = rows(self.people, 1.0, 1.0)
        self.link_rows = rows(len(self.link_keys), -np.inf, 0.0)
        self.cover_rows = rows(self.roles * self.months, self.scene.seats.reshape(-1).astype(float), np.inf)
        self.offer_kinds = sorted({offer.role for offer in self.offers})
        self.duty_rows = rows(len(self.offer_kinds) * self.months, -np.inf, 0.0)
        contractors = self.roles * self.months if limits.contractors else 0
        self.start_rows, self.minimum_rows = rows(contractors, -np.inf, 0.0), rows(contractors, -np.inf, 0.0)
        self.pot_rows = rows(len(limits.pots), -np.inf, np.array([pot.amount for pot in limits.pots]))
        arrivals = sorted({offer.arrives_on.replace(day=1) for offer in self.offers}) if limits.hires_per_month is not None else []
        self.arrival_rows = dict(zip(arrivals, rows(len(arrivals), -np.inf, float(limits.hires_per_month or 0)), strict=True))
        self.cap_rows = rows(len(limits.caps), -np.inf, np.array([float(cap.count) for cap in limits.caps]))
        self._path_rows()
        fixed = [row for row in limits.directives if row.action == "fix"]
        self.fixed_rows = dict(zip(fixed, rows(len(fixed), np.array([float(self._wanted(row)) for row in fixed]), np.inf), strict=True))
        anchored = sorted(limits.anchor.hires.items(), key=str) if limits.anchor else []
        counts = np.array([float(count) for _key, count in anchored])
        self.anchor_rows = dict(zip([key for key, _count in anchored], rows(len(anchored), counts, np.inf), strict=True))
        kept = sorted(limits.anchor.contractors.items()) if limits.anchor and limits.contractors else []
        duty = np.array([float(count) for _key, count in kept])
        self.kept_rows = dict(zip([key for key, _count in kept], rows(len(kept), duty, np.inf), strict=True))

    def _wanted(self, row: Directive) -> int:
        return 1 if row.what == "training" else row.count

    def _path_rows(self) -> None:
        """Limits that many paths share: places in bootcamps, mentors, and groups of learners. `shared` are the entries of each path there."""
        rows, limits = self.program.rows, self.limits
        camps = sorted({path.bootcamp for path in self.paths.paths if path.bootcamp >= 0}) if limits.bootcamp_seats is not None else []
        self.camp_rows = dict(zip(camps, rows(len(camps), -np.inf, float(limits.bootcamp_seats or 0)), strict=True))
        self.mentor_rows = [rows(self.months, -np.inf, rule.available * float(limits.juniors_per_mentor)) for rule in self.mentors]
        self.groups = self._groups()
        self.group_rows = dict(zip(self.groups, rows(len(self.groups), -np.inf, 0.0), strict=True))
        self.shared = [list(self._shared(path)) for path in self.paths.paths]

    def _groups(self) -> list[tuple[str, int]]:
        """Courses, by month of their start, in which a group could come together."""
        if not self.limits.group_size:
            return []
        learners: dict[tuple[str, int], set[str]] = defaultdict(set)
        for path in self.paths.paths:
            for code, month, _price in path.courses:
                learners[code, month].add(path.person)
        return sorted(group for group, people in learners.items() if len(people) >= self.limits.group_size)

    def _shared(self, path: Path) -> Iterator[tuple[int, float]]:
        if path.bootcamp in self.camp_rows:
            yield int(self.camp_rows[path.bootcamp]), 1.0
        for rule, rows in zip(self.mentors, self.mentor_rows, strict=True):
            if path.mentored and rule.counts(path):
                yield from ((int(rows[month]), 1.0) for month in path.mentored)
        for code, month, _price in path.courses:
            if (code, month) in self.group_rows:
                yield int(self.group_rows[code, month]), -1.0

    def _budgeted(self, cash: Numbers) -> Iterator[tuple[int, float]]:
        """Coefficients of a column's cash, by kind and month, in the rows of the budgets."""
        for row, pot in zip(self.pot_rows, self.limits.pots, strict=True):
            value = float((cash * pot.shares).sum())
            if value:
                yield int(row), value

    # --- columns

    def _columns(self) -> None:
        self._filling_columns()
        self._hire_columns()
        if self.limits.contractors:
            self._contractor_columns()
        worth = self.limits.gap_price * self.scene.discount
        self.open_columns = self.program.columns(
            [Column(float(worth[month]), [(self._cover(role, month), 1.0)]) for role in range(self.roles) for month in range(self.months)]
        )
        self._slack_columns()
        self._group_columns()
        self.path_column: dict[int, int] = {}

    def _cover(self, role: int, month: int) -> int:
        return int(self.cover_rows[role * self.months + month])

    def _filling_columns(self) -> None:
        """People of a set of roles who fill one of them in a month."""
        self.program.columns(
            [
                Column(0.0, [(int(self.link_rows[index]), 1.0), (self._cover(role, month), 1.0)])
                for index, (mask, month) in enumerate(divmod(int(key), self.months) for key in self.link_keys)
                for role in range(self.roles)
                if mask >> role & 1 and self.scene.seats[role, month]
            ]
        )

    def _hire_columns(self) -> None:
        kind_row = {kind: self.duty_rows[place * self.months : (place + 1) * self.months] for place, kind in enumerate(self.offer_kinds)}
        self.offer_columns = self.program.columns([self._offer(offer, kind_row[offer.role]) for offer in self.offers])
        self.program.columns(
            [
                Column(0.0, [(int(kind_row[kind][month]), 1.0), (self._cover(role, month), 1.0)])
                for kind in self.offer_kinds
                for role in fitting_roles(self.scene, kind)
                for month in range(self.months)
                if self.scene.seats[role, month]
            ]
        )

    def _offer(self, offer: Offer, duty: Numbers) -> Column:
        cash = np.zeros((len(KINDS), self.months))
        cash[KINDS.index("hiring")], cash[KINDS.index("pay")] = offer.recruiting, offer.pay
        entries = [(int(row), -1.0) for row in duty[offer.ready :]] + list(self._budgeted(cash))
        if self.arrival_rows:
            entries.append((int(self.arrival_rows[offer.arrives_on.replace(day=1)]), 1.0))
        entries += [
            (int(row), 1.0)
            for row, cap in zip(self.cap_rows, self.limits.caps, strict=True)
            if cap.what == "hires" and cap.role in {None, offer.role}
        ]
        entries += [(int(row), 1.0) for directive, row in self.fixed_rows.items() if self._is_offer(directive, offer)]
        if (offer.role, offer.order_by) in self.anchor_rows:
            entries.append((int(self.anchor_rows[offer.role, offer.order_by]), 1.0))
        forbidden = any(row.action == "forbid" and self._is_offer(row, offer) for row in self.limits.directives)
        return Column(offer.cost(self.scene.discount) + TOUCHED, entries, whole=True, upper=0.0 if forbidden else np.inf)

    def _is_offer(self, row: Directive, offer: Offer) -> bool:
        in_month = row.month.replace(day=1) == offer.order_by.replace(day=1) if row.month else offer.order_by <= self.end
        return row.what == "hire" and row.role == self.scene.roles[offer.role] and in_month

    def _contractor_columns(self) -> None:
        """On duty k and started c: k[m] <= k[m-1] + c[m]; those started within the shortest contract are all on duty."""
        monthly = contractor_month(self.scene)
        duty, starts = [], []
        for role in range(self.roles):
            rows = slice(role * self.months, (role + 1) * self.months)
            begun, minimum = self.start_rows[rows], self.minimum_rows[rows]
            for month in range(self.months):
                entries = [(self._cover(role, month), 1.0), (int(begun[month]), 1.0), (int(minimum[month]), -1.0)]
                if month + 1 < self.months:
                    entries.append((int(begun[month + 1]), -1.0))
                cash = np.zeros((len(KINDS), self.months))
                cash[KINDS.index("contractors"), month] = monthly
                entries += [*self._budgeted(cash), *self._contract_limits(role, month)]
                price = float(monthly * self.scene.discount[month])
                duty.append(Column(price, entries, whole=True, upper=np.inf if self._may_contract(role, month) else 0.0))
                still = range(month, min(month + self.limits.contract_months, self.months))
                starts.append(Column(0.0, [(int(begun[month]), -1.0), *((int(minimum[later]), 1.0) for later in still)], whole=True))
        self.contractor_columns = self.program.columns(duty)
        self.program.columns(starts)

    def _may_contract(self, role: int, month: int) -> bool:
        forbidden = any(row.action == "forbid" and self._is_contract(row, role, month) for row in self.limits.directives)
        return bool(self.scene.seats[role].any()) and not forbidden

    def _contract_limits(self, role: int, month: int) -> Iterator[tuple[int, float]]:
        for row, cap in zip(self.cap_rows, self.limits.caps, strict=True):
            if cap.what == "contractor_months" and cap.role in {None, role} and month < self.scene.shown:
                yield int(row), 1.0
        if (role, month) in self.kept_rows:
            yield int(self.kept_rows[role, month]), 1.0
        yield from ((int(row), 1.0) for directive, row in self.fixed_rows.items() if self._is_contract(directive, role, month))

    def _is_contract(self, row: Directive, role: int, month: int) -> bool:
        in_month = row.month.replace(day=1) == self.scene.months[month].month if row.month else month < self.scene.shown
        return row.what == "contract" and row.role == self.scene.roles[role] and in_month

    def _slack_columns(self) -> None:
        """A directive that cannot be kept is broken at a high price, so that there is a plan whatever was laid down."""
        price = BROKEN * self.limits.gap_price + 1.0
        columns = self.program.columns([Column(price, [(int(row), 1.0)]) for row in self.fixed_rows.values()])
        self.broken = dict(zip(map(int, columns), self.fixed_rows, strict=True))
        if self.limits.anchor:
            self.program.columns([Column(self.limits.anchor.price, [(int(row), 1.0)]) for row in self.anchor_rows.values()])
            self.program.columns([Column(self.limits.anchor.price / 10, [(int(row), 1.0)]) for row in self.kept_rows.values()])

    def _group_columns(self) -> None:
        """Learners n who get the price for groups, and whether there is one b: n <= those who start; 10 b <= those who start; n <= b of all."""
        if not self.groups:
            return
        share = float(self.scene.request.assumption("vendor_group_discount_percent")) / 100
        enough, only = self.program.rows(len(self.groups), -np.inf, 0.0), self.program.rows(len(self.groups), -np.inf, 0.0)
        self.enough_rows = dict(zip(self.groups, enough, strict=True))
        prices = {(code, month): price for path in self.paths.paths for code, month, price in path.courses}
        columns = []
        for group, large, counted in zip(self.groups, enough, only, strict=True):
            saved = share * prices[group] * float(self.scene.discount[group[1]])
            columns.append(Column(-saved, [(int(self.group_rows[group]), 1.0), (int(counted), 1.0)], whole=True))
            columns.append(
                Column(0.0, [(int(large), float(self.limits.group_size)), (int(counted), -float(self.people))], whole=True, upper=1.0)
            )
        self.program.columns(columns)
        for path, entries in zip(self.paths.paths, self.shared, strict=True):
            entries += [
                (int(self.enough_rows[code, month]), -1.0) for code, month, _price in path.courses if (code, month) in self.enough_rows
            ]

    def _add_paths(self, chosen: Sequence[int]) -> None:
        new = [index for index in chosen if index not in self.path_column and self.is_allowed[index]]
        fixed = [row for row in self.fixed_rows if row.what == "training"]
        found = []
        for index in new:
            entries = [(int(self.choice_rows[self.person_of[index]]), 1.0)]
            entries += [(int(self.link_rows[link]), -1.0) for link in self.links[index] if link >= 0]
            entries += [*self._budgeted(self.paths.by_kind(index)), *self.shared[index]]
            entries += [(int(self.fixed_rows[row]), 1.0) for row in fixed if self._is_meant(row, index)]
            found.append(Column(float(self.price[index]), entries, whole=True))
        self.path_column |= dict(zip(new, (int(column) for column in self.program.columns(found)), strict=True))

    # --- search

    def solve(self, effort: Effort, told: Told = untold) -> Choice:
        """The plan of least cost to a share `effort.gap` of its price, or the best one found within the effort."""
        if self.limits.pots and len(self.paths.paths) <= FEW:
            return self._at_once(effort, told)
        self._add_paths(self._first_paths())
        lower = self._generate(effort)
        told("first", 0.0)
        self.program.integer(replace(effort, nodes=ROOT), max(effort.gap / 2, 1e-3))
        best = self._choice(lower)
        told("better", 1.0 - best.gap)
        if best.gap > effort.gap or (effort.gap < 1e-3 and best.gap > 1e-9):
            self._add_paths(self._within(best.price - lower))
            self.program.integer(effort, effort.gap)
            best = self._choice(max(lower, self.program.bound))
        return best

    def _at_once(self, effort: Effort, told: Told) -> Choice:
        """With every path in from the start: under a budget the relaxed price says too little of which ones to leave out."""
        self._add_paths([index for index in range(len(self.paths.paths)) if self.is_allowed[index]])
        told("first", 0.0)
        self.program.integer(effort, effort.gap)
        best = self._choice(self.program.bound)
        told("better", 1.0 - best.gap)
        return best

    def _first_paths(self) -> list[int]:
        """What can be had without training, the first start of each training, and whatever a directive asks for."""
        first: dict[Any, int] = {}
        for index, path in enumerate(self.paths.paths):
            first.setdefault((path.person, path.way, path.renewed), index)
        fixed = [row for row in self.fixed_rows if row.what == "training"]
        asked = [index for index in range(len(self.paths.paths)) if any(self._is_meant(row, index) for row in fixed)]
        return sorted({*first.values(), *asked})

    def _generate(self, effort: Effort) -> float:
        """Adds paths until none could lower the relaxed price; returns that price, which no plan beats."""
        self._prepare_pricing()
        for _ in range(PRICING_ROUNDS):
            self.program.relaxed(effort)
            self.reduced = self._reduced()
            wanted = self._cheapest(self.reduced, below=-1e-6 * max(1.0, self.limits.gap_price))
            if not wanted:
                return self.program.objective
            self._add_paths(wanted)
        return -np.inf

    def _prepare_pricing(self) -> None:
        """Coefficients of every path in the rows of budgets and shared limits, as arrays."""
        self.in_pots = self.paths.in_pots([pot.shares for pot in self.limits.pots])
        pairs = [(index, row, value) for index, entries in enumerate(self.shared) for row, value in entries]
        self.shared_path = np.array([index for index, _row, _value in pairs], dtype=np.int64)
        self.shared_row = np.array([row for _index, row, _value in pairs], dtype=np.int64)
        self.shared_value = np.array([value for _index, _row, value in pairs])

    def _reduced(self) -> Numbers:
        duals = self.program.duals
        link = np.append(duals[self.link_rows], 0.0)  # the last one for -1
        reduced: Numbers = self.price - duals[self.choice_rows][self.person_of] + link[self.links].sum(axis=1)
        if len(self.pot_rows):
            reduced = reduced - self.in_pots @ duals[self.pot_rows]
        if len(self.shared_row):
            values = duals[self.shared_row] * self.shared_value
            reduced = reduced - np.bincount(self.shared_path, weights=values, minlength=len(reduced))
        return np.where(self.is_allowed, reduced, np.inf)

    def _cheapest(self, reduced: Numbers, below: float, each: int = 3) -> list[int]:
        """A few of the most promising paths of each person that are not in yet."""
        wanted: dict[int, list[int]] = defaultdict(list)
        promising = np.flatnonzero(reduced < below)
        for index in promising[np.argsort(reduced[promising], kind="stable")]:
            person = int(self.person_of[index])
            if int(index) not in self.path_column and len(wanted[person]) < each:
                wanted[person].append(int(index))
        return sorted(index for indices in wanted.values() for index in indices)

    def _within(self, slack: float) -> list[int]:
        """Paths left out that could still be part of a plan cheaper than the best one known."""
        return [int(index) for index in np.flatnonzero(self.reduced <= slack + 1e-6) if int(index) not in self.path_column]

    def _choice(self, lower: float) -> Choice:
        program = self.program
        whole = np.rint(program.values).astype(np.int64)
        shape = (self.roles, self.months)
        return Choice(
            paths=tuple(sorted(index for index, column in self.path_column.items() if whole[column] == 1)),
            offers={index: int(whole[column]) for index, column in enumerate(self.offer_columns) if whole[column]},
            contractors=whole[self.contractor_columns].reshape(shape) if self.limits.contractors else np.zeros(shape, dtype=np.int64),
            open=whole[self.open_columns].reshape(shape),
            broken=tuple(row for column, row in self.broken.items() if whole[column] > 0),
            price=program.objective,
            bound=min(lower, program.objective),
            is_finished=program.is_optimal,
            nodes=program.nodes,
            columns=program.column_count,
            rows=program.row_count,
            solver=program.solver_name,
        )
