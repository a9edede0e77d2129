"""What changes over time: employment, level, role, cluster and pay. A record holds from its first day until the next one of its kind starts.

Nothing is overwritten when it changes: a change is a new record, so that each page can be asked for a day.
"""

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may

HOURS_PER_YEAR = 52 * 40


class EmploymentQuerySet(models.QuerySet["Employment"]):
    def not_ended(self, day: date) -> Self:
        """Those whose last day is not before `day`, whether they have begun or not."""
        return self.filter(Q(ends_on=None, left_undated=False) | Q(ends_on__gte=day))

    def covering(self, day: date) -> Self:
        return self.not_ended(day).filter(starts_on__lte=day)


class Employment(models.Model):
    """A time of work here, first and last day included. Somebody who comes back, or turns from contractor to employee, has another.

    `left_undated` marks somebody known to have left whose last day nobody told; a known last day counts before it.
    """

    class Kind(models.TextChoices):
        EMPLOYEE = "employee", _("employee")
        CONTRACTOR = "contractor", _("contractor")

    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, related_name="employments", verbose_name=_("person"))
    kind = models.CharField(_("employed as"), max_length=10, choices=Kind, default=Kind.EMPLOYEE)
    starts_on = models.DateField(_("works here since"))
    ends_on = models.DateField(_("last day of work"), null=True, blank=True)
    left_undated = models.BooleanField(_("has left, the last day is not known"), default=False)

    objects = EmploymentQuerySet.as_manager()

    class Meta:
        ordering = ["person", "-starts_on"]
        verbose_name = _("employment")
        verbose_name_plural = _("employments")
        indexes: ClassVar = [models.Index(fields=["person", "ends_on", "starts_on", "left_undated"], name="staff_employment_days")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "starts_on"],
                name="staff_one_employment_a_day",
                violation_error_message=_("An employment already starts on this day."),
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=models.F("starts_on")),
                name="staff_ends_after_start",
                violation_error_message=_("The last day of work is before the first."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.starts_on})"

    def has_ended(self, day: date) -> bool:
        return self.left_undated if self.ends_on is None else self.ends_on < day

    @property
    def is_contractor(self) -> bool:
        return self.kind == self.Kind.CONTRACTOR


class LevelPeriod(models.Model):
    """From `starts_on` the person is at this level, until the next one starts."""

    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, related_name="levels", verbose_name=_("person"))
    level = models.ForeignKey("catalog.Level", on_delete=models.PROTECT, related_name="+", verbose_name=_("level"))
    starts_on = models.DateField(_("from"))

    class Meta:
        ordering = ["person", "-starts_on"]
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "starts_on"],
                name="staff_one_level_a_day",
                violation_error_message=_("A level already starts on this day."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.level} ({self.starts_on})"


class RolePeriod(models.Model):
    """From `starts_on` this is the person's role in a team; without one they have none."""

    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, related_name="roles", verbose_name=_("person"))
    role = models.ForeignKey(
        "catalog.Role", on_delete=models.PROTECT, null=True, blank=True, related_name="held_by", verbose_name=_("job role")
    )
    starts_on = models.DateField(_("from"))

    class Meta:
        ordering = ["person", "-starts_on"]
        verbose_name = _("job role")
        verbose_name_plural = _("job roles")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "starts_on"],
                name="staff_one_role_a_day",
                violation_error_message=_("A role already starts on this day."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.role or '–'} ({self.starts_on})"


class Assignment(models.Model):
    """From `starts_on` the person works on this cluster; without one on none."""

    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, related_name="assignments", verbose_name=_("person"))
    cluster = models.ForeignKey(
        "clusters.Cluster", on_delete=models.PROTECT, null=True, blank=True, related_name="assignments", verbose_name=_("cluster")
    )
    starts_on = models.DateField(_("from"))

    class Meta:
        ordering = ["person", "-starts_on"]
        verbose_name = _("assignment to a cluster")
        verbose_name_plural = _("assignments to clusters")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "starts_on"],
                name="staff_one_assignment_a_day",
                violation_error_message=_("An assignment already starts on this day."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.cluster or '–'} ({self.starts_on})"


class PayPeriodQuerySet(models.QuerySet["PayPeriod"]):
    def visible_to(self, user: Any) -> Self:
        """Pay is a right of its own; not even one's own pay is shown without it."""
        return self if may(user, "pay.view") else self.none()


class PayPeriod(models.Model):
    """From `starts_on` the person is paid this much per year, month or hour, until the next period starts.

    `amount` is that of full time; `fte` is the share of full time that is worked and paid.
    """

    class Per(models.TextChoices):
        YEAR = "year", _("a year")
        MONTH = "month", _("a month")
        HOUR = "hour", _("an hour")

    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, related_name="pay", verbose_name=_("person"))
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    currency = models.CharField(
        _("currency"), max_length=3, validators=[RegexValidator(r"^[A-Z]{3}\Z", _("Three capital letters, for instance EUR."))]
    )
    per = models.CharField(_("per"), max_length=5, choices=Per, default=Per.YEAR)
    fte = models.DecimalField(
        _("share of full time (FTE)"),
        max_digits=4,
        decimal_places=3,
        default=Decimal(1),
        validators=[MinValueValidator(Decimal("0.001")), MaxValueValidator(1)],
    )
    starts_on = models.DateField(_("from"))

    objects = PayPeriodQuerySet.as_manager()

    class Meta:
        ordering = ["person", "-starts_on"]
        verbose_name = _("pay")
        verbose_name_plural = _("pay")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "starts_on"], name="staff_one_pay_a_day", violation_error_message=_("Pay already changes on this day.")
            ),
            models.CheckConstraint(
                condition=Q(amount__gte=0), name="staff_pay_not_negative", violation_error_message=_("Pay is not below zero.")
            ),
            models.CheckConstraint(
                condition=Q(fte__gt=0, fte__lte=1),
                name="staff_fte_in_range",
                violation_error_message=_("The share of full time is more than 0 and at most 1."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.starts_on})"

    @property
    def yearly(self) -> Decimal:
        """What is paid for a year of 12 months or 2,080 hours (52 weeks of 40), at the share of full time that is worked."""
        return self.amount * self.fte * {self.Per.YEAR: 1, self.Per.MONTH: 12, self.Per.HOUR: HOURS_PER_YEAR}[self.Per(self.per)]
