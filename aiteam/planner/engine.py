"""From a request to its result."""

import hashlib
from collections.abc import Sequence
from datetime import date
from decimal import InvalidOperation

from aiteam.planner import outcome
from aiteam.planner.budgets import budget_lines
from aiteam.planner.composition import demand, readings
from aiteam.planner.cost import costs
from aiteam.planner.decisions import Decided, decide
from aiteam.planner.errors import PlanningError
from aiteam.planner.forecast import cover_forecast, exams_of
from aiteam.planner.notes import assumptions, notes
from aiteam.planner.progress import Asked, Told, never, untold
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import Costs, GapMonth, PlanResult, Searched, Summary
from aiteam.planner.roi import roi
from aiteam.planner.state import states_of

VERSION = "0.3.0"


def plan(request: PlanRequest, told: Told = untold, stopped: Asked = never) -> PlanResult:
    """The whole plan. The same request gives the same result, on every machine, but for the seconds it took.

    `told` hears of the progress of a search (stage, share), `stopped` ends it early. Raises PlanningError where figures of the request lead
    beyond the calendar or beyond 28 digits, and Stopped where a search is ended before it has a plan.
    """
    try:
        result = _result(request, *_decided(request, told, stopped))
        return result.model_copy(update={"cover": cover_forecast(request, exams_of(result))})
    except (OverflowError, InvalidOperation) as error:
        raise PlanningError(f"Some figures of this request are too large to reckon with ({error}).") from error


def _decided(request: PlanRequest, told: Told, stopped: Asked) -> tuple[Decided, Searched]:
    if request.options.depth == "rules":
        return decide(request, demand(request), states_of(request.people, request.catalogue)), Searched()
    from aiteam.planner.optimum.search import search  # numpy and the solver, which a start of the site need not wait for

    return search(request, told, stopped)


def _result(request: PlanRequest, decided: Decided, searched: Searched) -> PlanResult:
    money = costs(request, decided)
    returned = roi(request, decided, money)
    gaps = outcome.gaps(decided)
    return PlanResult(
        planner_version=VERSION,
        request_hash=request_hash(request),
        as_of=request.as_of,
        currency=request.currency,
        months=request.months,
        summary=summary(decided, gaps, money),
        sizes=readings(request),
        seats=outcome.seats(request, decided),
        people=outcome.people(request, decided),
        gaps=gaps,
        trainings=outcome.trainings(request, decided),
        openings=outcome.openings(request, decided),
        contracts=outcome.contracts(request, decided),
        certificates=outcome.certificates(request, decided),
        team_certifications=outcome.team_certifications(request, decided),
        costs=money,
        roi=returned,
        assumptions=assumptions(request),
        notes=notes(request, decided, returned),
        retentions=outcome.retentions(request, decided),
        budgets=budget_lines(request, money),
        broken=searched.broken,
        grounds=searched.grounds,
        solve=searched.solve,
    )


def request_hash(request: PlanRequest) -> str:
    """SHA-256 of the request as JSON, catalogue included."""
    return hashlib.sha256(request.model_dump_json().encode()).hexdigest()


def summary(decided: Decided, gaps: Sequence[GapMonth], money: Costs) -> Summary:
    peak = max(gaps, key=lambda gap: gap.needed, default=None)
    needed = [gap for gap in gaps if gap.needed]
    return Summary(
        peak_month=peak.month if peak and peak.needed else None,
        seats_needed=peak.needed if peak else 0,
        seats_at_hand=peak.covered_today if peak else 0,
        seats_open_today=peak.needed - peak.covered_today if peak else 0,
        seats_open_at_end=needed[-1].open if needed else 0,
        first_open_month=next((gap.month for gap in needed if gap.open), None),
        fully_covered_from=_covered_from(needed),
        people_to_train=len({training.person for training in decided.trainings}),
        people_to_hire=len(decided.new_people),
        cash_total=money.total.cash,
    )


def _covered_from(gaps: Sequence[GapMonth]) -> date | None:
    """The first month from which no seat is open to the end of the plan."""
    covered: date | None = None
    for gap in reversed(gaps):
        if gap.open:
            break
        covered = gap.month
    return covered
