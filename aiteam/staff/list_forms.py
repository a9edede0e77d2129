"""What the list of people shows, as it stands in the address."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models import Certification, Level, Role, Skill
from aiteam.clusters.models import Cluster
from aiteam.lib.days import DayField
from aiteam.lib.formats import day as written_day
from aiteam.lib.forms import QuickSelect
from aiteam.staff.models import Employment
from aiteam.staff.saved_views import SavedView

FAR = 20 * 366
NONE = "none"


class PeopleFilter(forms.Form):
    """What does not fit is left out of account, so that an old link still opens."""

    STATUS = (
        ("", _("Here or coming")),
        ("active", _("Here today")),
        ("coming", _("Starts later")),
        ("left", _("Has left")),
        ("all", _("Everybody")),
    )
    STATES = (
        ("", _("In any state")),
        ("valid", _("Valid, ending or not")),
        ("ending", _("Ends soon")),
        ("ended", _("Ended")),
        ("missing", _("Not held")),
    )

    q = forms.CharField(label=_("Name, number or email"), required=False, max_length=200, widget=forms.SearchInput)
    role = forms.ModelChoiceField(
        Role.objects.all(), to_field_name="code", label=_("Job role"), required=False, empty_label=_("Every role")
    )
    level = forms.ChoiceField(label=_("Level"), required=False)
    cluster = forms.ChoiceField(label=_("Cluster"), required=False)
    status = forms.ChoiceField(choices=STATUS, label=_("Status"), required=False)
    kind = forms.ChoiceField(choices=(("", _("Everybody")), *Employment.Kind.choices), label=_("Employed as"), required=False)
    skill = forms.ModelChoiceField(
        Skill.objects.all(), to_field_name="code", label=_("Skill"), required=False, empty_label=_("Every skill")
    )
    certification = forms.ModelChoiceField(
        Certification.objects.all(), to_field_name="code", label=_("Certification"), required=False, empty_label=_("Every certification")
    )
    state = forms.ChoiceField(choices=STATES, label=_("State of that certificate"), required=False)
    trainable = forms.ChoiceField(
        choices=(("", _("Either")), ("yes", _("May be trained")), ("no", _("Not to be trained"))), label=_("Training"), required=False
    )
    since = DayField(label=_("Works here since, from"), days_ahead=FAR, required=False)
    until = DayField(label=_("Last day of work, up to"), days_ahead=FAR, required=False)

    FURTHER = ("kind", "skill", "certification", "state", "trainable", "since", "until")

    def __init__(self, data: Any, *, clusters: Any) -> None:
        super().__init__(data)
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.widget = QuickSelect(choices=field.widget.choices)
        levels = [(level.code, str(level)) for level in Level.objects.all()]
        names = [(str(cluster.pk), cluster.name) for cluster in clusters]
        self.fields["level"].choices = [("", _("Every level")), *levels, (NONE, _("Without a level"))]  # type: ignore[attr-defined]
        self.fields["cluster"].choices = [("", _("Every cluster")), *names, (NONE, _("Without a cluster"))]  # type: ignore[attr-defined]

    @classmethod
    def of(cls, data: Any, user: Any) -> "PeopleFilter":
        """As asked for by `user`, with `cleaned_data` ready."""
        chosen = cls(data, clusters=Cluster.objects.visible_to(user))
        chosen.is_valid()
        return chosen

    @property
    def first_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name not in self.FURTHER]

    @property
    def further_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FURTHER]

    @property
    def is_further(self) -> bool:
        """Whether a filter is in force that stands in the further part of the form."""
        return any(self.cleaned_data.get(name) for name in self.FURTHER)

    def chips(self, query: Mapping[str, Any], language: str) -> Iterator["Chip"]:
        """One for each filter in force; `without` is the address's query with it dropped."""
        for name in self.fields:
            value = self.cleaned_data.get(name)
            if value in (None, ""):
                continue
            left = query.copy()  # type: ignore[attr-defined]
            for dropped in (name, "page", *(["state"] if name == "certification" else [])):
                left.pop(dropped, None)
            yield Chip(str(self.fields[name].label), self._words(name, value, language), f"?{left.urlencode()}")

    def _words(self, name: str, value: Any, language: str) -> str:
        if isinstance(value, date):
            return written_day(value, language)
        choices = getattr(self.fields[name], "choices", None)
        if isinstance(self.fields[name], forms.ModelChoiceField) or choices is None:
            return str(value)
        return str(dict(choices).get(value, value))


@dataclass(frozen=True)
class Chip:
    label: str
    words: str
    without: str


class SavedViewForm(forms.ModelForm):  # type: ignore[type-arg]
    """The name of a view of one's own: a new one, or an old one that is to hold what the list shows now."""

    class Meta:
        model = SavedView
        fields = ("name", "is_shared", "is_start")
