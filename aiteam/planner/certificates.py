"""How long a certificate lasts and what it is worth on a day. Status is always computed, never kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from aiteam.planner.catalogue import ValidityRule
from aiteam.planner.months import add_months
from aiteam.planner.result import CertificateState

ENDING_WITHIN_DAYS = 90


@dataclass(frozen=True)
class Lifetime:
    """Valid from `issued_on` to `ends_on`, both included; None without an end. `known` is False where no rule tells."""

    issued_on: date
    ends_on: date | None
    known: bool = True
    grace_days: int = 0

    def is_valid(self, day: date) -> bool:
        """Valid from the day of issue to the last day, both included. An unknown end counts as not valid: nothing proves it."""
        return self.known and self.issued_on <= day and (self.ends_on is None or day <= self.ends_on)

    def state(self, day: date, ending_within_days: int = ENDING_WITHIN_DAYS) -> CertificateState:
        if not self.known:
            return "unknown"
        if self.ends_on is None:
            return "no_end"
        if day < self.ends_on - timedelta(days=ending_within_days):
            return "valid"
        if day <= self.ends_on:
            return "ending"
        return "grace" if day <= self.ends_on + timedelta(days=self.grace_days) else "ended"


def lifetime(
    validity: Sequence[ValidityRule],
    issued_on: date,
    printed_end: date | None = None,
    grace_days: int = 0,
    counts_from: date | None = None,
) -> Lifetime:
    """The life of a certificate earned on `issued_on`: the end printed on it wins, else the rule for that day (calendar months).

    `counts_from` is the end of the period before, for a renewal whose months are added to that end: it starts the day after, or on the
    day of issue where that is later.
    """
    starts_on = issued_on if counts_from is None else max(issued_on, counts_from + timedelta(days=1))
    if printed_end is not None:
        return Lifetime(starts_on, printed_end, grace_days=grace_days)
    rule = _rule(validity, issued_on)
    if rule is None:
        return Lifetime(starts_on, None, known=False)
    return Lifetime(starts_on, add_months(counts_from or issued_on, rule.months) if rule.months else None, grace_days=grace_days)


def extended(life: Lifetime, validity: Sequence[ValidityRule], passed_on: Iterable[date]) -> Lifetime:
    """`life` after other exams that renew it: each passed while it was in force moves its end as if it were earned on that day."""
    for day in sorted(passed_on):
        if life.ends_on is None or not life.is_valid(day):
            continue
        rule = _rule(validity, day)
        if rule is not None and rule.months:
            life = replace(life, ends_on=max(life.ends_on, add_months(day, rule.months)))
    return life


def _rule(validity: Sequence[ValidityRule], day: date) -> ValidityRule | None:
    return next((rule for rule in validity if rule.covers(day)), None)
