"""Who sits where, month by month: the greatest number of seats filled, and the same people in the same seats where that costs nothing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from aiteam.planner.assignment import assign
from aiteam.planner.catalogue import SeatRule
from aiteam.planner.composition import MonthDemand
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import Asked, State, excess, lacks

# Worth of a filled seat's finer points, each below the one before. A further seat filled outweighs them all together.
STAYS_IN_ROLE = 5000
EXACT_LEVEL = 1000  # for each level not wasted, four at most
SENIOR_SEAT = 50  # for each level the seat asks: where people are short, the senior seats are filled first
ORDER = 49  # people in the order of their ids, where all else is equal
FINER_POINTS = STAYS_IN_ROLE + 4 * EXACT_LEVEL + 9 * SENIOR_SEAT + ORDER + 1


@dataclass(frozen=True)
class Filled:
    """One month: seat id -> person id, for the seats filled."""

    demand: MonthDemand
    seats: Mapping[str, str]

    @property
    def seated(self) -> frozenset[str]:
        return frozenset(self.seats.values())


def seat_id(role: str, number: int) -> str:
    return f"{role}-{number}"


def role_of(seat: str) -> str:
    return seat.rpartition("-")[0]


def seat_ids(demand: MonthDemand) -> list[str]:
    return [seat_id(rule.role, number) for rule in demand.rules.values() for number in range(1, rule.count + 1)]


class Fits:
    """Who fits which role in which month, looked up once per state: a plan fills its months many times with mostly the same people."""

    def __init__(self, request: PlanRequest) -> None:
        self.request = request
        self.known: dict[tuple[State, str, date], int | None] = {}

    def excess(self, state: State, role: str, month: MonthDemand) -> int | None:
        """Levels above what the seat names, for somebody who may sit there all through the month; None for anybody else."""
        key = (state, role, month.month)
        if key not in self.known:
            asked = Asked.of(month.rules[role], self.request)
            self.known[key] = None if lacks(state, asked, month.first, month.last) else excess(state, asked, month.first)
        return self.known[key]


def fill(fits: Fits, demand: Sequence[MonthDemand], states: Mapping[str, State]) -> tuple[Filled, ...]:
    """Every month filled with the people as they are in `states`. Optimal in each month; changes of seat are avoided from month to month."""
    filled: list[Filled] = []
    known: dict[object, dict[str, str]] = {}
    before: Mapping[str, str] = {}
    for month in demand:
        fit = _fitting(fits, month, states)
        rules = tuple((rule.role, rule.count, rule.level_min) for rule in month.rules.values())
        question = (rules, tuple(fit.items()), tuple(before.items()))
        if question not in known:
            known[question] = numbered(best_roles(month.rules.values(), fit, before, list(states)), before, seat_ids(month))
        before = known[question]
        filled.append(Filled(month, before))
    return tuple(filled)


def _fitting(fits: Fits, month: MonthDemand, states: Mapping[str, State]) -> dict[tuple[str, str], int]:
    """(role, person) -> levels above what the seat names, for everybody who may sit there all through the month."""
    found = {(role, person): fits.excess(state, role, month) for role in month.rules for person, state in states.items()}
    return {pair: above for pair, above in found.items() if above is not None}


def best_roles(
    rules: Collection[SeatRule], fit: Mapping[tuple[str, str], int], before: Mapping[str, str], order: Sequence[str]
) -> dict[str, str]:
    """Person -> role, so that most seats are filled. `fit` are the levels above what the seat names, by (role, person); `before` is who sat
    where; those first in `order` come first where all else is equal."""
    role_before = {person: role_of(seat) for seat, person in before.items()}
    rank = {person: ORDER - ORDER * place // len(order) for place, person in enumerate(order)}
    seats = sum(rule.count for rule in rules)
    lowest = {rule.role: rule.level_min for rule in rules}
    score = {
        (role, person): FINER_POINTS * (seats + 1)
        + STAYS_IN_ROLE * (role_before.get(person) == role)
        + EXACT_LEVEL * (4 - min(above, 4))
        + SENIOR_SEAT * lowest[role]
        + rank[person]
        for (role, person), above in fit.items()
    }
    return assign({rule.role: rule.count for rule in rules}, score)


def numbered(roles: Mapping[str, str], before: Mapping[str, str], needed: Collection[str]) -> dict[str, str]:
    """Seat -> person: whoever stays in a role keeps a seat that is still needed, the others take the lowest free number in the order of
    their ids."""
    seats = {seat: person for seat, person in before.items() if roles.get(person) == role_of(seat) and seat in needed}
    staying = set(seats.values())
    for person in sorted(set(roles) - staying):
        number = 1
        while seat_id(roles[person], number) in seats:
            number += 1
        seats[seat_id(roles[person], number)] = person
    return dict(sorted(seats.items()))
