"""People and what of them has no day, as it is typed in. Dated records have their own forms (`period_forms.py`)."""

from datetime import date
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.models import User
from aiteam.accounts.policy import may
from aiteam.catalog.models import Level, Role, Skill
from aiteam.clusters.models import Cluster
from aiteam.lib.conflicts import SeenForm
from aiteam.lib.days import DayField
from aiteam.lib.numbers import DecimalField
from aiteam.staff.models import MAX_STUDY_HOURS, Assignment, Employment, LevelPeriod, Person, PersonSkill, RolePeriod
from aiteam.staff.period_forms import TWO_YEARS


class OwnForm(SeenForm):
    """What an engineer completes of the own record; all else is proposed, and HR decides."""

    experience_since = DayField(
        label=_("Works with GPUs since"),
        days_ahead=0,
        required=False,
        help_text=_("Without it the plan reckons with the least the level asks for."),
    )
    study_hours_per_week = DecimalField(
        label=_("Study hours a week"),
        max_value=MAX_STUDY_HOURS,
        required=False,
        help_text=_("Time to learn beside the work. Without it the plan's assumption counts."),
    )

    class Meta:
        model = Person
        fields: tuple[str, ...] = ("experience_since", "study_hours_per_week")

    def clean_study_hours_per_week(self) -> Any:
        hours = self.cleaned_data["study_hours_per_week"]
        if hours is not None and hours <= 0:
            raise forms.ValidationError(_("Leave this empty, or give more than 0 hours."))
        return hours


class PersonForm(OwnForm):
    """What of a person has no day. `actor` is who fills it in: accounts are the administrators' matter."""

    email = forms.EmailField(label=_("Email address"), required=False)

    class Meta:
        model = Person
        fields: tuple[str, ...] = (
            "personnel_number",
            "given_name",
            "family_name",
            "email",
            "job_title",
            "experience_since",
            "study_hours_per_week",
            "may_be_trained",
            "notes",
            "user",
        )
        widgets = {"notes": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, actor: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if may(actor, "users.manage"):
            free = User.objects.filter(person=None) | User.objects.filter(person=self.instance.pk)
            self.fields["user"].queryset = free.distinct()  # type: ignore[attr-defined]
            self.fields["user"].help_text = _("Who signs in with this account sees this record.")
        else:
            del self.fields["user"]

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if email and Person.objects.filter(email__iexact=email).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("Another person has this email address."))
        return email


class NewPersonForm(PersonForm):
    """Somebody new, with what holds from the first day of work; later changes are dated records of their own."""

    started_on = DayField(label=_("Works here since"), days_ahead=TWO_YEARS)
    kind = forms.ChoiceField(choices=Employment.Kind.choices, label=_("Employed as"), required=False)
    level = forms.ModelChoiceField(Level.objects.all(), label=_("Level"), required=False)
    role = forms.ModelChoiceField(Role.objects.all(), label=_("Job role"), required=False)
    cluster = forms.ModelChoiceField(Cluster.objects.none(), label=_("Cluster"), required=False)

    field_order = (
        "personnel_number",
        "given_name",
        "family_name",
        "email",
        "started_on",
        "kind",
        "level",
        "role",
        "cluster",
        "job_title",
        "experience_since",
        "study_hours_per_week",
        "may_be_trained",
        "notes",
        "user",
    )

    def __init__(self, *args: Any, actor: Any, **kwargs: Any) -> None:
        super().__init__(*args, actor=actor, **kwargs)
        self.fields["cluster"].queryset = Cluster.objects.visible_to(actor)  # type: ignore[attr-defined]
        for name in ("level", "role", "cluster"):
            self.fields[name].help_text = _("From the first day of work; later changes are added on the person's page.")

    def save(self, commit: bool = True) -> Person:
        chosen = self.cleaned_data
        with transaction.atomic():
            person: Person = super().save(commit)
            since = {"person": person, "starts_on": chosen["started_on"]}
            Employment.objects.create(**since, kind=chosen["kind"] or Employment.Kind.EMPLOYEE)
            if chosen["level"]:
                LevelPeriod.objects.create(**since, level=chosen["level"])
            if chosen["role"]:
                RolePeriod.objects.create(**since, role=chosen["role"])
            if chosen["cluster"]:
                Assignment.objects.create(**since, cluster=chosen["cluster"])
        return person


class LeaveForm(SeenForm):
    """The end of an employment."""

    ends_on = DayField(
        label=_("Last day of work"),
        days_ahead=TWO_YEARS,
        required=False,
        help_text=_("Empty takes a leaving back. The record stays; from the day after it counts nowhere."),
    )

    class Meta:
        model = Employment
        fields = ("ends_on",)

    def clean_ends_on(self) -> date | None:
        ends_on: date | None = self.cleaned_data["ends_on"]
        if ends_on and ends_on < self.instance.starts_on:
            raise forms.ValidationError(_("This is before the first day of work."))
        return ends_on

    def save(self, commit: bool = True) -> Employment:
        self.instance.left_undated = False
        employment: Employment = super().save(commit)
        return employment


class SkillForm(SeenForm):
    since = DayField(label=_("Since"), days_ahead=0, required=False)

    class Meta:
        model = PersonSkill
        fields = ("skill", "since")

    def clean_skill(self) -> Skill:
        skill: Skill = self.cleaned_data["skill"]
        if PersonSkill.objects.filter(person=self.instance.person, skill=skill).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("The person already has this skill."))
        return skill
