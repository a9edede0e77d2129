"""Which certificates count on a day, and until when: all periods a person holds are judged together.

Of the periods of one certification the newest valid one counts, once; where none is valid, the newest. A period that has not begun yet
supersedes nothing, and one that was revoked counts no more.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple, Self

from django.conf import settings

from aiteam.catalog.models import Certification
from aiteam.planner.certificates import Lifetime, extended
from aiteam.planner.result import CertificateState
from aiteam.staff.models import HeldCertification

State = CertificateState | Literal["upcoming", "revoked", "superseded"]


class Record(NamedTuple):
    """The columns of a certificate that decide, so that a register of many need not fetch whole rows."""

    pk: int
    person_id: int
    certification_id: int
    issued_on: date
    printed_ends_on: date | None
    counts_from: date | None
    revoked_on: date | None

    @classmethod
    def of(cls, held: HeldCertification) -> Self:
        return cls(*(getattr(held, column) for column in cls._fields))


@dataclass(frozen=True)
class Standing:
    """A certificate on a day. `life` is what its own days and the exams that renew it give; it says nothing of a revocation."""

    record: Record
    life: Lifetime
    state: State


def standings(records: Iterable[Record], certifications: Mapping[int, Certification], day: date) -> dict[int, Standing]:
    """By the key of the certificate. `records` have to hold all that a person holds; `certifications` are those they name, by key."""
    persons: dict[int, list[Record]] = defaultdict(list)
    for record in records:
        persons[record.person_id].append(record)
    return {found.record.pk: found for held in persons.values() for found in _of_person(held, certifications, day)}


def _of_person(held: list[Record], certifications: Mapping[int, Certification], day: date) -> Iterable[Standing]:
    histories: dict[int, list[tuple[Record, Lifetime]]] = defaultdict(list)
    for record in held:
        histories[record.certification_id].append((record, _life(record, held, certifications[record.certification_id])))
    for certification, periods in histories.items():
        counting = _counting(periods, day)
        for record, life in periods:
            yield Standing(record, life, _state(record, life, certifications[certification], counting, day))


def _life(record: Record, held: list[Record], certification: Certification) -> Lifetime:
    life = certification.lifetime(record.issued_on, record.printed_ends_on, record.counts_from)
    renewing = {other.pk for other in certification.renewed_by.all()}
    if not renewing:
        return life
    return extended(life, certification.rules, (other.issued_on for other in held if other.certification_id in renewing))


def _counting(periods: list[tuple[Record, Lifetime]], day: date) -> int | None:
    """The key of the one that counts, None where none has begun."""
    begun = [
        (life.is_valid(day), life.issued_on, record.pk) for record, life in periods if life.issued_on <= day and not _revoked(record, day)
    ]
    return max(begun)[-1] if begun else None


def _revoked(record: Record, day: date) -> bool:
    return record.revoked_on is not None and record.revoked_on <= day


def _state(record: Record, life: Lifetime, certification: Certification, counting: int | None, day: date) -> State:
    if _revoked(record, day):
        return "revoked"
    if day < life.issued_on:
        return "upcoming"
    if record.pk != counting:
        return "superseded"
    days = certification.ending_days
    return life.state(day, settings.ENDING_DAYS if days is None else days)
