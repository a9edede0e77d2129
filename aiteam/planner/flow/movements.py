"""Hires, transitions and separations: how many start, are under way, and arrive."""

from aiteam.planner.flow.frame import Frame, Line, total
from aiteam.planner.flow.problem import Event, Hiring, Limited, Movement, Separation, Transition
from aiteam.planner.linear import INFINITY, Expression


class Movements:
    def __init__(self, frame: Frame) -> None:
        self.frame, self.problem = frame, frame.problem
        for hiring in self.problem.hiring:
            self._hiring(hiring)
        for transition in self.problem.transitions:
            self._transition(transition)
        for separation in self.problem.separations:
            self._separation(separation)

    def _hiring(self, hiring: Hiring) -> None:
        whole = self.problem.is_whole("hires", hiring.whole)
        orders = self.frame.line("hires", hiring.label, f"hires “{hiring.label}”", most=hiring.max, least=hiring.min, whole=whole)
        self._limit_total(hiring, "hires", hiring.label, orders)
        self.frame.spend("hiring", orders, hiring.cost)
        self.frame.flows["arrivals"][hiring.label], _failed = self._arrivals(hiring, "hires", orders)
        under_way = self._under_way(hiring, "hires", orders)
        self.frame.flows["under_way"][hiring.label] = under_way
        self.frame.spend("hiring", under_way, hiring.cost_per_period)

    def _transition(self, transition: Transition) -> None:
        name, whole = transition.label, self.problem.is_whole("starts", transition.whole)
        starts = self.frame.line("starts", name, f"starts of “{name}”", most=transition.max, least=transition.min, whole=whole)
        self._limit_total(transition, "starts", name, starts)
        self.frame.spend("transitions", starts, transition.cost)
        flows = self.frame.flows
        flows["completions"][name], flows["failures"][name] = self._arrivals(transition, "transitions", starts)
        flows["under_way"][name] = under_way = self._under_way(transition, "transitions", starts)
        self.frame.spend("transitions", under_way, transition.cost_per_period)

    def _separation(self, separation: Separation) -> None:
        name, whole = separation.label, self.problem.is_whole("separations", separation.whole)
        line = self.frame.line("separations", name, f"separations “{name}”", most=separation.max, least=separation.min, whole=whole)
        self._limit_total(separation, "separations", name, line)
        self.frame.spend("separations", line, separation.cost)

    def _limit_total(self, flow: Limited, kind: str, name: str, line: Line) -> None:
        if flow.total_min is not None or flow.total_max is not None:
            lower = flow.total_min or 0.0
            upper = INFINITY if flow.total_max is None else flow.total_max
            self.frame.limit(("total", kind, name), f"{kind} “{name}” over all periods", total(line), lower, upper)

    def _arrivals(self, movement: Movement, event: Event, starts: Line) -> tuple[Line, Line]:
        """Those who arrive, and those who do not succeed, by the period in which they would arrive."""
        arrived, failed = self.frame.empty(), self.frame.empty()
        for period in self.frame.periods:
            arrived[period].add(self.frame.at(movement.under_way, period))
            begun = period - movement.duration
            if begun >= 0:
                success = self.frame.at(movement.success, begun, 1.0)
                left = self._survivors(movement, event, begun, (period, self.frame.position(event)))
                arrived[period].add(starts[begun], success * left)
                failed[period].add(starts[begun], (1 - success) * left)
        return arrived, failed

    def _under_way(self, movement: Movement, event: Event, starts: Line) -> Line:
        """Heads under way at the work of each period."""
        line, place, work = self.frame.empty(), self.frame.position(event), self.frame.position("work")
        for period in self.frame.periods:
            for begun in range(max(0, period - movement.duration), period + 1):
                if (begun, place) < (period, work) < (begun + movement.duration, place):
                    line[period].add(starts[begun], self._survivors(movement, event, begun, (period, work)))
        if movement.under_way:
            for period in self.frame.periods:
                later = [arrival for arrival in self.frame.periods if (arrival, place) > (period, work)]
                line[period].add(sum(self.frame.at(movement.under_way, arrival) for arrival in later))
        return line

    def _survivors(self, movement: Movement, event: Event, begun: int, until: tuple[int, int]) -> float:
        """The share of those who began that no wastage has taken before the event `until` (period, place in the order)."""
        share, wastage = 1.0, self.frame.position("wastage")
        if not movement.wastage:
            return share
        for period in range(begun, until[0] + 1):
            if (begun, self.frame.position(event)) < (period, wastage) < until:
                share *= 1 - self.frame.at(movement.wastage, period)
        return share

    def limit_shares(self) -> None:
        """Once the stocks are there."""
        for hiring in self.problem.hiring:
            self._limit_shares(hiring, "hires", hiring.label, self.frame.flows["hires"][hiring.label])
        for transition in self.problem.transitions:
            self._limit_shares(transition, "starts", transition.label, self.frame.flows["starts"][transition.label])
        for separation in self.problem.separations:
            self._limit_shares(separation, "separations", separation.label, self.frame.flows["separations"][separation.label])

    def _limit_shares(self, flow: Limited, kind: str, name: str, line: Line) -> None:
        for number, share in enumerate(flow.shares):
            for period in self.frame.periods:
                heads = total(self._heads(share.at, state, period) for state in share.of)
                part = self.frame.timeline.get(share.share, period)
                if part is not None:
                    lower = -INFINITY if share.sense == "max" else 0.0
                    upper = INFINITY if share.sense == "min" else 0.0
                    what = f"{kind} “{name}” as a share of {'+'.join(share.of)} in {self.frame.timeline.labels[period]}"
                    self.frame.limit(("share", kind, name, number, period), what, line[period] - heads * part, lower, upper)

    def _heads(self, at: str, state: str, period: int) -> Expression:
        if at == "initial":
            return Expression(constant=next(one.initial for one in self.problem.states if one.name == state))
        flows = self.frame.flows
        return {"opening": flows["opening"], "stock": flows["stock"], "closing": flows["closing"]}[at][state][period]
