"""A cluster and its growth steps, entered together."""

from typing import Any

from django import forms
from django.db import IntegrityError, transaction
from django.forms.models import BaseInlineFormSet
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.lib.conflicts import SeenForm
from aiteam.lib.days import DayField
from aiteam.lib.numbers import WholeNumberField
from aiteam.lib.saving import twin_message
from aiteam.planner.request import MAX_GPUS, MAX_STEPS

EMPTY_ROWS = 3
TWENTY_YEARS = 20 * 366
STEPS = "steps"


class ClusterForm(SeenForm):
    class Meta:
        model = Cluster
        fields = ("name", "site", "gpu_model", "network", "notes")
        widgets = {"notes": forms.Textarea(attrs={"rows": 3})}


class GrowthStepForm(SeenForm):
    on = DayField(label=_("From"), days_ahead=TWENTY_YEARS)
    gpus = WholeNumberField(label=_("GPUs in all"), max_value=MAX_GPUS)

    class Meta:
        model = GrowthStep
        fields = ("on", "gpus")

    changed_meanwhile = False

    def merge(self) -> None:
        self.changed_meanwhile = bool(self.moved(self.seen_values()))
        super().merge()


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
        if any(form.changed_meanwhile for form in self.deleted_forms if isinstance(form, GrowthStepForm)):
            raise forms.ValidationError(
                _("A growth step marked for removal was changed meanwhile; the row shows it. Save again to remove it.")
            )
        if len(seen) + self._kept_elsewhere() > MAX_STEPS:
            raise forms.ValidationError(_("A cluster has at most %(limit)s growth steps."), params={"limit": MAX_STEPS})
        if not seen and not any(self.errors):
            raise forms.ValidationError(_("A cluster needs at least one growth step: the day it starts and its GPUs."))

    def _kept_elsewhere(self) -> int:
        """Steps that the form does not show, such as those that somebody else added meanwhile."""
        if not self.instance.pk:
            return 0
        shown = [form.instance.pk for form in self.forms if form.instance.pk]
        return GrowthStep.objects.filter(cluster=self.instance).exclude(pk__in=shown).count()


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
        self.data = data
        self.cluster = ClusterForm(data, instance=instance)
        self.steps = GrowthStepFormSet(data, instance=instance, prefix=STEPS)

    @classmethod
    def with_more_rows(cls, data: Any, instance: Cluster) -> "ClusterForms":
        """What was typed so far, and empty rows after it."""
        more = data.copy()
        more[f"{STEPS}-TOTAL_FORMS"] = str(min(_count(data, "TOTAL_FORMS") + EMPTY_ROWS, MAX_STEPS))
        forms = cls(more, instance)
        forms.steps = forms._steps_now()
        return forms

    def saved(self) -> bool:
        """Whether both were valid and are stored. The lock on the cluster's row guards its steps, too."""
        try:
            with transaction.atomic():
                self.cluster.catch_up()
                self.steps = self._steps_now()
                if not all([self.cluster.is_valid(), self.steps.is_valid()]):
                    return False
                self.cluster.save()
                self.steps.save()
        except IntegrityError:
            self.cluster.add_error(None, twin_message())
            return False
        return True

    def _steps_now(self) -> Any:
        """The steps as typed, merged with what is stored now."""
        stored = {str(pk) for pk in self.cluster.instance.steps.values_list("pk", flat=True)} if self.cluster.instance.pk else set()
        data, lost = _without_removed(self.data, stored)
        steps = GrowthStepFormSet(data, instance=self.cluster.instance, prefix=STEPS)
        for index, form in enumerate(steps.forms):
            if form.instance.pk:
                form.merge()
            elif index in lost:
                form.tell("on", _now("This growth step was removed meanwhile. Save again to add it anew."))
        return steps


def _count(data: Any, name: str) -> int:
    """A number of the form set's own fields; 0 where it was tampered with, and never more than the rows there may be."""
    typed = str(data.get(f"{STEPS}-{name}", ""))
    return min(int(typed), MAX_STEPS) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0


def _without_removed(data: Any, stored: set[str]) -> tuple[Any, set[int]]:
    """The data without rows of steps that somebody removed meanwhile, and which of its rows were such and had been changed here.

    Those come after the stored ones, as rows to be added.
    """
    initial, total = _count(data, "INITIAL_FORMS"), _count(data, "TOTAL_FORMS")
    gone = [row for row in range(min(initial, total)) if data.get(f"{STEPS}-{row}-id", "") not in stored]
    if not gone:
        return data, set()
    lost = [row for row in gone if f"{STEPS}-{row}-DELETE" not in data and not GrowthStepForm(data, prefix=f"{STEPS}-{row}").is_as_seen()]
    staying = [row for row in range(initial) if row not in gone]
    order = [*staying, *lost, *range(initial, total)]
    return _renumbered(data, order, len(staying)), set(range(len(staying), len(staying) + len(lost)))


def _renumbered(data: Any, order: list[int], initial: int) -> Any:
    """The rows in this order, the first `initial` of them stored ones."""
    made = data.copy()
    for row, before in enumerate(order):
        for name in ("on", "gpus", *(("id", "seen", "DELETE") if row < initial else ())):
            made[f"{STEPS}-{row}-{name}"] = data.get(f"{STEPS}-{before}-{name}", "")
        if row >= initial:
            made[f"{STEPS}-{row}-id"] = ""
    made[f"{STEPS}-INITIAL_FORMS"], made[f"{STEPS}-TOTAL_FORMS"] = str(initial), str(len(order))
    return made
