"""Return on investment. Method and worked example: docs/planner.md, "Return".

first year = (return - investment) / investment; ongoing = return / investment, nothing reinvested: two definitions, 100 points apart.
"""

from collections.abc import Sequence
from decimal import Decimal

from aiteam.planner.decisions import Decided
from aiteam.planner.explanations import Explanation
from aiteam.planner.money import cents, one_decimal, two_decimals
from aiteam.planner.request import PlanRequest, RoiLine
from aiteam.planner.result import Costs, RoiLineResult, RoiResult
from aiteam.planner.values import Translated


def roi(request: PlanRequest, decided: Decided, costs: Costs) -> RoiResult:
    """The lines the request names; without any, the plan's own training cost against the contractors its trainees make superfluous."""
    investment = [_line(line) for line in request.roi.investment] or _plan_investment(costs)
    returns = [_line(line) for line in request.roi.yearly_return] or _plan_return(request, decided)
    return roi_of(investment, returns, request.currency)


def roi_of(investment: Sequence[RoiLineResult], returns: Sequence[RoiLineResult], currency: str) -> RoiResult:
    invested = sum((line.amount for line in investment), Decimal(0))
    returned = sum((line.amount for line in returns), Decimal(0))
    ratio = returned / invested if invested else None
    ongoing = one_decimal(ratio * 100) if ratio is not None else None
    return RoiResult(
        currency=currency,
        investment=tuple(investment),
        investment_total=invested,
        yearly_return=tuple(returns),
        yearly_return_total=returned,
        first_year_percent=ongoing - 100 if ongoing is not None else None,  # rounded apart, a tie below zero would go the other way
        ongoing_percent=ongoing,
        benefit_cost_ratio=two_decimals(ratio) if ratio is not None else None,
        payback_months=two_decimals(invested / returned * 12) if returned else None,
        explanations=_explanations(invested, returned),
    )


def _line(line: RoiLine) -> RoiLineResult:
    amount = cents(line.quantity * line.amount * line.percent / 100)
    if line.percent != 100:
        why = Explanation.of("roi_line_percent", percent=line.percent, base_amount=line.quantity * line.amount, note=line.note)
    else:
        why = Explanation.of("roi_line", quantity=line.quantity, each_amount=line.amount, note=line.note)
    return RoiLineResult(label=line.label, amount=amount, why=why)


TRAINING = Translated(
    en="Training and exams of the plan", nl="Opleidingen en examens van het plan", de="Schulungen und Prüfungen des Plans"
)
LEARNING = Translated(en="Hours spent learning", nl="Uren besteed aan leren", de="Für das Lernen aufgewendete Stunden")
CONTRACTORS = Translated(en="Contractor cost avoided", nl="Vermeden kosten van externen", de="Vermiedene Kosten für Externe")


def _plan_investment(costs: Costs) -> list[RoiLineResult]:
    total = costs.total
    lines = [
        RoiLineResult(label=TRAINING, amount=total.training + total.exams, why=Explanation.of("roi_own_training")),
        RoiLineResult(label=LEARNING, amount=total.opportunity, why=Explanation.of("roi_own_hours")),
    ]
    return [line for line in lines if line.amount]


def _plan_return(request: PlanRequest, decided: Decided) -> list[RoiLineResult]:
    """What each person trained for a seat saves in contractor hours a year, at the difference of the rates."""
    trained = len(decided.trainings)
    hours = request.assumption("contractor_hours_avoided")
    contractor, employee = request.assumption("contractor_rate"), request.assumption("employee_rate")
    saved = cents(trained * hours * max(contractor - employee, Decimal(0)))
    if not saved:
        return []
    why = Explanation.of("roi_own_contractors", trained=trained, hours=hours, contractor_amount=contractor, employee_amount=employee)
    return [RoiLineResult(label=CONTRACTORS, amount=saved, why=why)]


def _explanations(invested: Decimal, returned: Decimal) -> tuple[Explanation, ...]:
    if not invested:
        return (Explanation.of("roi_undefined"),)
    return (
        Explanation.of("roi_first_year", return_amount=returned, investment_amount=invested),
        Explanation.of("roi_ongoing", return_amount=returned, investment_amount=invested),
    )
