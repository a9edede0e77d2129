"""The descriptive part of the shipped catalogue: rows that people read and no plan is computed from.

Each list is one file of the same name in fixtures/catalog, beside those of `aiteam.planner.catalogue`.
"""

from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from aiteam.planner.catalogue import Catalogue, read_rows, shipped
from aiteam.planner.values import Code, Currency, Frozen, Money, Name, Percent, Sourced, Translated

# A year, a month or a day, as far as it is known.
Moment = Annotated[str, StringConstraints(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")]


class Vendor(Sourced):
    code: Code
    name: Name
    statement: Translated


class Track(Sourced):
    code: Code
    name: Translated
    statement: Translated


class MarketFact(Sourced):
    code: Code
    statement: Translated
    amount: Money | None = None
    currency: Currency | Literal[""] = ""
    contradictions: tuple[Code, ...] = ()


class WatchItem(Sourced):
    code: Code
    kind: Literal["specialisation", "skills", "vendor"]
    name: Translated
    vendor: Code | None = None
    happened: Moment | Literal[""] = ""
    statement: Translated | None = None
    url: str = ""
    contradictions: tuple[Code, ...] = ()


class RetentionGroup(Sourced):
    code: Code
    name: Translated
    premium_percent_min: Percent | None = None
    premium_percent_max: Percent | None = None
    levers: tuple[Translated, ...]


class TeamNote(Sourced):
    code: Code
    statement: Translated


class CaseEvent(Frozen):
    """Months count from 1 at the start of the case; both None for what has no date."""

    code: Code
    kind: Literal["training", "bootcamp", "shadowing", "operation", "hire", "build", "promotion", "certification", "takeover", "state"]
    month_start: int | None = Field(default=None, ge=1)
    month_end: int | None = Field(default=None, ge=1)
    statement: Translated
    people: int | None = None
    level: Code | None = None
    gpus: int | None = None
    percent: Percent | None = None


class CaseResult(Frozen):
    statement: Translated
    value: Decimal | None = None
    out_of: int | None = None
    unit: Literal["people", "count", "percent", "factor", "money", ""] = ""
    currency: Currency | Literal[""] = ""
    note: str = ""


class CaseStudy(Sourced):
    code: Code
    name: Translated
    sector: Translated
    start: Translated
    goal: Translated | None = None
    gpus: int | None = None
    people_start: int
    people_end: int
    duration_months: int
    events: tuple[CaseEvent, ...]
    results: tuple[CaseResult, ...] = ()
    contradictions: tuple[Code, ...] = ()


class RoiExampleLine(Frozen):
    kind: Literal["investment", "yearly_return"]
    name: Translated
    quantity: Decimal = Decimal(1)
    amount: Money
    share_percent: Percent | None = None
    note: str = ""


class RoiExample(Sourced):
    """Totals and percentages as printed."""

    code: Code
    name: Translated
    gpus: int
    currency: Currency
    investment_total: Money
    yearly_return_total: Money
    first_year_percent: Decimal
    ongoing_percent: Decimal
    lines: tuple[RoiExampleLine, ...]
    contradictions: tuple[Code, ...] = ()


class RoiBenefit(Sourced):
    code: Code
    statement: Translated
    percent_min: Percent | None = None
    percent_max: Percent | None = None


class Background(Frozen):
    vendors: tuple[Vendor, ...]
    tracks: tuple[Track, ...]
    market: tuple[MarketFact, ...]
    watch_list: tuple[WatchItem, ...]
    retention: tuple[RetentionGroup, ...]
    team_notes: tuple[TeamNote, ...]
    case_studies: tuple[CaseStudy, ...]
    roi_examples: tuple[RoiExample, ...]
    roi_benefits: tuple[RoiBenefit, ...]

    def dangling(self, catalogue: Catalogue) -> Iterable[str]:
        """Complaints about codes that name no row, here or in the planner's part."""
        known = {
            "source": set(catalogue.source_by_code),
            "contradiction": set(catalogue.contradiction),
            "level": {level.code for level in catalogue.levels},
            "vendor": {vendor.code for vendor in self.vendors},
            "track": {track.code for track in self.tracks},
        }
        for where, kind, code in self._references(catalogue):
            if code not in known[kind]:
                yield f"{where}: unknown {kind} {code}"

    def _references(self, catalogue: Catalogue) -> Iterable[tuple[str, str, str]]:
        yield from ((row.code, "vendor", row.vendor) for row in catalogue.certifications)
        yield from ((row.code, "track", row.track) for row in catalogue.paths)
        yield from ((row.code, "vendor", code) for row in catalogue.strategies for code in row.vendors)
        yield from ((item.code, "vendor", item.vendor) for item in self.watch_list if item.vendor)
        for case in self.case_studies:
            yield from ((event.code, "level", event.level) for event in case.events if event.level)
        for field in type(self).model_fields:
            for row in getattr(self, field):
                yield (row.code, "source", row.source)
                yield from ((row.code, "contradiction", code) for code in getattr(row, "contradictions", ()))


@cache
def shipped_background() -> Background:
    """The descriptive rows that come with the product. Raises ValueError where a code points nowhere."""
    background = Background.model_validate({name: read_rows(name) for name in Background.model_fields})
    problems = list(background.dangling(shipped()))
    if problems:
        raise ValueError("; ".join(problems))
    return background
