"""Certificates as a page shows them on a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from aiteam.planner.result import CertificateState
from aiteam.staff.models import HeldCertification, newest_first

State = CertificateState | Literal["superseded"]


@dataclass(frozen=True)
class CertificateRow:
    """`ends_on` is the last valid day; None without an end, or where it is not known."""

    held: HeldCertification
    ends_on: date | None
    state: State

    @property
    def may_be_renewed(self) -> bool:
        return self.state not in {"superseded", "no_end"}


def certificate_row(held: HeldCertification, day: date) -> CertificateRow:
    life = held.lifetime
    return CertificateRow(held, life.ends_on, "superseded" if held.is_superseded else life.state(day))


def certificate_rows(held: Iterable[HeldCertification], day: date) -> list[CertificateRow]:
    """All of them, the newest first."""
    return [certificate_row(row, day) for row in newest_first(held)]
