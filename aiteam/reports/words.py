"""What codes, states and reasons are called in the reader's language. Everything here speaks the language that is active."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from aiteam.lib import formats
from aiteam.lib.units import unit_words
from aiteam.planner.explanations import MESSAGES, Explanation, Value
from aiteam.planner.request import PlanRequest
from aiteam.planner.values import Translated

_NUMBER = re.compile(r"-?\d+(\.\d+)?")
# Values that people typed: they are shown as they are, even where they look like a number.
_VERBATIM = {"note", "label", "value", "title", "person"}
# Messages whose wording depends on a count: the value that is counted, and the message for it.
_COUNTED: dict[str, tuple[str, Callable[[int], str]]] = {
    "person_seated": (
        "months",
        lambda count: ngettext("Sits as %(role)s for %(months)s month.", "Sits as %(role)s for %(months)s months.", count),
    ),
    "ready_by_retraining": (
        "months",
        lambda count: ngettext(
            "The retraining to %(skill)s takes %(months)s month.", "The retraining to %(skill)s takes %(months)s months.", count
        ),
    ),
    "ready_by_experience": (
        "months",
        lambda count: ngettext(
            "Level %(level)s asks for %(months)s month of experience, reached on %(reached_on)s.",
            "Level %(level)s asks for %(months)s months of experience, reached on %(reached_on)s.",
            count,
        ),
    ),
    "roi_own_contractors": (
        "trained",
        lambda count: ngettext(
            "%(trained)s person trained for a seat, sparing %(hours)s contractor hours a year at %(contractor_amount)s less "
            "%(employee_amount)s.",
            "%(trained)s people trained for a seat, each sparing %(hours)s contractor hours a year at %(contractor_amount)s less "
            "%(employee_amount)s.",
            count,
        ),
    ),
}
# Why the people of a plan do not sit in a seat: the value that counts them, and its words.
_LACKS: dict[str, Callable[[int], str]] = {
    "seated": lambda count: ngettext("%(count)s sits elsewhere", "%(count)s sit elsewhere", count),
    "level": lambda count: ngettext("%(count)s has another level", "%(count)s have another level", count),
    "speciality": lambda count: ngettext("%(count)s lacks the speciality", "%(count)s lack the speciality", count),
    "certificate": lambda count: ngettext("%(count)s lacks the certificate", "%(count)s lack the certificate", count),
    "away": lambda count: ngettext("%(count)s is not here all month", "%(count)s are not here all month", count),
}


def seat_states() -> dict[str, str]:
    """By what means a seat is filled, in the order pictures stack them."""
    return {
        "at_hand": pgettext("how a seat is filled", "at hand"),
        "trained": pgettext("how a seat is filled", "trained"),
        "renewed": pgettext("how a seat is filled", "kept by renewal"),
        "hired": pgettext("how a seat is filled", "hired"),
        "contractor": pgettext("how a seat is filled", "contractor"),
        "open": pgettext("how a seat is filled", "open"),
    }


def step_kinds() -> dict[str, str]:
    return {
        "course": pgettext("step of a training", "course"),
        "bootcamp": pgettext("step of a training", "bootcamp"),
        "cross_training": pgettext("step of a training", "retraining"),
        "apprenticeship": pgettext("step of a training", "apprenticeship"),
        "experience": pgettext("step of a training", "experience"),
        "exam": pgettext("step of a training", "exam"),
    }


def standings() -> dict[str, str]:
    return {
        "printed": pgettext("standing of a source", "printed in the source material"),
        "seen": pgettext("standing of a source", "seen in a public source"),
        "from-memory": pgettext("standing of a source", "from memory, unchecked"),
        "own": pgettext("standing of a source", "working value of this product"),
    }


class Words:
    """The names of one plan's world: its catalogue and its people."""

    def __init__(self, request: PlanRequest, language: str) -> None:
        self.language = language
        self.currency = request.currency
        self.catalogue = request.catalogue
        self.people = {person.id: person.name for person in request.people}

    def said(self, words: str | Translated) -> str:
        return words if isinstance(words, str) else words.text(self.language)

    def person(self, code: str) -> str:
        return self.people.get(code, code)

    def role(self, code: str) -> str:
        return self._named(self.catalogue.role, code)

    def size(self, code: str) -> str:
        return self._named(self.catalogue.size, code)

    def skill(self, code: str) -> str:
        return self._named(self.catalogue.skill, code)

    def seat(self, code: str) -> str:
        """A seat's id is its role's code and its number."""
        role, _dash, number = code.rpartition("-")
        return f"{self.role(role)} {number}" if role in self.catalogue.role else code

    def _named(self, rows: Mapping[str, object], code: str) -> str:
        row = rows.get(code)
        return code if row is None else self.said(row.name)  # type: ignore[attr-defined]  # every row kept here has a name

    def any_of(self, codes: tuple[str, ...]) -> str:
        return (" " + pgettext("between alternatives", "or") + " ").join(codes)

    def levels(self, low: int, high: int) -> str:
        return f"L{low}" if low == high else f"L{low}–L{high}"

    def money(self, amount: Decimal | int) -> str:
        return formats.money(amount, self.currency, self.language)

    def number(self, value: Decimal | int) -> str:
        return formats.number(value, self.language)

    def day(self, value: date | None) -> str:
        return formats.day(value, self.language) if value else formats.NOTHING

    def month(self, value: date | None) -> str:
        return formats.month(value, self.language) if value else formats.NOTHING

    def quantity(self, value: Decimal, unit: str) -> str:
        """A value with its unit, which may be a currency."""
        if priced := re.fullmatch("([A-Z]{3})(/h)?", unit):
            amount = formats.money(value, priced[1], self.language)
            return _("%(amount)s an hour") % {"amount": amount} if priced[2] else amount
        if unit == "percent":
            return formats.percent(value, self.language)
        return f"{self.number(value)} {unit_words(unit, value)}"

    def explain(self, explanation: Explanation) -> str:
        """The sentence of an explanation; a code of a newer or older planner keeps the wording stored with it."""
        code, params = explanation.code, explanation.params
        if code not in MESSAGES:
            return explanation.text
        if code == "open_nobody_fits":
            return self._nobody_fits(params)
        counted, message = _COUNTED.get(code, ("", None))
        said = message(ceil(Decimal(str(params[counted])))) if message else _(MESSAGES[code])
        return said % {name: self._value(name, value) for name, value in params.items()}

    def _nobody_fits(self, params: Mapping[str, Value]) -> str:
        """What is missing, without the counts that are zero."""
        people = int(str(params["people"]))
        head = ngettext(
            "Open in %(month)s: of %(people)s person, %(lacks)s.", "Open in %(month)s: of %(people)s people, %(lacks)s.", people
        )
        values = {"month": self._value("month", params["month"]), "people": self.number(people)}
        return head % {**values, "lacks": ", ".join(self._lacks(params))}

    def _lacks(self, params: Mapping[str, Value]) -> Iterator[str]:
        for name, said in _LACKS.items():
            count = int(str(params.get(name, 0)))
            if count:
                yield said(count) % {"count": self.number(count)}

    def _value(self, name: str, value: Value) -> str:
        if isinstance(value, tuple):
            return ", ".join(self._value(name, part) for part in value)
        kind = name.rpartition("_")[2].removesuffix("s")
        text = str(value)
        if kind == "on":
            return self.day(date.fromisoformat(text))
        if kind == "month" and not _NUMBER.fullmatch(text):
            return self.month(date.fromisoformat(text))
        if kind == "amount":
            return self.money(Decimal(text))
        # A person's name is the person's own, never an id to be looked up.
        named = {
            "role": self.role,
            "size": self.size,
            "skill": self.skill,
            "speciality": self.skill,
            "seat": self.seat,
        }
        if kind in named and not _NUMBER.fullmatch(text):
            return named[kind](text)
        return self.number(Decimal(text)) if name not in _VERBATIM and _NUMBER.fullmatch(text) else text
