"""Who does the work of the requirements: what people at work can do, overtime, others, and what stays undone."""

from collections import Counter
from typing import Literal

from aiteam.planner.flow.frame import Frame, Line, total
from aiteam.planner.flow.naming import supervision_name
from aiteam.planner.flow.problem import Hiring, Requirement, Slack, State, Store, Supervision, Transition
from aiteam.planner.flow.series import Written
from aiteam.planner.linear import INFINITY, Expression

SlackKind = Literal["outside", "gap", "surplus"]
CarryKind = Literal["stored", "backlog"]


class Cover:
    def __init__(self, frame: Frame) -> None:
        self.frame, self.problem, self.flows = frame, frame.problem, frame.flows
        self.states = {state.name: state for state in self.problem.states}
        self.able: dict[str, Line] = {state.name: self._at_work(state) for state in self.problem.states}
        self._supervise()
        self._count_those_under_way()
        uses = Counter(name for requirement in self.problem.requirements for name in requirement.states)
        for requirement in self.problem.requirements:
            self._requirement(requirement, uses)
        self._divide(uses)
        self._limit_all()

    def _at_work(self, state: State) -> Line:
        """Full heads that people of a state are worth, short time and overtime included."""
        able = [Expression().add(stock) for stock in self.flows["stock"][state.name]]
        self._short_time(state, able)
        self._overtime(state, able)
        return able

    def _short_time(self, state: State, able: Line) -> None:
        if not state.short_time:
            return
        whole = self.problem.is_whole("short_time")
        short = self.frame.line("short_time", state.name, f"short time of “{state.name}”", most=state.short_time.max, whole=whole)
        self.frame.spend("short_time", short, state.short_time.cost)
        for period in self.frame.periods:
            able[period].add(short[period], self.frame.at(state.short_time.productivity, period, 1.0) - 1)
            everybody = self.flows["stock"][state.name][period] - short[period]
            self.frame.model.row(("short time within stock", state.name, period), everybody, 0.0)

    def _overtime(self, state: State, able: Line) -> None:
        if not state.overtime:
            return
        whole = self.problem.is_whole("overtime")
        overtime = self.frame.line("overtime", state.name, f"overtime of “{state.name}”", most=state.overtime.max, whole=whole)
        self.frame.spend("overtime", overtime, state.overtime.cost)
        for period in self.frame.periods:
            hours = self.frame.at(state.hours_per_head, period)
            if hours:
                able[period].add(overtime[period], 1 / hours)
            each = self.frame.timeline.get(state.overtime.max_per_head, period)
            if each is not None:
                what = f"overtime per head of “{state.name}” in {self.frame.timeline.labels[period]}"
                beyond = overtime[period] - self.flows["stock"][state.name][period] * each
                self.frame.limit(("overtime per head", state.name, period), what, beyond, upper=0.0)

    def _supervise(self) -> None:
        supervising = set[str]()
        for movement in self.problem.movements:
            for number, supervision in enumerate(movement.supervision):
                self._supervision(movement, number, supervision)
                supervising |= set(supervision.by)
        for name in sorted(supervising):
            for period in self.frame.periods:
                row = ("supervisors at work", name, period)
                if self.frame.elastic == "all":
                    what = f"supervision by “{name}” in {self.frame.timeline.labels[period]}: {{amount}} heads too few"
                    self.able[name][period].add(self.frame.slack(row, what))
                self.frame.model.row(row, self.able[name][period], 0.0)

    def _supervision(self, movement: Hiring | Transition, number: int, supervision: Supervision) -> None:
        lines = {name: self.frame.empty() for name in supervision.by}
        for period in self.frame.periods:
            taken = self._learning(movement, period) * self.frame.at(supervision.heads or supervision.hours, period)
            units = {name: self._unit(supervision.hours is not None, name, period) for name in supervision.by}
            if len(units) == 1:
                name, unit = units.popitem()
                lines[name][period] = taken * (1 / unit) if unit else taken
            else:
                for name, unit in units.items():
                    lines[name][period] = self.frame.model.column(("supervises", movement.label, name, period))
                    taken.add(lines[name][period], -unit)
                self.frame.model.row(("supervised", movement.label, number, period), taken, 0.0, 0.0)
        for name, line in lines.items():
            self.flows["supervision"][supervision_name(movement.label, name)] = line
            for period in self.frame.periods:
                self.able[name][period].add(line[period], -1.0)

    def _learning(self, movement: Hiring | Transition, period: int) -> Expression:
        """Heads that take supervision: those under way, or those who start where nobody is ever under way."""
        if movement.duration:
            return self.flows["under_way"][movement.label][period]
        return self.flows["hires" if isinstance(movement, Hiring) else "starts"][movement.label][period]

    def _unit(self, in_hours: bool, name: str, period: int) -> float:
        """What a head of a state is in the unit asked for."""
        return self.frame.at(self.states[name].hours_per_head, period) if in_hours else 1.0

    def _count_those_under_way(self) -> None:
        for movement in self.problem.movements:
            for period in self.frame.periods:
                productivity = self.frame.at(movement.productivity, period)
                self.able[movement.works_as][period].add(self.flows["under_way"][movement.label][period], productivity)

    def _requirement(self, requirement: Requirement, uses: Counter[str]) -> None:
        done = self.frame.empty()
        for name in requirement.states:
            for period, heads in enumerate(self._assigned(requirement, name, uses[name])):
                unit = self._unit(requirement.unit == "hours", name, period)
                done[period].add(heads, unit * requirement.efficiency.get(name, 1.0))
        self._slack(requirement, "outside", requirement.outside, done, 1.0)
        self._slack(requirement, "gap", requirement.gap, done, 1.0)
        self._slack(requirement, "surplus", requirement.surplus, done, -1.0)
        self._carry(requirement, "stored", requirement.store, done, 1.0)
        self._carry(requirement, "backlog", requirement.backlog, done, -1.0)
        for period in self.frame.periods:
            need = self.frame.at(requirement.need, period)
            what = f"requirement “{requirement.label}” in {self.frame.timeline.labels[period]}"
            self.frame.limit(("need", requirement.label, period), what, done[period], need, need, need=True)

    def _assigned(self, requirement: Requirement, name: str, uses: int) -> Line:
        """Heads of a state that work for a requirement: all there are, or a part to be decided where several name the state."""
        whole = self.problem.is_whole("assigned")
        if uses == 1 and not whole:
            line = self.able[name]
        else:
            line = [self.frame.model.column(("assigned", requirement.label, name, period), whole=whole) for period in self.frame.periods]
        self.frame.assigned[requirement.label, name] = line
        return line

    def _divide(self, uses: Counter[str]) -> None:
        for name, count in sorted(uses.items()):
            if count == 1 and not self.problem.is_whole("assigned"):
                continue
            lines = [line for (_requirement, state), line in self.frame.assigned.items() if state == name]
            for period in self.frame.periods:
                left = Expression().add(self.able[name][period])
                for line in lines:
                    left.add(line[period], -1.0)
                self.frame.model.row(("divided", name, period), left, 0.0, INFINITY if self.problem.is_whole("assigned") else 0.0)

    def _slack(self, requirement: Requirement, kind: SlackKind, slack: Slack | None, done: Line, sign: float) -> None:
        if slack is None:
            return
        whole = self.problem.is_whole(kind, slack.whole)
        line = self.frame.line(kind, requirement.label, f"{kind} of “{requirement.label}”", most=slack.max, whole=whole)
        self.frame.spend(kind, line, slack.cost)
        for period in self.frame.periods:
            done[period].add(line[period], sign)

    def _carry(self, requirement: Requirement, kind: CarryKind, store: Store | None, done: Line, sign: float) -> None:
        """What goes over from the period before adds to what is done (a backlog to what is asked), what goes on takes from it."""
        if store is None:
            return
        name = requirement.label
        line = self.frame.line(kind, name, f"{kind} of “{name}”", most=store.max, least=store.min)
        self.frame.spend(kind, line, store.cost)
        for period in self.frame.periods:
            done[period].add(line[period - 1] if period else store.initial, sign)
            done[period].add(line[period], -sign)
        upper = INFINITY if store.final_max is None else store.final_max
        self.frame.limit(("final", kind, name), f"{kind} of “{name}” at the end", line[-1], store.final_min or 0.0, upper)

    def _limit_all(self) -> None:
        """Limits over all requirements of a period."""
        self._limit_sum("gap", self.problem.total_gap_max)
        self._limit_sum("surplus", self.problem.total_surplus_max)

    def _limit_sum(self, kind: SlackKind, most: Written | None) -> None:
        for period in self.frame.periods:
            together = total(line[period] for line in self.flows[kind].values())
            what = f"{kind} of all requirements in {self.frame.timeline.labels[period]}"
            self.frame.limit(("total", kind, period), what, together, upper=self.frame.upper(most, period))
