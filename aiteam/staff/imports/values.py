"""Cells as days, numbers, amounts and answers. A file has one order of day and month and one decimal sign, decided from all its values."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Literal

from babel.numbers import list_currencies
from django.utils.translation import gettext as _

from aiteam.staff.imports.errors import CellError
from aiteam.staff.imports.headers import plain
from aiteam.staff.imports.reading import Cell, Formula, shown

DateOrder = Literal["dmy", "mdy", "ymd"]
Point = Literal[",", "."]
Per = Literal["year", "month", "hour"]

EARLIEST, LATEST = date(1900, 1, 1), date(2199, 12, 31)
MONTHS: dict[str, int] = {}
for _number, _words in enumerate(
    (
        "january jan januari januar jaenner janner",
        "february feb februari februar",
        "march mar maart mrt marz maerz mrz",
        "april apr",
        "may mei mai",
        "june jun juni",
        "july jul juli",
        "august aug augustus",
        "september sep sept",
        "october oct oktober okt",
        "november nov",
        "december dec dezember dez",
    ),
    start=1,
):
    MONTHS |= dict.fromkeys(_words.split(), _number)

YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
# A time of day may follow; the day is the one written, whatever zone the time is in.
WITH_TIME = re.compile(
    r"(?P<day>[^:]*?\d{4}|\d{4}-\d{1,2}-\d{1,2})(?:[T ,]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[AaPp][Mm])?\s*(?:Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2})?)?"
)
IN_FIGURES = re.compile(r"(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})")
IN_WORDS = re.compile(
    r"(?P<first>\d{1,2})(?:st|nd|rd|th|\.)?[ -]+(?P<month>[^\W\d_]+)\.?,?[ -]+(?P<year>\d{4})|(?P<month2>[^\W\d_]+)\.? +(?P<second>\d{1,2})(?:st|nd|rd|th)?,? +(?P<year2>\d{4})"
)


@dataclass(frozen=True)
class Dialect:
    """How this file writes days and numbers; None where its values do not tell."""

    date_order: DateOrder | None
    point: Point | None


def text(cell: Cell) -> str:
    """The cell's words, without blanks around them. Raises CellError for a formula without a value."""
    if isinstance(cell, Formula):
        raise CellError(_("The cell holds a formula without a value. Open the file, let it compute, and save it again."))
    words = shown(cell).replace("\u00a0", " ").strip()
    if "\x00" in words:  # no database takes it
        raise CellError(_("The cell holds a character that is no text."))
    return words


# --- Days


def date_order(cells: Iterable[Cell]) -> tuple[DateOrder | None, list[str]]:
    """The order of day and month, and the values that leave it open: none where it is decided or does not matter.

    A single value with a day above 12 decides for the file. Values that decide differently leave it open, too.
    """
    orders: set[DateOrder] = set()
    unclear: list[str] = []
    for written in {_day_part(cell.strip()) for cell in cells if isinstance(cell, str)}:
        parts = IN_FIGURES.fullmatch(written)
        if parts is None or parts[2] == ".":  # only days come first before a point
            continue
        first, second = int(parts[1]), int(parts[3])
        if first > 12 >= second:
            orders.add("dmy")
        elif second > 12 >= first:
            orders.add("mdy")
        elif first != second and first <= 12:
            unclear.append(written)
    if len(orders) == 1:
        return orders.pop(), []
    return None, sorted(unclear)


def _day_part(written: str) -> str:
    found = WITH_TIME.fullmatch(written)
    return found["day"] if found else written


def read_day(cell: Cell, dialect: Dialect) -> date | None:
    """The day in a cell, None for an empty one. Raises CellError."""
    if isinstance(cell, date):
        return _in_range(cell)
    if isinstance(cell, bool | int | float):
        raise CellError(_("This is a number, not a day. Format the cell as a date, or write it as 2027-01-31."))
    written = text(cell)
    return _in_range(_written_day(_day_part(written), dialect)) if written else None


def _in_range(day: date) -> date:
    if not EARLIEST <= day <= LATEST:
        raise CellError(_("The year lies outside 1900 to 2199."))
    return day


def _written_day(written: str, dialect: Dialect) -> date:
    if parts := YEAR_FIRST.fullmatch(written):
        return _day(int(parts[1]), int(parts[2]), int(parts[3]))
    if parts := IN_FIGURES.fullmatch(written):
        first, second, year = int(parts[1]), int(parts[3]), int(parts[4])
        if _is_month_first(first, second, parts[2], dialect):
            first, second = second, first
        return _day(year, second, first)
    if parts := IN_WORDS.fullmatch(written):
        month = MONTHS.get(plain(parts["month"] or parts["month2"]))
        if month:
            return _day(int(parts["year"] or parts["year2"]), month, int(parts["first"] or parts["second"]))
    if re.fullmatch(r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2}", written):
        raise CellError(_("The year has two digits only. Write it with four."))
    raise CellError(_("This is not a day. Write it as 2027-01-31."))


def _is_month_first(first: int, second: int, separator: str, dialect: Dialect) -> bool:
    if first == second or separator == ".":
        return False
    if dialect.date_order is None and first <= 12 and second <= 12:
        raise CellError(_("Day or month may come first. Say which for the whole file."))
    return dialect.date_order == "mdy" if dialect.date_order in {"dmy", "mdy"} else second > 12


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise CellError(_("This is not a day of the calendar.")) from error


# --- Numbers

CURRENCIES = {"€": "EUR", "EURO": "EUR", "EUROS": "EUR", "£": "GBP", "US$": "USD", "$": "USD"}
CODES = frozenset(list_currencies())
CURRENCY = re.compile(r"US\$|[€£$]|(?<![a-z])(?:euros?|[a-z]{3})(?![a-z])", re.IGNORECASE)
PERIODS: dict[str, Per] = {}
for _per, _names in (
    ("year", "year yearly annual annually annum pa yr jaar jaarlijks jahr jahrlich"),
    ("month", "month monthly mo maand maandelijks monat monatlich"),
    ("hour", "hour hourly hr h uur stunde stundlich std"),
):
    PERIODS |= dict.fromkeys(_names.split(), _per)  # type: ignore[arg-type] # the names above are those of Per
PERIOD = re.compile(
    r"(?:\s*/\s*|\s+(?:per|pro|je|a|an)\s+|\s+p\.\s*)([^\W\d_]+)\.?\s*$|\s+(annually|monthly|hourly|p\.?\s?a\.?)\s*$", re.IGNORECASE
)
SPACES = re.compile(r"[\s\u00a0\u2009\u202f'’]")
GROUPED = re.compile(
    r"(?P<sign>[-+−]?)(?P<whole>[1-9]\d{0,2}(?:(?P<group>[.,])\d{3})(?:(?P=group)\d{3})*)(?:(?P<point>[.,])(?P<fraction>\d+))?"
)
PLAIN = re.compile(r"(?P<sign>[-+−]?)(?P<whole>\d+)(?:(?P<point>[.,])(?P<fraction>\d+))?")


@dataclass(frozen=True)
class Amount:
    """Pay as one cell tells it; currency and period only where they stand in it."""

    number: Decimal
    currency: str | None
    per: Per | None


def decimal_point(cells: Iterable[Cell]) -> tuple[Point | None, list[str]]:
    """The decimal sign, and the values that could be read in two ways: none where it is decided or does not matter."""
    points: set[Point] = set()
    unclear: list[str] = []
    for written in {_bare(cell) for cell in cells if isinstance(cell, str)}:
        kind = _point_of(written)
        if kind == "unclear":
            unclear.append(written)
        elif kind is not None:
            points.add(kind)
    if len(points) == 1:
        return points.pop(), []
    return None, sorted(unclear)


def _point_of(written: str) -> Point | Literal["unclear"] | None:
    """The decimal sign that a number proves by its shape."""
    if found := GROUPED.fullmatch(written):
        if found["point"] and found["point"] != found["group"]:
            return "," if found["point"] == "," else "."
        if found["point"] is None and written.count(found["group"]) > 1:
            return "." if found["group"] == "," else ","
        if found["point"] is None:
            return "unclear"
    found = PLAIN.fullmatch(written)
    return ("," if found["point"] == "," else ".") if found and found["point"] else None


def _bare(cell: str) -> str:
    """The figures of a cell without currency, period and blanks between groups."""
    return SPACES.sub("", _split_amount(cell)[0])


def _split_amount(cell: str) -> tuple[str, str | None, Per | None]:
    """Figures, currency and period of a text such as "€ 8.500,00 / month"."""
    rest, per = cell.strip(), None
    if period := PERIOD.search(rest):
        per = PERIODS.get(plain(period[1] or period[2]).replace(" ", ""))
        if per:
            rest = rest[: period.start()]
    currency = None
    if found := CURRENCY.search(rest):
        code = CURRENCIES.get(found[0].upper(), found[0].upper())
        if code in CODES:
            currency, rest = code, rest[: found.start()] + rest[found.end() :]
    return rest.strip(), currency, per


def read_number(cell: Cell, dialect: Dialect) -> Decimal | None:
    """The number in a cell, None for an empty one. Raises CellError; never reads thousands as decimals or the other way round."""
    if isinstance(cell, bool | date):
        raise CellError(_("This is not a number."))
    if isinstance(cell, int | float):
        return Decimal(str(cell))
    written = text(cell)
    return _figure(SPACES.sub("", written), dialect) if written else None


def _figure(written: str, dialect: Dialect) -> Decimal:
    kind = _point_of(written)
    point = dialect.point if kind == "unclear" else kind
    if kind == "unclear" and point is None:
        raise CellError(_("This could be read in two ways. Say which decimal sign the file uses."))
    if not (GROUPED.fullmatch(written) or PLAIN.fullmatch(written)):
        raise CellError(_("This is not a number."))
    if point is not None:
        written = written.replace("," if point == "." else ".", "").replace(point, ".")
    try:
        number = Decimal(written.replace("−", "-"))
    except InvalidOperation as error:
        raise CellError(_("This is not a number.")) from error
    if abs(number) >= 10**12:
        raise CellError(_("This is too large."))
    return number


def read_whole(cell: Cell, dialect: Dialect) -> int | None:
    number = read_number(cell, dialect)
    if number is not None and number != int(number):
        raise CellError(_("This is not a whole number."))
    return None if number is None else int(number)


def read_amount(cell: Cell, dialect: Dialect) -> Amount | None:
    """An amount of money of zero or more, None for an empty cell. Raises CellError."""
    if not isinstance(cell, str):
        text(cell)
        number, currency, per = read_number(cell, dialect), None, None
    elif written := text(cell):
        figures, currency, per = _split_amount(written)
        number = _figure(SPACES.sub("", figures), dialect)
    else:
        return None
    assert number is not None  # noqa: S101 # empty texts have left above
    if number < 0:
        raise CellError(_("Pay below zero."))
    if int(number.as_tuple().exponent) < -2:  # three figures after the sign are most likely thousands
        raise CellError(_("An amount has two decimals at most."))
    return Amount(number, currency, per)


def read_share(cell: Cell) -> Decimal | None:
    """A share of full time: 0.8, 0,8, 80 and 80 % are the same. None for an empty cell. Raises CellError."""
    if isinstance(cell, bool | date):
        raise CellError(_("This is not a number."))
    written = SPACES.sub("", text(cell))
    if not written:
        return None
    figure = written.removesuffix("%").replace(",", ".")
    if not PLAIN.fullmatch(figure):
        raise CellError(_("This is not a number."))
    share = Decimal(figure)
    return share / 100 if written.endswith("%") or share > 1 else share


def read_currency(cell: Cell) -> str | None:
    written = text(cell).upper()
    if not written:
        return None
    code = CURRENCIES.get(written, written)
    if code not in CODES:
        raise CellError(_("Write the currency in three letters, for instance EUR."))
    return code


def read_per(cell: Cell) -> Per | None:
    """The period of a pay: a year, a month or an hour; None for an empty cell."""
    words = plain(text(cell))
    if not words:
        return None
    for word in (words.replace(" ", ""), *words.split()):
        if found := PERIODS.get(word):
            return found
    raise CellError(_("Pay is per year, month or hour. Write one of them."))


def period_in_header(header: str) -> Per | None:
    """What "Jahresgehalt", "monthly salary" or "uurloon" say about their amounts."""
    words = plain(header)
    for per, stems in (
        ("year", ("jahr", "annual", "year", "jaar", "p a")),
        ("month", ("monat", "month", "maand")),
        ("hour", ("stunde", "hour", "uur")),
    ):
        if any(stem in words for stem in stems):
            return per  # type: ignore[return-value] # the words above are those of Per
    return None


def currency_in_header(header: str) -> str | None:
    """What "Salary (EUR)" or "Gehalt in €" say about their amounts."""
    return next((word.upper() for word in plain(header).split() if len(word) == 3 and word.upper() in CODES), None)


# --- Answers

YES = frozenset({"yes", "y", "true", "1", "x", "ja", "j", "wahr", "waar", "active", "actief", "aktiv"})
NO = frozenset({"no", "n", "false", "0", "nein", "nee", "falsch", "onwaar", "inactive", "inactief", "inaktiv"})


def read_yes_no(cell: Cell) -> bool | None:
    words = plain("1" if cell is True else "0" if cell is False else text(cell))
    if not words:
        return None
    if words in YES or words in NO:
        return words in YES
    raise CellError(_("Write yes or no."))
