"""Forms as a browser sends them back."""

from typing import Any

from django import forms
from django.http import QueryDict


def untouched(*pages: Any) -> QueryDict:
    """What is sent of these forms or form sets when nobody changed anything. Hidden fields travel, as in the page."""
    data = QueryDict(mutable=True)
    for page in pages:
        parts = [page.management_form, *page.forms] if isinstance(page, forms.BaseFormSet) else [page]
        for field in (field for part in parts for field in part):
            value = _sent(field)
            if value is not None:
                data[field.html_name] = value
    return data


def _sent(field: forms.BoundField) -> str | None:
    value, widget = field.value(), field.field.widget
    if isinstance(widget, forms.CheckboxInput):
        return "on" if value else None
    return str(widget.format_value(value) or "") if not isinstance(widget, forms.Select) else str(value or "")
