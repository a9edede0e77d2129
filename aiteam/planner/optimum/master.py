"""The choice: one path for each person, hires and contractors, so that the whole costs least. Solved with HiGHS by column generation.

People who could fill the same roles in a month are alike to the seats, so seats are linked to counts of people by what they could fill, not to
names: the size of the model hardly depends on the head count. Paths enter when their reduced price says that they could help. In the end every
path that could be part of a better plan than the best one known is in, so that the bound holds for all of them.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aiteam.planner.errors import PlanningError
from aiteam.planner.optimum.market import Offer, contractor_month, fitting_roles
from aiteam.planner.optimum.paths import Paths
from aiteam.planner.optimum.scene import Numbers, Scene

SEED = 0
PRICING_ROUNDS = 200
TOUCHED = 1.0  # a plan that touches fewer people is taken where two cost the same


@dataclass(frozen=True)
class Limits:
    """What a plan may not pass. Budgets are cash by calendar year (its number from the first month on), and of the whole plan."""

    gap_price: float
    contractors: bool
    contract_months: int
    hires_per_month: int | None = None
    yearly_budget: float | None = None
    total_budget: float | None = None
    hires_of_role: Mapping[int, int] = field(default_factory=dict)
    contract_months_of_role: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Search:
    """How far to search: the proven gap to reach (a share), and the bounds of the effort."""

    gap: float = 1e-4
    nodes: int = 200_000
    seconds: float = 300.0
    stopped: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Choice:
    """The solved plan. `own` is how many people at hand cover each role in each month; `hired` by offer, role and month; `contractors` and
    `open` by role and month. `bound` is what no plan can be cheaper than."""

    paths: tuple[int, ...]
    offers: Mapping[int, int]
    own: Numbers
    hired: Mapping[tuple[int, int, int], int]
    contractors: Numbers
    contracts: Numbers
    open: Numbers
    objective: float
    bound: float
    is_proven: bool
    nodes: int
    columns: int
    rows: int

    @property
    def gap(self) -> float:
        return max(self.objective - self.bound, 0.0) / max(abs(self.objective), 1.0)


class Master:
    def __init__(self, scene: Scene, paths: Paths, offers: Sequence[Offer], limits: Limits) -> None:
        self.scene, self.paths, self.offers, self.limits = scene, paths, offers, limits
        self.months, self.roles = len(scene.months), len(scene.roles)
        people = sorted({path.person for path in paths.paths})
        number = {person: index for index, person in enumerate(people)}
        self.people = len(people)
        self.person_of = np.array([number[path.person] for path in paths.paths], dtype=np.int64)
        self.price = paths.cost + np.array([TOUCHED * (path.way is not None) for path in paths.paths])
        self._number_links()
        self.model = _Model()
        self._rows()
        self._columns()

    # --- rows: one path a person; people by what they could fill; seats covered; hires and contractors on duty; budgets

    def _number_links(self) -> None:
        """A row for each set of roles that somebody could fill in a month; `links` is the row of each path and month, -1 for none."""
        keys = self.paths.masks * self.months + np.arange(self.months)[None, :]
        present = self.paths.masks > 0
        self.link_keys = np.unique(keys[present])
        self.links = np.where(present, np.searchsorted(self.link_keys, keys), -1)

    def _rows(self) -> None:
        model, limits = self.model, self.limits
        self.choice_rows = model.rows(self.people, 1.0, 1.0)
        self.link_rows = model.rows(len(self.link_keys), -np.inf, 0.0)
        self.cover_rows = model.rows(self.roles * self.months, self.scene.seats.reshape(-1).astype(float), np.inf)
        self.offer_kinds = sorted({offer.role for offer in self.offers})
        self.duty_rows = model.rows(len(self.offer_kinds) * self.months, -np.inf, 0.0)
        contractors = self.roles * self.months if limits.contractors else 0
        self.start_rows, self.minimum_rows = model.rows(contractors, -np.inf, 0.0), model.rows(contractors, -np.inf, 0.0)
        years = int(self.scene.years[-1]) + 1
        self.year_rows = model.rows(years if limits.yearly_budget is not None else 0, -np.inf, limits.yearly_budget or 0.0)
        self.total_rows = model.rows(1 if limits.total_budget is not None else 0, -np.inf, limits.total_budget or 0.0)
        arrivals = sorted({offer.arrives_on.replace(day=1) for offer in self.offers}) if limits.hires_per_month is not None else []
        self.arrival_rows = dict(zip(arrivals, model.rows(len(arrivals), -np.inf, float(limits.hires_per_month or 0)), strict=True))
        caps = sorted(limits.hires_of_role)
        self.cap_rows = dict(
            zip(caps, model.rows(len(caps), -np.inf, np.array([float(limits.hires_of_role[role]) for role in caps])), strict=True)
        )
        spans = sorted(limits.contract_months_of_role) if limits.contractors else []
        upper = np.array([float(limits.contract_months_of_role[role]) for role in spans])
        self.span_rows = dict(zip(spans, model.rows(len(spans), -np.inf, upper), strict=True))

    def _budget(self, cash: Numbers) -> list[tuple[int, float]]:
        """Coefficients of one column's cash by month in the rows of the budgets, which end with the plan itself."""
        shown = cash[: self.scene.shown]
        years = self.scene.years[: self.scene.shown]
        entries = [(int(row), float(shown[years == year].sum())) for year, row in enumerate(self.year_rows)]
        entries += [(int(row), float(shown.sum())) for row in self.total_rows]
        return [(row, value) for row, value in entries if value]

    # --- columns

    def _columns(self) -> None:
        self._filling_columns()
        self._hire_columns()
        if self.limits.contractors:
            self._contractor_columns()
        worth = self.limits.gap_price * self.scene.discount
        self.open_columns = self.model.columns(
            [
                (float(worth[month]), np.inf, False, [(self._cover(role, month), 1.0)])
                for role in range(self.roles)
                for month in range(self.months)
            ]
        )
        self.path_column: dict[int, int] = {}

    def _cover(self, role: int, month: int) -> int:
        return int(self.cover_rows[role * self.months + month])

    def _filling_columns(self) -> None:
        """People of a set of roles who fill one of them in a month."""
        found = []
        self.filled: list[tuple[int, int]] = []  # role and month of each
        for index, key in enumerate(self.link_keys):
            mask, month = divmod(int(key), self.months)
            for role in range(self.roles):
                if mask >> role & 1 and self.scene.seats[role, month]:
                    found.append((0.0, np.inf, False, [(int(self.link_rows[index]), 1.0), (self._cover(role, month), 1.0)]))
                    self.filled.append((role, month))
        self.filling_columns = self.model.columns(found)

    def _hire_columns(self) -> None:
        kind_row = {kind: self.duty_rows[place * self.months : (place + 1) * self.months] for place, kind in enumerate(self.offer_kinds)}
        found = []
        for offer in self.offers:
            entries = [(int(row), -1.0) for row in kind_row[offer.role][offer.ready :]] + self._budget(offer.cash)
            if self.arrival_rows:
                entries.append((int(self.arrival_rows[offer.arrives_on.replace(day=1)]), 1.0))
            if offer.role in self.cap_rows:
                entries.append((int(self.cap_rows[offer.role]), 1.0))
            found.append((offer.cost(self.scene.discount) + TOUCHED, np.inf, True, entries))
        self.offer_columns = self.model.columns(found)
        duty = []
        self.on_duty: list[tuple[int, int, int]] = []  # kind of hire, role and month
        for kind in self.offer_kinds:
            for role in fitting_roles(self.scene, kind):
                for month in range(self.months):
                    if self.scene.seats[role, month]:
                        duty.append((0.0, np.inf, False, [(int(kind_row[kind][month]), 1.0), (self._cover(role, month), 1.0)]))
                        self.on_duty.append((kind, role, month))
        self.duty_columns = self.model.columns(duty)

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
                if role in self.span_rows:
                    entries.append((int(self.span_rows[role]), 1.0))
                cash = np.zeros(self.months)
                cash[month] = monthly
                upper = np.inf if self.scene.seats[role].any() else 0.0
                duty.append((float(cash @ self.scene.discount), upper, True, entries + self._budget(cash)))
                still = range(month, min(month + self.limits.contract_months, self.months))
                starts.append((0.0, np.inf, True, [(int(begun[month]), -1.0), *((int(minimum[later]), 1.0) for later in still)]))
        self.contractor_columns, self.contract_columns = self.model.columns(duty), self.model.columns(starts)

    def _add_paths(self, chosen: Sequence[int]) -> None:
        new = [index for index in chosen if index not in self.path_column]
        found = []
        for index in new:
            entries = [(int(self.choice_rows[self.person_of[index]]), 1.0)]
            entries += [(int(self.link_rows[link]), -1.0) for link in self.links[index] if link >= 0]
            found.append((float(self.price[index]), np.inf, True, entries + self._budget(self.paths.cash[index])))
        self.path_column |= dict(zip(new, (int(column) for column in self.model.columns(found)), strict=True))

    # --- search

    def solve(self, search: Search) -> Choice:
        self._add_paths(self._first_paths())
        lower = self._generate(search)
        best = self._integer(search, gap=max(search.gap, 1e-3))
        near = self._within(best.objective - lower)
        if len(near) > 0:
            self._add_paths(near)
            best = self._integer(search, gap=search.gap, start=best)
        return best

    def _first_paths(self) -> list[int]:
        """What can be had without training, and the first start of each training."""
        first: dict[Any, int] = {}
        for index, path in enumerate(self.paths.paths):
            first.setdefault((path.person, path.way, path.renewed), index)
        return sorted(first.values())

    def _generate(self, search: Search) -> float:
        """Adds paths until none could lower the relaxed price; returns that price, which no plan beats."""
        for _ in range(PRICING_ROUNDS):
            self.model.relax()
            self.model.run(search)
            self.reduced = self._reduced()
            wanted = self._cheapest(self.reduced, below=-1e-6 * max(1.0, self.limits.gap_price))
            if not wanted or search.stopped():
                break
            self._add_paths(wanted)
        return self.model.objective

    def _reduced(self) -> Numbers:
        duals = self.model.duals
        link = np.append(duals[self.link_rows], 0.0)  # the last one for -1
        reduced: Numbers = self.price - duals[self.choice_rows][self.person_of] + link[self.links].sum(axis=1)
        shown, years = self.scene.shown, self.scene.years[: self.scene.shown]
        for year, row in enumerate(self.year_rows):
            reduced = reduced - duals[row] * self.paths.cash[:, :shown][:, years == year].sum(axis=1)
        for row in self.total_rows:
            reduced = reduced - duals[row] * self.paths.cash[:, :shown].sum(axis=1)
        return reduced

    def _cheapest(self, reduced: Numbers, below: float, each: int = 3) -> list[int]:
        """A few of the most promising paths of each person that are not in yet."""
        wanted: dict[int, list[int]] = defaultdict(list)
        for index in np.argsort(reduced, kind="stable"):
            if reduced[index] >= below:
                break
            person = int(self.person_of[index])
            if int(index) not in self.path_column and len(wanted[person]) < each:
                wanted[person].append(int(index))
        return sorted(index for indices in wanted.values() for index in indices)

    def _within(self, slack: float) -> list[int]:
        """Paths left out that could still be part of a plan cheaper than the best one known."""
        return [int(index) for index in np.flatnonzero(self.reduced <= slack + 1e-6) if int(index) not in self.path_column]

    def _integer(self, search: Search, gap: float, start: Choice | None = None) -> Choice:
        self.model.integer(search, gap)
        self.model.run(search)
        return self._read()

    def _read(self) -> Choice:
        values = self.model.values
        whole = np.rint(values).astype(np.int64)
        column_of = {column: index for index, column in self.path_column.items()}
        paths = tuple(sorted(index for column, index in column_of.items() if whole[column] == 1))
        own = np.zeros((self.roles, self.months))
        for (role, month), column in zip(self.filled, self.filling_columns, strict=True):
            own[role, month] += values[column]
        hired = {key: int(whole[column]) for key, column in zip(self.on_duty, self.duty_columns, strict=True) if whole[column]}
        shape = (self.roles, self.months)
        contractors = contracts = np.zeros(shape, dtype=np.int64)
        if self.limits.contractors:
            contractors, contracts = whole[self.contractor_columns].reshape(shape), whole[self.contract_columns].reshape(shape)
        return Choice(
            paths=paths,
            offers={index: int(whole[column]) for index, column in enumerate(self.offer_columns) if whole[column]},
            own=np.rint(own).astype(np.int64),
            hired=hired,
            contractors=contractors,
            contracts=contracts,
            open=whole[self.open_columns].reshape(shape),
            objective=self.model.objective,
            bound=self.model.bound,
            is_proven=self.model.is_optimal,
            nodes=self.model.nodes,
            columns=self.model.column_count,
            rows=self.model.row_count,
        )


class _Model:
    """A HiGHS model that grows by columns; rows are all there before the first one."""

    def __init__(self) -> None:
        import highspy  # a third of a second to import, which a start of the site need not wait for

        self.highspy = highspy
        self.solver = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("random_seed", SEED)):
            self.solver.setOptionValue(option, value)
        self.row_count = self.column_count = 0
        self.whole: list[int] = []

    def rows(self, count: int, lower: Any, upper: Any) -> Numbers:
        """New empty rows; their numbers."""
        if count:
            lower, upper = (np.broadcast_to(np.asarray(bound, dtype=float), (count,)).copy() for bound in (lower, upper))
            lower, upper = np.maximum(lower, -self.highspy.kHighsInf), np.minimum(upper, self.highspy.kHighsInf)
            self.solver.addRows(count, lower, upper, 0, np.zeros(count, dtype=np.int32), np.array([], dtype=np.int32), np.array([]))
        numbers = np.arange(self.row_count, self.row_count + count)
        self.row_count += count
        return numbers

    def columns(self, found: Sequence[tuple[float, float, bool, Sequence[tuple[int, float]]]]) -> Numbers:
        """New columns from 0 on: price, highest value, whether whole, and (row, coefficient); their numbers."""
        count = len(found)
        numbers = np.arange(self.column_count, self.column_count + count)
        if not count:
            return numbers
        lengths = [len(entries) for _price, _upper, _whole, entries in found]
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int32)
        index = np.array([row for *_, entries in found for row, _value in entries], dtype=np.int32)
        value = np.array([value for *_, entries in found for _row, value in entries], dtype=np.float64)
        price = np.array([price for price, *_ in found])
        upper = np.minimum(np.array([upper for _price, upper, *_ in found]), self.highspy.kHighsInf)
        self.solver.addCols(count, price, np.zeros(count), upper, len(index), starts, index, value)
        self.whole += [int(number) for number, (_price, _upper, whole, _entries) in zip(numbers, found, strict=True) if whole]
        self.column_count += count
        return numbers

    def relax(self) -> None:
        self._integrality(self.highspy.HighsVarType.kContinuous)

    def integer(self, search: Search, gap: float) -> None:
        self._integrality(self.highspy.HighsVarType.kInteger)
        self.solver.setOptionValue("mip_rel_gap", gap)
        self.solver.setOptionValue("mip_max_nodes", search.nodes)
        self.solver.setOptionValue("time_limit", search.seconds)

    def _integrality(self, kind: Any) -> None:
        if self.whole:
            columns = np.array(self.whole, dtype=np.int32)
            self.solver.changeColsIntegrality(len(columns), columns, np.array([kind] * len(columns)))

    def run(self, search: Search) -> None:
        self.solver.run()
        status, kinds = self.solver.getModelStatus(), self.highspy.HighsModelStatus
        self.is_optimal = status == kinds.kOptimal
        limited = {kinds.kTimeLimit, kinds.kSolutionLimit, kinds.kIterationLimit, kinds.kInterrupt}
        info = self.solver.getInfo()
        has_plan = info.primal_solution_status == 2  # feasible
        if not self.is_optimal and not (status in limited and has_plan):
            raise PlanningError(f"The plan was not solved ({status}).")
        self.objective = float(info.objective_function_value)
        solution = self.solver.getSolution()
        self.values, self.duals = np.array(solution.col_value), np.array(solution.row_dual)
        self.bound, self.nodes = float(info.mip_dual_bound), int(info.mip_node_count)
