"""Numbers as people type them.

"1.000" is a thousand in Dutch and German and one (to three places) in English; reading it by the wrong rule is off by a factor of a thousand.
So a number is read by the rule of the reader's language, and what could only be meant by the other rule is refused, never guessed.
"""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

MAX_DIGITS = 18
GROUP_AND_POINT = {"en": (",", "."), "nl": (".", ","), "de": (".", ",")}
SPACES = "\u0020\u00a0\u2009\u202f"

NOT_WHOLE = _("“%(text)s” is not a whole number. Write it in digits, for instance %(example)s.")
NOT_A_NUMBER = _("“%(text)s” is not a number. Write it in digits, for instance %(example)s.")
UNCLEAR = _("“%(text)s” could be read in two ways. Write %(example)s, or the digits without separators.")
TOO_LONG = _("“%(text)s” is too large.")
BELOW_ZERO = _("“%(text)s” is below zero.")


class NumberError(ValueError):
    """The text is no number by the language's rule; `message` is translatable and takes `params`."""

    def __init__(self, message: Any, **params: str) -> None:
        self.message, self.params = message, params
        super().__init__(str(message) % params)


def whole_number(text: str, language: str) -> int:
    """The whole number of zero or more that `text` says in `language` ("en", "nl", "de"). Raises NumberError."""
    group, point = GROUP_AND_POINT[language[:2]]
    return int(_digits(text, group, point, NOT_WHOLE, example=f"1{group}000"))


def decimal_number(text: str, language: str, *, places: int = 2) -> Decimal:
    """The number of zero or more, with at most `places` decimals, that `text` says in `language`. Raises NumberError."""
    group, point = GROUP_AND_POINT[language[:2]]
    example = f"1{group}000{point}50"
    whole, found, fraction = text.strip().partition(point)
    if found and not re.fullmatch(rf"[0-9]{{1,{places}}}", fraction):
        foreign = bool(re.fullmatch(r"[0-9]{3}", fraction))  # 182.500 in English: most likely the other language's thousands
        raise NumberError(UNCLEAR if foreign else NOT_A_NUMBER, text=_shown(text), example=example)
    digits = _digits(whole, group, point, NOT_A_NUMBER, example=example, shown=text)
    return Decimal(f"{digits}.{fraction}") if fraction else Decimal(digits)


def _digits(text: str, group: str, point: str, complaint: Any, *, example: str, shown: str | None = None) -> str:
    """The bare digits of a whole number, its groups of three checked."""
    told = {"text": _shown(text if shown is None else shown)}
    clean = text.strip().translate({ord(space): group for space in SPACES})
    if re.fullmatch(rf"[0-9]{{1,3}}(?:{re.escape(group)}[0-9]{{3}})+|[0-9]+", clean):
        digits = clean.replace(group, "")
        if len(digits) > MAX_DIGITS:
            raise NumberError(TOO_LONG, **told)
        return digits
    if re.fullmatch(r"[-\u2212][0-9.,]+", clean):
        raise NumberError(BELOW_ZERO, **told)
    if re.fullmatch(rf"[0-9]{{1,3}}(?:{re.escape(point)}[0-9]{{3}})+", clean):
        raise NumberError(UNCLEAR, **told, example=example)
    raise NumberError(complaint, **told, example=example)


def _shown(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."


def _language() -> str:
    return get_language() or "en"


class _NumberField(forms.Field):
    """What both number fields share: a text box with a figures' keyboard, bounds, and an empty value of None."""

    widget = forms.TextInput
    # Under names of our own: Django looks up "max_value" for its validators' complaints, whose values are named otherwise.
    default_error_messages = {
        "too_large": _("This is too large: at most %(limit)s."),
        "too_small": _("This is too small: at least %(limit)s."),
    }

    def __init__(self, *, max_value: int | None = None, min_value: int | None = None, **kwargs: Any) -> None:
        self.max_value, self.min_value = max_value, min_value
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"inputmode": "decimal", "autocomplete": "off"}

    def to_python(self, value: Any) -> Any:
        if value in self.empty_values or (isinstance(value, str) and not value.strip()):
            return None
        if not isinstance(value, str):
            return value
        try:
            return self.read(value)
        except NumberError as error:
            raise ValidationError(error.message, code="invalid", params=error.params) from error

    def read(self, text: str) -> Any:
        raise NotImplementedError

    def validate(self, value: Any) -> None:
        super().validate(value)
        if value is None:
            return
        if self.max_value is not None and value > self.max_value:
            raise ValidationError(self.error_messages["too_large"], code="max_value", params={"limit": _grouped(self.max_value)})
        if self.min_value is not None and value < self.min_value:
            raise ValidationError(self.error_messages["too_small"], code="min_value", params={"limit": _grouped(self.min_value)})


class WholeNumberField(_NumberField):
    """Zero or more, without decimals; cleans to int."""

    def read(self, text: str) -> int:
        return whole_number(text, _language())


class DecimalField(_NumberField):
    """Zero or more, for instance an amount of money; cleans to Decimal."""

    def __init__(self, *, places: int = 2, **kwargs: Any) -> None:
        self.places = places
        super().__init__(**kwargs)

    def read(self, text: str) -> Decimal:
        return decimal_number(text, _language(), places=self.places)

    def prepare_value(self, value: Any) -> Any:
        """A stored value as the same field reads it again: no groups, the language's decimal sign."""
        if not isinstance(value, Decimal):
            return value
        plain = f"{value:f}"
        plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
        return plain.replace(".", GROUP_AND_POINT[_language()[:2]][1])


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", GROUP_AND_POINT[_language()[:2]][0])
