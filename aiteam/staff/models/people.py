"""The people themselves. What changes over time is kept beside them as dated records (`periods.py`)."""

from datetime import date
from decimal import Decimal
from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import connections, models
from django.db.models import Case, Exists, OuterRef, Prefetch, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Lower
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.planner.months import month_span
from aiteam.staff.models.periods import Assignment, Employment, LevelPeriod, RolePeriod
from aiteam.staff.posts import Post, post_of
from aiteam.staff.search import fold, searchable, sort_name, sort_number

MAX_STUDY_HOURS = 40


class PersonQuerySet(models.QuerySet["Person"]):
    def visible_to(self, user: Any) -> Self:
        """Everybody for those who may see people, their own record for engineers, nobody otherwise."""
        if may(user, "people.view"):
            return self
        return self.filter(user=user) if may(user, "own.view") else self.none()

    def active(self, *, on: date) -> Self:
        """Those who work here on that day, first and last day included."""
        return self.filter(Exists(_employments().covering(on)))

    def not_left(self, *, on: date) -> Self:
        """Those who work here on that day or will start later."""
        return self.filter(Exists(_employments().not_ended(on)))

    def coming(self, *, on: date) -> Self:
        """Those who will start later and do not work here on that day."""
        return self.filter(Exists(_employments().not_ended(on).filter(starts_on__gt=on)), ~Exists(_employments().covering(on)))

    def left(self, *, on: date) -> Self:
        return self.filter(~Exists(_employments().not_ended(on)))

    def matching(self, text: str) -> Self:
        """Those in whose name, number or address every word of `text` occurs, whatever its case and diacritics."""
        words = [Q(search_text__contains=word) for word in fold(text).split()]
        if not words:
            return self
        if connections[self.db].vendor == "sqlite":  # reads the texts from their index only where it need not sort at once
            return self.filter(pk__in=Person.objects.order_by().filter(*words).values("pk"))
        return self.filter(*words)

    def with_level(self, *, on: date) -> Self:
        """Adds `level_number`: that of the level in force on that day, None without one (see `post_of` for somebody still to come)."""
        return self.with_column("level_number", LevelPeriod, "level__number", on=on)

    def at_level(self, number: int | None, *, on: date) -> Self:
        """Those at the level of this number on that day; `None` stands for those without one."""
        ever = self if number is None else self.filter(pk__in=LevelPeriod.objects.filter(level__number=number).values("person"))
        return ever.with_level(on=on).filter(Q(level_number=number))

    def in_role(self, role: Any, *, on: date) -> Self:
        """Those whose role it is on that day; `None` stands for those without one."""
        ever = self.filter(pk__in=RolePeriod.objects.filter(role=role).values("person")) if role else self
        return ever.with_column("role_on", RolePeriod, "role", on=on).filter(Q(role_on=role.pk) if role else Q(role_on=None))

    def in_cluster(self, cluster: Any, *, on: date) -> Self:
        """Those assigned to it (a cluster or its key) on that day; `None` stands for those assigned to none."""
        key = getattr(cluster, "pk", cluster)
        ever = self.filter(pk__in=Assignment.objects.filter(cluster=key).values("person")) if key else self
        return ever.with_column("cluster_on", Assignment, "cluster", on=on).filter(Q(cluster_on=key) if key else Q(cluster_on=None))

    def assigned_somewhere(self, *, on: date) -> Self:
        """Those whose assignment of that day names a cluster; who never had one is not looked at any closer."""
        ever = Assignment.objects.filter(cluster__isnull=False).values("person")
        return self.filter(pk__in=ever).with_column("cluster_on", Assignment, "cluster", on=on).filter(Q(cluster_on__isnull=False))

    def with_column(self, name: str, model: type[models.Model], column: str, *, on: date) -> Self:
        """Adds, as `name`, a column of the newest record of `model` that has started on the day each person is shown for (see `post_of`)."""
        coming = _employments().not_ended(on).order_by("starts_on").values("starts_on")[:1]
        shown_on = Case(When(Exists(_employments().covering(on)), then=Value(on)), default=Coalesce(Subquery(coming), Value(on)))
        started = model._default_manager.filter(person=OuterRef("pk"), starts_on__lte=OuterRef("shown_on")).order_by("-starts_on")
        return self.alias(shown_on=shown_on).annotate(**{name: Subquery(started.values(column)[:1])})

    def with_first_day(self, name: str, *, on: date) -> Self:
        """Adds, as `name`, the first day of the employment of that day."""
        return self._of_employment(name, "starts_on", on)

    def with_employment(self, name: str, *, on: date) -> Self:
        """Adds, as `name`, the key of the employment of that day."""
        return self._of_employment(name, "pk", on)

    def _of_employment(self, name: str, column: str, on: date) -> Self:
        """A column of the employment that `posts.employment_on` names."""
        chosen = [
            _employments().covering(on).order_by("-starts_on"),
            _employments().not_ended(on).order_by("starts_on"),
            _employments().order_by("-starts_on"),
        ]
        return self.annotate(**{name: Coalesce(*(Subquery(some.values(column)[:1]) for some in chosen))})

    def with_posts(self) -> Self:
        """For pages that ask `post` of many people: four queries, however many they are."""
        return self.prefetch_related(
            "employments",
            Prefetch("levels", LevelPeriod.objects.select_related("level")),
            Prefetch("roles", RolePeriod.objects.select_related("role")),
            Prefetch("assignments", Assignment.objects.select_related("cluster")),
        )

    def with_certificates(self) -> Self:
        """For pages that show the certificates of many people."""
        from aiteam.staff.models.certificates import HeldCertification

        return self.prefetch_related(Prefetch("certificates", HeldCertification.objects.with_rules()))


def _employments() -> Any:
    return Employment.objects.filter(person=OuterRef("pk"))


class Person(models.Model):
    """`experience_since` is the day the work with GPUs began."""

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
    notes = models.TextField(_("notes"), max_length=5000, blank=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="person", verbose_name=_("account")
    )
    # What finds and sorts people, whatever case, marks and database; made of the columns above by `refresh_keys`.
    search_text = models.CharField(max_length=1500, editable=False)
    sort_name = models.CharField(max_length=250, editable=False)
    sort_name_nl = models.CharField(max_length=250, editable=False)
    sort_number = models.CharField(max_length=250, editable=False)

    level_number: int | None  # from `with_level`
    objects = PersonQuerySet.as_manager()

    class Meta:
        ordering = ["sort_name", "pk"]
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes: ClassVar = [
            models.Index(fields=["sort_name", "id"], name="staff_by_name"),
            models.Index(fields=["sort_name_nl", "id"], name="staff_by_name_nl"),
            models.Index(fields=["sort_number", "id"], name="staff_by_number"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="staff_email_once",
                violation_error_message=_("Another person has this email address."),
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
        self.refresh_keys()
        super().save(*args, **kwargs)

    def refresh_keys(self) -> None:
        """What `save` does by itself; writing many at once has to call it for each, and to store KEYS."""
        self.search_text = searchable(self.family_name, self.given_name, self.personnel_number, self.email)
        self.sort_name = sort_name(self.given_name, self.family_name, "en")
        self.sort_name_nl = sort_name(self.given_name, self.family_name, "nl")
        self.sort_number = sort_number(self.personnel_number)

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    def post(self, day: date) -> Post:
        """Employment, level, role and cluster on that day. For many people fetch them `with_posts`."""
        return post_of(self.employments.all(), self.levels.all(), self.roles.all(), self.assignments.all(), day)

    def experience_months(self, day: date) -> int | None:
        """Whole months of work with GPUs; None when its start is not known."""
        if self.experience_since is None:
            return None
        span = month_span(self.experience_since, day) - (day.day < self.experience_since.day)
        return max(span, 0)


KEYS = ("search_text", "sort_name", "sort_name_nl", "sort_number")


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
