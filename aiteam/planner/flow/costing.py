"""What a solution costs, from its flows."""

from typing import get_args

from aiteam.planner.flow.problem import CostKind, Problem
from aiteam.planner.flow.replay import Given
from aiteam.planner.flow.series import Written

DIGIT = 1e-9


class Costing:
    def __init__(self, problem: Problem, given: Given) -> None:
        self.problem, self.given = problem, given
        self.priced = self._priced()

    def _priced(self) -> dict[str, list[tuple[str, str, Written]]]:
        """By kind of cost: flows with their price."""
        problem = self.problem
        priced: dict[str, list[tuple[str, str, Written]]] = {kind: [] for kind in get_args(CostKind)}
        priced["pay"] = [("stock", state.name, state.cost) for state in problem.states]
        priced["separations"] = [("separations", separation.label, separation.cost) for separation in problem.separations]
        priced["short_time"] = [("short_time", state.name, state.short_time.cost) for state in problem.states if state.short_time]
        priced["overtime"] = [("overtime", state.name, state.overtime.cost) for state in problem.states if state.overtime]
        for hiring in problem.hiring:
            priced["hiring"] += [("hires", hiring.label, hiring.cost), ("under_way", hiring.label, hiring.cost_per_period)]
        for transition in problem.transitions:
            name = transition.label
            priced["transitions"] += [("starts", name, transition.cost), ("under_way", name, transition.cost_per_period)]
        for requirement in problem.requirements:
            slacks = {"outside": requirement.outside, "gap": requirement.gap, "surplus": requirement.surplus}
            carried = {"stored": requirement.store, "backlog": requirement.backlog}
            for kind, slack in (slacks | carried).items():
                if slack is not None:
                    priced[kind].append((kind, requirement.label, slack.cost))
        return priced

    def spent(self, kind: str, period: int) -> float:
        """Not discounted."""
        timeline = self.problem.timeline
        if kind == "quantities":
            return sum(
                self.given("quantity", quantity.name, period) * timeline.at(quantity.cost, period)
                for quantity in self.problem.quantities
                if not quantity.once or period == 0
            )
        return sum(self.given(flow, name, period) * timeline.at(price, period) for flow, name, price in self.priced[kind])

    def grain(self, kind: str, period: int) -> float:
        """What the digits that a flow is written with leave open."""
        timeline = self.problem.timeline
        prices = [price for _flow, _name, price in self.priced.get(kind, [])] or [quantity.cost for quantity in self.problem.quantities]
        return DIGIT * sum(abs(timeline.at(price, period)) for price in prices)

    def discount(self, period: int) -> float:
        return float((1 + self.problem.discount_rate) ** -(period + (self.problem.discount_from == "end")))

    def total(self, *, discounted: bool = False) -> float:
        return sum(
            self.spent(kind, period) * (self.discount(period) if discounted else 1.0)
            for kind in self.priced
            for period in range(len(self.problem.timeline))
        )

    def total_grain(self) -> float:
        return sum(self.grain(kind, period) for kind in self.priced for period in range(len(self.problem.timeline)))

    def final_value(self) -> float:
        last = len(self.problem.timeline) - 1
        worth = sum(state.final_value * self.given("closing", state.name, last) for state in self.problem.states)
        return float(worth * (1 + self.problem.discount_rate) ** -(last + 1))
