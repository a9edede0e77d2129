"""Certificates as a page shows them on a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from aiteam.staff.models import HeldCertification
from aiteam.staff.periods import Record, Standing, State, standings


@dataclass(frozen=True)
class CertificateRow:
    """`starts_on` is the first valid day, `ends_on` the last; that is None without an end, or where it is not known."""

    held: HeldCertification
    starts_on: date
    ends_on: date | None
    state: State

    @property
    def counts(self) -> bool:
        """Whether it speaks for its certification on the day; one that has ended does, too."""
        return self.state not in {"superseded", "revoked", "upcoming"}

    @property
    def may_be_renewed(self) -> bool:
        return self.state not in {"superseded", "no_end", "upcoming"}

    @property
    def grace_ends_on(self) -> date | None:
        days = self.held.certification.grace_days
        return self.ends_on + timedelta(days=days) if self.ends_on and days else None

    @property
    def renewal_opens_on(self) -> date | None:
        days = self.held.certification.upkeep_opens_days_before
        return self.ends_on - timedelta(days=days) if self.ends_on and days else None


def row(held: HeldCertification, standing: Standing) -> CertificateRow:
    return CertificateRow(held, standing.life.issued_on, standing.life.ends_on, standing.state)


def certificate_rows(held: Iterable[HeldCertification], day: date) -> list[CertificateRow]:
    """All of them, the newest first. `held` is all that the persons in it hold."""
    newest_first = sorted(held, key=lambda one: (one.issued_on, one.pk), reverse=True)
    certifications = {one.certification_id: one.certification for one in newest_first}
    found = standings(map(Record.of, newest_first), certifications, day)
    return [row(one, found[one.pk]) for one in newest_first]


def in_force(held: Iterable[HeldCertification], day: date) -> list[CertificateRow]:
    """One a certification: the renewal that is already there though its own period comes later, else the one that counts."""
    rows = [row for row in certificate_rows(held, day) if row.counts or row.state == "upcoming"]
    rows.sort(key=lambda row: row.starts_on)
    return list({row.held.certification_id: row for row in rows}.values())
