"""The people of a solution carried through its periods again, from its decisions alone and with plain sums: no solver, no program."""

from collections import defaultdict
from dataclasses import dataclass, field

from aiteam.planner.flow.problem import Event, Hiring, Movement, Problem, State, Transition
from aiteam.planner.flow.solution import ByPeriod, Solution


class Given:
    """The flows of a solution by kind, name and number of the period; 0 where the solution does not name one."""

    def __init__(self, problem: Problem, solution: Solution) -> None:
        self.labels, self.flows = problem.timeline.labels, solution.flows

    def __call__(self, kind: str, name: str, period: int) -> float:
        nothing: ByPeriod = {}
        return self.flows.get(kind, {}).get(name, nothing).get(self.labels[period], 0.0)


@dataclass
class Group:
    """People who started together and are still under way. `chance` is the share of them that will arrive."""

    arrives: int
    heads: float
    chance: float


@dataclass
class Replay:
    """`seen` holds what follows from the decisions: by (kind, name, period)."""

    problem: Problem
    given: Given
    seen: dict[tuple[str, str, int], float] = field(default_factory=dict)
    negative: list[tuple[str, float]] = field(default_factory=list)
    heads: dict[str, float] = field(default_factory=dict)
    new: dict[str, float] = field(default_factory=dict)
    groups: dict[str, list[Group]] = field(default_factory=lambda: defaultdict(list))

    def run(self) -> None:
        self.heads = {state.name: state.initial for state in self.problem.states}
        self.new = {state.name: state.initial_new for state in self.problem.states}
        for period in range(len(self.problem.timeline)):
            for state in self.problem.states:
                self.seen["opening", state.name, period] = self.heads[state.name]
                self.seen["wastage", state.name, period] = 0.0
            for event in self.problem.order:
                self._happen(event, period)
            for state in self.problem.states:
                self.seen["closing", state.name, period] = self.heads[state.name]

    def _at(self, series: object, period: int, default: float = 0.0) -> float:
        return self.problem.timeline.at(series, period, default)  # type: ignore[arg-type]

    def _happen(self, event: Event, period: int) -> None:
        if event == "hires":
            for hiring in self.problem.hiring:
                self._hire(hiring, period)
        elif event == "transitions":
            self._move(period)
        elif event == "separations":
            for separation in self.problem.separations:
                self.heads[separation.from_state] -= self.given("separations", separation.label, period)
        elif event == "work":
            self._work(period)
        else:
            for state in self.problem.states:
                self._lose(state, period)
            for movement in self.problem.movements:
                for group in self.groups[movement.label]:
                    group.heads *= 1 - self._at(movement.wastage, period)
        for name, heads in self.heads.items():
            if heads < 0:
                self.negative.append((f"heads of “{name}” after {event} in {self.problem.periods[period]}", heads))

    def _hire(self, hiring: Hiring, period: int) -> None:
        self._begin(hiring, hiring.label, self.given("hires", hiring.label, period), period)
        arrived, _failed = self._arrive(hiring, hiring.label, period)
        self.seen["arrivals", hiring.label, period] = arrived
        self.heads[hiring.to_state] += arrived
        self.new[hiring.to_state] += arrived

    def _begin(self, movement: Movement, label: str, heads: float, period: int) -> None:
        self.groups[label].append(Group(period + movement.duration, heads, self._at(movement.success, period, 1.0)))

    def _arrive(self, movement: Movement, label: str, period: int) -> tuple[float, float]:
        done = [group for group in self.groups[label] if group.arrives == period]
        self.groups[label] = [group for group in self.groups[label] if group.arrives != period]
        arrived = sum(group.heads * group.chance for group in done)
        return arrived + self._at(movement.under_way, period), sum(group.heads * (1 - group.chance) for group in done)

    def _move(self, period: int) -> None:
        gained: dict[str, float] = defaultdict(float)
        for transition in self.problem.transitions:
            starts = self.given("starts", transition.label, period)
            self.heads[transition.from_state] -= starts
            self._begin(transition, transition.label, starts, period)
            gain = self._complete(transition, period)
            for state, heads in gain.items():
                (self.heads if transition.duration else gained)[state] += heads
        if not self.problem.move_on_at_once:
            for state, heads in self.heads.items():
                if heads < 0:
                    self.negative.append((f"heads of “{state}” if nobody moves on at once in {self.problem.periods[period]}", heads))
        for state, heads in gained.items():
            self.heads[state] += heads

    def _complete(self, transition: Transition, period: int) -> dict[str, float]:
        arrived, failed = self._arrive(transition, transition.label, period)
        self.seen["completions", transition.label, period] = arrived
        self.seen["failures", transition.label, period] = failed
        target = next(state for state in self.problem.states if state.name == transition.to_state)
        usual, first = self._rates(target, period)
        lost = arrived * {"none": 0.0, "usual": usual, "first": first}[transition.wastage_on_arrival]
        self.seen["wastage", target.name, period] += lost
        gain = defaultdict(float, {target.name: arrived - lost})
        if transition.failed_to is not None:
            gain[transition.failed_to] += failed
        return gain

    def _rates(self, state: State, period: int) -> tuple[float, float]:
        usual = self._at(state.wastage, period)
        return usual, self._at(state.wastage_first, period, usual)

    def _work(self, period: int) -> None:
        for state in self.problem.states:
            self.seen["stock", state.name, period] = self.heads[state.name]
        for movement in self.problem.movements:
            place = self.problem.order.index("hires" if isinstance(movement, Hiring) else "transitions")
            first = period + 1 if place < self.problem.order.index("work") else period
            due = range(first, len(self.problem.timeline)) if movement.under_way else ()
            before = sum(self._at(movement.under_way, arrival) for arrival in due)
            self.seen["under_way", movement.label, period] = before + sum(group.heads for group in self.groups[movement.label])

    def _lose(self, state: State, period: int) -> None:
        usual, first = self._rates(state, period)
        lost = self.heads[state.name] * usual + self.new[state.name] * (first - usual)
        if first != usual and self.new[state.name] > self.heads[state.name]:
            others = self.heads[state.name] - self.new[state.name]
            self.negative.append((f"heads of “{state.name}” that are not new at the wastage of {self.problem.periods[period]}", others))
        self.new[state.name] = 0.0
        self.heads[state.name] -= lost
        self.seen["wastage", state.name, period] += lost
