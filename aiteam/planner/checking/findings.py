"""What a check finds."""

from collections.abc import Sequence
from dataclasses import dataclass

from aiteam.planner.errors import PlanningError

MOST_TOLD = 5


@dataclass(frozen=True)
class Finding:
    """`what` is wrong, `where` in the plan, what the plan told and what the check found instead."""

    what: str
    where: str
    told: object = None
    found: object = None

    def __str__(self) -> str:
        return f"{self.what} at {self.where}: told {self.told}, found {self.found}"


class PlanRejected(PlanningError):
    """A plan that does not hold and is not to be shown: a fault of the planner, not of the request."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        more = f" and {len(findings) - MOST_TOLD} more" if len(findings) > MOST_TOLD else ""
        super().__init__("The plan does not pass its check: " + "; ".join(map(str, findings[:MOST_TOLD])) + more)
