"""How long work tells how far it is, and how it is stopped."""

from collections.abc import Callable

from aiteam.planner.errors import PlanningError

Told = Callable[[str, float], None]  # the stage of the work, and a share between 0 and 1 of what is done
Asked = Callable[[], bool]  # whether the work is to stop


class Stopped(PlanningError):
    """The work was ended before it had a result."""


def untold(stage: str, share: float) -> None:
    """Nobody listens."""


def never() -> bool:
    """Nobody stops it."""
    return False
