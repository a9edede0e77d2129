"""Every plan checked anew, from the request and the result alone, by code that shares nothing with what made it.

Nothing here asks a solver, and nothing of the decisions, the cover, the training or the cost is imported: what they tell is worked out again.
"""

from aiteam.planner.checking.abilities import People
from aiteam.planner.checking.findings import Finding, PlanRejected
from aiteam.planner.checking.limits import check_limits
from aiteam.planner.checking.money import check_money
from aiteam.planner.checking.outside import check_outside
from aiteam.planner.checking.seats import check_seats
from aiteam.planner.checking.trainings import check_trainings
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import PlanResult

__all__ = ["Finding", "PlanRejected", "check_plan", "checked"]


def check_plan(request: PlanRequest, result: PlanResult) -> tuple[Finding, ...]:
    """What is wrong with the plan; empty for a right one."""
    people = People(request, result)
    return (
        *check_seats(request, result, people),
        *check_trainings(request, result, people),
        *check_outside(request, result),
        *check_money(request, result, people),
        *check_limits(request, result),
    )


def checked(request: PlanRequest, result: PlanResult) -> PlanResult:
    """The result, if nothing is wrong with it. Raises PlanRejected."""
    findings = check_plan(request, result)
    if findings:
        raise PlanRejected(findings)
    return result
