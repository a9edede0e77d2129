"""Whom a premium keeps at less than it costs to replace them. Each person is a question apart, asked after the choice."""

from collections.abc import Iterator, Mapping, Sequence

from aiteam.planner.cost import replacement_cost, yearly_pay
from aiteam.planner.coverage import Filled
from aiteam.planner.decisions import Premium
from aiteam.planner.money import cents
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import State


def premiums(request: PlanRequest, recorded: Mapping[str, State], planned: Sequence[Filled]) -> tuple[Premium, ...]:
    """For people who sit in a seat and are not known to leave: premium x pay < share of departures halted x attrition x replacement."""
    return tuple(_premiums(request, recorded, planned)) if request.options.retention else ()


def _premiums(request: PlanRequest, recorded: Mapping[str, State], planned: Sequence[Filled]) -> Iterator[Premium]:
    share, effect, attrition = (
        request.assumption(code) / 100 for code in ("retention_premium_percent", "retention_effect_percent", "attrition_percent")
    )
    seated = frozenset(person for month in planned for person in month.seated)
    for person in sorted(seated):
        state = recorded[person]
        if state.person.leaves_on is None:
            pay = yearly_pay(request, state, request.as_of)
            yearly, saving = cents(share * pay), cents(effect * attrition * replacement_cost(request, pay))
            if saving > yearly:
                yield Premium(person, yearly, saving)
