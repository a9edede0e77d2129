"""The catalogue a plan is computed from: levels, certifications, courses, roles, team rules.

One format serves the shipped files (fixtures/catalog/*.yaml), the database and a request. Each list is one file of the same name.
"""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

import yaml
from pydantic import Field, model_validator

from aiteam.planner.values import Code, Currency, Frozen, Money, Name, Percent, Sourced, Translated

SHIPPED = Path(__file__).resolve().parents[2] / "fixtures" / "catalog"


class Source(Frozen):
    """Where a figure was read. `standing`: printed in the source material, seen in another public source, or from memory (unchecked)."""

    code: Code
    publisher: Name
    title: Name
    published: str = ""
    url: str = ""
    standing: Literal["printed", "seen", "from-memory", "own"]


class PayBand(Frozen):
    """Yearly base pay, lowest and highest."""

    low: Money
    high: Money
    currency: Currency

    @property
    def middle(self) -> Decimal:
        return (self.low + self.high) / 2


class Skill(Sourced):
    """A skill, or (kind "speciality") a field of its own that a seat can ask for, or (kind "background") where retraining starts."""

    code: Code
    name: Translated
    kind: Literal["skill", "speciality", "background"]


class Level(Sourced):
    """A competency level. `experience_months_max` is None for the highest."""

    code: Code
    number: int = Field(ge=1, le=9)
    name: Translated
    experience_months_min: int = Field(ge=0)
    experience_months_max: int | None = None
    skills: tuple[Code, ...] = ()
    certifications: tuple[Code, ...] = ()
    certifications_are: Literal["entry", "required", "target", "advanced", "none"]
    pay: PayBand
    contradictions: tuple[Code, ...] = ()


class Exam(Frozen):
    minutes: int | None = None
    questions_min: int | None = None
    questions_max: int | None = None
    labs: int = 0
    delivery: str = ""


class Upkeep(Frozen):
    """What keeps a certification alive: credits in one cycle of validity and a yearly fee; renewing opens so many days before the end.

    `credits_group_a_min` is how many of the credits of a cycle have to be of group A, which is about the certification's own field.
    """

    credits_per_cycle: int | None = None
    credits_group_a_min: int | None = None
    credits_per_year: int | None = None
    fee_per_year: Money | None = None
    currency: Currency | None = None
    opens_days_before: int | None = None


class Price(Sourced):
    """What an exam costs from a day on (None: since ever)."""

    amount: Money
    currency: Currency
    valid_from: date | None = None


class ValidityRule(Sourced):
    """How long a certificate lasts that was earned in a period (`earned_from` <= day < `earned_before`). `months` None: it never ends."""

    earned_from: date | None = None
    earned_before: date | None = None
    months: int | None = Field(default=None, ge=1, le=600)

    def covers(self, day: date) -> bool:
        return (self.earned_from is None or self.earned_from <= day) and (self.earned_before is None or day < self.earned_before)


class Prerequisite(Sourced):
    """Any one of these certifications (or, where none is named, what `words` says) before the exam; required or only recommended."""

    any_of: tuple[Code, ...] = ()
    required: bool
    words: Translated | None = None


class Certification(Sourced):
    """A certification. No validity rule for a day means that the end is unknown, which is not the same as no end.

    `page` is the address of the issuer's own page. A renewal's months count from the day of its exam or from the old end; passing one of
    `renewed_by` renews as well. `ending_days` replaces the site's number of days before the end from which a certificate is ending.
    """

    code: Code
    aliases: tuple[Code, ...] = ()
    name: Name
    vendor: Code
    rank: Literal["entry", "associate", "professional", "specialist", "expert"]
    exam: Exam | None = None
    prices: tuple[Price, ...] = ()
    validity: tuple[ValidityRule, ...] = ()
    prerequisites: tuple[Prerequisite, ...] = ()
    grace_days: int = 0
    renewal: Literal["retake", "higher", "online", "credits", "none", "unknown"] = "unknown"
    renewal_counts_from: Literal["exam", "end"] = "exam"
    renewed_by: tuple[Code, ...] = ()
    ending_days: int | None = Field(default=None, ge=0, le=3650)
    upkeep: Upkeep | None = None
    page: str = ""
    skills: tuple[Code, ...] = ()
    contradictions: tuple[Code, ...] = ()

    def price_on(self, day: date) -> Price | None:
        """The price in force on `day`, or None where no source gives one."""
        known = [price for price in self.prices if price.valid_from is None or price.valid_from <= day]
        return max(known, key=lambda price: price.valid_from or date.min, default=None)

    def validity_on(self, day: date) -> ValidityRule | None:
        """The rule for a certificate earned on `day`, or None where none is known."""
        return next((rule for rule in self.validity if rule.covers(day)), None)


class Course(Sourced):
    code: Code
    name: Name
    hours: int = Field(ge=1, le=2000)


class LearningPath(Sourced):
    """Courses in the order they are taken, and the exam at their end."""

    code: Code
    name: Translated
    track: Code
    months: int
    exam: Code
    courses: tuple[Code, ...]


class Role(Sourced):
    """What a seat is for. `speciality` None: any field will do. `profile` is the job profile for the opening."""

    code: Code
    name: Translated
    speciality: Code | None = None
    skills: tuple[Code, ...] = ()
    profile: Translated


class SeatRule(Sourced):
    """`count` seats of a role, the levels that may sit there, and one of these certifications each (none named: no certificate asked)."""

    role: Code
    count: int = Field(ge=1, le=100)
    level_min: int = Field(ge=1, le=9)
    level_max: int = Field(ge=1, le=9)
    certifications_any_of: tuple[Code, ...] = ()


class TeamCertification(Sourced):
    """At least `holders` people of the team hold one of these."""

    any_of: tuple[Code, ...]
    kind: Literal["additional", "specialised"]
    why: Translated
    holders: int = 1


class ClusterSize(Sourced):
    """A size of cluster with its team. Both bounds are inclusive as printed, so two sizes may claim the same count: see `composition`."""

    code: Code
    name: Translated
    gpus_min: int = Field(ge=0)
    gpus_max: int | None = None
    seats: tuple[SeatRule, ...]
    team_certifications: tuple[TeamCertification, ...] = ()
    annual_cost: PayBand
    contradictions: tuple[Code, ...] = ()


class TrainingStrategy(Sourced):
    """A way of training. Weeks or months, whichever the source names; cost per person."""

    code: Code
    name: Translated
    weeks_min: int | None = None
    weeks_max: int | None = None
    months_min: int | None = None
    months_max: int | None = None
    cost: PayBand | None = None
    mentor_loss_percent: Percent | None = None
    discount_percent_min: Percent | None = None
    discount_percent_max: Percent | None = None
    group_size_min: int | None = None
    vendors: tuple[Code, ...] = ()
    includes: tuple[Translated, ...] = ()
    effect: Translated
    contradictions: tuple[Code, ...] = ()


class CrossTraining(Sourced):
    """From a background to a speciality in so many months; a plan reckons with `months_planned`."""

    code: Code
    from_skill: Code
    to_skill: Code
    months_min: int
    months_max: int
    months_planned: int
    name: Translated


class Assumption(Sourced):
    """A default that a request may replace, by the code of the option of the same name."""

    code: Code
    name: Translated
    value: Decimal
    unit: str


class Contradiction(Sourced):
    """Where the source material disagrees with itself or with others."""

    code: Code
    about: Translated
    statement: Translated


_Row = TypeVar(
    "_Row",
    Source,
    Skill,
    Level,
    Certification,
    Course,
    LearningPath,
    Role,
    ClusterSize,
    TrainingStrategy,
    CrossTraining,
    Assumption,
    Contradiction,
)


def _by_code(rows: Iterable[_Row]) -> dict[str, _Row]:
    return {row.code: row for row in rows}


class Catalogue(Frozen):
    """Everything the planner looks up. Raises ValueError where a code points nowhere or stands twice."""

    sources: tuple[Source, ...]
    skills: tuple[Skill, ...]
    levels: tuple[Level, ...]
    certifications: tuple[Certification, ...]
    courses: tuple[Course, ...]
    paths: tuple[LearningPath, ...]
    roles: tuple[Role, ...]
    cluster_sizes: tuple[ClusterSize, ...]
    strategies: tuple[TrainingStrategy, ...]
    cross_training: tuple[CrossTraining, ...]
    assumptions: tuple[Assumption, ...]
    contradictions: tuple[Contradiction, ...] = ()

    @cached_property
    def level(self) -> dict[int, Level]:
        return {level.number: level for level in self.levels}

    @cached_property
    def skill(self) -> dict[str, Skill]:
        return _by_code(self.skills)

    @cached_property
    def certification(self) -> dict[str, Certification]:
        """Certifications by code and by every former or other spelling of it."""
        return {code: row for row in self.certifications for code in (row.code, *row.aliases)}

    @cached_property
    def course(self) -> dict[str, Course]:
        return _by_code(self.courses)

    @cached_property
    def role(self) -> dict[str, Role]:
        return _by_code(self.roles)

    @cached_property
    def size(self) -> dict[str, ClusterSize]:
        return _by_code(self.cluster_sizes)

    @cached_property
    def strategy(self) -> dict[str, TrainingStrategy]:
        return _by_code(self.strategies)

    @cached_property
    def assumption(self) -> dict[str, Assumption]:
        return _by_code(self.assumptions)

    @cached_property
    def contradiction(self) -> dict[str, Contradiction]:
        return _by_code(self.contradictions)

    @cached_property
    def source_by_code(self) -> dict[str, Source]:
        return _by_code(self.sources)

    @cached_property
    def path_to(self) -> dict[str, LearningPath]:
        """The learning path that ends in the exam of a certification."""
        return {path.exam: path for path in self.paths}

    @model_validator(mode="after")
    def _codes_stand_once_and_point_somewhere(self) -> Self:
        problems = [*_doubles(self), *_dangling(self), *_unsound_levels(self)]
        if problems:
            raise ValueError("; ".join(problems))
        return self


def _doubles(catalogue: Catalogue) -> Iterable[str]:
    for field in type(catalogue).model_fields:
        rows = getattr(catalogue, field)
        codes = [code for row in rows for code in (row.code, *getattr(row, "aliases", ()))]
        yield from (f"{field}: {code} stands more than once" for code in sorted({code for code in codes if codes.count(code) > 1}))


def _dangling(catalogue: Catalogue) -> Iterable[str]:
    known: dict[str, set[str]] = {
        "skill": set(catalogue.skill),
        "certification": set(catalogue.certification),
        "course": set(catalogue.course),
        "role": set(catalogue.role),
        "source": set(catalogue.source_by_code),
        "contradiction": set(catalogue.contradiction),
    }
    for where, kind, code in _references(catalogue):
        if code not in known[kind]:
            yield f"{where}: unknown {kind} {code}"


def _unsound_levels(catalogue: Catalogue) -> Iterable[str]:
    """Levels are steps, one after the other, and seats name steps that are there; a role stands once in a size."""
    numbers = sorted(catalogue.level)
    if numbers != list(range(1, len(catalogue.levels) + 1)):
        yield f"levels: the numbers are {numbers}, not 1 to {len(catalogue.levels)}"
    for size in catalogue.cluster_sizes:
        roles = [seat.role for seat in size.seats]
        yield from (f"{size.code}: {role} stands more than once" for role in sorted({role for role in roles if roles.count(role) > 1}))
        for seat in size.seats:
            if not (seat.level_min in catalogue.level and seat.level_max in catalogue.level and seat.level_min <= seat.level_max):
                yield f"{size.code}: {seat.role} asks for levels {seat.level_min} to {seat.level_max}"


def _references(catalogue: Catalogue) -> Iterable[tuple[str, str, str]]:
    """(where, kind, code) for every code that names another row."""
    for level in catalogue.levels:
        yield from ((level.code, "skill", code) for code in level.skills)
        yield from ((level.code, "certification", code) for code in level.certifications)
    for certification in catalogue.certifications:
        yield from ((certification.code, "certification", code) for code in certification.renewed_by)
        for prerequisite in certification.prerequisites:
            yield from ((certification.code, "certification", code) for code in prerequisite.any_of)
    for path in catalogue.paths:
        yield (path.code, "certification", path.exam)
        yield from ((path.code, "course", code) for code in path.courses)
    for role in catalogue.roles:
        yield from ((role.code, "skill", code) for code in (*role.skills, *filter(None, [role.speciality])))
    for size in catalogue.cluster_sizes:
        for seat in size.seats:
            yield (size.code, "role", seat.role)
            yield from ((size.code, "certification", code) for code in seat.certifications_any_of)
        for rule in size.team_certifications:
            yield from ((size.code, "certification", code) for code in rule.any_of)
    for transition in catalogue.cross_training:
        yield from ((transition.code, "skill", code) for code in (transition.from_skill, transition.to_skill))
    for field in type(catalogue).model_fields:
        for row in getattr(catalogue, field):
            yield from ((row.code, "contradiction", code) for code in getattr(row, "contradictions", ()))
            if field != "sources":
                yield (row.code, "source", row.source)


def read_rows(name: str, folder: Path = SHIPPED) -> list[dict[str, Any]]:
    """The rows of one catalogue file, for instance "levels". Raises FileNotFoundError or yaml.YAMLError."""
    rows = yaml.load((folder / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return list(rows)


@cache
def shipped() -> Catalogue:
    """The catalogue that comes with the product."""
    return Catalogue.model_validate({name: read_rows(name) for name in Catalogue.model_fields})
