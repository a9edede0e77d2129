"""What changes over time, as it is typed in: one form for each kind of dated record."""

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django import forms
from django.conf import settings
from django.db import models, transaction
from django.utils.translation import gettext_lazy as _

from aiteam.lib.conflicts import SeenForm
from aiteam.lib.days import DayField
from aiteam.lib.numbers import DecimalField
from aiteam.lib.tags import day
from aiteam.staff.models import Assignment, Employment, LevelPeriod, PayPeriod, Person, RolePeriod

TWO_YEARS = 2 * 366
MAX_PAY = {PayPeriod.Per.YEAR: 1_000_000_000, PayPeriod.Per.MONTH: 100_000_000, PayPeriod.Per.HOUR: 500_000}


class PeriodForm(SeenForm):
    """A dated record of the person that `instance` names; one a day."""

    starts_on = DayField(label=_("From"), days_ahead=TWO_YEARS)

    def clean_starts_on(self) -> date:
        starts_on: date = self.cleaned_data["starts_on"]
        twins = self._meta.model._default_manager.filter(person=self.instance.person, starts_on=starts_on)
        if twins.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("There is already an entry from this day; change that one if it is wrong."))
        return starts_on


class LevelForm(PeriodForm):
    class Meta:
        model = LevelPeriod
        fields = ("level", "starts_on")


class RoleForm(PeriodForm):
    class Meta:
        model = RolePeriod
        fields = ("role", "starts_on")


class AssignmentForm(PeriodForm):
    class Meta:
        model = Assignment
        fields = ("cluster", "starts_on")


class PayForm(PeriodForm):
    amount = DecimalField(label=_("Amount for full time"), max_value=MAX_PAY[PayPeriod.Per.YEAR])
    fte = DecimalField(
        label=_("Share of full time (FTE)"),
        max_value=1,
        required=False,
        initial=1,
        help_text=_("1 is full time, 0.8 four days of five. What is paid is the amount times this share."),
    )

    class Meta:
        model = PayPeriod
        fields = ("amount", "currency", "per", "fte", "starts_on")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"].initial = settings.CURRENCY

    def clean_fte(self) -> Any:
        fte = self.cleaned_data["fte"]
        if fte is None:
            return Decimal(1)
        if fte <= 0 or fte != round(fte, 3):
            raise forms.ValidationError(_("The share of full time is more than 0 and at most 1, with at most three decimals."))
        return fte

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        amount, per = cleaned.get("amount"), cleaned.get("per")
        if amount is not None and per and amount > MAX_PAY[PayPeriod.Per(per)]:
            self.add_error("amount", _("No plan reckons with so much; is the period right?"))
        return cleaned


class EmploymentForm(PeriodForm):
    """An earlier employment that is still open ends the day before this one starts."""

    starts_on = DayField(label=_("Works here since"), days_ahead=TWO_YEARS)
    ends_on = DayField(
        label=_("Last day of work"),
        days_ahead=10 * 366,
        required=False,
        help_text=_("Empty while it is open. The record stays; from the day after it counts nowhere."),
    )

    class Meta:
        model = Employment
        fields = ("kind", "starts_on", "ends_on", "left_undated")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        starts_on, ends_on = cleaned.get("starts_on"), cleaned.get("ends_on")
        if not starts_on:
            return cleaned
        if ends_on and ends_on < starts_on:
            self.add_error("ends_on", _("This is before the first day of work."))
        elif other := self._in_the_way(starts_on, ends_on):
            said = _("Another employment of this person covers that time: the one that starts on %(day)s.")
            self.add_error("starts_on", said % {"day": day(other.starts_on)})
        return cleaned

    def _others(self) -> "models.QuerySet[Employment]":
        return Employment.objects.filter(person=self.instance.person).exclude(pk=self.instance.pk)

    def _in_the_way(self, starts_on: date, ends_on: date | None) -> Employment | None:
        """A later one that starts before this ends, or an earlier one whose known end lies after this starts."""
        for other in self._others():
            later_inside = other.starts_on > starts_on and (ends_on is None or other.starts_on <= ends_on)
            earlier_inside = other.starts_on < starts_on and other.ends_on is not None and other.ends_on >= starts_on
            if later_inside or earlier_inside:
                return other
        return None

    def save(self, commit: bool = True) -> Employment:
        before = Employment.objects.filter(pk=self.instance.pk).first()
        with transaction.atomic():
            employment: Employment = super().save(commit)
            earlier = self._others().filter(starts_on__lt=employment.starts_on, ends_on=None, left_undated=False)
            earlier.update(ends_on=employment.starts_on - timedelta(days=1))
            if before and before.starts_on != employment.starts_on:
                move_first_records(employment.person, before.starts_on, employment.starts_on)
        return employment


def move_first_records(person: Person, old: date, new: date) -> None:
    """What began on the first day of work goes with it when that day is corrected, so that the level of the first day is not lost."""
    for model in (LevelPeriod, RolePeriod, Assignment, PayPeriod):
        rows = model._default_manager.filter(person=person)
        if not rows.filter(starts_on=new).exists():
            rows.filter(starts_on=old).update(starts_on=new)


# By the word in the address.
FORMS: Mapping[str, type[PeriodForm]] = {
    "employment": EmploymentForm,
    "level": LevelForm,
    "role": RoleForm,
    "assignment": AssignmentForm,
    "pay": PayForm,
}
