"""What units are called in the reader's language."""

from decimal import Decimal

from django.utils.translation import ngettext, pgettext


def unit_words(unit: str, value: Decimal | int = 2) -> str:
    """A unit beside `value`: "days", or "day" beside 1; what is no word (a currency, %) stays as it is."""
    number = 1 if value == 1 else 2
    words = {
        "days": ngettext("day", "days", number),
        "months": ngettext("month", "months", number),
        "people": ngettext("person", "people", number),
        "level": pgettext("unit", "level"),
        "percent": "%",
        "h": ngettext("hour", "hours", number),
        "h/week": pgettext("unit", "hours a week"),
        "h/month": pgettext("unit", "hours a month"),
        "h/year": pgettext("unit", "hours a year"),
        "USD/h": pgettext("unit", "USD an hour"),
    }
    return words.get(unit, unit)
