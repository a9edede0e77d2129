"""How a figure looks in a reader's language. Nothing else in the product writes numbers, money or days for people."""

from datetime import date, datetime
from decimal import Decimal
from functools import cache

from babel import Locale
from babel.dates import format_date, format_datetime, format_interval
from babel.numbers import format_compact_currency, format_currency, format_decimal, format_percent

# British dates: the day before the month, as in the other two languages.
_DATES = {"en": "en_GB", "nl": "nl", "de": "de"}
_NUMBERS = {"en": "en", "nl": "nl", "de": "de"}
_COMPACT_FROM = {"de": 1_000_000}  # German has no short word for a thousand
NOTHING = "–"


@cache
def _locale(name: str) -> Locale:
    return Locale.parse(name)


def _dates(language: str) -> Locale:
    return _locale(_DATES.get(language[:2], "en_GB"))


def _numbers(language: str) -> Locale:
    return _locale(_NUMBERS.get(language[:2], "en"))


def money(amount: Decimal | int, currency: str, language: str) -> str:
    """An amount with its currency; cents only where there are any."""
    locale = _numbers(language)
    if amount == int(amount):
        pattern = locale.currency_formats["standard"].pattern.replace(".00", "")
        return format_currency(amount, currency, pattern, locale=locale, currency_digits=False)
    return format_currency(amount, currency, locale=locale)


def short_money(amount: Decimal | int, currency: str, language: str) -> str:
    """An amount for an axis: $1.2M."""
    if Decimal(amount).copy_abs() < _COMPACT_FROM.get(language[:2], 1000):
        return money(amount, currency, language)
    return format_compact_currency(amount, currency, locale=_numbers(language), fraction_digits=1)


def money_range(low: Decimal, high: Decimal, currency: str, language: str) -> str:
    if low == high:
        return money(low, currency, language)
    return f"{money(low, currency, language)} – {money(high, currency, language)}"


def number(value: Decimal | int, language: str, decimals: int | None = None) -> str:
    """A number with its thousands marked; `decimals` fixes how many places follow, otherwise those it has (three at most)."""
    pattern = None if decimals is None else "#,##0" + ("." + "0" * decimals if decimals else "")
    return format_decimal(value, pattern, locale=_numbers(language))


def percent(value: Decimal | int, language: str, decimals: int = 1) -> str:
    """Percent given as percent: 365.5 is 365.5 %. So many decimals at most."""
    locale = _numbers(language)
    pattern = locale.percent_formats[None].pattern.replace("#,##0", "#,##0." + "#" * decimals)
    return format_percent(Decimal(value) / 100, pattern, locale=locale)


def day(value: date, language: str) -> str:
    return format_date(value, "d MMM y" if language[:2] != "de" else "d. MMM y", locale=_dates(language))


def long_day(value: date, language: str) -> str:
    return format_date(value, "long", locale=_dates(language))


def month(value: date, language: str) -> str:
    return format_date(value, "MMMM y", locale=_dates(language))


def short_month(value: date, language: str) -> str:
    """The month without its year, for an axis."""
    return format_date(value, "LLL", locale=_dates(language)).rstrip(".")


def month_range(first: date, last: date, language: str) -> str:
    """From the month of `first` to that of `last`, both included."""
    return format_interval(first, last, "yMMMM", locale=_dates(language))


def day_range(first: date, last: date, language: str) -> str:
    """From `first` to `last`, both included."""
    return format_interval(first, last, "yMMMd", locale=_dates(language))


def moment(value: datetime, language: str) -> str:
    """A day with its time, in the zone that `value` carries."""
    return format_datetime(
        value, "d MMM y, HH:mm" if language[:2] != "de" else "d. MMM y, HH:mm", locale=_dates(language), tzinfo=value.tzinfo
    )
