"""When reminders are due, what was sent to whom, what receivers wish, mails kept in the site, and private calendar addresses."""

from datetime import date
from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may

DEFAULT_STEPS = (90, 60, 30, 7)
AFTER_END = -1  # as a step: the day after the last valid day


def default_steps() -> list[int]:
    return list(DEFAULT_STEPS)


class Ladder(models.Model):
    """When reminders of a certification go out. A certification without a row has the default ladder."""

    certification = models.OneToOneField(
        "catalog.Certification", on_delete=models.CASCADE, related_name="ladder", verbose_name=_("certification")
    )
    days_before = models.JSONField(_("days before the last valid day"), default=default_steps)
    after_end = models.BooleanField(_("also once it has ended"), default=True)

    class Meta:
        verbose_name = _("reminder ladder")
        verbose_name_plural = _("reminder ladders")

    def __str__(self) -> str:
        return str(self.certification)

    @property
    def steps(self) -> tuple[int, ...]:
        """Days before the last valid day, the earliest reminder first; AFTER_END for the day after it."""
        before = sorted({int(days) for days in self.days_before}, reverse=True)
        return (*before, AFTER_END) if self.after_end else tuple(before)


class Preference(models.Model):
    """How an account wishes to be reminded. Without a row: at once, of everything."""

    class Own(models.TextChoices):
        AT_ONCE = "at_once", _("a mail for each certificate")
        DIGEST = "digest", _("one mail a day with all")

    class Others(models.TextChoices):
        AT_ONCE = "at_once", _("a mail for each certificate")
        DIGEST = "digest", _("one mail a day with all")
        NONE = "none", _("no mail")

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminder_preference")
    own = models.CharField(_("of my own certificates"), max_length=10, choices=Own, default=Own.AT_ONCE)
    others = models.CharField(_("of other people's certificates"), max_length=10, choices=Others, default=Others.AT_ONCE)

    class Meta:
        verbose_name = _("reminder preference")
        verbose_name_plural = _("reminder preferences")

    def __str__(self) -> str:
        return str(self.account)


class Snooze(models.Model):
    """Until that day the account hears nothing of this certificate; on the day itself it does again."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    held = models.ForeignKey("staff.HeldCertification", on_delete=models.CASCADE, related_name="+")
    until = models.DateField(_("quiet until"))

    class Meta:
        verbose_name = _("snooze")
        verbose_name_plural = _("snoozes")
        constraints: ClassVar = [models.UniqueConstraint(fields=["account", "held"], name="notices_one_snooze_each")]

    def __str__(self) -> str:
        return f"{self.account}: {self.held} ({self.until})"


class Reminder(models.Model):
    """The sent log: one row for each certificate, end, step and receiver, written before the mail leaves.

    `ends_on` belongs to the key, so that a corrected end begins its own ladder. `to_holder` tells the holder's own reminder; `account`
    is then the holder's account, if there is one. `digest_on` is the day of the digest that carried the line.
    """

    class Status(models.TextChoices):
        CLAIMED = "claimed", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        SKIPPED = "skipped", _("skipped")

    held = models.ForeignKey("staff.HeldCertification", on_delete=models.CASCADE, related_name="reminders")
    ends_on = models.DateField(_("last valid day"))
    step = models.SmallIntegerField(_("step"))
    to_holder = models.BooleanField(_("to the holder"))
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    address = models.EmailField(_("email address"))
    digest_on = models.DateField(_("day of the digest"), null=True)
    status = models.CharField(_("status"), max_length=10, choices=Status)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    claimed_at = models.DateTimeField(_("claimed at"), null=True)
    sent_at = models.DateTimeField(_("sent at"), null=True)
    error = models.TextField(_("error"), blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["held", "ends_on", "step"], condition=models.Q(to_holder=True), name="notices_holder_reminded_once"
            ),
            models.UniqueConstraint(
                fields=["held", "ends_on", "step", "account"], condition=models.Q(to_holder=False), name="notices_account_reminded_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["account", "digest_on"], name="notices_digest"),
            models.Index(fields=["status"], condition=models.Q(status="failed"), name="notices_failed"),
        ]

    def __str__(self) -> str:
        return f"{self.held} ({self.step}): {self.get_status_display()}"


class StoredMailQuerySet(models.QuerySet["StoredMail"]):
    def visible_to(self, user: Any) -> Self:
        """Reminders; any mail for those who manage accounts, since other mails may open one."""
        if not may(user, "mail.view"):
            return self.none()
        return self if may(user, "users.manage") else self.filter(is_reminder=True)


class StoredMail(models.Model):
    """A mail that was kept here instead of being sent: the site is a demo or knows no mail server."""

    stored_at = models.DateTimeField(_("kept at"), auto_now_add=True)
    sender = models.CharField(_("from"), max_length=320)
    receivers = models.TextField(_("to"))
    subject = models.TextField(_("subject"))
    body = models.TextField(_("text"))
    is_reminder = models.BooleanField(default=False)

    objects = StoredMailQuerySet.as_manager()

    class Meta:
        ordering = ["-stored_at", "-pk"]
        verbose_name = _("kept mail")
        verbose_name_plural = _("kept mails")

    def __str__(self) -> str:
        return self.subject


class CalendarAddress(models.Model):
    """A private address of a calendar, which shows what `owner` may see. Only a hash of its secret is kept.

    Making the address anew replaces the hash, revoking deletes the row: the former address is dead at once.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_addresses")
    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("person"))
    cluster = models.ForeignKey("clusters.Cluster", on_delete=models.CASCADE, null=True, related_name="+", verbose_name=_("cluster"))
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(_("made at"))

    class Meta:
        ordering = ["pk"]
        verbose_name = _("calendar address")
        verbose_name_plural = _("calendar addresses")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "person"], name="notices_one_calendar_of_a_person"),
            models.UniqueConstraint(fields=["owner", "cluster"], name="notices_one_calendar_of_a_cluster"),
            models.CheckConstraint(
                condition=models.Q(person=None, cluster__isnull=False) | models.Q(person__isnull=False, cluster=None),
                name="notices_calendar_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return str(self.person or self.cluster)


def is_quiet(until: date | None, day: date) -> bool:
    return until is not None and day < until
