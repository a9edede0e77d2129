"""Pictures: plain values in, one SVG out. Titles and labels come in the reader's language; months are their first days."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Literal

from aiteam.lib import formats
from aiteam.reports import svg

ROW = 22.0
LABEL_WIDTH = 190.0
PLOT_HEIGHT = 190.0

BarKind = Literal["course", "bootcamp", "cross_training", "apprenticeship", "experience", "exam"]
CellKind = Literal["at_hand", "trained", "renewed", "hired", "contractor", "open"]

# Which series colour a kind has, the same in every picture. "open" has none: it is hatched.
BAR_COLOURS: dict[str, int] = {"course": 0, "bootcamp": 1, "cross_training": 4, "apprenticeship": 6, "experience": 7, "exam": 5}
# What runs side by side has a lane of its own, (offset from the row's top, height): study above, what merely takes its time thin below.
STUDY_LANE = (3.0, 9.0)
LANES: dict[str, tuple[float, float]] = {"cross_training": (13.0, 3.0), "apprenticeship": (13.0, 3.0), "experience": (17.0, 3.0)}
CELL_COLOURS: dict[str, int] = {"at_hand": 0, "trained": 4, "renewed": 2, "hired": 1, "contractor": 5}


@dataclass(frozen=True)
class Words:
    """What a picture says of itself: its finding, its measure, and what stands there when there is nothing to show."""

    title: str
    description: str
    empty: str
    language: str


@dataclass(frozen=True)
class Bar:
    """`start` and `end` are both days of it."""

    kind: BarKind
    start: date
    end: date
    label: str


@dataclass(frozen=True)
class Mark:
    """A day that matters: an exam, or the last day of a certificate."""

    kind: Literal["exam", "end"]
    on: date
    label: str


@dataclass(frozen=True)
class Row:
    label: str
    bars: tuple[Bar, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Series:
    """One value per month; `colour` is its place in the palette (0 to 7)."""

    label: str
    values: tuple[Decimal | int, ...]
    colour: int


@dataclass(frozen=True)
class Cell:
    """A seat in a month, None where the seat is not needed."""

    kind: CellKind
    label: str


@dataclass(frozen=True)
class Strip:
    label: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class _Days:
    """Where a day stands between two edges. A day is as wide as any other; months are not."""

    first: date
    days: int
    left: float
    right: float

    @classmethod
    def of(cls, months: Sequence[date], left: float, right: float) -> "_Days":
        return cls(months[0], (_after(months[-1]) - months[0]).days, left, right)

    def at(self, day: date, offset: int = 0) -> float:
        """The left edge of `day`, or of the day `offset` later; kept within the picture."""
        share = ((day - self.first).days + offset) / self.days
        return self.left + min(max(share, 0.0), 1.0) * (self.right - self.left)

    def holds(self, day: date) -> bool:
        return 0 <= (day - self.first).days < self.days


def _after(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def gantt(
    rows: Sequence[Row],
    months: Sequence[date],
    words: Words,
    *,
    kinds: dict[str, str],
    marks: dict[str, str],
    today: tuple[date, str] | None = None,
) -> str:
    """Who learns what and when. `kinds` and `marks` name what each colour and sign means; `today` is a day and its word."""
    if not rows or not months:
        return svg.nothing(words.empty, title=words.title)
    used = {bar.kind for row in rows for bar in row.bars}
    signs = {mark.kind for row in rows for mark in row.marks}
    entries = [(svg.bar(0, 0, 10, 10, BAR_COLOURS[kind]), label) for kind, label in kinds.items() if kind in used]
    entries += [(_sign(kind, 5, 5), label) for kind, label in marks.items() if kind in signs]
    head, used_height = svg.legend(entries, 0)
    top = used_height + (18 if today else 8)
    bottom = top + len(rows) * ROW
    scale = _Days.of(months, LABEL_WIDTH, svg.WIDTH)
    parts = [head, _month_grid(months, scale, top, bottom), *(_gantt_row(row, scale, top + index * ROW) for index, row in enumerate(rows))]
    parts.append(svg.line(0, bottom, svg.WIDTH, bottom, look="c-axis", stroke=svg.AXIS))
    if today and scale.holds(today[0]):
        parts.append(_today(scale.at(today[0]), top, bottom, today[1]))
    step = (svg.WIDTH - LABEL_WIDTH) / len(months)
    parts.append(svg.month_axis(months, left=LABEL_WIDTH, step=step, y=bottom, language=words.language))
    return svg.picture(parts, height=bottom + 34, title=words.title, description=words.description)


def _gantt_row(row: Row, scale: _Days, y: float) -> str:
    parts = [
        svg.line(0, y, svg.WIDTH, y, look="c-grid", stroke=svg.LINE),
        svg.text(0, y + 15, svg.shortened(row.label, LABEL_WIDTH - 8), look="c-strong", fill=svg.INK),
    ]
    for bar in row.bars:
        left = scale.at(bar.start)
        width = max(scale.at(bar.end, 1) - left, 1.5)
        offset, height = LANES.get(bar.kind, STUDY_LANE)
        parts.append(svg.bar(left, y + offset, width, height, BAR_COLOURS[bar.kind], bar.label))
    middle = y + STUDY_LANE[0] + STUDY_LANE[1] / 2
    parts += [_sign(mark.kind, scale.at(mark.on), middle, mark.label) for mark in row.marks if scale.holds(mark.on)]
    return "".join(parts)


def _sign(kind: str, x: float, y: float, tip: str = "") -> str:
    return svg.diamond(x, y, tip) if kind == "exam" else svg.ring(x, y, tip)


def _month_grid(months: Sequence[date], scale: _Days, top: float, bottom: float) -> str:
    every = 1 if len(months) <= 24 else 3
    return "".join(svg.line(scale.at(month), top, scale.at(month), bottom, look="c-grid", stroke=svg.LINE) for month in months[::every])


def _today(x: float, top: float, bottom: float, word: str) -> str:
    anchor = "end" if x > svg.WIDTH - 40 else "middle"
    return svg.line(x, top - 4, x, bottom, look="c-today", stroke=svg.ALERT, dashes="3 2") + svg.text(
        x, top - 7, word, look="c-today", fill=svg.ALERT, anchor=anchor
    )


@dataclass(frozen=True)
class _Plot:
    """A plot of columns, one per month, over an axis from zero."""

    left: float
    top: float
    step: float
    full: Decimal

    @property
    def bottom(self) -> float:
        return self.top + PLOT_HEIGHT

    def y(self, value: Decimal | int) -> float:
        return self.bottom - float(Decimal(value) / self.full) * PLOT_HEIGHT

    def x(self, index: int) -> float:
        return self.left + index * self.step


def cost_by_month(months: Sequence[date], series: Sequence[Series], words: Words, *, currency: str) -> str:
    """Money of each month, stacked; amounts are never negative."""
    tops = [sum((Decimal(one.values[index]) for one in series), Decimal(0)) for index in range(len(months))]
    if not any(tops):
        return svg.nothing(words.empty, title=words.title)
    shown = [one for one in series if any(one.values)]
    head, used = svg.legend([(svg.bar(0, 0, 10, 10, one.colour), one.label) for one in shown], 0)
    marks = svg.ticks(max(tops))
    labels = [formats.short_money(mark, currency, words.language) for mark in marks]
    plot, axis = _axes(months, marks, labels, used + 12, words.language)

    def said(one: Series, index: int) -> str:
        return f"{one.label}: {formats.money(one.values[index], currency, words.language)}"

    columns = "".join(
        _column(plot, index, [(one.colour, one.values[index], said(one, index)) for one in shown]) for index in range(len(months))
    )
    return svg.picture([head, axis, columns, _zero_line(plot)], height=plot.bottom + 34, title=words.title, description=words.description)


def supply_and_demand(
    months: Sequence[date], needed: Sequence[int], supply: Sequence[Series], words: Words, *, needed_label: str, open_label: str
) -> str:
    """Seats filled by each means, the gap hatched on top, and the line of seats needed."""
    if not any(needed):
        return svg.nothing(words.empty, title=words.title)
    filled = [sum(int(one.values[index]) for one in supply) for index in range(len(months))]
    shown = [one for one in supply if any(one.values)]
    entries = [(svg.bar(0, 0, 10, 10, one.colour), one.label) for one in shown]
    if any(have < need for have, need in zip(filled, needed, strict=True)):
        entries.append((svg.hatched(0, 0, 10, 10), open_label))
    entries.append((svg.line(0, 5, 11, 5, look="c-line", stroke=svg.INK, width=2), needed_label))
    head, used = svg.legend(entries, 0)
    marks = svg.ticks(max(*needed, *filled), whole=True)
    plot, axis = _axes(months, marks, [formats.number(mark, words.language) for mark in marks], used + 12, words.language)
    parts = [head, axis]
    for index, need in enumerate(needed):
        parts.append(_column(plot, index, [(one.colour, one.values[index], f"{one.label}: {one.values[index]}") for one in shown]))
        if filled[index] < need:
            parts.append(svg.hatched(*_box(plot, index, filled[index], need), f"{open_label}: {need - filled[index]}"))
    parts += [_needed_line(plot, needed), _zero_line(plot)]
    return svg.picture(parts, height=plot.bottom + 34, title=words.title, description=words.description)


def _axes(months: Sequence[date], marks: Sequence[Decimal], labels: Sequence[str], top: float, language: str) -> tuple[_Plot, str]:
    left = max(svg.width_of(label) for label in labels) + 10
    plot = _Plot(left, top, (svg.WIDTH - left) / len(months), marks[-1])
    parts = []
    for mark, label in zip(marks, labels, strict=True):
        y = plot.y(mark)
        parts.append(svg.text(left - 8, y + 4, label, look="c-muted", fill=svg.INK_3, anchor="end"))
        if mark:
            parts.append(svg.line(left, y, svg.WIDTH, y, look="c-grid", stroke=svg.LINE))
    parts.append(svg.month_axis(months, left=left, step=plot.step, y=plot.bottom, language=language))
    return plot, "".join(parts)


def _box(plot: _Plot, index: int, low: Decimal | int, high: Decimal | int) -> tuple[float, float, float, float]:
    """x, y, width and height of the part of a month's column between two values."""
    space = min(plot.step * 0.18, 6)
    return plot.x(index) + space / 2, plot.y(high), plot.step - space, plot.y(low) - plot.y(high)


def _column(plot: _Plot, index: int, pieces: Sequence[tuple[int, Decimal | int, str]]) -> str:
    """The stacked pieces (colour, value, tip) of a month."""
    parts, base = [], Decimal(0)
    for colour, value, tip in pieces:
        if value:
            parts.append(svg.bar(*_box(plot, index, base, base + value), colour, tip))
        base += value
    return "".join(parts)


def _needed_line(plot: _Plot, needed: Sequence[int]) -> str:
    path = "".join(
        f"{'M' if index == 0 else 'L'}{svg.plain(plot.x(index))} {svg.plain(plot.y(need))}L{svg.plain(plot.x(index + 1))} {svg.plain(plot.y(need))}"
        for index, need in enumerate(needed)
    )
    return svg.tag("path", d=path, fill="none", stroke=svg.INK, stroke_width=2, class_="c-line")


def _zero_line(plot: _Plot) -> str:
    return svg.line(plot.left, plot.bottom, svg.WIDTH, plot.bottom, look="c-line", stroke=svg.INK)


def cover_strip(rows: Sequence[Strip], months: Sequence[date], words: Words, *, kinds: dict[str, str]) -> str:
    """Each seat through the months: who sits there and by what means; hatched where nobody does, blank where it is not needed."""
    if not rows or not months:
        return svg.nothing(words.empty, title=words.title)
    used = {cell.kind for row in rows for cell in row.cells if cell}
    entries = [
        (svg.hatched(0, 0, 10, 10) if kind == "open" else svg.bar(0, 0, 10, 10, CELL_COLOURS[kind]), label)
        for kind, label in kinds.items()
        if kind in used
    ]
    head, used_height = svg.legend(entries, 0)
    top = used_height + 8
    bottom = top + len(rows) * ROW
    step = (svg.WIDTH - LABEL_WIDTH) / len(months)
    parts = [head, *(_strip_row(row, top + index * ROW, step) for index, row in enumerate(rows))]
    parts.append(svg.line(0, bottom, svg.WIDTH, bottom, look="c-axis", stroke=svg.AXIS))
    parts.append(svg.month_axis(months, left=LABEL_WIDTH, step=step, y=bottom, language=words.language))
    return svg.picture(parts, height=bottom + 34, title=words.title, description=words.description)


def _strip_row(row: Strip, y: float, step: float) -> str:
    parts = [
        svg.line(0, y, svg.WIDTH, y, look="c-grid", stroke=svg.LINE),
        svg.text(0, y + 15, svg.shortened(row.label, LABEL_WIDTH - 8), look="c-strong", fill=svg.INK),
    ]
    index = 0
    for cell, run in groupby(row.cells):
        length = len(list(run))
        if cell:
            parts.append(_strip_cell(cell, LABEL_WIDTH + index * step + 0.5, y + 3, length * step - 1))
        index += length
    return "".join(parts)


def _strip_cell(cell: Cell, x: float, y: float, width: float) -> str:
    height = ROW - 6
    if cell.kind == "open":
        return svg.hatched(x, y, width, height, cell.label)
    mark = svg.bar(x, y, width, height, CELL_COLOURS[cell.kind], cell.label)
    if width < 34:
        return mark
    # The name stands on a light tab, so that it reads on every colour and in both themes.
    name = svg.shortened(cell.label, width - 14)
    tab = svg.tag(
        "rect", x=x + 3, y=y + 2, width=min(svg.width_of(name) + 6, width - 6), height=height - 4, fill=svg.PAPER, class_="c-paper"
    )
    return mark + tab + svg.text(x + 6, y + 12, name, look="c-strong", fill=svg.INK)


@dataclass(frozen=True)
class Budgeted:
    """What a share of the money buys: cash spent, written as `cash_label`, and seat-months that stay open."""

    label: str
    cash: float
    cash_label: str
    open: int


def budget_curve(points: Sequence[Budgeted], words: Words, *, cash: str, left_open: str) -> str:
    """Two rows of bars over the same shares of the money: cash, and below it the seat-months that stay open (hatched)."""
    if not points:
        return svg.nothing(words.empty, title=words.title)
    above = _bars([(point.cash, point.cash_label) for point in points], cash, top=18.0, is_open=False)
    below = _bars([(point.open, formats.number(point.open, words.language)) for point in points], left_open, top=130.0, is_open=True)
    step = svg.WIDTH / len(points)
    shares = [
        svg.text(index * step + step / 2, 236, point.label, look="c-muted", fill=svg.INK_3, anchor="middle")
        for index, point in enumerate(points)
    ]
    return svg.picture([*above, *below, *shares], height=244, title=words.title, description=words.description)


def _bars(values: Sequence[tuple[float, str]], head: str, *, top: float, is_open: bool) -> list[str]:
    """A row of bars with their figures above them, and its name at the left."""
    step, height = svg.WIDTH / len(values), 70.0
    most, bottom = max((value for value, _label in values), default=0) or 1, top + 18 + height
    parts = [svg.text(0, top, head, look="c-muted", fill=svg.INK_3)]
    for index, (value, label) in enumerate(values):
        left, tall = index * step + step * 0.2, height * value / most
        if value:
            box = (left, bottom - tall, step * 0.6, tall)
            parts.append(svg.hatched(*box, label) if is_open else svg.bar(*box, 0, label))
        parts.append(svg.text(index * step + step / 2, bottom - tall - 5, label, look="c-strong", fill=svg.INK, anchor="middle"))
    return [*parts, svg.line(0, bottom, svg.WIDTH, bottom, look="c-line", stroke=svg.INK)]


def growth_stair(steps: Sequence[tuple[date, int]], months: Sequence[date], words: Words, *, unit: str) -> str:
    """GPUs of a cluster from step to step; `steps` are (first day, GPUs from then on) in order of day."""
    if not steps or not months:
        return svg.nothing(words.empty, title=words.title)
    marks = svg.ticks(max(count for _, count in steps), whole=True)
    plot, axis = _axes(months, marks, [formats.number(mark, words.language) for mark in marks], 22, words.language)
    scale = _Days.of(months, plot.left, svg.WIDTH)
    before = [step for step in steps if step[0] <= scale.first]
    corners = [(scale.first, before[-1][1] if before else 0), *(step for step in steps if scale.holds(step[0]) and step[0] > scale.first)]
    parts = [svg.text(0, 10, unit, look="c-muted", fill=svg.INK_3), axis]
    ends = [*(scale.at(day) for day, _ in corners[1:]), svg.WIDTH]
    outline = []
    for (day, count), right in zip(corners, ends, strict=True):
        left, y = scale.at(day), plot.y(count)
        parts.append(
            svg.tag("rect", x=left, y=y, width=right - left, height=plot.bottom - y, fill=svg.SERIES[0], fill_opacity=0.18, class_="c-s1")
        )
        if count:
            label = formats.number(count, words.language)
            parts.append(svg.text(min(left + 5, svg.WIDTH - svg.width_of(label)), y - 5, label, look="c-strong", fill=svg.INK, weight=600))
        outline += [f"{svg.plain(left)} {svg.plain(y)}", f"{svg.plain(right)} {svg.plain(y)}"]
    parts.append(svg.tag("path", d="M" + "L".join(outline), fill="none", stroke=svg.INK, stroke_width=2, class_="c-line"))
    return svg.picture([*parts, _zero_line(plot)], height=plot.bottom + 34, title=words.title, description=words.description)
