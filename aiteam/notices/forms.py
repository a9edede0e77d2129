"""What people set about their reminders."""

import re
from datetime import date
from typing import Any

from django import forms
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from aiteam.clusters.models import Cluster
from aiteam.lib.conflicts import SeenForm
from aiteam.lib.days import DayField
from aiteam.notices.models import Ladder, Preference
from aiteam.staff.models import Person

MAX_DAYS_BEFORE = 1000
MAX_STEPS = 10


class SnoozeForm(forms.Form):
    until = DayField(
        label=_("Quiet until"),
        days_ahead=366,
        required=False,
        help_text=_("From that day on you are reminded again. Empty takes the pause back. Others are reminded as before."),
    )

    def clean_until(self) -> date | None:
        until: date | None = self.cleaned_data["until"]
        if until and until <= timezone.localdate():
            raise forms.ValidationError(_("Choose a day after today."))
        return until


class PreferenceForm(SeenForm):
    class Meta:
        model = Preference
        fields = ("own", "others")


class LadderForm(SeenForm):
    days_before = forms.CharField(
        label=_("Days before the last valid day"),
        max_length=100,
        required=False,
        help_text=_("For instance 90, 60, 30, 7. Empty: no reminder before the end."),
    )

    class Meta:
        model = Ladder
        fields = ("days_before", "after_end")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(self.values_of(self.instance))

    def values_of(self, row: Model) -> dict[str, Any]:
        values = super().values_of(row)
        return values | {"days_before": ", ".join(str(days) for days in values["days_before"])}

    def clean_days_before(self) -> list[int]:
        words = [word for word in re.split(r"[,;\s]+", self.cleaned_data["days_before"]) if word]
        if not all(re.fullmatch(r"[0-9]{1,4}", word) and int(word) <= MAX_DAYS_BEFORE for word in words):
            raise forms.ValidationError(_("Write whole numbers from 0 to 1000 with commas between them."))
        days = sorted({int(word) for word in words}, reverse=True)
        if len(days) > MAX_STEPS:
            raise forms.ValidationError(_("Ten reminders at most."))
        return days


class CalendarForm(forms.Form):
    """Whose calendar: a person by personnel number, or a cluster."""

    number = forms.CharField(label=_("Personnel number"), max_length=40, required=False)
    cluster = forms.ModelChoiceField(Cluster.objects.none(), label=_("or cluster"), required=False)

    def __init__(self, *args: Any, actor: Any, day: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = Person.objects.visible_to(actor).not_left(on=day)
        self.fields["cluster"].queryset = Cluster.objects.visible_to(actor)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        number, cluster = data.get("number"), data.get("cluster")
        if bool(number) == bool(cluster):
            raise forms.ValidationError(_("Name either a person or a cluster."))
        data["person"] = self.people.filter(personnel_number=number).first() if number else None
        if number and data["person"] is None:
            self.add_error("number", _("Nobody who works here has this number."))
        return data
