"""Whom to hire for seats that nobody at hand can fill. Method: docs/planner.md, "Decisions"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from aiteam.planner.catalogue import SeatRule
from aiteam.planner.composition import MonthDemand
from aiteam.planner.coverage import Filled, role_of, seat_ids
from aiteam.planner.months import add_months
from aiteam.planner.request import PlanRequest


@dataclass(frozen=True)
class Hire:
    """A seat filled from outside: recruiting starts on `order_by`, pay on `arrives_on`, the seat is covered from `ready_on`.

    With `moved_from` it is nobody new: the person hired for that seat, which is needed no more, moves on to this one.
    """

    seat: str
    rule: SeatRule
    needed_on: date
    order_by: date
    arrives_on: date
    ready_on: date
    moved_from: str | None = None
    number: int = 1  # of the hires made for this seat, one after the other

    @property
    def id(self) -> str:
        return f"opening-{self.seat}" + (f"-{self.number}" if self.number > 1 else "")


def hire(request: PlanRequest, planned: Sequence[Filled]) -> dict[str, Hire]:
    """Seat -> hire, for each seat that is still open in the last month that needs it.

    Gaps that close by themselves are no opening, nor is a seat that is needed no more by the time somebody new could sit in it. Somebody
    hired for a seat that is given up takes a fitting one that opens later before anybody new is sought.
    """
    hires, last_needed = dict[str, Hire](), _last_needed(planned)
    for seat, needed_on in _open_to_the_end(planned).items():
        free = _free_for(request, planned, seat, needed_on, hires, last_needed)
        if free:
            rule = _rule(planned, seat)
            hires[seat] = replace(free, seat=seat, rule=rule, needed_on=needed_on, ready_on=needed_on, moved_from=free.seat)
            continue
        new = _new(request, seat, _rule(planned, seat), needed_on)
        if new.ready_on <= last_needed[seat].first or last_needed[seat] == planned[-1].demand:
            hires[seat] = new
    return hires


def _new(request: PlanRequest, seat: str, rule: SeatRule, needed_on: date) -> Hire:
    lead, ramp = request.hiring_lead(rule.role), int(request.assumption("ramp_up_months"))
    order_by = max(add_months(needed_on, -lead - ramp), request.as_of)
    arrives_on = add_months(order_by, lead)
    return Hire(seat, rule, needed_on, order_by, arrives_on, max(add_months(arrives_on, ramp), needed_on))


def first_hired(hires: Mapping[str, Hire], seat: str) -> Hire:
    """Who sits in a seat filled from outside, as hired at first, whatever seats came between."""
    row = hires[seat]
    return row if row.moved_from is None else first_hired(hires, row.moved_from)


def _free_for(
    request: PlanRequest,
    planned: Sequence[Filled],
    seat: str,
    needed_on: date,
    hires: Mapping[str, Hire],
    last_needed: Mapping[str, MonthDemand],
) -> Hire | None:
    """Somebody hired before, whose seat has ended by then and who fits this one."""
    taken = {row.moved_from for row in hires.values()}
    wanted = _rule(planned, seat)
    for row in hires.values():
        ended = last_needed[row.seat].last + timedelta(days=1) <= needed_on
        if ended and row.seat not in taken and _fits(request, row.rule, wanted):
            return row
    return None


def _fits(request: PlanRequest, held: SeatRule, wanted: SeatRule) -> bool:
    """Whether somebody sought for one seat also fits another: a level in common, and the speciality where one is asked."""
    roles = request.catalogue.role
    speciality = roles[wanted.role].speciality
    levels = max(held.level_min, wanted.level_min) <= min(held.level_max, wanted.level_max)
    return levels and speciality in {None, roles[held.role].speciality}


def _rule(planned: Sequence[Filled], seat: str) -> SeatRule:
    return next(month.demand.rules[role_of(seat)] for month in reversed(planned) if role_of(seat) in month.demand.rules)


def _last_needed(planned: Sequence[Filled]) -> dict[str, MonthDemand]:
    """Seat -> the last month that needs it."""
    return {seat: month.demand for month in planned for seat in seat_ids(month.demand)}


def _open_to_the_end(planned: Sequence[Filled]) -> dict[str, date]:
    """Seat -> first day from which it stays open as long as it is needed, in the order of those days."""
    since = dict[str, date]()
    for month in planned:
        for seat in seat_ids(month.demand):
            if seat in month.seats:
                since.pop(seat, None)
            else:
                since.setdefault(seat, month.demand.first)
    return dict(sorted(since.items(), key=lambda item: (item[1], item[0])))
