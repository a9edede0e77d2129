"""What can go wrong, in words for people."""

import dataclasses
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from typing import Any

from aiteam.planner.explanations import Value, gettext_noop, plain, printed


class PlanningError(Exception):
    """The plan cannot be computed; the message says which value stands in the way."""


@dataclass(frozen=True)
class Complaint:
    """One thing wrong with one field. `field` is a dotted path such as "people.3.level"; `message` is a template for `params`."""

    field: str
    message: str
    params: Mapping[str, Value] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, field: str, code: str, **params: object) -> "Complaint":
        return cls(field, COMPLAINTS[code], {name: plain(value) for name, value in params.items()})

    @classmethod
    def unknown(cls, field: str, code: str, known: Collection[str]) -> "Complaint":
        """A code that the catalogue lacks, with the codes that look like it."""
        like = {row.casefold(): row for row in known}
        near = [like[row] for row in get_close_matches(code.casefold(), like, n=3)]
        return cls.of(field, "unknown_code_near" if near else "unknown_code", value=code, near=near)

    @classmethod
    def from_pydantic(cls, details: Any) -> "Complaint":
        """One of pydantic's complaints, in our words where we have some for its kind, else in its own."""
        path = ".".join(_shown(part) for part in details["loc"]) or "request"
        limits = {name: plain(value) for name, value in details.get("ctx", {}).items() if isinstance(value, int | str | date | Decimal)}
        limits.setdefault("value", _shown(details.get("input")))
        return cls(path, PYDANTIC.get(details["type"], "%(text)s"), limits | {"text": details["msg"]})

    @property
    def text(self) -> str:
        return self.message % {name: printed(value) for name, value in self.params.items()}

    def __str__(self) -> str:
        return f"{self.field}: {self.text}"


def _shown(value: object) -> str:
    """On one line, and not too long."""
    shown = " ".join(str(value).split())
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


class RequestError(PlanningError):
    """The request is not one that can be planned; `complaints` says why, field by field."""

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        self.complaints = tuple(complaints)
        super().__init__("\n".join(str(complaint) for complaint in self.complaints))


COMPLAINTS: dict[str, str] = {
    "end_before_start": gettext_noop("The end (%(end_on)s) is before the start (%(start_on)s)."),
    "period_too_long": gettext_noop("A plan covers at most %(limit)s months; these are %(months)s."),
    "day_twice": gettext_noop("There is already a growth step on %(day_on)s; keep one of the two."),
    "id_twice": gettext_noop("“%(value)s” stands for more than one person."),
    "unknown_code": gettext_noop("“%(value)s” is not in the catalogue."),
    "unknown_code_near": gettext_noop("“%(value)s” is not in the catalogue. Meant perhaps: %(near)s."),
    "certificate_from_the_future": gettext_noop("A certificate cannot be issued on %(issued_on)s, after %(today_on)s."),
    "directive_needs_role": gettext_noop("Which role?"),
    "directive_needs_person": gettext_noop("Who?"),
    "unknown_person": gettext_noop("Nobody in this plan has the number “%(value)s”."),
    "directive_not_to_be_trained": gettext_noop("%(name)s is not to be trained, and has to be: one of the two must go."),
    "directive_switched_off": gettext_noop("The options of the plan do not allow this at all."),
    "directive_contradiction": gettext_noop("The same decision is both fixed and forbidden."),
    "event_incomplete": gettext_noop("This is needed to reckon with the event."),
    "missing_assumption": gettext_noop("The catalogue gives no “%(value)s”."),
}

PYDANTIC: dict[str, str] = {
    "missing": gettext_noop("This is needed."),
    "extra_forbidden": gettext_noop("There is no such field."),
    "int_parsing": gettext_noop("“%(value)s” is not a whole number."),
    "int_from_float": gettext_noop("“%(value)s” is not a whole number."),
    "int_type": gettext_noop("“%(value)s” is not a whole number."),
    "int_parsing_size": gettext_noop("“%(value)s” is too large."),
    "decimal_parsing": gettext_noop("“%(value)s” is not a number."),
    "decimal_type": gettext_noop("“%(value)s” is not a number."),
    "date_from_datetime_parsing": gettext_noop("“%(value)s” is not a date; write it as 2027-01-31."),
    "date_parsing": gettext_noop("“%(value)s” is not a date; write it as 2027-01-31."),
    "greater_than_equal": gettext_noop("“%(value)s” is too small; the least is %(ge)s."),
    "greater_than": gettext_noop("“%(value)s” is too small; it must be more than %(gt)s."),
    "less_than_equal": gettext_noop("“%(value)s” is too large; the most is %(le)s."),
    "too_long": gettext_noop("These are too many: at most %(max_length)s, not %(actual_length)s."),
    "too_short": gettext_noop("At least %(min_length)s is needed."),
    "string_too_short": gettext_noop("This may not be empty."),
    "string_too_long": gettext_noop("This is too long: at most %(max_length)s characters."),
    "json_invalid": gettext_noop("This is not JSON: %(error)s."),
    "bool_parsing": gettext_noop("“%(value)s” is neither true nor false."),
    "bool_type": gettext_noop("“%(value)s” is neither true nor false."),
    "string_pattern_mismatch": gettext_noop("“%(value)s” is not of the form asked for: %(pattern)s."),
    "model_type": gettext_noop("An object with named fields is expected here."),
    "model_attributes_type": gettext_noop("An object with named fields is expected here."),
    "tuple_type": gettext_noop("A list is expected here."),
    "literal_error": gettext_noop("“%(value)s” is not one of %(expected)s."),
}
