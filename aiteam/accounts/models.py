"""Who signs in."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import Role, may


class User(AbstractUser):
    """An account. What it may do follows from its one role. A demo account can sign in only while the demo mode is on."""

    role = models.CharField(_("role"), max_length=30, choices=Role, default=Role.ENGINEER)
    language = models.CharField(
        _("language"), max_length=2, blank=True, choices=[("en", "English"), ("nl", "Nederlands"), ("de", "Deutsch")]
    )
    is_demo = models.BooleanField(_("demo account"), default=False, editable=False)

    class Meta:
        ordering = ["username"]
        verbose_name = _("account")
        verbose_name_plural = _("accounts")

    def may(self, right: str) -> bool:
        return may(self, right)
