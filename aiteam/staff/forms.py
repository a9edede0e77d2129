"""People and their records, as they are typed in."""

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.models import User
from aiteam.accounts.policy import may
from aiteam.catalog.models import Level, Role, Skill
from aiteam.clusters.models import Cluster
from aiteam.lib.days import DayField
from aiteam.lib.numbers import DecimalField
from aiteam.staff.models import MAX_STUDY_HOURS, LevelPeriod, PayPeriod, Person, PersonSkill

TWO_YEARS = 2 * 366


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """`actor` is who fills it in: accounts are the administrators' matter. A new person can be given a first level at once."""

    email = forms.EmailField(label=_("Email address"), required=False)
    started_on = DayField(label=_("Works here since"), days_ahead=TWO_YEARS)
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
    level = forms.ModelChoiceField(
        queryset=Level.objects.all(),
        label=_("Level"),
        required=False,
        help_text=_("From the first day of work; later levels are added on the person's page."),
    )

    class Meta:
        model = Person
        fields = (
            "personnel_number",
            "given_name",
            "family_name",
            "email",
            "role",
            "cluster",
            "started_on",
            "level",
            "experience_since",
            "study_hours_per_week",
            "may_be_trained",
            "is_contractor",
            "notes",
            "user",
        )
        widgets = {"notes": forms.Textarea(attrs={"rows": 3})}

    def __init__(self, *args: Any, actor: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            del self.fields["level"]
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

    def clean_study_hours_per_week(self) -> Any:
        hours = self.cleaned_data["study_hours_per_week"]
        if hours is not None and hours <= 0:
            raise forms.ValidationError(_("Leave this empty, or give more than 0 hours. Somebody who is not to learn is marked below."))
        return hours

    def clean_started_on(self) -> date:
        started_on: date = self.cleaned_data["started_on"]
        if self.instance.ended_on and started_on > self.instance.ended_on:
            raise forms.ValidationError(_("This is after the last day of work."))
        return started_on

    def save(self, commit: bool = True) -> Person:
        level = self.cleaned_data.get("level")
        with transaction.atomic():
            person: Person = super().save(commit)
            if level:
                LevelPeriod.objects.create(person=person, level=level, starts_on=person.started_on)
        return person


class LeaveForm(forms.ModelForm):  # type: ignore[type-arg]
    ended_on = DayField(
        label=_("Last day of work"),
        days_ahead=TWO_YEARS,
        required=False,
        help_text=_("Empty takes a leaving back. The record stays; from the day after it counts nowhere."),
    )

    class Meta:
        model = Person
        fields = ("ended_on",)

    def clean_ended_on(self) -> date | None:
        ended_on: date | None = self.cleaned_data["ended_on"]
        if ended_on and ended_on < self.instance.started_on:
            raise forms.ValidationError(_("This is before the first day of work."))
        return ended_on


class _PeriodForm(forms.ModelForm):  # type: ignore[type-arg]
    """A dated record of the person that `instance` names; one a day."""

    starts_on = DayField(label=_("From"), days_ahead=TWO_YEARS)

    def clean_starts_on(self) -> date:
        starts_on: date = self.cleaned_data["starts_on"]
        twins = self._meta.model._default_manager.filter(person=self.instance.person, starts_on=starts_on)
        if twins.exists():
            raise forms.ValidationError(_("There is already an entry from this day; remove it first if it is wrong."))
        return starts_on


class LevelForm(_PeriodForm):
    class Meta:
        model = LevelPeriod
        fields = ("level", "starts_on")


class PayForm(_PeriodForm):
    amount = DecimalField(label=_("Amount"), max_value=1_000_000_000)

    class Meta:
        model = PayPeriod
        fields = ("amount", "currency", "per", "starts_on")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"].initial = settings.CURRENCY


class SkillForm(forms.ModelForm):  # type: ignore[type-arg]
    since = DayField(label=_("Since"), days_ahead=0, required=False)

    class Meta:
        model = PersonSkill
        fields = ("skill", "since")

    def clean_skill(self) -> Skill:
        skill: Skill = self.cleaned_data["skill"]
        if PersonSkill.objects.filter(person=self.instance.person, skill=skill).exists():
            raise forms.ValidationError(_("The person already has this skill."))
        return skill


class PeopleFilter(forms.Form):
    """What the list of people shows. What does not fit is left out of account, so that an old link still opens."""

    STATUS = (
        ("", _("Here or coming")),
        ("active", _("Here today")),
        ("coming", _("Starts later")),
        ("left", _("Has left")),
        ("all", _("Everybody")),
    )

    q = forms.CharField(label=_("Name, number or email"), required=False, max_length=200, widget=forms.SearchInput)
    role = forms.ModelChoiceField(
        Role.objects.all(), to_field_name="code", label=_("Job role"), required=False, empty_label=_("Every role")
    )
    level = forms.ModelChoiceField(
        Level.objects.all(), to_field_name="code", label=_("Level"), required=False, empty_label=_("Every level")
    )
    cluster = forms.ModelChoiceField(Cluster.objects.none(), label=_("Cluster"), required=False, empty_label=_("Every cluster"))
    status = forms.ChoiceField(choices=STATUS, label=_("Status"), required=False)

    def __init__(self, data: Any, *, clusters: Any) -> None:
        super().__init__(data)
        self.fields["cluster"].queryset = clusters  # type: ignore[attr-defined]
