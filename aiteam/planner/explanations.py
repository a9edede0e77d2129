"""The sentences a result carries.

A result keeps a sentence as its code and its values, so that page and PDF say it in the reader's language; `text` is the English wording,
for whoever reads the JSON. Values are named by what they are (`..._on` a day, `month` a month, `role`, `certification`, `skill` codes of the
catalogue, `amount` money), which is how the reader's side knows how to print them.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from aiteam.planner.values import Frozen

Value = str | int | tuple[str, ...]


def gettext_noop(message: str) -> str:
    """Marks a message for the translators' tools."""
    return message


MESSAGES: dict[str, str] = {
    # filled below, by subject
}


def plain(value: object) -> Value:
    """A value as JSON keeps it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list | tuple):
        return tuple(str(part) for part in value)
    raise TypeError(f"{value!r} has no place in an explanation")


def printed(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


class Explanation(Frozen):
    """Why something is so."""

    code: str
    params: Mapping[str, Value] = {}
    text: str = ""

    @classmethod
    def of(cls, code: str, **params: object) -> "Explanation":
        values = {name: plain(value) for name, value in params.items()}
        return cls(code=code, params=values, text=MESSAGES[code] % {name: printed(value) for name, value in values.items()})
