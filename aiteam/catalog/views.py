"""The catalogue's pages: what the planner knows, and where it knows it from."""

from collections.abc import Callable
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from aiteam.accounts.policy import requires
from aiteam.catalog import models
from aiteam.catalog.citations import citations
from aiteam.catalog.services import planner_catalogue
from aiteam.catalog.timeline import timeline
from aiteam.lib.days import asked_day
from aiteam.lib.htmx import render_part
from aiteam.planner.composition import pay_band_cost
from aiteam.planner.result import MoneyRange

LONGEST_SEARCH = 100


@requires("catalogue.view")
def index(request: HttpRequest) -> HttpResponse:
    """Everything at a glance; the search narrows the certifications."""
    words = request.GET.get("q", "").replace("\x00", "").strip()[:LONGEST_SEARCH]
    context = {"words": words, "today": asked_day(request), "certifications": _certifications(words)}
    return render_part(request, "catalog/index.html", "certifications", context | _sections())


def _certifications(words: str) -> QuerySet[models.Certification]:
    """Certifications of which every word of the search names the code, a former code, the name or the vendor."""
    found = models.Certification.objects.select_related("source", "vendor").prefetch_related(
        "aliases", "prices", "validity", "contradictions"
    )
    for word in words.split():
        is_former_code = models.Alias.objects.filter(code__icontains=word).values("certification")
        found = found.filter(Q(code__icontains=word) | Q(name__icontains=word) | Q(vendor__name__icontains=word) | Q(pk__in=is_former_code))
    return found


def _sections() -> dict[str, QuerySet[Any] | Callable[[], object]]:
    """The other sections. No query runs for a section that is not rendered."""
    return {
        "levels": models.Level.objects.select_related("source").prefetch_related("certifications"),
        "roles": models.Role.objects.select_related("source", "speciality"),
        "teams": _teams,
        "team_notes": models.TeamNote.objects.select_related("source"),
        "tracks": models.Track.objects.select_related("source").prefetch_related("paths__source", "paths__exam", "paths__courses__course"),
        "strategies": models.TrainingStrategy.objects.select_related("source").prefetch_related("includes", "vendors", "contradictions"),
        "cross_training": models.CrossTraining.objects.select_related("source", "from_skill", "to_skill"),
        "vendors": models.Vendor.objects.select_related("source"),
        "watch_list": models.WatchItem.objects.select_related("source", "vendor").prefetch_related("contradictions"),
        "market": models.MarketFact.objects.select_related("source").prefetch_related("contradictions"),
        "retention": models.RetentionGroup.objects.select_related("source").prefetch_related("levers"),
        "cases": models.CaseStudy.objects.select_related("source"),
        "roi_examples": models.RoiExample.objects.select_related("source").prefetch_related("lines", "contradictions"),
        "roi_benefits": models.RoiBenefit.objects.select_related("source"),
        "assumptions": models.Assumption.objects.select_related("source"),
        "contradictions": models.Contradiction.objects.select_related("source"),
        "sources": models.Source.objects.all(),
    }


def _teams() -> list[tuple[models.ClusterSize, MoneyRange]]:
    """Every size with the sum of its pay bands."""
    catalogue = planner_catalogue()
    sizes = models.ClusterSize.objects.select_related("source").prefetch_related("seats", "contradictions")
    return [(size, pay_band_cost(catalogue, catalogue.size[size.code])) for size in sizes]


@requires("catalogue.view")
def certification(request: HttpRequest, code: str) -> HttpResponse:
    """A certification, by its code or a former one."""
    rows = models.Certification.objects.select_related("source", "vendor").prefetch_related(
        "aliases", "prices__source", "validity__source", "prerequisites__source", "prerequisites__any_of", "leads_to__certification", "skills",
        "contradictions", "levels", "paths__courses__course", "seats__size", "seats__role", "team_rules__size",
    )  # fmt: skip
    row = get_object_or_404(rows.filter(Q(code=code) | Q(aliases__code=code)).distinct())
    day = asked_day(request)
    context = {"certification": row, "price": row.price_on(day), "today": day}
    return render(request, "catalog/certification.html", context)


@requires("catalogue.view")
def level(request: HttpRequest, code: str) -> HttpResponse:
    rows = models.Level.objects.select_related("source").prefetch_related("skills", "certifications", "contradictions")
    row = get_object_or_404(rows, code=code)
    seats = models.SeatRule.objects.filter(level_min__lte=row.number, level_max__gte=row.number).select_related("size", "role")
    return render(request, "catalog/level.html", {"level": row, "seats": seats.order_by("size__position", "position")})


@requires("catalogue.view")
def role(request: HttpRequest, code: str) -> HttpResponse:
    rows = models.Role.objects.select_related("source", "speciality").prefetch_related(
        "skills",
        Prefetch("seats", models.SeatRule.objects.select_related("size", "source").order_by("size__position")),
        "seats__certifications_any_of",
    )
    row = get_object_or_404(rows, code=code)
    ways = row.speciality.reached_from.select_related("source", "from_skill", "to_skill") if row.speciality else ()
    return render(request, "catalog/role.html", {"role": row, "ways": ways})


@requires("catalogue.view")
def size(request: HttpRequest, code: str) -> HttpResponse:
    """A team rule. The printed yearly cost stands beside the sum of the pay bands."""
    rows = models.ClusterSize.objects.select_related("source").prefetch_related(
        "seats__role",
        "seats__source",
        "seats__certifications_any_of",
        "team_certifications__any_of",
        "team_certifications__source",
        "contradictions",
    )
    row = get_object_or_404(rows, code=code)
    catalogue = planner_catalogue()
    context = {
        "size": row,
        "pay_bands": pay_band_cost(catalogue, catalogue.size[code]),
        "team_notes": models.TeamNote.objects.select_related("source"),
    }
    return render(request, "catalog/size.html", context)


@requires("catalogue.view")
def case(request: HttpRequest, code: str) -> HttpResponse:
    rows = models.CaseStudy.objects.select_related("source").prefetch_related("events__level", "results", "contradictions")
    row = get_object_or_404(rows, code=code)
    return render(request, "catalog/case.html", {"case": row, "timeline": timeline(row)})


@requires("catalogue.view")
def source(request: HttpRequest, code: str) -> HttpResponse:
    """A source, and what was read in it."""
    row = get_object_or_404(models.Source, code=code)
    return render(request, "catalog/source.html", {"source": row, "citations": citations(row)})
