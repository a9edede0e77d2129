"""What all rows of the catalogue share: a code, words in three languages, and where a figure comes from.

Columns bear the names of the fields in fixtures/catalog/*.yaml. A value made of parts, such as a pay band, is spread over columns:
`pay` is pay_low, pay_high and pay_currency.
"""

from datetime import date
from typing import Any, Self, overload

from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from aiteam.lib import formats
from aiteam.planner.values import Translated

LANGUAGES = ("en", "nl", "de")


class Basis(models.TextChoices):
    QUOTED = "quoted", _("quoted")
    DERIVED = "derived", _("derived")
    ASSUMED = "assumed", _("assumed")


class Words:
    """Three columns, one per language; reading gives the words in the reader's language."""

    def __init__(self, verbose_name: Any, *, blank: bool = False) -> None:
        self.verbose_name, self.blank = verbose_name, blank

    def contribute_to_class(self, model: type[models.Model], name: str) -> None:
        """Called by Django for each attribute of a new model."""
        self.name = name
        for language in LANGUAGES:
            models.TextField(self.verbose_name, blank=self.blank).contribute_to_class(model, f"{name}_{language}")
        setattr(model, name, self)

    @overload
    def __get__(self, row: None, model: type[models.Model]) -> Self: ...

    @overload
    def __get__(self, row: models.Model, model: type[models.Model]) -> str: ...

    def __get__(self, row: models.Model | None, model: type[models.Model]) -> Self | str:
        return self if row is None else self.translated(row).text(get_language() or "en")

    def translated(self, row: models.Model) -> Translated:
        return Translated(**{language: getattr(row, f"{self.name}_{language}") for language in LANGUAGES})


class Coded(models.Model):
    """A row that others name by its code. `position` is its place in the catalogue."""

    code = models.CharField(_("code"), max_length=60, unique=True)
    position = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
        ordering = ["position", "code"]


class Named(models.Model):
    name = Words(_("name"))

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name


class Sourced(models.Model):
    """A figure with its source, the day it was true there, and whether it is printed there."""

    source = models.ForeignKey("catalog.Source", models.PROTECT, to_field="code", related_name="+", verbose_name=_("source"))
    as_of = models.DateField(_("as of"))
    basis = models.CharField(_("basis"), max_length=10, choices=Basis)
    note = models.TextField(_("note"), blank=True)

    class Meta:
        abstract = True


class Part(models.Model):
    """One line of another row, in order. `value_field` is set where the line is nothing but that one value."""

    position = models.PositiveIntegerField(default=0, editable=False)
    value_field = ""

    class Meta:
        abstract = True
        ordering = ["position"]


class Source(Coded):
    """Where a figure was read."""

    class Standing(models.TextChoices):
        PRINTED = "printed", _("printed in the roadmap")
        SEEN = "seen", _("seen in another public source")
        FROM_MEMORY = "from-memory", _("from memory, unchecked")
        OWN = "own", _("working value of AITeam")

    publisher = models.CharField(_("publisher"), max_length=200)
    title = models.CharField(_("title"), max_length=200)
    published = models.CharField(_("published"), max_length=20, blank=True)
    url = models.URLField(_("address"), max_length=500, blank=True)
    standing = models.CharField(_("standing"), max_length=20, choices=Standing)

    class Meta(Coded.Meta):
        verbose_name = _("source")
        verbose_name_plural = _("sources")

    def __str__(self) -> str:
        return f"{self.publisher}: {self.title}"

    @property
    def published_words(self) -> str:
        return moment_words(self.published)


class Contradiction(Coded, Sourced):
    """Where sources disagree, with themselves or each other."""

    about = Words(_("subject"))
    statement = Words(_("statement"))

    class Meta(Coded.Meta):
        verbose_name = _("contradiction")
        verbose_name_plural = _("contradictions")

    def __str__(self) -> str:
        return self.about


def moment_words(moment: str) -> str:
    """A year, month or day as far as it is known ("2025", "2025-09", "2025-09-16"), as the reader writes it. Nothing known: nothing."""
    language = get_language() or "en"
    if len(moment) == len("2025-09"):
        return formats.month(date.fromisoformat(f"{moment}-01"), language)
    return formats.day(date.fromisoformat(moment), language) if len(moment) == len("2025-09-16") else moment


def in_order(low: str, high: str, *, strictly: bool = False) -> Q:
    """The condition that `low` does not lie above `high`, where both are known."""
    compared = Q(**{f"{low}__lt" if strictly else f"{low}__lte": F(high)})
    return Q(**{f"{low}__isnull": True}) | Q(**{f"{high}__isnull": True}) | compared


def ordered(model: str, low: str, high: str, *, strictly: bool = False) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=in_order(low, high, strictly=strictly),
        name=f"{model}_{low}_in_order",
        violation_error_message=_("The lower bound lies above the upper bound."),
    )


def one_place_each(model: str, owner: str) -> models.UniqueConstraint:
    return models.UniqueConstraint(
        fields=[owner, "position"],
        name=f"{model}_one_per_position",
        violation_error_message=_("This position is taken."),
    )
