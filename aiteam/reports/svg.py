"""Writing SVG: marks, text, axes. Colours are attributes that look right on paper; classes let a page recolour them for its theme."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from math import ceil
from xml.sax.saxutils import escape, quoteattr

from aiteam.lib import formats

WIDTH = 720.0
FONT = "Source Sans Pro, sans-serif"
FONT_SIZE = 12

# Ink of the paper version; static/css/tokens.css has the same values with their dark side.
INK, INK_2, INK_3, LINE, AXIS, PAPER, ALERT = "#17201f", "#414d4b", "#5f6b69", "#d9dfdd", "#87928f", "#ffffff", "#8a1f55"
SERIES = ("#0b6a75", "#d98200", "#5aa7d6", "#b54a0a", "#2f9e77", "#a75b91", "#c9b22b", "#87928f")

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
Attribute = str | float | int


def clean(text: str) -> str:
    """`text` as it may stand between two tags."""
    return escape(_UNPRINTABLE.sub("", text))


def tag(name: str, content: str = "", **attributes: Attribute | None) -> str:
    """One element; `content` is markup already. `class_` and `stroke_width` become class and stroke-width, None is left out."""
    written = "".join(
        f" {key.strip('_').replace('_', '-')}={quoteattr(_UNPRINTABLE.sub('', plain(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def plain(value: Attribute) -> str:
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def text(x: float, y: float, words: str, *, look: str = "", fill: str = INK_2, anchor: str | None = None, weight: int | None = None) -> str:
    return tag("text", clean(words), x=x, y=y, fill=fill, class_=look or None, text_anchor=anchor, font_weight=weight)


def line(x1: float, y1: float, x2: float, y2: float, *, look: str, stroke: str, width: float = 1, dashes: str | None = None) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=look, stroke=stroke, stroke_width=width, stroke_dasharray=dashes)


def bar(x: float, y: float, width: float, height: float, colour: int, tip: str = "") -> str:
    """A filled mark in series colour `colour` (0 to 7)."""
    return tag("rect", _tip(tip), x=x, y=y, width=width, height=height, fill=SERIES[colour], class_=f"c-s{colour + 1}")


def hatched(x: float, y: float, width: float, height: float, tip: str = "") -> str:
    """What is missing: outlined and hatched, so that it reads in print and without colour."""
    step = 5.0
    strokes = []
    offset = -height + step / 2
    while offset < width:
        left, right = max(0.0, offset), min(width, offset + height)
        strokes.append(f"M{plain(x + left)} {plain(y + height - left + offset)}L{plain(x + right)} {plain(y + height - right + offset)}")
        offset += step
    outline = tag(
        "rect", _tip(tip), x=x, y=y, width=width, height=height, fill=PAPER, stroke=ALERT, stroke_width=0.75, class_="c-paper c-open"
    )
    return outline + tag("path", d="".join(strokes), fill="none", stroke=ALERT, stroke_width=0.75, class_="c-hatch")


def diamond(x: float, y: float, tip: str = "") -> str:
    size = 4.5
    path = f"M{plain(x)} {plain(y - size)}L{plain(x + size)} {plain(y)}L{plain(x)} {plain(y + size)}L{plain(x - size)} {plain(y)}Z"
    return tag("path", _tip(tip), d=path, fill=INK, stroke=PAPER, class_="c-mark")


def ring(x: float, y: float, tip: str = "") -> str:
    return tag("circle", _tip(tip), cx=x, cy=y, r=3.5, fill=PAPER, stroke=ALERT, stroke_width=1.5, class_="c-paper c-open")


def _tip(words: str) -> str:
    return tag("title", clean(words)) if words else ""


def width_of(words: str) -> float:
    """About how wide a text is; the face runs at half its size on average, and this errs to the wide side."""
    return len(words) * FONT_SIZE * 0.53


def shortened(words: str, room: float) -> str:
    """As much of a text as fits, with an ellipsis where it does not."""
    if width_of(words) <= room:
        return words
    kept = max(1, int(room / (FONT_SIZE * 0.53)) - 1)
    return words[:kept].rstrip(" ,.-") + "…"


def picture(parts: Iterable[str], *, height: float, title: str, description: str) -> str:
    """The parts as one picture that says what it shows."""
    head = tag("title", clean(title)) + (tag("desc", clean(description)) if description else "")
    return tag(
        "svg",
        head + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {plain(WIDTH)} {plain(height)}",
        width=WIDTH,
        height=height,
        role="img",
        class_="chart",
        font_family=FONT,
        font_size=FONT_SIZE,
    )


def nothing(words: str, *, title: str) -> str:
    """The picture of nothing to show yet."""
    height = 64.0
    frame = tag("rect", x=0.5, y=0.5, width=WIDTH - 1, height=height - 1, fill="none", stroke=LINE, stroke_dasharray="4 4", class_="c-grid")
    return picture(
        [frame, text(WIDTH / 2, height / 2 + 4, words, look="c-muted", fill=INK_3, anchor="middle")],
        height=height,
        title=title,
        description="",
    )


def legend(entries: Sequence[tuple[str, str]], y: float, left: float = 0) -> tuple[str, float]:
    """Swatch and word for each entry ((markup drawn at 0,0 in a 10 by 10 box), words), in as many lines as needed; and the height used."""
    x, row, parts = left, 0, []
    for swatch, words in entries:
        wide = 16 + width_of(words) + 14
        if x + wide > WIDTH and x > left:
            x, row = left, row + 1
        top = y + row * 18
        parts.append(tag("g", swatch, transform=f"translate({plain(x)} {plain(top)})") + text(x + 15, top + 9, words))
        x += wide
    return "".join(parts), (row + 1) * 18.0 if entries else 0.0


def month_axis(months: Sequence[date], *, left: float, step: float, y: float, language: str) -> str:
    """Names of months under their middle, as many as have room; the year stands under each January, and under the first
    month where there is room before the next January."""
    every = next((gap for gap in (1, 2, 3, 4, 6, 12) if gap * step >= 27), 12)
    january = next((index for index, month in enumerate(months) if index and month.month == 1), len(months))
    parts = []
    for index, month in enumerate(months):
        middle = left + (index + 0.5) * step
        if index % every == 0:
            parts.append(text(middle, y + 14, formats.short_month(month, language), look="c-muted", fill=INK_3, anchor="middle"))
        if month.month == 1 or (index == 0 and (january == len(months) or january * step >= 30)):
            parts.append(text(max(middle, left + 12), y + 28, str(month.year), look="c-strong", fill=INK, anchor="middle", weight=600))
        if month.month == 1 and index:
            parts.append(line(left + index * step, y, left + index * step, y + 30, look="c-axis", stroke=AXIS, width=0.75))
    return "".join(parts)


def ticks(top: Decimal | int, whole: bool = False) -> list[Decimal]:
    """Round values from zero to at least `top`, about four of them; `whole` keeps them to whole numbers."""
    if top <= 0:
        return [Decimal(0), Decimal(1)]
    rough = Decimal(top) / 4
    power = Decimal(10) ** rough.adjusted()
    step = next(power * factor for factor in (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10)) if power * factor >= rough)
    if whole:
        step = Decimal(max(1, ceil(step)))
    return [step * index for index in range(ceil(Decimal(top) / step) + 1)]
