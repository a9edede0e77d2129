"""Storing a form's row where two people, or two clicks, may do so at the same moment."""

from typing import Any

from django.db import IntegrityError, transaction
from django.forms import ModelForm
from django.utils.translation import gettext as _

from aiteam.lib.conflicts import SeenForm


def saved(form: "ModelForm[Any]") -> bool:
    """Whether the form was valid and its row is stored.

    What others changed meanwhile is taken over or told (`SeenForm`). A twin that was stored in the meantime becomes an error of the form.
    """
    try:
        with transaction.atomic():
            if isinstance(form, SeenForm):
                form.catch_up()
            if not form.is_valid():
                return False
            form.save()
    except IntegrityError:
        form.add_error(None, twin_message())
        return False
    return True


def twin_message() -> str:
    return _("This was not stored: the same was entered a moment ago. Please look at the list before trying again.")
