"""The register of all certificates, which may be long: the end of each is computed from bare columns, and only a page of rows is fetched."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from aiteam.catalog.models import Certification
from aiteam.staff.models import HeldCertification, HeldCertificationQuerySet
from aiteam.staff.periods import Record, State, standings
from aiteam.staff.states import CertificateRow


@dataclass(frozen=True)
class Line:
    """One certificate before its row is fetched."""

    pk: int
    person_id: int
    certification_id: int
    starts_on: date
    ends_on: date | None
    state: State

    @property
    def counts(self) -> bool:
        return self.state not in {"superseded", "revoked"}


def lines(held: HeldCertificationQuerySet, day: date) -> list[Line]:
    """Every certificate, by its end: what ended longest ago first, what never ends last. `held` has to hold whole persons."""
    certifications = {row.pk: row for row in Certification.objects.prefetch_related("validity", "renewed_by")}
    records = (Record(*columns) for columns in held.order_by().values_list(*Record._fields))
    found = [
        Line(pk, one.record.person_id, one.record.certification_id, one.life.issued_on, one.life.ends_on, one.state)
        for pk, one in standings(records, certifications, day).items()
    ]
    return sorted(found, key=lambda line: (line.ends_on or date.max, line.pk))


def chosen(found: Iterable[Line], state: str, certification: Certification | None = None) -> list[Line]:
    """Those in a state; "" stands for all that count or will, "all" for every one."""
    of_kind = [line for line in found if certification is None or line.certification_id == certification.pk]
    if state == "all":
        return of_kind
    return [line for line in of_kind if (line.state == state if state else line.counts)]


def fetch(page: Sequence[Line]) -> list[CertificateRow]:
    """The rows of one page, in its order."""
    held = HeldCertification.objects.select_related("person", "certification").in_bulk([line.pk for line in page])
    return [CertificateRow(held[line.pk], line.starts_on, line.ends_on, line.state) for line in page if line.pk in held]
