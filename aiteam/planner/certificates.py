"""How long a certificate lasts and what it is worth on a day. Status is always computed, never kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from aiteam.planner.catalogue import ValidityRule
from aiteam.planner.months import add_months
from aiteam.planner.result import CertificateState

ENDING_WITHIN_DAYS = 90


@dataclass(frozen=True)
class Lifetime:
    """`ends_on` is the last valid day, None without an end; `known` is False where no rule tells."""

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


def lifetime(validity: Sequence[ValidityRule], issued_on: date, printed_end: date | None = None, grace_days: int = 0) -> Lifetime:
    """The life of a certificate earned on `issued_on`: the end printed on it wins, else the rule for that day (calendar months)."""
    if printed_end is not None:
        return Lifetime(issued_on, printed_end, grace_days=grace_days)
    rule = next((rule for rule in validity if rule.covers(issued_on)), None)
    if rule is None:
        return Lifetime(issued_on, None, known=False)
    return Lifetime(issued_on, add_months(issued_on, rule.months) if rule.months else None, grace_days=grace_days)
