"""The whole linear program of a problem: its parts put together, its further limits, and its objectives."""

from aiteam.planner.flow.cover import Cover
from aiteam.planner.flow.frame import Elastic, Frame, Line, total
from aiteam.planner.flow.movements import Movements
from aiteam.planner.flow.naming import names_of
from aiteam.planner.flow.problem import Limit, Objective, Problem, Quantity, Term
from aiteam.planner.flow.stocks import Stocks
from aiteam.planner.linear import INFINITY, Expression


class Program(Frame):
    def __init__(self, problem: Problem, elastic: Elastic = "nothing") -> None:
        super().__init__(problem, elastic)
        movements = Movements(self)
        Stocks(self)
        movements.limit_shares()
        Cover(self)
        for quantity in problem.quantities:
            self._quantity(quantity)
        for limit in problem.limits:
            self._limit(limit)

    def _quantity(self, quantity: Quantity) -> None:
        line = self.empty()
        for period in self.periods[:1] if quantity.once else self.periods:
            least, most = self.timeline.at(quantity.min, period, -INFINITY), self.upper(quantity.max, period)
            what = f"quantity “{quantity.name}” in {self.timeline.labels[period]}"
            line[period] = self.column(("quantity", quantity.name, period), what, least, most, whole=quantity.whole)
        self.spend("quantities", line, quantity.cost)
        self.flows["quantity"][quantity.name] = [line[0]] * len(self.periods) if quantity.once else line

    def _limit(self, limit: Limit) -> None:
        periods = [period for period in self.periods if limit.periods is None or self.timeline.labels[period] in limit.periods]
        if limit.over == "all":
            self._row(limit, 0, total(self._sum(limit, period) for period in periods), f"limit “{limit.name}”")
            return
        for period in periods:
            self._row(limit, period, self._sum(limit, period), f"limit “{limit.name}” in {self.timeline.labels[period]}")

    def _row(self, limit: Limit, period: int, left: Expression, what: str) -> None:
        right = self.at(limit.right, period)
        lower, upper = {"<=": (-INFINITY, right), ">=": (right, INFINITY), "=": (right, right)}[limit.sense]
        self.limit(("limit", limit.name, period), what, left, lower, upper)

    def _sum(self, limit: Limit, period: int) -> Expression:
        return total(self._term(term, period) for term in limit.terms)

    def _term(self, term: Term, period: int) -> Expression:
        result, factor, since = Expression(), self.at(term.coefficient, period, 1.0), period - term.lag
        for line in self._lines(term):
            result.add(line[since] if since >= 0 else term.before, factor)
        return result

    def _lines(self, term: Term) -> list[Line]:
        names = term.of if term.of is not None else names_of(self.problem, term.flow)
        if term.flow == "cost":
            return [line for kind, line in self.costs.items() if kind in names]
        if term.flow == "assigned":
            return [
                line
                for (requirement, state), line in self.assigned.items()
                if requirement in names and (term.state is None or state in term.state)
            ]
        return [self.flows[term.flow][name] for name in names]

    def objective(self, objective: Objective) -> Expression:
        return total(self._aim(term, period) for term in objective.terms for period in self.periods)

    def _aim(self, term: Term, period: int) -> Expression:
        found = self._term(term, period)
        if term.flow != "cost":
            return found
        found = found * self.discount(period)
        if term.of is None and period == self.periods[-1]:
            worth = self.at(term.coefficient, period, 1.0) * self.final_discount
            for state in self.problem.states:
                found.add(self.flows["closing"][state.name][period], -worth * state.final_value)
        return found

    def discount(self, period: int) -> float:
        passed = period if self.problem.discount_from == "start" else period + 1
        return float((1 + self.problem.discount_rate) ** -passed)

    @property
    def final_discount(self) -> float:
        """Of the moment after the last period."""
        return float((1 + self.problem.discount_rate) ** -len(self.periods))
