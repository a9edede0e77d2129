"""A named way to look at the list of people: filters, order and columns."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may


class SavedViewQuerySet(models.QuerySet["SavedView"]):
    def visible_to(self, user: Any) -> Self:
        """One's own, and what others share, for those who may see people."""
        return self.filter(models.Q(owner=user) | models.Q(is_shared=True)) if may(user, "people.view") else self.none()


class SavedView(models.Model):
    """`query` is the part of the list's address behind the question mark. `is_start`: the owner's list opens with it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("owner"))
    name = models.CharField(_("name"), max_length=80)
    query = models.CharField(_("query"), max_length=2000)
    is_shared = models.BooleanField(_("shared with everybody who sees people"), default=False)
    is_start = models.BooleanField(_("my list opens with it"), default=False)

    objects = SavedViewQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        verbose_name = _("saved view")
        verbose_name_plural = _("saved views")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["owner", "name"], name="staff_saved_view_once", violation_error_message=_("You already have a view of this name.")
            ),
            models.UniqueConstraint(fields=["owner"], condition=models.Q(is_start=True), name="staff_one_start_view"),
        ]

    def __str__(self) -> str:
        return self.name
