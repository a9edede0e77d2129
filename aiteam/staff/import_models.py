"""Imports of files: one that waits for its user, what it did when it ran, and what it takes to undo it."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may


class ImportQuerySet(models.QuerySet["Import"]):
    def visible_to(self, user: Any) -> Self:
        """An upload is its author's alone while it waits; what has run can be seen, and undone, by all who may change its records."""
        kinds = [kind for kind, right in RIGHTS.items() if may(user, right)]
        return self.filter(models.Q(author=user.pk) | ~models.Q(state=Import.State.WAITING), kind__in=kinds)


class Import(models.Model):
    """One file. `content` is kept only while it waits; `answers` are the user's to the questions it raised (imports.options)."""

    class Kind(models.TextChoices):
        PEOPLE = "people", _("people")
        CERTIFICATIONS = "certifications", _("certificates")
        CLUSTERS = "clusters", _("clusters")
        BULK = "bulk", _("change of many people")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        UNDONE = "undone", _("undone")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.WAITING)
    file_name = models.CharField(_("file name"), max_length=255)
    content = models.BinaryField(_("content"), blank=True)
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    created = models.PositiveIntegerField(_("created"), default=0)
    updated = models.PositiveIntegerField(_("updated"), default=0)
    unchanged = models.PositiveIntegerField(_("unchanged"), default=0)
    left_out = models.PositiveIntegerField(_("left out"), default=0)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("author")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    objects = ImportQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")

    def __str__(self) -> str:
        return self.file_name


RIGHTS = {kind: "clusters.change" if kind == Import.Kind.CLUSTERS else "people.change" for kind in Import.Kind.values}


class ImportedRow(models.Model):
    """What one row of a file changed: `changes` holds a dictionary for each database row (imports.writing.Change.as_json)."""

    run = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="rows", verbose_name=_("import"))
    line = models.PositiveIntegerField(_("line"))
    key = models.CharField(_("key"), max_length=300)
    changes = models.JSONField(_("changes"))

    class Meta:
        ordering: ClassVar = ["run", "line", "pk"]
        verbose_name = _("imported row")
        verbose_name_plural = _("imported rows")

    def __str__(self) -> str:
        return f"{self.line}: {self.key}"
