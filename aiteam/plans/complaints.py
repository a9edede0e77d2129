"""The planner's complaints in the reader's language."""

from datetime import date

from django.utils.translation import get_language, gettext

from aiteam.lib import formats
from aiteam.planner.errors import Complaint
from aiteam.planner.explanations import Value


def complaint_text(complaint: Complaint) -> str:
    language = get_language() or "en"
    return gettext(complaint.message) % {name: _said(name, value, language) for name, value in complaint.params.items()}


def _said(name: str, value: Value, language: str) -> str:
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, int):
        return formats.number(value, language)
    return formats.day(date.fromisoformat(value), language) if name.endswith("_on") else value
