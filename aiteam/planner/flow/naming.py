"""Which names each kind of flow has."""

from typing import get_args

from aiteam.planner.flow.problem import CostKind, FlowKind, Problem

STATE_FLOWS: frozenset[FlowKind] = frozenset({"wastage", "opening", "stock", "closing"})
REQUIREMENT_FLOWS: frozenset[FlowKind] = frozenset({"assigned", "gap", "surplus", "outside", "stored", "backlog"})


def names_of(problem: Problem, flow: FlowKind) -> list[str]:
    """In the order of the problem."""
    if flow in STATE_FLOWS:
        return [state.name for state in problem.states]
    if flow in REQUIREMENT_FLOWS:
        return _requirements(problem, flow)
    return _others(problem, flow)


def supervision_name(movement: str, state: str) -> str:
    return f"{movement}/{state}"


def assignment_name(requirement: str, state: str) -> str:
    return f"{requirement}/{state}"


def _requirements(problem: Problem, flow: FlowKind) -> list[str]:
    if flow in {"assigned", "surplus"}:
        return [requirement.label for requirement in problem.requirements]
    field = {"stored": "store"}.get(flow, flow)
    return [requirement.label for requirement in problem.requirements if getattr(requirement, field) is not None]


def _others(problem: Problem, flow: FlowKind) -> list[str]:
    hirings, transitions = [hiring.label for hiring in problem.hiring], [transition.label for transition in problem.transitions]
    names: dict[FlowKind, list[str]] = {
        "hires": hirings,
        "arrivals": hirings,
        "starts": transitions,
        "completions": transitions,
        "failures": transitions,
        "under_way": hirings + transitions,
        "separations": [separation.label for separation in problem.separations],
        "short_time": [state.name for state in problem.states if state.short_time],
        "overtime": [state.name for state in problem.states if state.overtime],
        "supervision": [
            supervision_name(movement.label, state)
            for movement in problem.movements
            for supervision in movement.supervision
            for state in supervision.by
        ],
        "quantity": [quantity.name for quantity in problem.quantities],
        "cost": list(get_args(CostKind)),
    }
    return names[flow]
