"""Every seat of every month: told once, by somebody who fits it, in one place only."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal

from aiteam.planner.checking.abilities import People
from aiteam.planner.checking.findings import Finding
from aiteam.planner.composition import MonthDemand, demand
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import PlanResult, SeatMonth

STATES = ("at_hand", "trained", "renewed", "hired", "contractor", "open")


def check_seats(request: PlanRequest, result: PlanResult, people: People) -> Iterator[Finding]:
    told = {(row.month, seat.id): row for seat in result.seats for row in seat.months}
    months = demand(request)
    yield from _told_once(result)
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
    yield from _gap_months(result, months)
    yield from _summary(result)


def _told_once(result: PlanResult) -> Iterator[Finding]:
    rows = Counter((row.month, seat.id) for seat in result.seats for row in seat.months)
    yield from (Finding("seat_told_twice", f"{month:%Y-%m} {seat}", count, 1) for (month, seat), count in sorted(rows.items()) if count > 1)


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


def _gap_months(result: PlanResult, months: Sequence[MonthDemand]) -> Iterator[Finding]:
    """A row for every month of the plan, with its GPUs; today's cover is counted from who would sit there without any action."""
    told = [(gap.month, gap.gpus) for gap in result.gaps]
    if told != [(month.month, month.gpus) for month in months]:
        yield Finding("months_wrong", "gaps", told, [(month.month, month.gpus) for month in months])
    if result.months != tuple(month.month for month in months):
        yield Finding("months_wrong", "plan", result.months, tuple(month.month for month in months))
    today = Counter(row.month for seat in result.seats for row in seat.months if row.today)
    for gap in result.gaps:
        if gap.covered_today != today[gap.month]:
            yield Finding("count_wrong", f"{gap.month:%Y-%m} covered_today", gap.covered_today, today[gap.month])


def _summary(result: PlanResult) -> Iterator[Finding]:
    """Counts of the first month with most seats; days and money of the whole plan."""
    needed = [gap for gap in result.gaps if gap.needed]
    peak = next((gap for gap in needed if gap.needed == max(row.needed for row in needed)), None)
    still_open = [gap.month for gap in needed if gap.open]
    covered = [gap.month for gap in result.gaps if not still_open or gap.month > still_open[-1]]
    right = {
        "peak_month": peak.month if peak else None,
        "seats_needed": peak.needed if peak else 0,
        "seats_at_hand": peak.covered_today if peak else 0,
        "seats_open_today": peak.needed - peak.covered_today if peak else 0,
        "seats_open_at_end": needed[-1].open if needed else 0,
        "first_open_month": still_open[0] if still_open else None,
        "fully_covered_from": next((month for month in covered if any(gap.month == month for gap in needed)), None),
        "people_to_train": len({row.person for row in result.trainings if row.kind == "seat"}),
        "people_to_hire": len(result.openings),
        "cash_total": sum((row.cash for row in result.costs.months), Decimal(0)),
    }
    for name, value in right.items():
        if getattr(result.summary, name) != value:
            yield Finding("summary_wrong", name, getattr(result.summary, name), value)
