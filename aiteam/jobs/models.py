"""Long work outside of requests: what is asked, how far it is, how it ended. Its state follows from its moments and is not stored."""

from datetime import datetime, timedelta
from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MOST_ATTEMPTS = 2


class State(models.TextChoices):
    WAITING = "waiting", pgettext_lazy("state of a job", "waiting")
    RUNNING = "running", pgettext_lazy("state of a job", "running")
    LOST = "lost", pgettext_lazy("state of a job", "interrupted")
    DONE = "done", pgettext_lazy("state of a job", "done")
    FAILED = "failed", pgettext_lazy("state of a job", "failed")
    CANCELLED = "cancelled", pgettext_lazy("state of a job", "cancelled")


def last_sign_of_life(now: datetime) -> datetime:
    """A running job whose heartbeat is older has lost its worker."""
    return now - timedelta(seconds=settings.JOB_LOST_SECONDS)


class JobQuerySet(models.QuerySet["Job"]):
    def visible_to(self, user: Any) -> Self:
        """One's own, whatever the role: what somebody asked for may hold what only they may see."""
        return self.filter(owner=user)

    def unfinished(self) -> Self:
        return self.filter(finished_at=None)

    def lost(self, now: datetime) -> Self:
        return self.unfinished().filter(heartbeat_at__lt=last_sign_of_life(now))

    def claimable(self, now: datetime) -> Self:
        """What a worker may begin: what waits, and what lost its worker for the first time. The oldest first."""
        lost = Q(heartbeat_at__lt=last_sign_of_life(now), attempts__lt=MOST_ATTEMPTS)
        return self.unfinished().filter(Q(started_at=None) | lost, cancel_asked_at=None).order_by("queued_at", "pk")


class Job(models.Model):
    """One piece of work of a registered kind (`aiteam.jobs.registry`).

    `attempts` counts the workers that began it, and is what a worker shows to write of it: who lost it to another one writes nothing more.
    `note` is news meanwhile (a first estimate), and holds the values of the stage's text. `result` says where the outcome is, not what it is.
    """

    kind = models.CharField(_("kind"), max_length=50)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="jobs", verbose_name=_("owner"))
    params = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    queued_at = models.DateTimeField(_("asked for"), default=timezone.now)
    started_at = models.DateTimeField(_("begun"), null=True)
    finished_at = models.DateTimeField(_("ended"), null=True)
    heartbeat_at = models.DateTimeField(null=True)
    cancel_asked_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    progress = models.FloatField(_("progress"), null=True)
    stage = models.CharField(_("stage"), max_length=50, blank=True)
    note = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    result = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    error = models.CharField(_("error"), max_length=50, blank=True)
    error_params = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    objects: ClassVar[models.Manager["Job"]] = JobQuerySet.as_manager()

    class Meta:
        ordering = ["-queued_at", "-pk"]
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(progress=None) | Q(progress__gte=0, progress__lte=1),
                name="jobs_progress_is_a_share",
            ),
            models.CheckConstraint(
                condition=Q(result__isnull=True, error="")
                | Q(result__isnull=True, finished_at__isnull=False)
                | Q(error="", finished_at__isnull=False),
                name="jobs_one_outcome_once_ended",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["queued_at", "id"], condition=Q(finished_at=None), name="jobs_queue"),
            models.Index(fields=["finished_at"], name="jobs_finished"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def state(self) -> State:
        """As it is now."""
        if self.finished_at:
            return State.FAILED if self.error else State.CANCELLED if self.result is None else State.DONE
        if self.started_at is None:
            return State.WAITING
        alive = self.heartbeat_at and self.heartbeat_at >= last_sign_of_life(timezone.now())
        return State.RUNNING if alive else State.LOST
