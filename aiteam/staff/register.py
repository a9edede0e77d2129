"""The register of all certificates, which may be long: the end of each is computed from bare columns, and only a page of rows is fetched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from aiteam.catalog.models import Certification
from aiteam.staff.models import HeldCertification, HeldCertificationQuerySet
from aiteam.staff.states import CertificateRow, State


@dataclass(frozen=True)
class Line:
    """One certificate before its row is fetched."""

    pk: int
    ends_on: date | None
    state: State


def lines(held: HeldCertificationQuerySet, day: date) -> list[Line]:
    """Every certificate, by its end: what ended longest ago first, what never ends last. `held` has to hold whole persons."""
    certifications = {row.pk: row for row in Certification.objects.prefetch_related("validity")}
    columns = held.order_by("-issued_on", "-pk").values_list("pk", "person_id", "certification_id", "issued_on", "printed_ends_on")
    seen: set[tuple[int, int]] = set()
    found = []
    for pk, person, certification, issued_on, printed_ends_on in columns:
        life = certifications[certification].lifetime(issued_on, printed_ends_on)
        is_superseded = (person, certification) in seen
        seen.add((person, certification))
        found.append(Line(pk, life.ends_on, "superseded" if is_superseded else life.state(day)))
    return sorted(found, key=lambda line: (line.ends_on or date.max, line.pk))


def chosen(found: Iterable[Line], state: str) -> list[Line]:
    """Those in a state; "" stands for all that count, "all" for every one."""
    if state == "all":
        return list(found)
    return [line for line in found if (line.state == state if state else line.state != "superseded")]


def fetch(page: Sequence[Line]) -> list[CertificateRow]:
    """The rows of one page, in its order."""
    held = HeldCertification.objects.select_related("person", "certification").in_bulk([line.pk for line in page])
    return [CertificateRow(held[line.pk], line.ends_on, line.state) for line in page if line.pk in held]
