"""Which reminders are due on a day."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from aiteam.notices.models import AFTER_END, DEFAULT_STEPS, Ladder
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, HeldCertificationQuerySet
from aiteam.staff.periods import State
from aiteam.staff.states import CertificateRow

REMINDED: frozenset[State] = frozenset({"valid", "ending", "grace", "ended"})
DEFAULT_LADDER = (*DEFAULT_STEPS, AFTER_END)


@dataclass(frozen=True)
class DueLine:
    """A certificate with the steps of its ladder that have come, the newest last."""

    line: register.Line
    ends_on: date
    steps: tuple[int, ...]


@dataclass(frozen=True)
class DueRow:
    due: DueLine
    row: CertificateRow

    @property
    def held(self) -> HeldCertification:
        return self.row.held

    @property
    def ends_on(self) -> date:
        return self.due.ends_on


def ladders() -> dict[int, tuple[int, ...]]:
    """Steps by certification, where they differ from the default."""
    return {ladder.certification_id: ladder.steps for ladder in Ladder.objects.all()}


def steps_due(steps: Iterable[int], ends_on: date, day: date) -> tuple[int, ...]:
    """Those whose day has come, the newest last. A step of 30 comes 30 days before the last valid day, AFTER_END the day after it."""
    return tuple(sorted((step for step in steps if ends_on - timedelta(days=step) <= day), reverse=True))


def due_lines(held: HeldCertificationQuerySet, day: date) -> list[DueLine]:
    """Certificates within reach of their ladder, by their end. `held` has to hold whole persons.

    Superseded and revoked ones, and those without a known end, are never due; neither are those whose renewal is recorded already.
    """
    special = ladders()
    lines = register.lines(held, day)
    renewed = {(line.person_id, line.certification_id) for line in lines.in_state("upcoming")}
    found = []
    for line in lines.in_states(REMINDED):
        if line.ends_on is None or (line.person_id, line.certification_id) in renewed:
            continue
        if steps := steps_due(special.get(line.certification_id, DEFAULT_LADDER), line.ends_on, day):
            found.append(DueLine(line, line.ends_on, steps))
    return found


def fetch(due: Sequence[DueLine]) -> list[DueRow]:
    by_pk = {one.line.pk: one for one in due}
    return [DueRow(by_pk[row.held.pk], row) for row in register.fetch([one.line for one in due])]
