"""Everything dated that is recorded of a person, as one story."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from aiteam.staff.models import PayPeriod, Person
from aiteam.staff.states import CertificateRow


@dataclass(frozen=True)
class Event:
    """What changed on a day, from what to what; both empty where it is money. `before` is empty for the first of its kind."""

    day: date
    what: str
    before: str
    after: str
    pay: PayPeriod | None = None
    pay_before: PayPeriod | None = None


def timeline(person: Person, certificates: Iterable[CertificateRow], pay: Iterable[PayPeriod]) -> list[Event]:
    """Newest first. `person` comes `with_posts` and with skills; `pay` is what the reader may see of it."""
    events = [*_employments(person), *_changes(person), *_skills(person), *_certificates(certificates), *_pay(pay)]
    return sorted(events, key=lambda event: (event.day, event.what), reverse=True)


def _employments(person: Person) -> Iterator[Event]:
    for employment in person.employments.all():
        yield Event(employment.starts_on, _("Begins to work here"), "", str(employment.get_kind_display()))
        if employment.ends_on:
            yield Event(employment.ends_on, _("Last day of work"), "", str(employment.get_kind_display()))


def _changes(person: Person) -> Iterator[Event]:
    yield from _periods(_("Level"), person.levels.all(), "level")
    yield from _periods(_("Job role"), person.roles.all(), "role")
    yield from _periods(_("Cluster"), person.assignments.all(), "cluster")


def _periods(what: str, periods: Iterable[Any], column: str) -> Iterator[Event]:
    before = ""
    for period in sorted(periods, key=lambda period: period.starts_on):
        after = str(getattr(period, column) or "–")
        yield Event(period.starts_on, what, before, after)
        before = after


def _skills(person: Person) -> Iterator[Event]:
    for held in person.skills.all():
        if held.since:
            yield Event(held.since, _("Skill"), "", held.skill.name)


def _certificates(rows: Iterable[CertificateRow]) -> Iterator[Event]:
    for row in rows:
        code = row.held.certification.code
        yield Event(row.held.issued_on, _("Certificate issued"), "", code)
        if row.held.revoked_on:
            yield Event(row.held.revoked_on, _("Certificate revoked"), code, row.held.revocation_reason)
        elif row.ends_on and row.state != "superseded":
            yield Event(row.ends_on, _("Last valid day of a certificate"), "", code)


def _pay(periods: Iterable[PayPeriod]) -> Iterator[Event]:
    before = None
    for period in sorted(periods, key=lambda period: period.starts_on):
        yield Event(period.starts_on, _("Pay"), "", "", period, before)
        before = period
