"""What a reader of a plan may change about it: lay down or forbid a decision, or ask what becomes of it after an event."""

from typing import Any

from django import forms
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext_lazy as _

from aiteam.lib.days import DayField
from aiteam.lib.numbers import WholeNumberField
from aiteam.planner.request import Directive
from aiteam.planner.what_if import NEEDED, Event
from aiteam.plans.models import Plan

FAR_AHEAD = 60 * 366


class DirectiveForm(forms.Form):
    """Sent by a button beside a decision; there is nothing to type, so that what does not fit is no mistake of the reader's."""

    action = forms.ChoiceField(choices=[("fix", ""), ("forbid", ""), ("release", "")])
    what = forms.ChoiceField(choices=[("training", ""), ("hire", ""), ("contract", "")])
    person = forms.CharField(required=False, max_length=100)
    role = forms.CharField(required=False, max_length=100)
    month = forms.DateField(required=False, input_formats=["%Y-%m-%d"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not (cleaned.get("person") if cleaned.get("what") == "training" else cleaned.get("role")):
            raise forms.ValidationError("a decision is about somebody or some role")
        return cleaned

    def directive(self) -> Directive:
        """For one to be released the action does not matter: what it is about does."""
        row = self.cleaned_data
        is_training = row["what"] == "training"
        return Directive(
            action="forbid" if row["action"] == "forbid" else "fix",
            what=row["what"],
            person=row["person"] if is_training else None,
            role=None if is_training else row["role"],
            month=row["month"],
        )


class EventForm(forms.Form):
    """What if."""

    kind = forms.ChoiceField(
        label=_("What happens"),
        choices=[
            ("leaves", gettext_lazy("Somebody leaves")),
            ("hire_slips", gettext_lazy("Hiring for a role takes longer")),
            ("exam_failed", gettext_lazy("Somebody fails an exam")),
            ("grows_earlier", gettext_lazy("The cluster grows earlier")),
        ],
    )
    person = forms.ChoiceField(label=_("Who"), required=False)
    on = DayField(label=_("Last day"), required=False, days_ahead=FAR_AHEAD, help_text=_("Of somebody who leaves."))
    role = forms.ChoiceField(label=_("Role"), required=False)
    certification = forms.ChoiceField(label=_("Exam"), required=False)
    months = WholeNumberField(label=_("Months"), required=False, min_value=1, max_value=36, help_text=_("By how much: longer, or earlier."))

    def __init__(self, plan: Plan, data: Any = None) -> None:
        super().__init__(data, prefix="event", initial={"months": 2})
        request, result, language = plan.request, plan.result, get_language() or "en"
        catalogue = request.catalogue
        roles = sorted({seat.role for seat in result.seats})
        exams = sorted({code for row in result.trainings for code in row.certifications})
        people = sorted(((person.id, person.name) for person in request.people), key=lambda row: row[1].casefold())
        self.choose("person", people)
        self.choose("role", [(code, catalogue.role[code].name.text(language)) for code in roles])
        self.choose("certification", [(code, code) for code in exams])

    def choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        self.fields[name].choices = [("", "—"), *choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for name in NEEDED.get(cleaned.get("kind", ""), ()):
            if not cleaned.get(name) and name not in self.errors:
                self.add_error(name, _("This is needed to reckon with the event."))
        return cleaned

    def event(self) -> Event:
        row = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        return Event(**row)
