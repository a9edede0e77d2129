"""Plain builders of planner values: each has sensible defaults, `changes` replaces any of them."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any

from aiteam.planner.catalogue import Catalogue, shipped
from aiteam.planner.request import Cluster, GrowthStep, HeldCertificate, Options, Person, PlanRequest
from aiteam.planner.result import PlanResult, Seat, Training

AS_OF = date(2026, 12, 1)


def held(code: str, issued_on: date = date(2026, 6, 15), ends_on: date | None = None) -> HeldCertificate:
    return HeldCertificate(code=code, issued_on=issued_on, ends_on=ends_on)


def make_person(**changes: Any) -> Person:
    """An operations engineer who fits a seat of the small team: level 2 with an associate certificate."""
    values: dict[str, Any] = {"id": "P-1", "name": "Alice", "level": 2, "certifications": (held("NCA-AIIO"),)}
    return Person(**values | changes)


def operations_engineer(number: int, **changes: Any) -> Person:
    return make_person(**{"id": f"OPS-{number}", "name": f"Operator {number}"} | changes)


def network_specialist(number: int = 1, **changes: Any) -> Person:
    values = {
        "id": f"NET-{number}",
        "name": f"Networker {number}",
        "level": 3,
        "skills": ("infiniband-rdma",),
        "certifications": (held("NCP-AIN"),),
    }
    return make_person(**values | changes)


def infrastructure_lead(**changes: Any) -> Person:
    return make_person(**{"id": "LEAD-1", "name": "Leader", "level": 4, "certifications": (held("NCP-AII"),)} | changes)


def small_team() -> tuple[Person, ...]:
    """The four people who fill every seat of the small team."""
    return (infrastructure_lead(), operations_engineer(1), operations_engineer(2), network_specialist())


def growth(*steps: tuple[date, int]) -> Cluster:
    return Cluster(name="Frankfurt 1", growth=tuple(GrowthStep(on=day, gpus=gpus) for day, gpus in steps))


def make_options(**changes: Any) -> Options:
    return Options(**changes)


def make_request(**changes: Any) -> PlanRequest:
    """Half a year from January 2027 with 50 GPUs from its first day, and nobody at hand."""
    values: dict[str, Any] = {
        "organisation": "Example",
        "as_of": AS_OF,
        "cluster": growth((date(2027, 1, 1), 50)),
        "starts_on": date(2027, 1, 1),
        "ends_on": date(2027, 6, 30),
    }
    return PlanRequest(**values | changes)


def changed_catalogue(**lists: Any) -> Catalogue:
    """The shipped catalogue with whole lists replaced."""
    return Catalogue(**{name: getattr(shipped(), name) for name in Catalogue.model_fields} | lists)


def with_sizes(changes: dict[str, dict[str, Any]]) -> Catalogue:
    """The catalogue with some fields of some cluster sizes replaced."""
    return changed_catalogue(cluster_sizes=tuple(size.model_copy(update=changes.get(size.code, {})) for size in shipped().cluster_sizes))


def with_seats_asking(*certifications: str, role: str = "operations-engineer") -> Catalogue:
    """The catalogue whose small team has the seats of one role only, asking for one of these certifications."""
    rule = next(rule for rule in shipped().size["small"].seats if rule.role == role)
    return with_sizes({"small": {"seats": (rule.model_copy(update={"certifications_any_of": certifications}),)}})


def with_assumption(code: str, value: Any) -> Catalogue:
    rows = (row.model_copy(update={"value": Decimal(value)}) if row.code == code else row for row in shipped().assumptions)
    return changed_catalogue(assumptions=tuple(rows))


def seat_of(result: PlanResult, seat: str) -> Seat:
    return next(row for row in result.seats if row.id == seat)


def states_of_seat(result: PlanResult, seat: str) -> list[str]:
    return [month.state for month in seat_of(result, seat).months]


def trainings_of(result: PlanResult, person: str, kinds: Iterable[str] = ("seat", "renewal")) -> list[Training]:
    return [row for row in result.trainings if row.person == person and row.kind in kinds]


def why_of(result: PlanResult, person: str) -> str:
    return next(row.why.code for row in result.people if row.person == person)
