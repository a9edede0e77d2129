"""What was typed into a form, to be read where the form itself is not at hand."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.apps import apps
from django.db import models
from django.urls import Resolver404, resolve
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from aiteam.lib import formats

# What a form carries for itself.
SILENT = re.compile(r"(^|-)(csrfmiddlewaretoken|seen|id|next|kept|action|preview|add_rows|submission|[A-Z]+(_[A-Z]+)?_FORMS)$")
OPEN_TO_ALL = {"catalog"}  # whose rows everybody with an account may read


def typed_rows(fields: Iterable[tuple[str, str]], address: str, user: Any) -> list[tuple[str, str]]:
    """(label, value) of every field that was filled in; several values of one field in one row."""
    found: dict[str, list[str]] = {}
    for name, value in fields:
        if value.strip() and not SILENT.search(name):
            found.setdefault(name, []).append(value)
    app = _app(address)
    return [_row(name, values, app, user) for name, values in found.items()]


def _row(name: str, values: list[str], app: str, user: Any) -> tuple[str, str]:
    *before, last = name.split("-")
    numbers = [int(part) + 1 for part in before if part.isdecimal() and len(part) < 6]
    field = _field(last, app)
    label = str(capfirst(field.verbose_name)) if field else _("Remove") if last == "DELETE" else capfirst(last.replace("_", " "))
    shown = ", ".join(_words(field, value, user) for value in values)
    return " ".join([label, *map(str, numbers)]), shown


def _app(address: str) -> str:
    """The app whose page it is."""
    try:
        module = resolve(address.split("?")[0]).func.__module__
    except Resolver404:
        return ""
    return module.split(".")[1] if module.startswith("aiteam.") else ""


def _field(name: str, app: str) -> "models.Field[Any, Any] | None":
    """The column of this name; that of the page's own app, if there are several."""
    named = [
        (model._meta.app_label != app, field)
        for model in apps.get_models()
        if model.__module__.startswith("aiteam.")
        for field in model._meta.fields
        if field.name == name
    ]
    return min(named, key=lambda pair: pair[0])[1] if named else None


def _words(field: "models.Field[Any, Any] | None", value: str, user: Any) -> str:
    if isinstance(field, models.ForeignKey):
        return _named(field.related_model, value, user)
    if isinstance(field, models.BooleanField):
        return _("yes") if value == "on" else value
    if isinstance(field, models.DateField):
        return _day(value)
    return str(dict(field.flatchoices).get(value, value)) if field else value


def _named(model: Any, value: str, user: Any) -> str:
    """A row by its name if the reader may see it, else as it was sent."""
    rows = model._default_manager.all()
    if hasattr(rows, "visible_to"):
        rows = rows.visible_to(user)
    elif model._meta.app_label not in OPEN_TO_ALL:
        return value
    row = rows.filter(pk=value).first() if value.isascii() and value.isdecimal() and len(value) < 10 else None
    return str(row) if row else value


def _day(value: str) -> str:
    try:
        return formats.day(date.fromisoformat(value), get_language() or "en")
    except ValueError:
        return value
