"""Whether a solution is one: every balance, limit, cost and objective computed again from its decisions, without the solver or the program."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from aiteam.planner.flow.costing import Costing
from aiteam.planner.flow.naming import assignment_name, names_of, supervision_name
from aiteam.planner.flow.problem import Hiring, Limit, Limited, Problem, Requirement, State, Store, Term, Transition
from aiteam.planner.flow.replay import Given, Replay
from aiteam.planner.flow.series import Written
from aiteam.planner.flow.solution import Solution

TOLERANCE = 1e-6  # of the size of what is compared, and at least of 1; the solver works to 1e-7


def faults(problem: Problem, solution: Solution) -> list[str]:
    """What is wrong, in words; empty where all holds."""
    return list(_Check(problem, solution).all())


class _Check:
    def __init__(self, problem: Problem, solution: Solution) -> None:
        self.problem, self.solution = problem, solution
        self.given = Given(problem, solution)
        self.replay, self.costing = Replay(problem, self.given), Costing(problem, self.given)
        self.periods = range(len(problem.timeline))
        self.states = {state.name: state for state in problem.states}
        self.supervising: dict[str, list[str]] = defaultdict(list)
        self.learning: dict[str, list[Hiring | Transition]] = defaultdict(list)
        for movement in problem.movements:
            self.learning[movement.works_as].append(movement)
            for state in (name for supervision in movement.supervision for name in supervision.by):
                self.supervising[state].append(supervision_name(movement.label, state))

    def all(self) -> Iterator[str]:
        self.replay.run()
        yield from self._balances()
        for kind, name, flow in self._decided():
            yield from self._limited(kind, name, flow)
        for state in self.problem.states:
            yield from self._state(state)
        for requirement in self.problem.requirements:
            yield from self._requirement(requirement)
        yield from self._supervision()
        yield from self._totals()
        for quantity in self.problem.quantities:
            yield from self._within("quantity", quantity.name, quantity.min, quantity.max, whole=quantity.whole)
        for limit in self.problem.limits:
            yield from self._side(limit)
        yield from self._money()

    def _at(self, series: Written | None, period: int, default: float = 0.0) -> float:
        return self.problem.timeline.at(series, period, default)

    def _compare(self, what: str, left: float, sense: str, right: float, size: float = 1.0, grain: float = 0.0) -> Iterator[str]:
        """Whether `left` is at most, at least or equal to `right`, up to noise. `size` is that of the figures that went into both, `grain`
        what their digits leave open."""
        slack = TOLERANCE * max(1.0, abs(left), abs(right), size) + grain
        holds = {"<=": left <= right + slack, ">=": left >= right - slack, "=": abs(left - right) <= slack}[sense]
        if not holds:
            yield f"{what}: {left:.9g} should be {sense} {right:.9g}"

    def _within(
        self, kind: str, name: str, least: Written | None, most: Written | None, *, whole: bool = False, floor: float = -1e300
    ) -> Iterator[str]:
        for period in self.periods:
            value, where = self.given(kind, name, period), f"{kind} of “{name}” in {self.problem.periods[period]}"
            yield from self._compare(where, value, ">=", self._at(least, period, floor))
            yield from self._compare(where, value, "<=", self._at(most, period, 1e300))
            if whole:
                yield from self._compare(f"{where} in whole numbers", value, "=", round(value))

    def _balances(self) -> Iterator[str]:
        for (kind, name, period), value in self.replay.seen.items():
            yield from self._compare(f"{kind} of “{name}” in {self.problem.periods[period]}", self.given(kind, name, period), "=", value)
        size = max((abs(value) for value in self.replay.seen.values()), default=1.0)
        for what, heads in self.replay.negative:
            yield from self._compare(what, heads, ">=", 0.0, size)

    def _decided(self) -> Iterator[tuple[str, str, Limited]]:
        yield from (("hires", hiring.label, hiring) for hiring in self.problem.hiring)
        yield from (("starts", transition.label, transition) for transition in self.problem.transitions)
        yield from (("separations", separation.label, separation) for separation in self.problem.separations)

    def _limited(self, kind: str, name: str, flow: Limited) -> Iterator[str]:
        whole = self.problem.is_whole(kind, flow.whole)  # type: ignore[arg-type]
        yield from self._within(kind, name, flow.min, flow.max, whole=whole, floor=0.0)
        total = sum(self.given(kind, name, period) for period in self.periods)
        yield from self._compare(f"{kind} of “{name}” in all", total, ">=", flow.total_min or 0.0)
        if flow.total_max is not None:
            yield from self._compare(f"{kind} of “{name}” in all", total, "<=", flow.total_max)
        senses = {"max": "<=", "min": ">=", "exact": "="}
        for share in flow.shares:
            for period in self.periods:
                part = self.problem.timeline.get(share.share, period)
                if part is not None:
                    heads = sum(self._heads(share.at, state, period) for state in share.of)
                    what = f"{kind} of “{name}” as a share in {self.problem.periods[period]}"
                    yield from self._compare(what, self.given(kind, name, period), senses[share.sense], part * heads, heads)

    def _heads(self, at: str, state: str, period: int) -> float:
        return self.states[state].initial if at == "initial" else self.given(at, state, period)

    def _state(self, state: State) -> Iterator[str]:
        yield from self._within("stock", state.name, state.min, state.max, whole=self.problem.is_whole("stock"), floor=0.0)
        last = self.given("closing", state.name, self.periods[-1])
        yield from self._compare(f"“{state.name}” at the end", last, ">=", state.final_min or 0.0)
        if state.final_max is not None:
            yield from self._compare(f"“{state.name}” at the end", last, "<=", state.final_max)
        if state.short_time:
            whole = self.problem.is_whole("short_time")
            yield from self._within("short_time", state.name, 0.0, state.short_time.max, whole=whole)
            for period in self.periods:
                heads = self.given("stock", state.name, period)
                yield from self._compare(f"short time of “{state.name}”", self.given("short_time", state.name, period), "<=", heads)
        if state.overtime:
            yield from self._within("overtime", state.name, 0.0, state.overtime.max, whole=self.problem.is_whole("overtime"))
            for period in self.periods:
                most = self._at(state.overtime.max_per_head, period, 1e12) * self.given("stock", state.name, period)
                what = f"overtime of “{state.name}” in {self.problem.periods[period]}"
                if state.overtime.max_per_head is not None:
                    yield from self._compare(what, self.given("overtime", state.name, period), "<=", most)
        yield from self._assignment(state)

    def _assignment(self, state: State) -> Iterator[str]:
        """The heads that a state has for requirements are those it gives to them."""
        users = [requirement for requirement in self.problem.requirements if state.name in requirement.states]
        for period in self.periods:
            able = self._able(state, period)
            given = sum(self.given("assigned", assignment_name(user.label, state.name), period) for user in users)
            what = f"work of “{state.name}” in {self.problem.periods[period]}"
            if users:
                sense = "<=" if self.problem.is_whole("assigned") else "="
                yield from self._compare(what, given, sense, able, self.given("stock", state.name, period))

    def _able(self, state: State, period: int) -> float:
        heads = self.given("stock", state.name, period)
        if state.short_time:
            heads -= (1 - self._at(state.short_time.productivity, period, 1.0)) * self.given("short_time", state.name, period)
        hours = self._at(state.hours_per_head, period)
        if hours:
            heads += self.given("overtime", state.name, period) / hours
        for name in self.supervising[state.name]:
            heads -= self.given("supervision", name, period)
        for movement in self.learning[state.name]:
            heads += self._at(movement.productivity, period) * self.given("under_way", movement.label, period)
        return heads

    def _supervision(self) -> Iterator[str]:
        for movement in self.problem.movements:
            for supervision in movement.supervision:
                for period in self.periods:
                    taken = 0.0
                    for state in supervision.by:
                        heads = self.given("supervision", supervision_name(movement.label, state), period)
                        unit = 1.0 if supervision.hours is None else self._at(self.states[state].hours_per_head, period)
                        taken += heads * unit
                        yield from self._compare(f"supervision by “{state}”", heads, ">=", 0.0)
                    each = self._at(supervision.hours if supervision.heads is None else supervision.heads, period)
                    asked = each * self._learning(movement, period)
                    yield from self._compare(f"supervision of “{movement.label}” in {self.problem.periods[period]}", taken, "=", asked)

    def _learning(self, movement: Hiring | Transition, period: int) -> float:
        if movement.duration:
            return self.given("under_way", movement.label, period)
        return self.given("hires" if isinstance(movement, Hiring) else "starts", movement.label, period)

    def _requirement(self, requirement: Requirement) -> Iterator[str]:
        name = requirement.label
        for kind, slack in (("outside", requirement.outside), ("gap", requirement.gap), ("surplus", requirement.surplus)):
            if slack is not None:
                whole = self.problem.is_whole(kind, slack.whole)  # type: ignore[arg-type]
                yield from self._within(kind, name, 0.0, slack.max, whole=whole)
        for kind, store in (("stored", requirement.store), ("backlog", requirement.backlog)):
            if store is not None:
                yield from self._within(kind, name, store.min, store.max, floor=0.0)
                last = self.given(kind, name, self.periods[-1])
                yield from self._compare(f"{kind} of “{name}” at the end", last, ">=", store.final_min or 0.0)
                if store.final_max is not None:
                    yield from self._compare(f"{kind} of “{name}” at the end", last, "<=", store.final_max)
        for period in self.periods:
            parts = [*self._work(requirement, period), -self.given("surplus", name, period)]
            parts += [self.given("gap", name, period), self.given("outside", name, period)]
            parts += [
                self._carried("stored", requirement.store, name, period),
                -self._carried("backlog", requirement.backlog, name, period),
            ]
            what = f"requirement “{name}” in {self.problem.periods[period]}"
            yield from self._compare(what, sum(parts), "=", self._at(requirement.need, period), max(map(abs, parts)))

    def _work(self, requirement: Requirement, period: int) -> Iterator[float]:
        for state in requirement.states:
            heads = self.given("assigned", assignment_name(requirement.label, state), period)
            unit = 1.0 if requirement.unit == "heads" else self._at(self.states[state].hours_per_head, period)
            yield heads * unit * requirement.efficiency.get(state, 1.0)

    def _carried(self, kind: str, store: Store | None, name: str, period: int) -> float:
        """What comes over from the period before, less what goes on."""
        if store is None:
            return 0.0
        before = self.given(kind, name, period - 1) if period else store.initial
        return before - self.given(kind, name, period)

    def _totals(self) -> Iterator[str]:
        limits: Mapping[str, Written | None] = {"gap": self.problem.total_gap_max, "surplus": self.problem.total_surplus_max}
        for kind, most in limits.items():
            for period in self.periods:
                together = sum(self.given(kind, requirement.label, period) for requirement in self.problem.requirements)
                yield from self._compare(f"{kind} of all in {self.problem.periods[period]}", together, "<=", self._at(most, period, 1e300))

    def _side(self, limit: Limit) -> Iterator[str]:
        chosen = [period for period in self.periods if limit.periods is None or self.problem.periods[period] in limit.periods]
        rows = [(0, chosen)] if limit.over == "all" else [(period, [period]) for period in chosen]
        for first, periods in rows:
            parts = [part for period in periods for term in limit.terms for part in self._parts(term, period)]
            size = max(map(abs, parts), default=1.0)
            right = self._at(limit.right, first)
            yield from self._compare(f"limit “{limit.name}”", sum(parts), limit.sense, right, size, self._grain(limit.terms))

    def _grain(self, terms: Iterable[Term]) -> float:
        """Of the terms on cost, whose prices may be very large beside the flows."""
        largest = [max(abs(self._at(term.coefficient, period, 1.0)) for period in self.periods) for term in terms if term.flow == "cost"]
        return sum(largest) * self.costing.total_grain() if largest else 0.0

    def _parts(self, term: Term, period: int) -> Iterable[float]:
        factor, since = self._at(term.coefficient, period, 1.0), period - term.lag
        for name in self._names(term):
            yield factor * (self._flow(term.flow, name, since) if since >= 0 else term.before)

    def _names(self, term: Term) -> list[str]:
        names = list(term.of) if term.of is not None else names_of(self.problem, term.flow)
        if term.flow != "assigned":
            return names
        used = [(requirement, state) for requirement in self.problem.requirements for state in requirement.states]
        return [
            assignment_name(requirement.label, state)
            for requirement, state in used
            if requirement.label in names and (term.state is None or state in term.state)
        ]

    def _flow(self, kind: str, name: str, period: int) -> float:
        return self.costing.spent(name, period) if kind == "cost" else self.given(kind, name, period)

    def _money(self) -> Iterator[str]:
        costing, cost = self.costing, self.solution.cost
        if cost is None:
            yield "the cost is missing"
            return
        for kind in names_of(self.problem, "cost"):
            for period, label in enumerate(self.problem.periods):
                said = cost.by_period.get(kind, {}).get(label, 0.0)
                yield from self._compare(
                    f"cost of {kind} in {label}", said, "=", costing.spent(kind, period), grain=costing.grain(kind, period)
                )
        grain = costing.total_grain()
        yield from self._compare("cost", cost.total, "=", costing.total(), grain=grain)
        yield from self._compare("discounted cost", cost.discounted, "=", costing.total(discounted=True), cost.total, grain)
        yield from self._compare("final value", cost.final_value, "=", costing.final_value())
        for objective, reached in zip(self.problem.objectives, self.solution.objectives, strict=True):
            parts = [part for term in objective.terms for part in self._aims(term, costing)]
            size, what = max(map(abs, parts), default=1.0), f"objective “{objective.name}”"
            yield from self._compare(what, reached.value, "=", sum(parts), size, self._grain(objective.terms))

    def _aims(self, term: Term, costing: Costing) -> Iterator[float]:
        for period in self.periods:
            factor = costing.discount(period) if term.flow == "cost" else 1.0
            yield from (factor * part for part in self._parts(term, period))
        if term.flow == "cost" and term.of is None:
            yield -self._at(term.coefficient, self.periods[-1], 1.0) * costing.final_value()
