"""The people, how their level and pay went over time, and the certifications they hold."""

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator, URLValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.planner.months import month_span
from aiteam.staff.import_models import Import, ImportedRow  # noqa: F401 # Django finds an app's models through this module
from aiteam.staff.search import fold

MAX_STUDY_HOURS = 40
HOURS_PER_YEAR = 52 * 40


class PersonQuerySet(models.QuerySet["Person"]):
    def visible_to(self, user: Any) -> Self:
        """Everybody for those who may see people, their own record for engineers, nobody otherwise."""
        if may(user, "people.view"):
            return self
        return self.filter(user=user) if may(user, "own.view") else self.none()

    def active(self, *, on: date) -> Self:
        """Those who work here on that day, first and last day included."""
        return self.filter(started_on__lte=on).not_left(on=on)

    def not_left(self, *, on: date) -> Self:
        """Those who work here on that day or will start later."""
        return self.filter(models.Q(ended_on=None, left_undated=False) | models.Q(ended_on__gte=on))

    def coming(self, *, on: date) -> Self:
        return self.filter(started_on__gt=on)

    def left(self, *, on: date) -> Self:
        return self.filter(models.Q(ended_on__lt=on) | models.Q(ended_on=None, left_undated=True))

    def matching(self, text: str) -> Self:
        """Those in whose name, number or address every word of `text` occurs, whatever its case and diacritics."""
        people = self
        for word in fold(text).split():
            people = people.filter(search_text__contains=word)
        return people

    def with_level(self, *, on: date) -> Self:
        """Adds `level_number`: that of the newest level that has started by that day, None without one.

        For somebody still to come it is the level of the first day of work.
        """
        started = models.Q(starts_on__lte=on) | models.Q(starts_on__lte=models.OuterRef("started_on"))
        newest = LevelPeriod.objects.filter(started, person=models.OuterRef("pk")).order_by("-starts_on")
        return self.annotate(level_number=models.Subquery(newest.values("level__number")[:1]))

    def at_level(self, number: int, *, on: date) -> Self:
        return self.with_level(on=on).filter(models.Q(level_number=number))

    def with_certificates(self) -> Self:
        """For pages that show the certificates of many people."""
        return self.prefetch_related(models.Prefetch("certificates", HeldCertification.objects.with_rules()))


class Person(models.Model):
    """`ended_on` is the last day of work. `experience_since` is the day the work with GPUs began.

    `left_undated` marks somebody known to have left whose last day nobody told; a known last day counts before it.
    """

    personnel_number = models.CharField(
        _("personnel number"),
        max_length=40,
        unique=True,
        validators=[RegexValidator(r"^[A-Za-z0-9][A-Za-z0-9+_.:-]*\Z", _("Letters, digits and + _ . : - only, without spaces."))],
        error_messages={"unique": _("There is already a person with this number.")},
    )
    given_name = models.CharField(_("given name"), max_length=100, blank=True)
    family_name = models.CharField(_("family name"), max_length=100)
    email = models.EmailField(_("email address"), blank=True)
    job_title = models.CharField(_("job title"), max_length=200, blank=True)
    role = models.ForeignKey(
        "catalog.Role", on_delete=models.PROTECT, null=True, blank=True, related_name="people", verbose_name=_("job role")
    )
    cluster = models.ForeignKey(
        "clusters.Cluster", on_delete=models.SET_NULL, null=True, blank=True, related_name="people", verbose_name=_("cluster")
    )
    started_on = models.DateField(_("works here since"))
    ended_on = models.DateField(_("last day of work"), null=True, blank=True)
    left_undated = models.BooleanField(_("has left, the last day is not known"), default=False)
    experience_since = models.DateField(_("works with GPUs since"), null=True, blank=True)
    study_hours_per_week = models.DecimalField(
        _("study hours a week"),
        max_digits=4,
        decimal_places=2,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal("0.25")), MaxValueValidator(MAX_STUDY_HOURS)],
    )
    may_be_trained = models.BooleanField(_("may be trained"), default=True)
    is_contractor = models.BooleanField(_("contractor"), default=False)
    notes = models.TextField(_("notes"), max_length=5000, blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="person", verbose_name=_("account")
    )
    search_text = models.CharField(max_length=700, editable=False)

    level_number: int | None  # from `with_level`
    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["search_text", "pk"]  # by name, whatever case and marks the database would sort apart
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="staff_email_once",
                violation_error_message=_("Another person has this email address."),
            ),
            models.CheckConstraint(
                condition=models.Q(ended_on=None) | models.Q(ended_on__gte=models.F("started_on")),
                name="staff_ends_after_start",
                violation_error_message=_("The last day of work is before the first."),
            ),
            models.CheckConstraint(
                condition=models.Q(study_hours_per_week=None)
                | models.Q(study_hours_per_week__gt=0, study_hours_per_week__lte=MAX_STUDY_HOURS),
                name="staff_study_hours_in_range",
                violation_error_message=_("Study hours are more than 0 and at most 40 a week."),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.refresh_search_text()
        super().save(*args, **kwargs)

    def refresh_search_text(self) -> None:
        """What `save` does by itself; writing many at once has to call it for each."""
        self.search_text = fold(" ".join([self.family_name, self.given_name, self.personnel_number, self.email]))

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    def has_left(self, day: date) -> bool:
        return self.left_undated if self.ended_on is None else self.ended_on < day

    def is_active(self, day: date) -> bool:
        return self.started_on <= day and not self.has_left(day)

    def experience_months(self, day: date) -> int | None:
        """Whole months of work with GPUs; None when its start is not known."""
        if self.experience_since is None:
            return None
        span = month_span(self.experience_since, day) - (day.day < self.experience_since.day)
        return max(span, 0)


class LevelPeriod(models.Model):
    """From `starts_on` the person is at this level, until the next one starts."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="levels", verbose_name=_("person"))
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


class PayPeriodQuerySet(models.QuerySet["PayPeriod"]):
    def visible_to(self, user: Any) -> Self:
        """Pay is a right of its own; not even one's own pay is shown without it."""
        return self if may(user, "pay.view") else self.none()


class PayPeriod(models.Model):
    """From `starts_on` the person is paid this much per year, month or hour, until the next period starts."""

    class Per(models.TextChoices):
        YEAR = "year", _("a year")
        MONTH = "month", _("a month")
        HOUR = "hour", _("an hour")

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="pay", verbose_name=_("person"))
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    currency = models.CharField(
        _("currency"), max_length=3, validators=[RegexValidator(r"^[A-Z]{3}\Z", _("Three capital letters, for instance EUR."))]
    )
    per = models.CharField(_("per"), max_length=5, choices=Per, default=Per.YEAR)
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
                condition=models.Q(amount__gte=0), name="staff_pay_not_negative", violation_error_message=_("Pay is not below zero.")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.starts_on})"

    @property
    def yearly(self) -> Decimal:
        """The amount for a year of 12 months or 2,080 hours (52 weeks of 40)."""
        return self.amount * {self.Per.YEAR: 1, self.Per.MONTH: 12, self.Per.HOUR: HOURS_PER_YEAR}[self.Per(self.per)]


class PersonSkill(models.Model):
    """A skill, speciality or background; since when, where known."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="skills", verbose_name=_("person"))
    skill = models.ForeignKey("catalog.Skill", on_delete=models.PROTECT, related_name="+", verbose_name=_("skill"))
    since = models.DateField(_("since"), null=True, blank=True)

    class Meta:
        ordering = ["person", "skill"]
        verbose_name = _("skill")
        verbose_name_plural = _("skills")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "skill"], name="staff_skill_once", violation_error_message=_("The person already has this skill.")
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.skill}"


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


# Django finds an app's models through this module.
from aiteam.staff.credits import CreditEntry  # noqa: E402, F401
from aiteam.staff.evidence import Evidence  # noqa: E402, F401
from aiteam.staff.proposals import Proposal  # noqa: E402, F401
