"""The events of a case as bars over its months, ready to be drawn."""

from dataclasses import dataclass

from aiteam.catalog.models import CaseEvent, CaseStudy

ROW_HEIGHT = 22
MONTH_WIDTH = 30
LABEL_WIDTH = 190


@dataclass(frozen=True)
class Bar:
    """One event; positions are in units of the drawing."""

    event: CaseEvent
    x: int
    y: int
    width: int

    @property
    def text_y(self) -> int:
        return self.y + 11


@dataclass(frozen=True)
class Tick:
    month: int
    x: int


@dataclass(frozen=True)
class Timeline:
    """`top` is where the bars begin; an event without months has no bar."""

    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    width: int
    height: int
    top: int = ROW_HEIGHT


def timeline(case: CaseStudy) -> Timeline:
    """Reads the events: prefetch them."""
    dated = [event for event in case.events.all() if event.month_start is not None and event.month_end is not None]
    bars = tuple(_bar(row, event) for row, event in enumerate(dated))
    ticks = tuple(Tick(month, _x(month)) for month in range(1, case.duration_months + 1) if month == 1 or month % 3 == 0)
    width = _x(case.duration_months + 1)
    return Timeline(bars, ticks, width, ROW_HEIGHT * (len(bars) + 1) + 4)


def _bar(row: int, event: CaseEvent) -> Bar:
    first, last = event.month_start or 1, event.month_end or 1
    return Bar(event, _x(first), ROW_HEIGHT * (row + 1) + 4, MONTH_WIDTH * (last - first + 1) - 2)


def _x(month: int) -> int:
    """Where a month begins."""
    return LABEL_WIDTH + MONTH_WIDTH * (month - 1)
