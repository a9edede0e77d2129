"""Building blocks that request, result and catalogue share."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

Language = Literal["en", "nl", "de"]
Basis = Literal["quoted", "derived", "assumed"]
Code = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9+_.:-]*$")]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
Money = Annotated[Decimal, Field(ge=0, le=Decimal("1e12"), decimal_places=2)]
Day = Annotated[date, Field(ge=date(1900, 1, 1), le=date(2199, 12, 31))]  # far enough from the calendar's ends to reckon with months
Percent = Annotated[Decimal, Field(ge=0, le=100)]


def _whole(value: object) -> object:
    """Refuses what is no plain whole number: "1.000" is a thousand to some readers and one to a parser, and true is no count."""
    if isinstance(value, bool) or (isinstance(value, str) and not value.strip().removeprefix("-").isdecimal()):
        raise PydanticCustomError("int_parsing", "Input should be a whole number")
    return value


Whole = Annotated[int, BeforeValidator(_whole)]


class Frozen(BaseModel):
    """A value: unchangeable, and closed to fields it does not know, so that a mistyped name is told instead of ignored."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Translated(Frozen):
    """The same words in the three languages of the product."""

    en: str
    nl: str
    de: str

    def text(self, language: str) -> str:
        return {"en": self.en, "nl": self.nl, "de": self.de}.get(language[:2], self.en)


class Sourced(Frozen):
    """A figure that says where it comes from.

    `source` is the code of a `Source`; `as_of` the day the figure was true there; `basis` says whether the source prints it (quoted), it
    follows from printed figures (derived), or it is a working value of this product (assumed).
    """

    source: Code
    as_of: date
    basis: Basis
    note: str = ""
