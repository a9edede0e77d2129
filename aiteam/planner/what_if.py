"""What if: an event changes the request, and the plan is made anew with the decisions already taken held as far as that pays."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from aiteam.planner.errors import Complaint, RequestError
from aiteam.planner.months import add_months
from aiteam.planner.request import Cluster, Commitment, FailedExam, HiringDelay, PlanRequest, read_request
from aiteam.planner.result import ContractLine, Opening, PlanResult, Training
from aiteam.planner.values import Code, Day, Frozen, Whole


class Event(Frozen):
    """Somebody leaves (`on` is the last day), recruiting for a role takes `months` longer, somebody fails an exam, or every step of the
    cluster's growth comes `months` earlier."""

    kind: Literal["leaves", "hire_slips", "exam_failed", "grows_earlier"]
    person: Code | None = None
    role: Code | None = None
    certification: Code | None = None
    on: Day | None = None
    months: Whole = Field(default=1, ge=1, le=36)


# What each kind of event has to name.
NEEDED: Mapping[str, tuple[str, ...]] = {
    "leaves": ("person", "on"),
    "hire_slips": ("role",),
    "exam_failed": ("person", "certification"),
    "grows_earlier": (),
}


def after(event: Event, request: PlanRequest, result: PlanResult) -> PlanRequest:
    """The request as the event changes it, with the decisions of `result` as taken. Raises RequestError where the event names nobody."""
    missing = [Complaint.of(f"event.{name}", "event_incomplete") for name in NEEDED[event.kind] if getattr(event, name) is None]
    if missing:
        raise RequestError(missing)
    changed: dict[str, Any] = {
        "leaves": _left,
        "hire_slips": _slipped,
        "exam_failed": _failed,
        "grows_earlier": _earlier,
    }[event.kind](event, request)
    return read_request(dict(request) | {"committed": committed(result)} | changed)


def committed(result: PlanResult) -> tuple[Commitment, ...]:
    """Every training, hire and contract of a plan as decided."""
    trainings = tuple(_training(row) for row in result.trainings if row.kind == "seat")
    return trainings + tuple(map(_hire, result.openings)) + tuple(map(_contract, result.contracts))


def _training(row: Training) -> Commitment:
    return Commitment(
        what="training",
        person=row.person,
        target_level=row.target_level,
        certifications=row.certifications,
        speciality=row.speciality,
        bootcamp=any(step.kind == "bootcamp" for step in row.steps),
        starts_on=row.starts_on,
    )


def _hire(row: Opening) -> Commitment:
    return Commitment(what="hire", role=row.role, starts_on=row.order_by)


def _contract(row: ContractLine) -> Commitment:
    return Commitment(what="contract", role=row.role, starts_on=row.first_month, months=row.months)


def _left(event: Event, request: PlanRequest) -> dict[str, Any]:
    if event.person not in {person.id for person in request.people}:
        raise RequestError([Complaint.of("event.person", "unknown_person", value=event.person)])
    people = (person.model_copy(update={"leaves_on": event.on}) if person.id == event.person else person for person in request.people)
    return {"people": tuple(people)}


def _slipped(event: Event, request: PlanRequest) -> dict[str, Any]:
    return {"hiring_delays": (*request.hiring_delays, HiringDelay(role=event.role, months=event.months))}


def _failed(event: Event, request: PlanRequest) -> dict[str, Any]:
    return {"failed_exams": (*request.failed_exams, FailedExam(person=event.person, certification=event.certification))}


def _earlier(event: Event, request: PlanRequest) -> dict[str, Any]:
    first, *others = (_grown_earlier(cluster, event.months) for cluster in request.clusters)
    return {"cluster": first, "clusters_beside": tuple(others)}


def _grown_earlier(cluster: Cluster, months: int) -> Cluster:
    growth = (step.model_copy(update={"on": add_months(step.on, -months)}) for step in cluster.growth)
    return cluster.model_copy(update={"growth": tuple(growth)})
