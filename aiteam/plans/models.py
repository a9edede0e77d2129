"""Plans that were computed: what was asked, what was answered, by which version. A stored result is never recomputed."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.planner import PlanRequest, PlanResult
from aiteam.planner.result import Alternatives, Summary


class PlanQuerySet(models.QuerySet["Plan"]):
    def visible_to(self, user: Any) -> Self:
        """Plans for those who may see plans; one computed with people's own pay only for those who may see pay."""
        if not may(user, "plans.view"):
            return self.none()
        return self if may(user, "pay.view") else self.exclude(pay_basis=Plan.PayBasis.RECORDS)

    def for_list(self) -> Self:
        """Without the large columns, which a list does not show."""
        return self.select_related("author").defer("request_data", "result_data", "alternatives_data", "answers")


class Plan(models.Model):
    """One run of the planner. `alternatives_data` are the plans it was compared with, later. `answers` is what was typed in the form, to start the next version from; `summary_data` serves lists."""

    class PayBasis(models.TextChoices):
        BANDS = "bands", _("pay bands")
        RECORDS = "records", _("recorded pay")

    title = models.CharField(_("title"), max_length=200)
    cluster = models.ForeignKey(
        "clusters.Cluster", on_delete=models.SET_NULL, null=True, blank=True, related_name="plans", verbose_name=_("cluster")
    )
    version = models.PositiveIntegerField(_("version"), default=1)
    replaces = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="replaced_by", verbose_name=_("follows")
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="plans", verbose_name=_("author")
    )
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    pay_basis = models.CharField(_("pay"), max_length=10, choices=PayBasis, default=PayBasis.BANDS)
    planner_version = models.CharField(_("planner version"), max_length=20)
    request_hash = models.CharField(max_length=64)
    submission = models.CharField(max_length=64, unique=True, editable=False)
    answers = models.JSONField(default=dict)
    request_data = models.JSONField(encoder=DjangoJSONEncoder)
    result_data = models.JSONField(encoder=DjangoJSONEncoder)
    alternatives_data = models.JSONField(encoder=DjangoJSONEncoder, null=True, editable=False)
    summary_data = models.JSONField(encoder=DjangoJSONEncoder)
    currency = models.CharField(max_length=3)
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"))

    objects: ClassVar[models.Manager["Plan"]] = PlanQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="plans_ends_after_start",
                violation_error_message=_("The end is before the start."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.title}"

    @property
    def number(self) -> str:
        """The plan number printed on documents."""
        return f"HP-{self.pk:05d}"

    @property
    def author_name(self) -> str:
        """Empty once the account is deleted."""
        return self.author.get_full_name() or self.author.get_username() if self.author else ""

    @cached_property
    def request(self) -> PlanRequest:
        return PlanRequest.model_validate(self.request_data)

    @cached_property
    def result(self) -> PlanResult:
        return PlanResult.model_validate(self.result_data)

    @cached_property
    def alternatives(self) -> Alternatives | None:
        """Other plans beside this one; None as long as nobody compared."""
        return Alternatives.model_validate(self.alternatives_data) if self.alternatives_data else None

    @property
    def was_searched(self) -> bool:
        """Whether it is the plan of least cost, not that of the rules."""
        return self.result.solve is not None

    @cached_property
    def summary(self) -> Summary:
        return Summary.model_validate(self.summary_data)
