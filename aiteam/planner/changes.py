"""What one plan does otherwise than another."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest
from typing import Literal

from aiteam.planner.result import PlanChange, PlanResult

What = Literal["training", "hire", "contract", "renewal"]
Key = tuple[What, str]  # a training or renewal by person, a hire or contract by role


def changes(before: PlanResult, after: PlanResult) -> tuple[PlanChange, ...]:
    """Decisions added, removed or moved to another day; those that stay are not told. Of several of a kind the nth is compared with the nth."""
    old, new = _days(before), _days(after)
    return tuple(change for key in sorted({*old, *new}) for change in _of_key(key, old.get(key, []), new.get(key, [])))


def _days(result: PlanResult) -> dict[Key, list[date]]:
    found: dict[Key, list[date]] = defaultdict(list)
    for key, day in _decisions(result):
        found[key].append(day)
    return {key: sorted(days) for key, days in found.items()}


def _decisions(result: PlanResult) -> Iterator[tuple[Key, date]]:
    for training in result.trainings:
        yield ("training" if training.kind == "seat" else "renewal", training.person), training.starts_on
    for opening in result.openings:
        yield ("hire", opening.role), opening.order_by
    for contract in result.contracts:
        yield ("contract", contract.role), contract.first_month


def _of_key(key: Key, old: Sequence[date], new: Sequence[date]) -> Iterator[PlanChange]:
    what, subject = key
    gone, came = (sorted((Counter(one) - Counter(other)).elements()) for one, other in ((old, new), (new, old)))
    named = {"person": subject} if what in {"training", "renewal"} else {"role": subject}
    for before_on, after_on in zip_longest(gone, came):
        change = "removed" if after_on is None else "added" if before_on is None else "moved"
        yield PlanChange(change=change, what=what, before_on=before_on, after_on=after_on, **named)
