"""What engineers propose for their own record: nothing changes until somebody else accepts it."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models.signals import post_delete
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.staff.evidence import evidence_storage, random_name, remove_file


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def visible_to(self, user: Any) -> Self:
        """Everybody's for those who may decide, their own for engineers."""
        if may(user, "people.change"):
            return self
        return self.filter(person__user=user) if may(user, "own.view") else self.none()


class Proposal(models.Model):
    """`answers` are what was typed into the form of its kind, so that accepting goes the way of typing it in; `text` is a request in words.

    `file` is evidence until the decision: then it becomes that of the new certificate, or goes.
    """

    class Kind(models.TextChoices):
        CERTIFICATE = "certificate", _("new certificate")
        SKILL = "skill", _("new skill")
        CORRECTION = "correction", _("correction")

    class Decision(models.TextChoices):
        WAITING = "waiting", _("waits for a decision")
        ACCEPTED = "accepted", _("accepted")
        REFUSED = "refused", _("refused")

    person = models.ForeignKey("staff.Person", on_delete=models.CASCADE, related_name="proposals", verbose_name=_("person"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    answers = models.JSONField(_("answers"), default=dict, blank=True)
    text = models.TextField(_("what is to be corrected"), max_length=2000, blank=True)
    file = models.FileField(_("evidence"), storage=evidence_storage, upload_to=random_name, blank=True)
    name = models.CharField(_("file name"), max_length=150, blank=True)
    content_type = models.CharField(_("kind of file"), max_length=20, blank=True)
    size = models.PositiveIntegerField(_("size in bytes"), default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("proposed by"))
    at = models.DateTimeField(_("proposed at"), auto_now_add=True)
    decision = models.CharField(_("decision"), max_length=10, choices=Decision, default=Decision.WAITING)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    objects = ProposalQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-at", "-pk"]
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(decision="refused") | ~models.Q(reason=""),
                name="staff_proposal_refused_with_reason",
                violation_error_message=_("A refusal needs a reason."),
            )
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_kind_display()}"


post_delete.connect(remove_file, sender=Proposal)
