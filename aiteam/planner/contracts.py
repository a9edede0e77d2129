"""Contractors: who stands in for how long."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Contract:
    """A contractor for a role from month number `first` on, for so many `months`; paid for all of them, with a seat or without."""

    role: str
    number: int  # among the contracts of the role
    first: int
    months: int

    @property
    def id(self) -> str:
        return f"contract-{self.role}-{self.number}"

    @property
    def month_numbers(self) -> range:
        return range(self.first, self.first + self.months)


def of_open_seats(open_seats: Iterable[tuple[int, str]]) -> Mapping[tuple[int, str], Contract]:
    """(month number, seat) -> the contract that covers it: one for each unbroken run of months in which a seat stands open."""
    runs: list[tuple[str, list[int]]] = []
    for seat, month in sorted((seat, month) for month, seat in open_seats):
        if runs and runs[-1][0] == seat and runs[-1][1][-1] == month - 1:
            runs[-1][1].append(month)
        else:
            runs.append((seat, [month]))
    numbers: dict[str, int] = {}
    found = dict[tuple[int, str], Contract]()
    for seat, months in sorted(runs, key=lambda run: (run[1][0], run[0])):
        role = seat.rpartition("-")[0]
        numbers[role] = numbers.get(role, 0) + 1
        contract = Contract(role, numbers[role], months[0], len(months))
        found |= {(month, seat): contract for month in months}
    return found
