"""The one way in: a problem out of JSON text or plain values, or complaints that name the field."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError

from aiteam.planner.errors import PYDANTIC, Complaint, RequestError
from aiteam.planner.flow import problem as stated
from aiteam.planner.flow.naming import names_of
from aiteam.planner.flow.problem import Hiring, Problem, Requirement, State, Term, Transition
from aiteam.planner.flow.series import REST
from aiteam.planner.values import Frozen

MAX_CELLS = 400_000


def read_problem(data: Mapping[str, Any] | str | bytes) -> Problem:
    """Raises RequestError with every complaint found."""
    try:
        problem = Problem.model_validate_json(data) if isinstance(data, str | bytes) else Problem.model_validate(data)
    except ValidationError as error:
        raise RequestError(_complaint(details) for details in error.errors()) from error
    complaints = list(check(problem))
    if complaints:
        raise RequestError(complaints)
    return problem


def _complaint(details: Any) -> Complaint:
    if details["type"] == "extra_forbidden":
        return _unknown(".".join(map(str, details["loc"])), str(details["loc"][-1]), _FIELDS, "field of this name")
    if details["type"] not in PYDANTIC:
        return Complaint(".".join(map(str, details["loc"])) or "problem", _plain(details["msg"]))
    bounds = {name: f"{value:g}" if isinstance(value, float) else value for name, value in details.get("ctx", {}).items()}
    return Complaint.from_pydantic(details | {"ctx": bounds})


_FIELDS = sorted(
    {
        field
        for kind in vars(stated).values()
        if isinstance(kind, type) and issubclass(kind, BaseModel) and kind is not Frozen
        for field in kind.model_fields
    }
)


def _plain(text: str) -> str:
    """A message without values to fill in."""
    return text.replace("%", "%%")


def _unknown(path: str, name: str, known: Collection[str], what: str) -> Complaint:
    like = {row.casefold(): row for row in known}
    near = [like[row] for row in get_close_matches(name.casefold(), like, n=3)]
    hint = f" Meant perhaps: {', '.join(near)}." if near else ""
    return Complaint(path, _plain(f"There is no {what}: “{name}”.{hint}"))


def check(problem: Problem) -> Iterator[Complaint]:
    """What only the whole problem can show to be wrong."""
    yield from _check_periods(problem)
    yield from _check_size(problem)
    yield from _check_names(problem)
    yield from _check_series(problem, problem.periods, "")
    yield from _check_references(problem)
    yield from _check_terms(problem)


def _check_periods(problem: Problem) -> Iterator[Complaint]:
    for label, count in Counter(problem.periods).items():
        if count > 1:
            yield Complaint("periods", _plain(f"“{label}” stands for more than one period."))
    if REST in problem.periods:
        yield Complaint("periods", f"“{REST}” cannot be a period; it stands for the periods that are not named.")
    if sorted(problem.order) != sorted(stated.DEFAULT_ORDER):
        yield Complaint("order", f"Each event is needed once: {', '.join(stated.DEFAULT_ORDER)}.")


def _check_size(problem: Problem) -> Iterator[Complaint]:
    kinds = (problem.states, problem.hiring, problem.transitions, problem.separations, problem.requirements, problem.quantities)
    items = sum(map(len, kinds)) + sum(len(requirement.states) for requirement in problem.requirements)
    if items * len(problem.periods) > MAX_CELLS:
        yield Complaint("problem", f"This is too large: {items} items by {len(problem.periods)} periods; at most {MAX_CELLS} together.")


def _check_names(problem: Problem) -> Iterator[Complaint]:
    groups: Mapping[str, Iterable[str]] = {
        "states": [state.name for state in problem.states],
        "hiring": [hiring.label for hiring in problem.hiring],
        "transitions": [transition.label for transition in problem.transitions],
        "separations": [separation.label for separation in problem.separations],
        "requirements": [requirement.label for requirement in problem.requirements],
        "quantities": [quantity.name for quantity in problem.quantities],
        "limits": [limit.name for limit in problem.limits],
        "objectives": [objective.name for objective in problem.objectives],
    }
    for field, names in groups.items():
        seen = set[str]()
        for index, name in enumerate(names):
            if name in seen:
                yield Complaint(f"{field}.{index}", _plain(f"“{name}” is there already; give each a name of its own."))
            seen.add(name)
    hirings = {hiring.label for hiring in problem.hiring}
    for index, transition in enumerate(problem.transitions):
        if transition.label in hirings:
            yield Complaint(f"transitions.{index}", _plain(f"“{transition.label}” is the name of a hiring; give one of them another name."))


def _check_series(value: object, labels: Sequence[str], path: str) -> Iterator[Complaint]:
    """Lists of figures have an entry for each period, objects name periods."""
    if not isinstance(value, BaseModel):
        return
    for field, part in value:
        where = f"{path}.{field}".lstrip(".")
        if field == "efficiency":
            continue
        if isinstance(part, Mapping):
            for label in part:
                if label not in labels and label != REST:
                    yield _unknown(f"{where}.{label}", label, [*labels, REST], "period of this name")
        elif isinstance(part, tuple) and part and all(entry is None or isinstance(entry, float) for entry in part):
            if len(part) != len(labels):
                yield Complaint(where, f"A list has an entry for each of the {len(labels)} periods; these are {len(part)}.")
        elif isinstance(part, tuple):
            for index, entry in enumerate(part):
                yield from _check_series(entry, labels, f"{where}.{index}")
        else:
            yield from _check_series(part, labels, where)


class _References:
    """Whether names that stand for states are names of states."""

    def __init__(self, problem: Problem) -> None:
        self.states = {state.name: state for state in problem.states}

    def known(self, path: str, name: str | None) -> Iterator[Complaint]:
        if name is not None and name not in self.states:
            yield _unknown(path, name, self.states, "state of this name")

    def hours(self, path: str, names: Iterable[str]) -> Iterator[Complaint]:
        for name in names:
            if name in self.states and self.states[name].hours_per_head is None:
                yield Complaint(path, _plain(f"Hours need the `hours_per_head` of the state “{name}”."))


def _check_references(problem: Problem) -> Iterator[Complaint]:
    names = _References(problem)
    for index, state in enumerate(problem.states):
        yield from _check_state(state, f"states.{index}", names)
    for index, hiring in enumerate(problem.hiring):
        yield from names.known(f"hiring.{index}.to_state", hiring.to_state)
        yield from _check_movement(hiring, f"hiring.{index}", names)
    for index, transition in enumerate(problem.transitions):
        yield from _check_transition(transition, f"transitions.{index}", names)
    for index, separation in enumerate(problem.separations):
        yield from names.known(f"separations.{index}.from_state", separation.from_state)
        yield from _check_shares(separation, f"separations.{index}", names)
    for index, requirement in enumerate(problem.requirements):
        yield from _check_requirement(requirement, f"requirements.{index}", names)


def _check_state(state: State, path: str, names: _References) -> Iterator[Complaint]:
    if state.initial_new > state.initial:
        yield Complaint(f"{path}.initial_new", f"There cannot be more new people ({state.initial_new:g}) than people ({state.initial:g}).")
    if state.overtime:
        yield from names.hours(f"{path}.overtime", [state.name])


def _check_shares(flow: stated.Limited, path: str, names: _References) -> Iterator[Complaint]:
    for number, share in enumerate(flow.shares):
        for name in share.of:
            yield from names.known(f"{path}.shares.{number}.of", name)


def _check_movement(movement: Hiring | Transition, path: str, names: _References) -> Iterator[Complaint]:
    yield from _check_shares(movement, path, names)
    yield from names.known(f"{path}.counts_as", movement.counts_as)
    supervising = [name for supervision in movement.supervision for name in supervision.by]
    for name in sorted({name for name in supervising if supervising.count(name) > 1}):
        yield Complaint(f"{path}.supervision", _plain(f"The state “{name}” supervises twice here."))
    for number, supervision in enumerate(movement.supervision):
        where = f"{path}.supervision.{number}"
        for name in supervision.by:
            yield from names.known(f"{where}.by", name)
        if (supervision.heads is None) == (supervision.hours is None):
            yield Complaint(where, "Either `heads` or `hours` is needed, and not both.")
        if supervision.hours is not None:
            yield from names.hours(where, supervision.by)


def _check_transition(transition: Transition, path: str, names: _References) -> Iterator[Complaint]:
    for field in ("from_state", "to_state", "failed_to"):
        yield from names.known(f"{path}.{field}", getattr(transition, field))
    if transition.from_state == transition.to_state and not transition.duration:
        yield Complaint(f"{path}.to_state", "A transition without duration leads to another state.")
    yield from _check_movement(transition, path, names)


def _check_requirement(requirement: Requirement, path: str, names: _References) -> Iterator[Complaint]:
    for name in requirement.states:
        yield from names.known(f"{path}.states", name)
    for name in requirement.efficiency:
        if name not in requirement.states:
            yield _unknown(f"{path}.efficiency.{name}", name, requirement.states, "state of this name in this requirement")
    if len(set(requirement.states)) < len(requirement.states):
        yield Complaint(f"{path}.states", "A state is named twice.")
    if requirement.unit == "hours":
        yield from names.hours(path, requirement.states)


def _check_terms(problem: Problem) -> Iterator[Complaint]:
    for index, limit in enumerate(problem.limits):
        for label in limit.periods or ():
            if label not in problem.periods:
                yield _unknown(f"limits.{index}.periods", label, problem.periods, "period of this name")
        for number, term in enumerate(limit.terms):
            yield from _check_term(problem, term, f"limits.{index}.terms.{number}")
    for index, objective in enumerate(problem.objectives):
        for number, term in enumerate(objective.terms):
            yield from _check_term(problem, term, f"objectives.{index}.terms.{number}")


def _check_term(problem: Problem, term: Term, path: str) -> Iterator[Complaint]:
    known = names_of(problem, term.flow)
    for name in term.of or ():
        if name not in known:
            yield _unknown(f"{path}.of", name, known, f"name among the flows of the kind “{term.flow}”")
    if term.state is not None and term.flow != "assigned":
        yield Complaint(f"{path}.state", "Only a term of the kind “assigned” has states.")
    for name in term.state or ():
        if name not in {state.name for state in problem.states}:
            yield _unknown(f"{path}.state", name, [state.name for state in problem.states], "state of this name")
