"""An estimate made ready to be read."""

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from aiteam.planner.quick import Estimate
from aiteam.planner.request import PlanRequest
from aiteam.reports.document import Figure
from aiteam.reports.words import Words, seat_states

MEANS = ("at_hand", "trained", "hired", "contractor", "open")


@dataclass(frozen=True)
class MonthRow:
    month: str
    needed: int
    parts: tuple[str, ...]


@dataclass(frozen=True)
class EstimateLines:
    """Heads may be parts of one; `parts` of a month are in the order of `columns`."""

    figures: tuple[Figure, ...]
    columns: tuple[str, ...]
    months: tuple[MonthRow, ...]
    hires: tuple[str, ...]
    trainings: tuple[str, ...]
    explanations: tuple[str, ...]


def estimate_lines(request: PlanRequest, found: Estimate, language: str) -> EstimateLines:
    """In the language that is active."""
    words = Words(request, language)
    return EstimateLines(
        figures=(
            Figure(_("Cash of the decisions"), words.money(found.cash_total), _("estimate, without the pay of people at hand")),
            Figure(_("Hires"), words.number(sum(found.hires.values(), Decimal(0))), ""),
            Figure(_("Trainings"), words.number(sum(found.trainings.values(), Decimal(0))), ""),
            Figure(_("Contractor months"), words.number(found.contractor_months), ""),
            Figure(_("Open seat-months"), words.number(found.open_seat_months), ""),
        ),
        columns=tuple(seat_states()[means] for means in MEANS),
        months=tuple(
            MonthRow(words.month(row.month), row.needed, tuple(words.number(getattr(row, means)) for means in MEANS))
            for row in found.months
        ),
        hires=tuple(f"{words.role(role)}: {words.number(count)}" for role, count in found.hires.items()),
        trainings=tuple(f"{words.role(role)}: {words.number(count)}" for role, count in found.trainings.items()),
        explanations=tuple(words.explain(why) for why in found.explanations),
    )
