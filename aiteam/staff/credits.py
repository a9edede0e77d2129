"""Credits for continuing education, and what a certificate renewed by them still lacks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

MAX_CREDITS = 200


class CreditEntry(models.Model):
    """Credits earned on a day for one period of a certificate."""

    class Kind(models.TextChoices):
        TRAINING = "training", _("course or training")
        EVENT = "event", _("conference or webinar")
        TEACHING = "teaching", _("teaching or mentoring")
        WRITING = "writing", _("writing or research")
        WORK = "work", _("work on the job")
        OTHER = "other", _("other")

    held = models.ForeignKey("staff.HeldCertification", on_delete=models.CASCADE, related_name="credits", verbose_name=_("certificate"))
    on = models.DateField(_("day"))
    credits = models.DecimalField(_("credits"), max_digits=5, decimal_places=2)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    is_group_a = models.BooleanField(_("of group A (the certification's own field)"), default=False)
    what = models.CharField(_("what for"), max_length=200)
    evidence = models.ForeignKey(
        "staff.Evidence", on_delete=models.SET_NULL, null=True, blank=True, related_name="credits", verbose_name=_("evidence")
    )

    class Meta:
        ordering: ClassVar = ["-on", "-pk"]
        verbose_name = _("credits")
        verbose_name_plural = _("credits")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(credits__gt=0), name="staff_credits_positive", violation_error_message=_("Credits are more than 0.")
            )
        ]

    def __str__(self) -> str:
        return f"{self.on}: {self.credits}"


@dataclass(frozen=True)
class CreditBalance:
    """Credits of one cycle; where the certification asks for some of group A, those as well."""

    needed: int
    earned: Decimal
    needed_of_group_a: int = 0
    earned_of_group_a: Decimal = Decimal(0)

    @property
    def missing(self) -> Decimal:
        return max(Decimal(0), self.needed - self.earned)

    @property
    def missing_of_group_a(self) -> Decimal:
        return max(Decimal(0), self.needed_of_group_a - self.earned_of_group_a)


def balance(entries: Iterable[CreditEntry], needed: int, of_group_a: int | None, starts_on: date, ends_on: date | None) -> CreditBalance:
    """What counts between the first and the last day of the cycle, both included."""
    counted = [entry for entry in entries if starts_on <= entry.on and (ends_on is None or entry.on <= ends_on)]
    earned = sum((entry.credits for entry in counted), Decimal(0))
    of_a = sum((entry.credits for entry in counted if entry.is_group_a), Decimal(0))
    return CreditBalance(needed, earned, of_group_a or 0, of_a)
