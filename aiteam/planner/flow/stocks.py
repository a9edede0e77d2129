"""The heads of each state, carried through the events of each period."""

from collections import defaultdict

from aiteam.planner.flow.frame import Frame, total
from aiteam.planner.flow.problem import Event, Hiring, Separation, State, Transition
from aiteam.planner.linear import INFINITY, Expression


class Stocks:
    def __init__(self, frame: Frame) -> None:
        self.frame, self.problem, self.flows = frame, frame.problem, frame.flows
        self.hired: dict[str, list[Hiring]] = defaultdict(list)
        self.into: dict[str, list[Transition]] = defaultdict(list)
        self.out_of: dict[str, list[Transition]] = defaultdict(list)
        self.failed: dict[str, list[Transition]] = defaultdict(list)
        self.sent: dict[str, list[Separation]] = defaultdict(list)
        self._sort()
        for state in self.problem.states:
            self._state(state)

    def _sort(self) -> None:
        for hiring in self.problem.hiring:
            self.hired[hiring.to_state].append(hiring)
        for transition in self.problem.transitions:
            self.into[transition.to_state].append(transition)
            self.out_of[transition.from_state].append(transition)
            if transition.failed_to is not None:
                self.failed[transition.failed_to].append(transition)
        for separation in self.problem.separations:
            self.sent[separation.from_state].append(separation)

    def _state(self, state: State) -> None:
        for kind in ("opening", "closing", "wastage"):
            self.flows[kind][state.name] = self.frame.empty()
        whole = self.problem.is_whole("stock")
        stock = self.frame.line("stock", state.name, f"heads at work as “{state.name}”", most=state.max, least=state.min, whole=whole)
        self.frame.spend("pay", stock, state.cost)
        heads = Expression(constant=state.initial)
        for period in self.frame.periods:
            self.flows["opening"][state.name][period] = heads
            for event in self.problem.order:
                heads = self._after(event, state, period, heads)
            self.flows["closing"][state.name][period] = heads
        upper = INFINITY if state.final_max is None else state.final_max
        self.frame.limit(("final", state.name), f"heads of “{state.name}” at the end", heads, state.final_min or 0.0, upper)

    def _after(self, event: Event, state: State, period: int, heads: Expression) -> Expression:
        if event == "hires":
            return heads + total(self.flows["arrivals"][hiring.label][period] for hiring in self.hired[state.name])
        if event == "transitions":
            return self._after_transitions(state, period, heads)
        if event == "separations":
            left = total(self.flows["separations"][separation.label][period] for separation in self.sent[state.name])
            return self._enough(("after separations", state.name, period), heads - left) if left.terms else heads
        if event == "work":
            stock = self.flows["stock"][state.name][period]
            self.frame.model.row(("balance", state.name, period), stock - heads, 0.0, 0.0)
            return Expression().add(stock)
        return self._after_wastage(state, period, heads)

    def _enough(self, name: tuple[str, str, int], heads: Expression) -> Expression:
        self.frame.model.row(name, heads, 0.0)
        return heads

    def _after_transitions(self, state: State, period: int, heads: Expression) -> Expression:
        out = total(self.flows["starts"][transition.label][period] for transition in self.out_of[state.name])
        arriving, at_once = Expression(), Expression()
        for transition in self.into[state.name]:
            done = self.flows["completions"][transition.label][period]
            lost = self._lost_on_arrival(transition, state, period)
            self.flows["wastage"][state.name][period].add(done, lost)
            (arriving if transition.duration else at_once).add(done, 1 - lost)
        for transition in self.failed[state.name]:
            (arriving if transition.duration else at_once).add(self.flows["failures"][transition.label][period])
        after = heads + arriving + at_once - out
        if out.terms:
            free = after if self.problem.move_on_at_once else after - at_once
            self._enough(("after transitions", state.name, period), free)
        return after

    def _lost_on_arrival(self, transition: Transition, state: State, period: int) -> float:
        usual = self.frame.at(state.wastage, period)
        rates = {"none": 0.0, "usual": usual, "first": self._first(state, period)}
        return rates[transition.wastage_on_arrival]

    def _first(self, state: State, period: int) -> float:
        return self.frame.at(state.wastage_first, period, self.frame.at(state.wastage, period))

    def _after_wastage(self, state: State, period: int, heads: Expression) -> Expression:
        usual, first = self.frame.at(state.wastage, period), self._first(state, period)
        lost = heads * usual
        if first != usual:
            new = self._new(state, period)
            lost.add(new, first - usual)
            if new.terms or new.constant:
                self._enough(("new people stay", state.name, period), heads - new)
        self.flows["wastage"][state.name][period].add(lost)
        return heads - lost

    def _new(self, state: State, period: int) -> Expression:
        """Those for whom the wastage of this period is the first."""
        since = period if self.frame.position("hires") < self.frame.position("wastage") else period - 1
        new = Expression(constant=state.initial_new if period == 0 else 0.0)
        if since >= 0:
            new.add(total(self.flows["arrivals"][hiring.label][since] for hiring in self.hired[state.name]))
        return new
