"""Storing a form's row where two people, or two clicks, may do so at the same moment."""

from typing import Any

from django.db import IntegrityError, transaction
from django.forms import ModelForm
from django.utils.translation import gettext as _


def saved(form: "ModelForm[Any]") -> bool:
    """Whether the form was valid and its row is stored. A twin that was stored in the meantime becomes an error of the form."""
    if not form.is_valid():
        return False
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:
        form.add_error(None, _("This was not stored: the same was entered a moment ago. Please look at the list before trying again."))
        return False
    return True
