"""What was typed into a form, to be read where the form itself is not at hand."""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import Any

from django import forms
from django.forms.forms import BaseForm
from django.urls import Resolver404, resolve
from django.utils.choices import flatten_choices
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
    known = _known_fields(address, {name.split("-")[-1] for name in found})
    return [_row(name, values, known.get(name.split("-")[-1]), user) for name, values in found.items()]


def _known_fields(address: str, names: Collection[str]) -> dict[str, forms.Field]:
    """The fields of these names in the forms of the page's own app; the form that has most of the names comes first."""
    try:
        module = resolve(address.split("?")[0]).func.__module__
    except Resolver404:
        return {}
    app = ".".join(module.split(".")[:2]) + "."
    known = [form.base_fields for form in _forms(BaseForm) if form.__module__.startswith(app)]
    best_last = sorted(known, key=lambda fields: len(fields.keys() & set(names)))
    return {name: field for fields in best_last for name, field in fields.items()}


def _forms(form: Any) -> Iterator[Any]:
    for one in form.__subclasses__():
        if hasattr(one, "base_fields"):
            yield one
        yield from _forms(one)


def _row(name: str, values: list[str], field: forms.Field | None, user: Any) -> tuple[str, str]:
    """The rows of a form set are numbered: "From 2"."""
    *before, last = name.split("-")
    label = field.label if field and field.label else _("Remove") if last == "DELETE" else capfirst(last.replace("_", " "))
    numbers = [str(int(part) + 1) for part in before if part.isdecimal() and len(part) < 6]
    return " ".join([str(label), *numbers]), ", ".join(_words(field, value, user) for value in values)


def _words(field: forms.Field | None, value: str, user: Any) -> str:
    if isinstance(field, forms.ModelChoiceField):
        return _named(field.queryset.model, value, user) if field.queryset is not None else value
    if isinstance(field, forms.ChoiceField):
        return str(dict(flatten_choices(field.choices)).get(value, value))  # type: ignore[arg-type]  # groups or not
    if isinstance(field, forms.DateField):
        return _day(value)
    return _("yes") if value == "on" and (field is None or isinstance(field, forms.BooleanField)) else value


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
