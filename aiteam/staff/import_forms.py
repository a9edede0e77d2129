"""The steps of an import: the file, its columns, and the questions it raises."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.html import conditional_escape
from django.utils.translation import gettext_lazy as _

from aiteam.lib.days import DayField
from aiteam.staff.imports.fields import Field
from aiteam.staff.imports.findings import Question
from aiteam.staff.imports.headers import IGNORED, Table
from aiteam.staff.imports.reading import MAX_BYTES, shown
from aiteam.staff.imports.values import CODES

SAMPLES = 3
TWO_YEARS = 2 * 366
MAX_QUESTIONS = 200
NONE = "-"  # the answer "none of them"; an empty one leaves the question open
# Where the answer to a question is kept in Options: as one value, or by what the question is about.
SINGLE = {"date_order": "date_order", "point": "point", "currency": "currency", "pay_per": "pay_per"}
BY_VALUE = {"role": "roles", "person": "people", "certification": "certifications"}


class UploadForm(forms.Form):
    file = forms.FileField(label=_("File"), help_text=_("CSV or XLSX, at most 5 MB and 50,000 rows."))

    def clean_file(self) -> "UploadedFile[Any]":
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(_("The file is larger than 5 MB. Split it, or leave out pictures and other sheets."))
        return file


class ColumnsForm(forms.Form):
    """What each column of the file is. Its first values stand beside it."""

    def __init__(self, data: Any, *, table: Table, fields: Mapping[str, Field]) -> None:
        super().__init__(data)
        self.headers: dict[str, str] = {}
        choices = [(IGNORED, _("Do not take over")), *((name, field.label) for name, field in fields.items())]
        chosen = {index: name for name, index in table.fields.items()}
        for index, header in enumerate(table.headers):
            if header and header not in self.headers.values():
                name = f"column_{index}"
                self.headers[name] = header
                self.fields[name] = forms.ChoiceField(
                    choices=choices, label=header, initial=chosen.get(index, IGNORED), help_text=_samples(table, index)
                )

    def clean(self) -> dict[str, Any]:
        taken: dict[str, str] = {}
        for name, header in self.headers.items():
            field = self.cleaned_data.get(name, IGNORED)
            if field != IGNORED and taken.setdefault(field, header) != header:
                self.add_error(name, _("The column “%(column)s” is that already.") % {"column": taken[field]})
        return self.cleaned_data

    def mapping(self) -> dict[str, str]:
        return {header: self.cleaned_data[name] for name, header in self.headers.items()}


def _samples(table: Table, index: int) -> str:
    cells = [shown(row.cells[index]) for row in table.rows if index < len(row.cells)]
    found = list(dict.fromkeys(cell.strip()[:40] for cell in cells if cell.strip()))[:SAMPLES]
    # Field rows show help texts as they are; these come out of a file.
    return " · ".join(conditional_escape(cell) for cell in found)


class QuestionsForm(forms.Form):
    """One field a question; what stays empty is asked again."""

    on = DayField(
        label=_("Changed values count from"),
        days_ahead=TWO_YEARS,
        help_text=_("For pay, level and GPUs without a day of their own. Somebody new has them from the first day of work."),
    )

    def __init__(self, data: Any, *, questions: Sequence[Question], initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        self.questions = {f"question_{index}": question for index, question in enumerate(_answerable(questions))}
        for name, question in self.questions.items():
            self.fields[name] = _field_for(question)

    def clean(self) -> dict[str, Any]:
        for name, question in self.questions.items():
            if question.kind == "currency" and (code := self.cleaned_data.get(name)):
                self.cleaned_data[name] = code.upper()
                if code.upper() not in CODES:
                    self.add_error(name, _("Write the currency in three letters, for instance EUR."))
        return self.cleaned_data

    def answers(self) -> dict[str, Any]:
        """What was answered, as Options keeps it."""
        found: dict[str, Any] = {"on": self.cleaned_data["on"].isoformat()}
        for name, question in self.questions.items():
            answer = self.cleaned_data[name]
            if answer == "":
                continue
            answer = "" if answer == NONE else answer
            if question.kind in SINGLE:
                found[SINGLE[question.kind]] = answer
            elif question.kind in BY_VALUE:
                found.setdefault(BY_VALUE[question.kind], {})[question.value] = answer
            elif question.kind == "twin":
                found.setdefault("twins", {})[str(question.lines[0])] = answer
        return found


def _answerable(questions: Sequence[Question]) -> list[Question]:
    """Urgent ones first. A missing column is chosen in the step before."""
    asked = [question for question in questions if question.kind != "column"]
    return sorted(asked, key=lambda question: not question.is_urgent)[:MAX_QUESTIONS]


def _field_for(question: Question) -> forms.Field:
    lines = ", ".join(str(line) for line in question.lines[:10]) + (" …" if len(question.lines) > 10 else "")
    help_text = _("Line: %(lines)s") % {"lines": lines} if lines else ""
    if not question.choices:
        words = _("Personnel number") if question.kind == "person" else _("Three capital letters, for instance EUR.")
        return forms.CharField(
            label=question.text, required=False, max_length=100, help_text=" · ".join(filter(None, [str(words), help_text]))
        )
    choices = [("", _("Leave open")), *((value or NONE, words) for value, words in question.choices)]
    return forms.ChoiceField(label=question.text, choices=choices, required=False, help_text=help_text)
