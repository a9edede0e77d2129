"""Levels, roles and the team rule of each size of cluster."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models.base import Coded, Contradiction, Named, Part, Sourced, Words, one_place_each, ordered
from aiteam.catalog.models.certifications import Certification, Skill


class Level(Coded, Named, Sourced):
    """A competency level. The highest has no upper bound of experience."""

    class CertificationsAre(models.TextChoices):
        ENTRY = "entry", _("entry certifications")
        REQUIRED = "required", _("required")
        TARGET = "target", _("aimed at")
        ADVANCED = "advanced", _("expert credentials of vendors")
        NONE = "none", _("none exists")

    number = models.PositiveSmallIntegerField(_("number"), unique=True)
    experience_months_min = models.PositiveIntegerField(_("experience in months, from"))
    experience_months_max = models.PositiveIntegerField(_("experience in months, to"), null=True, blank=True)
    skills = models.ManyToManyField(Skill, related_name="levels", blank=True, verbose_name=_("skills"))
    certifications = models.ManyToManyField(Certification, related_name="levels", blank=True, verbose_name=_("certifications"))
    certifications_are = models.CharField(_("certifications are"), max_length=20, choices=CertificationsAre)
    pay_low = models.DecimalField(_("lowest yearly pay"), max_digits=14, decimal_places=2)
    pay_high = models.DecimalField(_("highest yearly pay"), max_digits=14, decimal_places=2)
    pay_currency = models.CharField(_("currency"), max_length=3)
    contradictions = models.ManyToManyField(Contradiction, related_name="levels", blank=True, verbose_name=_("contradictions"))

    class Meta:
        ordering = ["number"]
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        constraints = [
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=9), name="level_number_1_to_9"),
            ordered("level", "experience_months_min", "experience_months_max"),
            ordered("level", "pay_low", "pay_high"),
        ]

    def __str__(self) -> str:
        return f"{self.code} · {self.name}"


class Role(Coded, Named, Sourced):
    """What a seat is for. Without a speciality any field will do."""

    speciality = models.ForeignKey(
        Skill, models.PROTECT, to_field="code", null=True, blank=True, related_name="roles", verbose_name=_("speciality")
    )
    skills = models.ManyToManyField(Skill, related_name="+", blank=True, verbose_name=_("skills"))
    profile = Words(_("profile"))

    class Meta(Coded.Meta):
        verbose_name = _("role")
        verbose_name_plural = _("roles")


class ClusterSize(Coded, Named, Sourced):
    """A size of cluster with its team. Bounds are inclusive as printed, so two sizes may claim the same count."""

    gpus_min = models.PositiveIntegerField(_("GPUs from"))
    gpus_max = models.PositiveIntegerField(_("GPUs to"), null=True, blank=True)
    annual_cost_low = models.DecimalField(_("lowest yearly cost"), max_digits=14, decimal_places=2)
    annual_cost_high = models.DecimalField(_("highest yearly cost"), max_digits=14, decimal_places=2)
    annual_cost_currency = models.CharField(_("currency"), max_length=3)
    contradictions = models.ManyToManyField(Contradiction, related_name="sizes", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("cluster size")
        verbose_name_plural = _("cluster sizes")
        constraints = [ordered("clustersize", "gpus_min", "gpus_max"), ordered("clustersize", "annual_cost_low", "annual_cost_high")]

    @property
    def headcount(self) -> int:
        """Seats of the team. Reads `seats`: prefetch it for more than one."""
        return sum(seat.count for seat in self.seats.all())


class SeatRule(Part, Sourced):
    """`count` seats of a role, the levels that may sit there, and one of these certifications each (none named: none asked)."""

    size = models.ForeignKey(ClusterSize, models.CASCADE, related_name="seats")
    role = models.ForeignKey(Role, models.PROTECT, to_field="code", related_name="seats", verbose_name=_("role"))
    count = models.PositiveSmallIntegerField(_("seats"))
    level_min = models.PositiveSmallIntegerField(_("lowest level"))
    level_max = models.PositiveSmallIntegerField(_("highest level"))
    certifications_any_of = models.ManyToManyField(Certification, related_name="seats", blank=True, verbose_name=_("any one of"))

    class Meta(Part.Meta):
        verbose_name = _("seat rule")
        verbose_name_plural = _("seat rules")
        constraints = [
            one_place_each("seatrule", "size"),
            ordered("seatrule", "level_min", "level_max"),
            models.CheckConstraint(condition=Q(count__gte=1), name="seatrule_count_positive"),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.role}"


class TeamCertification(Part, Sourced):
    """At least `holders` people of the team hold one of these."""

    class Kind(models.TextChoices):
        ADDITIONAL = "additional", _("additional")
        SPECIALISED = "specialised", _("specialised")

    size = models.ForeignKey(ClusterSize, models.CASCADE, related_name="team_certifications")
    any_of = models.ManyToManyField(Certification, related_name="team_rules", verbose_name=_("any one of"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    why = Words(_("purpose"))
    holders = models.PositiveSmallIntegerField(_("holders"), default=1)

    class Meta(Part.Meta):
        verbose_name = _("team certification")
        verbose_name_plural = _("team certifications")
        constraints = [one_place_each("teamcertification", "size")]

    def __str__(self) -> str:
        return self.why


class TeamNote(Coded, Sourced):
    """What the team rules leave unsaid."""

    statement = Words(_("statement"))

    class Meta(Coded.Meta):
        verbose_name = _("note on teams")
        verbose_name_plural = _("notes on teams")

    def __str__(self) -> str:
        return self.statement
