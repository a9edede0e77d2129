"""What the user says about a file: answers that its values alone cannot give."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from aiteam.staff.imports.values import DateOrder, Per, Point

TWIN = Literal["create", "leave_out"]


class Options(BaseModel):
    """`on` is the day from which changed values count. `roles`: job title -> code of a role, "" for none.

    `twins`: line -> what to do with somebody who may be recorded already. `people` and `certifications`: what a badge says ->
    personnel number, or code.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mapping: dict[str, str] = Field(default_factory=dict)
    date_order: DateOrder | None = None
    point: Point | None = None
    currency: str | None = Field(default=None, pattern="^[A-Z]{3}$")
    pay_per: Per | None = None
    on: date
    roles: dict[str, str] = Field(default_factory=dict)
    twins: dict[int, TWIN] = Field(default_factory=dict)
    people: dict[str, str] = Field(default_factory=dict)
    certifications: dict[str, str] = Field(default_factory=dict)
    pay_visible: bool = True
    language: str = "en"
