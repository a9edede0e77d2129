"""A cluster and its growth steps, entered together."""

from typing import Any

from django import forms
from django.db import IntegrityError, transaction
from django.forms.models import BaseInlineFormSet
from django.utils.translation import gettext_lazy as _

from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.lib.days import DayField
from aiteam.lib.numbers import WholeNumberField
from aiteam.planner.request import MAX_GPUS, MAX_STEPS

EMPTY_ROWS = 3
TWENTY_YEARS = 20 * 366


class ClusterForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Cluster
        fields = ("name", "site", "gpu_model", "network", "notes")
        widgets = {"notes": forms.Textarea(attrs={"rows": 3})}


class GrowthStepForm(forms.ModelForm):  # type: ignore[type-arg]
    on = DayField(label=_("From"), days_ahead=TWENTY_YEARS)
    gpus = WholeNumberField(label=_("GPUs in all"), max_value=MAX_GPUS)

    class Meta:
        model = GrowthStep
        fields = ("on", "gpus")


class GrowthSteps(BaseInlineFormSet):  # type: ignore[type-arg]
    def clean(self) -> None:
        """Says which day stands twice, at the row where it does, and asks for one step at least."""
        seen = set()
        for form in self.forms:
            if not hasattr(form, "cleaned_data") or form in self.deleted_forms or "on" not in form.cleaned_data:
                continue
            day = form.cleaned_data["on"]
            if day in seen:
                form.add_error("on", _("There is already a growth step on this day."))
            seen.add(day)
        kept_elsewhere = (
            self.instance.steps.exclude(pk__in=[form.instance.pk for form in self.forms if form.instance.pk]).count()
            if self.instance.pk
            else 0
        )
        if len(seen) + kept_elsewhere > MAX_STEPS:
            raise forms.ValidationError(_("A cluster has at most %(limit)s growth steps."), params={"limit": MAX_STEPS})
        if not seen and not any(self.errors):
            raise forms.ValidationError(_("A cluster needs at least one growth step: the day it starts and its GPUs."))


GrowthStepFormSet = forms.inlineformset_factory(
    Cluster,
    GrowthStep,
    form=GrowthStepForm,
    formset=GrowthSteps,
    extra=EMPTY_ROWS,
    max_num=MAX_STEPS,
    absolute_max=MAX_STEPS,
    can_delete=True,
)


class ClusterForms:
    """The two forms of the page as one: valid together, stored together."""

    def __init__(self, data: Any, instance: Cluster) -> None:
        self.cluster = ClusterForm(data, instance=instance)
        self.steps = GrowthStepFormSet(data, instance=instance, prefix="steps")

    @classmethod
    def with_more_rows(cls, data: Any, instance: Cluster) -> "ClusterForms":
        """What was typed so far, and empty rows after it."""
        more = data.copy()
        typed = str(data.get("steps-TOTAL_FORMS", ""))
        rows = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
        more["steps-TOTAL_FORMS"] = str(min(rows + EMPTY_ROWS, MAX_STEPS))
        return cls(more, instance)

    def saved(self) -> bool:
        """Whether both were valid and are stored."""
        if not all([self.cluster.is_valid(), self.steps.is_valid()]):
            return False
        try:
            with transaction.atomic():
                self.cluster.save()
                self.steps.save()
        except IntegrityError:
            self.cluster.add_error(
                None, _("This was not stored: the same was entered a moment ago. Please look at the list before trying again.")
            )
            return False
        return True
