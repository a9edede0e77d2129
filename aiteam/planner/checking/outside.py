"""Hires and contracts: no sooner than they can be, for seats they fit, as long as they have to."""

from collections.abc import Iterator, Mapping
from datetime import date

from aiteam.planner.catalogue import SeatRule
from aiteam.planner.checking.findings import Finding
from aiteam.planner.composition import demand
from aiteam.planner.money import cents
from aiteam.planner.months import add_months, month_of, months_between
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import ContractLine, Opening, PlanResult


def check_outside(request: PlanRequest, result: PlanResult) -> Iterator[Finding]:
    openings, contracts = {row.id: row for row in result.openings}, {row.id: row for row in result.contracts}
    for opening in result.openings:
        yield from _opening(request, opening)
    for contract in result.contracts:
        yield from _contract(request, result, contract)
    yield from _seats(request, result, openings, contracts)


def _opening(request: PlanRequest, row: Opening) -> Iterator[Finding]:
    lead, ramp = request.hiring_lead(row.role), int(request.assumption("ramp_up_months"))
    if not request.options.hire:
        yield Finding("not_allowed", row.id, "hire")
    if row.order_by < request.as_of:
        yield Finding("day_impossible", row.id, row.order_by, request.as_of)
    if row.arrives_on != add_months(row.order_by, lead):
        yield Finding("arrival_wrong", row.id, row.arrives_on, add_months(row.order_by, lead))
    if row.ready_on < add_months(row.arrives_on, ramp):
        yield Finding("ready_too_soon", row.id, row.ready_on, add_months(row.arrives_on, ramp))
    if row.in_time != (row.ready_on <= row.needed_on):
        yield Finding("in_time_wrong", row.id, row.in_time, row.ready_on <= row.needed_on)


def _contract(request: PlanRequest, result: PlanResult, row: ContractLine) -> Iterator[Finding]:
    if not request.options.contractors:
        yield Finding("not_allowed", row.id, "contract")
    covered = {seat.id for seat in result.seats for month in seat.months if month.outsider == row.id}
    if set(row.seats) != covered:
        yield Finding("seats_wrong", row.id, row.seats, sorted(covered))
    monthly = request.assumption("contractor_rate") * request.assumption("contractor_hours_per_month")
    if row.cash != row.months * cents(monthly):
        yield Finding("money_wrong", row.id, row.cash, row.months * cents(monthly))
    last = add_months(row.first_month, row.months - 1)
    if row.first_month not in result.months or last not in result.months:
        yield Finding("outside_the_plan", row.id, last)
    shortest = int(request.assumption("contract_months_min")) if request.options.depth != "rules" else 1
    if row.months < shortest and last != result.months[-1]:
        yield Finding("contract_too_short", row.id, row.months, shortest)


def _seats(
    request: PlanRequest, result: PlanResult, openings: Mapping[str, Opening], contracts: Mapping[str, ContractLine]
) -> Iterator[Finding]:
    months_planned = demand(request)
    firsts = {month.month: month.first for month in months_planned}
    rules = {role: rule for month in reversed(months_planned) for role, rule in month.rules.items()}
    for seat in result.seats:
        for row in seat.months:
            if row.outsider is None:
                continue
            where = f"{row.month:%Y-%m} {seat.id}"
            if row.state == "hired" and row.outsider in openings:
                yield from _hired(request, openings[row.outsider], rules.get(seat.role), firsts[row.month], where)
            elif row.state == "contractor" and row.outsider in contracts:
                contract = contracts[row.outsider]
                months = months_between(contract.first_month, add_months(contract.first_month, contract.months - 1))
                if contract.role != seat.role or row.month not in months:
                    yield Finding("contract_does_not_cover", where, row.outsider)
            else:
                yield Finding("person_unknown", where, row.outsider)


def _hired(request: PlanRequest, opening: Opening, rule: SeatRule | None, first: date, where: str) -> Iterator[Finding]:
    if first < opening.ready_on and month_of(first) != month_of(opening.ready_on):
        yield Finding("not_ready", where, opening.id, opening.ready_on)
    elif first < opening.ready_on:
        yield Finding("not_ready", where, first, opening.ready_on)
    if rule is None or max(rule.level_min, opening.level_min) > min(rule.level_max, opening.level_max):
        yield Finding("level_wrong", where, opening.id)
    speciality = request.catalogue.role[rule.role].speciality if rule else None
    if speciality not in {None, opening.speciality}:
        yield Finding("speciality_missing", where, opening.id, speciality)
