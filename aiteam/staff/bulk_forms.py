"""What one change to many people is to be."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models import Level, Role, Skill
from aiteam.clusters.models import Cluster
from aiteam.lib.days import DayField
from aiteam.staff.period_forms import TWO_YEARS

NAMES: Mapping[str, str | Promise] = {
    "cluster": _("Assign to a cluster"),
    "role": _("Give a job role"),
    "level": _("Set the level"),
    "trainable": _("May be trained, or not"),
    "skill": _("Add a skill"),
    "leave": _("Record leaving"),
}


class _From(forms.Form):
    """A change from a day on."""

    day = DayField(label=_("From"), days_ahead=TWO_YEARS, initial=timezone.localdate)


class _ClusterForm(_From):
    cluster = forms.ModelChoiceField(Cluster.objects.none(), label=_("Cluster"), required=False, empty_label=_("None"))

    def __init__(self, *args: Any, actor: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cluster"].queryset = Cluster.objects.visible_to(actor)  # type: ignore[attr-defined]


class _RoleForm(_From):
    role = forms.ModelChoiceField(Role.objects.all(), label=_("Job role"), required=False, empty_label=_("None"))


class _LevelForm(_From):
    level = forms.ModelChoiceField(Level.objects.all(), label=_("Level"))


class _TrainableForm(forms.Form):
    may_be_trained = forms.TypedChoiceField(
        choices=(("yes", _("May be trained")), ("no", _("Not to be trained"))), coerce=lambda value: value == "yes", label=_("Training")
    )


class _SkillForm(forms.Form):
    skill = forms.ModelChoiceField(Skill.objects.all(), label=_("Skill"))


class _LeaveForm(forms.Form):
    day = DayField(label=_("Last day of work"), days_ahead=TWO_YEARS)


FORMS: Mapping[str, type[forms.Form]] = {
    "cluster": _ClusterForm,
    "role": _RoleForm,
    "level": _LevelForm,
    "trainable": _TrainableForm,
    "skill": _SkillForm,
    "leave": _LeaveForm,
}


def bulk_form(action: str, data: Any, actor: Any) -> forms.Form:
    form = FORMS[action]
    return form(data, actor=actor) if form is _ClusterForm else form(data)
