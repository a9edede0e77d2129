"""Vendors, certifications and the ways to them."""

from datetime import date
from functools import cached_property

from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models.base import Coded, Contradiction, Named, Part, Sourced, Words, one_place_each, ordered
from aiteam.planner import catalogue
from aiteam.planner.certificates import Lifetime, lifetime


class Skill(Coded, Named, Sourced):
    """A skill, a speciality that a seat can ask for, or a background where retraining starts."""

    class Kind(models.TextChoices):
        SKILL = "skill", _("skill")
        SPECIALITY = "speciality", _("speciality")
        BACKGROUND = "background", _("background")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind)

    class Meta(Coded.Meta):
        verbose_name = _("skill")
        verbose_name_plural = _("skills")


class Vendor(Coded, Sourced):
    """Who issues certifications or gives courses."""

    name = models.CharField(_("name"), max_length=200)
    statement = Words(_("statement"))

    class Meta(Coded.Meta):
        verbose_name = _("vendor")
        verbose_name_plural = _("vendors")

    def __str__(self) -> str:
        return self.name


class Certification(Coded, Sourced):
    """A certification. How long it lasts depends on the day it was earned; without a rule for that day its end is unknown."""

    class Rank(models.TextChoices):
        ENTRY = "entry", _("entry")
        ASSOCIATE = "associate", _("associate")
        PROFESSIONAL = "professional", _("professional")
        SPECIALIST = "specialist", _("specialist")
        EXPERT = "expert", _("expert")

    class Renewal(models.TextChoices):
        RETAKE = "retake", _("by passing the exam again")
        HIGHER = "higher", _("by passing this or a higher exam")
        ONLINE = "online", _("by an online assessment")
        CREDITS = "credits", _("by credits")
        NONE = "none", _("not needed")
        UNKNOWN = "unknown", _("unknown")

    class CountsFrom(models.TextChoices):
        EXAM = "exam", _("the day of the exam")
        END = "end", _("the end of the period before")

    name = models.CharField(_("name"), max_length=200)
    vendor = models.ForeignKey(Vendor, models.PROTECT, to_field="code", related_name="certifications", verbose_name=_("vendor"))
    rank = models.CharField(_("rank"), max_length=20, choices=Rank)
    exam_minutes = models.PositiveIntegerField(_("exam time in minutes"), null=True, blank=True)
    exam_questions_min = models.PositiveIntegerField(_("questions, lowest"), null=True, blank=True)
    exam_questions_max = models.PositiveIntegerField(_("questions, highest"), null=True, blank=True)
    exam_labs = models.PositiveIntegerField(_("hands-on labs"), default=0)
    exam_delivery = models.CharField(_("delivery"), max_length=200, blank=True)
    grace_days = models.PositiveIntegerField(_("days of grace after the end"), default=0)
    renewal = models.CharField(_("renewal"), max_length=20, choices=Renewal, default=Renewal.UNKNOWN)
    renewal_counts_from = models.CharField(_("a renewal counts from"), max_length=10, choices=CountsFrom, default=CountsFrom.EXAM)
    renewed_by = models.ManyToManyField("self", symmetrical=False, related_name="renewing", blank=True, verbose_name=_("renewed by"))
    ending_days = models.PositiveIntegerField(_("ending from so many days before the end"), null=True, blank=True)
    upkeep_credits_per_cycle = models.PositiveIntegerField(_("credits per cycle"), null=True, blank=True)
    upkeep_credits_group_a_min = models.PositiveIntegerField(_("of them of group A"), null=True, blank=True)
    upkeep_credits_per_year = models.PositiveIntegerField(_("credits per year"), null=True, blank=True)
    upkeep_fee_per_year = models.DecimalField(_("yearly fee"), max_digits=14, decimal_places=2, null=True, blank=True)
    upkeep_currency = models.CharField(_("currency"), max_length=3, null=True, blank=True)  # noqa: DJ001 # no fee, no currency
    upkeep_opens_days_before = models.PositiveIntegerField(_("renewal opens so many days before the end"), null=True, blank=True)
    page = models.URLField(_("issuer's page"), max_length=500, blank=True)
    skills = models.ManyToManyField(Skill, related_name="certifications", blank=True, verbose_name=_("skills"))
    contradictions = models.ManyToManyField(Contradiction, related_name="certifications", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("certification")
        verbose_name_plural = _("certifications")
        constraints = [ordered("certification", "exam_questions_min", "exam_questions_max")]

    def __str__(self) -> str:
        return f"{self.code} · {self.name}"

    @cached_property
    def rules(self) -> tuple[catalogue.ValidityRule, ...]:
        """Reads `validity`: prefetch it for more than one."""
        return tuple(rule.as_rule() for rule in self.validity.all())

    def lifetime(self, issued_on: date, printed_end: date | None = None, counts_from: date | None = None) -> Lifetime:
        """The life of a certificate earned on `issued_on`."""
        return lifetime(self.rules, issued_on, printed_end, self.grace_days, counts_from)

    def price_on(self, day: date) -> "Price | None":
        """The price in force on `day`, None where no source gives one. Reads `prices`: prefetch it for more than one."""
        known = [price for price in self.prices.all() if price.valid_from is None or price.valid_from <= day]
        return max(known, key=lambda price: price.valid_from or date.min, default=None)


class Alias(Part):
    """A former or other spelling of a certification's code."""

    certification = models.ForeignKey(Certification, models.CASCADE, related_name="aliases")
    code = models.CharField(_("code"), max_length=60, unique=True)
    value_field = "code"

    class Meta(Part.Meta):
        verbose_name = _("other code")
        verbose_name_plural = _("other codes")
        constraints = [one_place_each("alias", "certification")]

    def __str__(self) -> str:
        return self.code


class Price(Part, Sourced):
    """What an exam costs from a day on; without a day, since ever."""

    certification = models.ForeignKey(Certification, models.CASCADE, related_name="prices")
    amount = models.DecimalField(_("price"), max_digits=14, decimal_places=2)
    currency = models.CharField(_("currency"), max_length=3)
    valid_from = models.DateField(_("valid from"), null=True, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("exam price")
        verbose_name_plural = _("exam prices")
        constraints = [
            one_place_each("price", "certification"),
            models.UniqueConstraint(
                fields=["certification", "valid_from"],
                name="price_one_per_day",
                violation_error_message=_("There is a price from this day already."),
            ),
            models.UniqueConstraint(
                fields=["certification"],
                condition=models.Q(valid_from__isnull=True),
                name="price_one_since_ever",
                violation_error_message=_("There is a price without a day already."),
            ),
            models.CheckConstraint(condition=models.Q(amount__gte=0), name="price_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"


class ValidityRule(Part, Sourced):
    """How long a certificate lasts that was earned from one day until before another. No months: it never ends."""

    certification = models.ForeignKey(Certification, models.CASCADE, related_name="validity")
    earned_from = models.DateField(_("earned from"), null=True, blank=True)
    earned_before = models.DateField(_("earned before"), null=True, blank=True)
    months = models.PositiveIntegerField(_("months of validity"), null=True, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("validity rule")
        verbose_name_plural = _("validity rules")
        constraints = [
            one_place_each("validityrule", "certification"),
            ordered("validityrule", "earned_from", "earned_before", strictly=True),
            models.CheckConstraint(condition=models.Q(months__isnull=True) | models.Q(months__gte=1), name="validityrule_months_positive"),
        ]

    def __str__(self) -> str:
        return str(self.months) if self.months else str(_("no end"))

    def as_rule(self) -> catalogue.ValidityRule:
        columns = ("earned_from", "earned_before", "months", "as_of", "basis", "note")
        return catalogue.ValidityRule.model_validate({"source": self.source_id, **{column: getattr(self, column) for column in columns}})


class Prerequisite(Part, Sourced):
    """Any one of these certifications, or what `words` says, before the exam; required or only recommended."""

    certification = models.ForeignKey(Certification, models.CASCADE, related_name="prerequisites")
    any_of = models.ManyToManyField(Certification, related_name="leads_to", blank=True, verbose_name=_("any one of"))
    required = models.BooleanField(_("required"))
    words = Words(_("words"), blank=True)

    class Meta(Part.Meta):
        verbose_name = _("prerequisite")
        verbose_name_plural = _("prerequisites")
        constraints = [one_place_each("prerequisite", "certification")]

    def __str__(self) -> str:
        return self.words or str(_("certification"))


class Track(Coded, Named, Sourced):
    """A line of learning paths."""

    statement = Words(_("statement"))

    class Meta(Coded.Meta):
        verbose_name = _("track")
        verbose_name_plural = _("tracks")


class Course(Coded, Sourced):
    name = models.CharField(_("title"), max_length=200)
    hours = models.PositiveIntegerField(_("hours"))

    class Meta(Coded.Meta):
        verbose_name = _("course")
        verbose_name_plural = _("courses")

    def __str__(self) -> str:
        return self.name


class LearningPath(Coded, Named, Sourced):
    """Courses in the order they are taken (`courses`), and the exam at their end."""

    track = models.ForeignKey(Track, models.PROTECT, to_field="code", related_name="paths", verbose_name=_("track"))
    months = models.PositiveIntegerField(_("months"))
    exam = models.ForeignKey(Certification, models.PROTECT, to_field="code", related_name="paths", verbose_name=_("exam"))

    class Meta(Coded.Meta):
        verbose_name = _("learning path")
        verbose_name_plural = _("learning paths")

    @property
    def hours(self) -> int:
        """Hours of all courses. Reads `courses`: prefetch courses__course."""
        return sum(stop.course.hours for stop in self.courses.all())


class PathCourse(Part):
    path = models.ForeignKey(LearningPath, models.CASCADE, related_name="courses")
    course = models.ForeignKey(Course, models.PROTECT, to_field="code", related_name="paths", verbose_name=_("course"))
    value_field = "course"

    class Meta(Part.Meta):
        verbose_name = _("course of a path")
        verbose_name_plural = _("courses of a path")
        constraints = [
            one_place_each("pathcourse", "path"),
            models.UniqueConstraint(
                fields=["path", "course"], name="pathcourse_once", violation_error_message=_("This course is in the path already.")
            ),
        ]

    def __str__(self) -> str:
        return str(self.course)
