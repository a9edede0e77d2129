"""Every seat of every month: told once, by somebody who fits it, in one place only."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

from aiteam.planner.checking.abilities import People
from aiteam.planner.checking.findings import Finding
from aiteam.planner.composition import MonthDemand, demand
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import PlanResult, SeatMonth

STATES = ("at_hand", "trained", "renewed", "hired", "contractor", "open")


def check_seats(request: PlanRequest, result: PlanResult, people: People) -> Iterator[Finding]:
    told = {(row.month, seat.id): row for seat in result.seats for row in seat.months}
    months = demand(request)
    needed = {
        (month.month, f"{role}-{number}") for month in months for role, rule in month.rules.items() for number in range(1, rule.count + 1)
    }
    yield from (Finding("seat_missing", f"{month:%Y-%m} {seat}") for month, seat in sorted(needed - set(told)))
    yield from (Finding("seat_not_needed", f"{month:%Y-%m} {seat}") for month, seat in sorted(set(told) - needed))
    by_month = {month.month: month for month in months}
    for (month, seat), row in told.items():
        if (month, seat) in needed:
            yield from _seat(request, by_month[month], seat, row, people)
    yield from _once(told)
    yield from _counts(result, told)


def _seat(request: PlanRequest, month: MonthDemand, seat: str, row: SeatMonth, people: People) -> Iterator[Finding]:
    where = f"{month.month:%Y-%m} {seat}"
    from_outside = row.state in {"hired", "contractor"}
    if (row.person is not None) != (row.state in {"at_hand", "trained", "renewed"}) or (row.outsider is not None) != from_outside:
        yield Finding("state_without_its_person", where, row.state, row.person or row.outsider)
        return
    if row.person is None:
        return
    if row.person not in people.planned:
        yield Finding("person_unknown", where, row.person)
        return
    rule, first, last = month.rules[seat.rpartition("-")[0]], month.first, month.last
    misfit = people.planned[row.person].misfit(rule, request, first, last)
    if misfit:
        yield Finding(misfit, where, row.person)
        return
    by_records = people.recorded[row.person].misfit(rule, request, first, last) is None
    by_renewal = people.renewed[row.person].misfit(rule, request, first, last) is None
    state = "at_hand" if by_records else "renewed" if by_renewal else "trained"
    if row.state != state:
        yield Finding("state_wrong", where, row.state, state)


def _once(told: dict[tuple[date, str], SeatMonth]) -> Iterator[Finding]:
    """Nobody sits in two places in one month."""
    sitting = Counter((month, who) for (month, _seat), row in told.items() if (who := row.person or row.outsider))
    for (month, who), count in sorted(sitting.items()):
        if count > 1:
            yield Finding("in_two_seats", f"{month:%Y-%m} {who}", count, 1)


def _counts(result: PlanResult, told: dict[tuple[date, str], SeatMonth]) -> Iterator[Finding]:
    found = Counter[tuple[date, str]]((month, row.state) for (month, _seat), row in told.items())
    for gap in result.gaps:
        for state in STATES:
            if getattr(gap, state) != found[gap.month, state]:
                yield Finding("count_wrong", f"{gap.month:%Y-%m} {state}", getattr(gap, state), found[gap.month, state])
        if gap.needed != sum(getattr(gap, state) for state in STATES):
            yield Finding("count_wrong", f"{gap.month:%Y-%m} needed", gap.needed, sum(getattr(gap, state) for state in STATES))
    open_months = [gap.month for gap in result.gaps if gap.needed and gap.open]
    if result.summary.first_open_month != (open_months[0] if open_months else None):
        yield Finding("summary_wrong", "first_open_month", result.summary.first_open_month, open_months[:1])
