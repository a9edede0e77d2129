"""Accounts as an administrator keeps them."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.lib.conflicts import SeenForm


class NewAccountForm(UserCreationForm):  # type: ignore[type-arg]
    class Meta(UserCreationForm.Meta):
        model = User
        fields = ("username", "first_name", "last_name", "email", "role", "language")


class AccountForm(SeenForm):
    """`actor` is who changes the account: nobody shuts themselves out, so that an administrator always remains."""

    class Meta:
        model = User
        fields = ("first_name", "last_name", "email", "role", "language", "is_active")

    def __init__(self, *args: Any, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.actor = actor
        self.fields["is_active"].help_text = _("Without this mark the person cannot sign in; everything else stays.")

    def clean_role(self) -> str:
        role: str = self.cleaned_data["role"]
        if self.instance == self.actor and role != Role.ADMINISTRATOR:
            raise forms.ValidationError(_("You cannot give up your own administrator role; another administrator can."))
        return role

    def clean_is_active(self) -> bool:
        is_active: bool = self.cleaned_data["is_active"]
        if self.instance == self.actor and not is_active:
            raise forms.ValidationError(_("You cannot deactivate your own account; another administrator can."))
        return is_active


class PreferencesForm(SeenForm):
    """What everybody may change about their own account."""

    class Meta:
        model = User
        fields = ("first_name", "last_name", "email", "language")
