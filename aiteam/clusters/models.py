"""The GPU clusters a team runs, and how they grow."""

from datetime import date
from typing import Any, ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.planner.request import MAX_GPUS


class ClusterQuerySet(models.QuerySet["Cluster"]):
    def visible_to(self, user: Any) -> Self:
        return self if may(user, "clusters.view") else self.none()

    def with_steps(self) -> Self:
        """For pages that ask `gpus_on` and `next_step` of many clusters."""
        return self.prefetch_related("steps")


class Cluster(models.Model):
    name = models.CharField(
        _("name"), max_length=200, unique=True, error_messages={"unique": _("There is already a cluster of this name.")}
    )
    site = models.CharField(_("site"), max_length=200, blank=True)
    gpu_model = models.CharField(_("GPU model"), max_length=200, blank=True)
    network = models.CharField(_("network"), max_length=200, blank=True)
    notes = models.TextField(_("notes"), max_length=5000, blank=True)

    objects = ClusterQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        verbose_name = _("cluster")
        verbose_name_plural = _("clusters")

    def __str__(self) -> str:
        return self.name

    def gpus_on(self, day: date) -> int:
        """GPUs in all on `day`; 0 before the first step."""
        return max((step for step in self.steps.all() if step.on <= day), key=lambda step: step.on, default=GrowthStep(gpus=0)).gpus

    def next_step(self, day: date) -> "GrowthStep | None":
        """The first step after `day`."""
        return min((step for step in self.steps.all() if step.on > day), key=lambda step: step.on, default=None)


class GrowthStep(models.Model):
    """From `on` the cluster has this many GPUs in all. 0 closes it."""

    cluster = models.ForeignKey(Cluster, on_delete=models.CASCADE, related_name="steps", verbose_name=_("cluster"))
    on = models.DateField(_("from"))
    gpus = models.PositiveIntegerField(_("GPUs in all"), validators=[MinValueValidator(0), MaxValueValidator(MAX_GPUS)])

    class Meta:
        ordering = ["cluster", "on"]
        verbose_name = _("growth step")
        verbose_name_plural = _("growth steps")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["cluster", "on"],
                name="clusters_one_step_a_day",
                violation_error_message=_("There is already a growth step on this day."),
            ),
            models.CheckConstraint(
                condition=models.Q(gpus__gte=0, gpus__lte=MAX_GPUS),
                name="clusters_gpus_in_range",
                violation_error_message=_("The number of GPUs is out of range."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cluster}: {self.gpus} ({self.on})"
