"""Two people, or two tabs, changing one row: what only one of them changed is merged, what both changed is put to the second.

There is no version column. The form carries the values it was opened with and compares them with the row when it is stored, so that
imports and bulk updates are noticed like any other edit.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms.models import model_to_dict
from django.http import Http404
from django.utils.choices import flatten_choices
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from aiteam.lib import formats

Plain = str | list[str]


class _Seen(forms.CharField):
    """Never a change of its own, or every empty row of a form set would count as filled in."""

    widget = forms.HiddenInput

    def has_changed(self, initial: Any, data: Any) -> bool:
        return False


class SeenForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form for rows that others may change at the same time. How to use it:

    - derive from it instead of ModelForm; a page that lists its fields one by one renders `{{ form.seen }}` as well;
    - store it by `lib.saving.saved(form)`, which calls `catch_up` first, within its transaction. Code with a transaction of its own does so;
    - where the form shows a field otherwise than the row has it, override `values_of` (and use it for `initial`).

    A field that was left as seen takes the newer value. One that both changed gets an error which tells the stored value and keeps what was
    typed; sent once more it overwrites. A row that is gone is a 404, whose page shows what was typed. New rows pass through untouched.
    """

    data: Any  # a copy of the request's, which a merge writes to
    seen = _Seen(required=False, label="")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seen"].initial = lambda: _written(self.shown_values())
        self._conflicts: dict[str, str] = {}

    def values_of(self, row: Model) -> dict[str, Any]:
        """The row as the form shows it, by name of the field."""
        return model_to_dict(row, self._meta.fields, self._meta.exclude)

    def shown_values(self) -> dict[str, Plain]:
        values = self.values_of(self.instance)
        return {name: plain(values[name]) for name in self._compared() if name in values}

    def catch_up(self) -> None:
        """Reads the row again, locked where the database can, and merges. Call it in the transaction that stores, before `is_valid`."""
        if self.instance.pk is None:
            return
        model = type(self.instance)
        try:
            self.instance.refresh_from_db(from_queryset=model._base_manager.select_for_update())
        except model.DoesNotExist as error:
            raise Http404 from error
        self.merge()

    def merge(self) -> None:
        """For an instance that was just read under a lock. Forgets an earlier validation."""
        seen, stored = self.seen_values(), self.values_of(self.instance)
        self.data = self.data.copy()
        self._conflicts = {}
        for name in self.moved(seen):
            if self._typed(name) == seen[name]:
                self._type(name, stored[name])
            elif self._typed(name) != plain(stored[name]):
                told = _("Changed meanwhile; stored now: %(value)s. Save again to put yours in its place.")
                self.tell(name, told % {"value": self._words(name, stored[name])})
        self.data[self.add_prefix("seen")] = _written(self.shown_values())
        self._start_again(stored)

    def seen_values(self) -> dict[str, Plain]:
        """What the form was opened with; nothing where that did not come along."""
        try:
            seen = json.loads(self.data.get(self.add_prefix("seen"), ""))
        except (ValueError, TypeError, RecursionError):
            return {}
        return {str(name): value for name, value in seen.items() if isinstance(value, str | list)} if isinstance(seen, dict) else {}

    def moved(self, seen: Mapping[str, Plain]) -> list[str]:
        """The fields whose stored value is another one than was seen."""
        return [name for name, value in self.shown_values().items() if name in seen and seen[name] != value]

    def is_as_seen(self) -> bool:
        """Whether every field was left as the form was opened with; not so where that did not come along."""
        seen = self.seen_values()
        return bool(seen) and all(self._typed(name) == value for name, value in seen.items() if name in self.fields)

    def tell(self, name: str, message: str) -> None:
        """An error that the validation to come adds to the field."""
        self._conflicts[name] = message

    def _post_clean(self) -> None:
        super()._post_clean()  # type: ignore[misc]  # the stubs leave it out
        for name, told in self._conflicts.items():
            self.add_error(name, told)

    def _compared(self) -> Iterable[str]:
        return (
            name
            for name, field in self.fields.items()
            if not field.widget.is_hidden and not field.disabled and not isinstance(field, forms.FileField)
        )

    def _typed(self, name: str) -> Plain:
        raw = self[name].data
        try:
            return plain(self.fields[name].to_python(raw))
        except ValidationError:
            return plain(raw)

    def _type(self, name: str, value: Any) -> None:
        """As if the stored value had been typed."""
        key, widget, value = self.add_prefix(name), self.fields[name].widget, self.fields[name].prepare_value(value)
        if isinstance(widget, forms.SelectMultiple):
            self.data.setlist(key, plain(value))
        elif isinstance(widget, forms.CheckboxInput):
            self.data[key] = "on" if value else ""
        elif isinstance(widget, forms.Select | forms.RadioSelect):
            self.data[key] = plain(value)
        else:
            self.data[key] = widget.format_value(value) or ""

    def _words(self, name: str, value: Any) -> str:
        """A stored value for the reader: choices by their label, days and numbers in the reader's format."""
        field, language = self.fields[name], get_language() or "en"
        if isinstance(field, forms.ModelChoiceField | forms.ChoiceField):
            chosen = plain(value)
            several = chosen if isinstance(chosen, list) else [chosen] if chosen else []
            labels = _labels(field, several)
            return ", ".join(labels.get(one, "…") for one in several) or _("nothing")
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, date):
            return formats.day(value, language)
        if isinstance(value, int | Decimal):
            return formats.number(value, language)
        return str(value) if value not in field.empty_values else _("nothing")

    def _start_again(self, stored: Mapping[str, Any]) -> None:
        self.initial.update(stored)
        self._errors = None
        self._bound_fields_cache.clear()  # type: ignore[attr-defined]  # the stubs leave it out
        self.__dict__.pop("changed_data", None)


def plain(value: Any) -> Plain:
    """A value as text that is the same whatever the language of the page, the browser's line ends and the decimals written out."""
    if value is None or value is False:
        return ""
    if isinstance(value, Model):
        return str(value.pk)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return sorted(str(plain(one)) for one in value)
    return "\n".join(str(value).split("\r\n")).strip()


def _written(values: Mapping[str, Plain]) -> str:
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def _labels(field: "forms.ModelChoiceField[Any] | forms.ChoiceField", chosen: list[str]) -> dict[str, str]:
    """By the choice; a row that the reader may not choose stays unnamed."""
    if isinstance(field, forms.ModelChoiceField):
        rows = field.queryset.filter(pk__in=chosen) if field.queryset is not None else []
        return {str(row.pk): field.label_from_instance(row) for row in rows}
    return {str(choice): str(label) for choice, label in flatten_choices(field.choices)}  # type: ignore[arg-type, var-annotated]  # groups or not
