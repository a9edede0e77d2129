"""The certifications people hold."""

from datetime import date
from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.validators import URLValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.staff.models.people import Person


class HeldCertificationQuerySet(models.QuerySet["HeldCertification"]):
    def visible_to(self, user: Any) -> Self:
        """Everybody's for those who may see people, their own for engineers."""
        if may(user, "people.view"):
            return self
        return self.filter(person__user=user) if may(user, "own.view") else self.none()

    def of_staff(self, *, on: date) -> Self:
        """Those of people who work here on that day or will start later; what leavers hold counts nowhere."""
        return self.filter(person__in=Person.objects.not_left(on=on))

    def with_rules(self) -> Self:
        """With what `periods.standings` asks, in a constant number of queries."""
        return self.select_related("certification").prefetch_related("certification__validity", "certification__renewed_by")


class HeldCertification(models.Model):
    """One period of a certificate of a person. End and state follow from its days and the catalogue's rules, and are never stored.

    `counts_from` is the end of the period before, where the renewal's months are added to that end. From `revoked_on` on it is void.
    """

    class Source(models.TextChoices):
        TYPED = "typed", _("typed in")
        IMPORT = "import", _("imported")
        BADGE = "badge", _("digital badge")
        PROPOSAL = "proposal", _("proposed by the holder")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="certificates", verbose_name=_("person"))
    certification = models.ForeignKey(
        "catalog.Certification", on_delete=models.PROTECT, related_name="held", verbose_name=_("certification")
    )
    issued_on = models.DateField(_("issued on"))
    printed_ends_on = models.DateField(_("last valid day printed on it"), null=True, blank=True)
    number = models.CharField(_("certificate number"), max_length=100, blank=True)
    verification_url = models.CharField(
        _("address to verify it"), max_length=500, blank=True, validators=[URLValidator(schemes=["http", "https"])]
    )
    renews = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="renewed_by", verbose_name=_("renews")
    )
    counts_from = models.DateField(_("counts from the end of"), null=True, blank=True)
    revoked_on = models.DateField(_("revoked on"), null=True, blank=True)
    revocation_reason = models.CharField(_("reason of the revocation"), max_length=500, blank=True)
    source = models.CharField(_("source of the entry"), max_length=10, choices=Source, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("recorded by")
    )
    recorded_at = models.DateTimeField(_("recorded at"), null=True, blank=True, default=timezone.now)

    objects = HeldCertificationQuerySet.as_manager()

    class Meta:
        ordering = ["person", "certification", "-issued_on"]
        verbose_name = _("certificate")
        verbose_name_plural = _("certificates")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "certification", "issued_on"],
                name="staff_certificate_once",
                violation_error_message=_("This certificate, issued on this day, is already recorded."),
            ),
            models.CheckConstraint(
                condition=models.Q(printed_ends_on=None) | models.Q(printed_ends_on__gte=models.F("issued_on")),
                name="staff_certificate_ends_after_issue",
                violation_error_message=_("The certificate ends before it was issued."),
            ),
            models.CheckConstraint(
                condition=models.Q(revoked_on=None) | (models.Q(revoked_on__gte=models.F("issued_on")) & ~models.Q(revocation_reason="")),
                name="staff_certificate_revoked_after_issue_with_reason",
                violation_error_message=_("A revocation has a reason, and a day that is not before the day of issue."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.certification}"
