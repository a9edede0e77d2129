"""The shipped catalogue into the database, and the database into a plan."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from pydantic import BaseModel

from aiteam.catalog import models
from aiteam.catalog.fixtures import Background, shipped_background
from aiteam.catalog.models.base import Coded
from aiteam.catalog.rows import Changes, prefetches, read, save
from aiteam.planner import catalogue
from aiteam.planner.catalogue import Catalogue, shipped

# The table of each list, in the order in which one may name the other.
TABLES: Mapping[str, type[Coded]] = {
    "sources": models.Source,
    "contradictions": models.Contradiction,
    "skills": models.Skill,
    "vendors": models.Vendor,
    "tracks": models.Track,
    "certifications": models.Certification,
    "levels": models.Level,
    "courses": models.Course,
    "paths": models.LearningPath,
    "roles": models.Role,
    "cluster_sizes": models.ClusterSize,
    "strategies": models.TrainingStrategy,
    "cross_training": models.CrossTraining,
    "assumptions": models.Assumption,
    "market": models.MarketFact,
    "watch_list": models.WatchItem,
    "retention": models.RetentionGroup,
    "team_notes": models.TeamNote,
    "case_studies": models.CaseStudy,
    "roi_examples": models.RoiExample,
    "roi_benefits": models.RoiBenefit,
}

ROW_TYPES: Mapping[str, type[BaseModel]] = {
    "sources": catalogue.Source,
    "skills": catalogue.Skill,
    "levels": catalogue.Level,
    "certifications": catalogue.Certification,
    "courses": catalogue.Course,
    "paths": catalogue.LearningPath,
    "roles": catalogue.Role,
    "cluster_sizes": catalogue.ClusterSize,
    "strategies": catalogue.TrainingStrategy,
    "cross_training": catalogue.CrossTraining,
    "assumptions": catalogue.Assumption,
    "contradictions": catalogue.Contradiction,
}


def load_shipped() -> Changes:
    """Bring the tables in line with the shipped files, all or nothing. Raises ValueError, and writes nothing, where the files are wrong."""
    lists: dict[str, Any] = {name: getattr(shipped(), name) for name in Catalogue.model_fields}
    lists |= {name: getattr(shipped_background(), name) for name in Background.model_fields}
    changes = Changes()
    with transaction.atomic():
        for name, model in TABLES.items():
            save(model, lists[name], changes)
    return changes


def planner_catalogue() -> Catalogue:
    """The catalogue of the database, as a plan needs it."""
    return Catalogue.model_validate({name: _rows(TABLES[name], row_type) for name, row_type in ROW_TYPES.items()})


def _rows(model: type[Coded], row_type: type[BaseModel]) -> list[dict[str, Any]]:
    return [read(instance, row_type) for instance in model._default_manager.prefetch_related(*prefetches(model, row_type))]
