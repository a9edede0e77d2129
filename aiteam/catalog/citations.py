"""What was read in a source."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import models
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst

from aiteam.catalog.models import (
    Assumption,
    CaseStudy,
    Certification,
    ClusterSize,
    Contradiction,
    Course,
    CrossTraining,
    LearningPath,
    Level,
    MarketFact,
    Prerequisite,
    Price,
    RetentionGroup,
    RoiBenefit,
    RoiExample,
    Role,
    SeatRule,
    Skill,
    Source,
    TeamCertification,
    TeamNote,
    Track,
    TrainingStrategy,
    ValidityRule,
    Vendor,
    WatchItem,
)

# Each table of figures, and the row whose page shows them where that is another one.
TABLES: Sequence[tuple[type[models.Model], str]] = (
    (Level, ""),
    (Role, ""),
    (ClusterSize, ""),
    (SeatRule, "size"),
    (TeamCertification, "size"),
    (Certification, ""),
    (Price, "certification"),
    (ValidityRule, "certification"),
    (Prerequisite, "certification"),
    (Skill, ""),
    (Course, ""),
    (Track, ""),
    (LearningPath, ""),
    (TrainingStrategy, ""),
    (CrossTraining, ""),
    (Assumption, ""),
    (Contradiction, ""),
    (CaseStudy, ""),
    (RoiExample, ""),
    (RoiBenefit, ""),
    (MarketFact, ""),
    (WatchItem, ""),
    (Vendor, ""),
    (RetentionGroup, ""),
    (TeamNote, ""),
)
PAGES: dict[type[models.Model], str] = {
    Level: "level",
    Role: "role",
    ClusterSize: "size",
    Certification: "certification",
    CaseStudy: "case",
}


@dataclass(frozen=True)
class Citation:
    """A row with a page of its own has its `url`."""

    words: str
    url: str


@dataclass(frozen=True)
class Citations:
    """What one table has from a source."""

    kind: str | Promise
    rows: tuple[Citation, ...]


def citations(source: Source) -> list[Citations]:
    """Tables that cite `source`, each row once. One query a table."""
    found = [_of_table(model, owner, source) for model, owner in TABLES]
    return [table for table in found if table.rows]


def _of_table(model: type[models.Model], owner: str, source: Source) -> Citations:
    rows = model._default_manager.filter(source=source)
    shown = [getattr(row, owner) for row in rows.select_related(owner)] if owner else list(rows)
    unique = dict.fromkeys(shown)
    return Citations(capfirst(model._meta.verbose_name_plural or ""), tuple(Citation(str(row), _address(row)) for row in unique))


def _address(row: models.Model) -> str:
    page = PAGES.get(type(row))
    return reverse(f"catalog:{page}", args=[row.code]) if page else ""  # type: ignore[attr-defined]  # rows with a page have a code
