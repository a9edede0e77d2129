"""Removing a cluster that nothing uses, or closing one that is in use: from a day on it has no GPUs and needs no team."""

from datetime import date

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from aiteam.accounts.policy import requires
from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.lib.days import DayField
from aiteam.lib.uses import uses_of


class CloseForm(forms.Form):
    on = DayField(label=gettext_lazy("Without GPUs from"), days_ahead=10 * 366)

    def __init__(self, *args: object, cluster: Cluster, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.cluster = cluster

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        if self.cluster.steps.filter(on__gte=day).exists():
            raise forms.ValidationError(_("The cluster has steps of growth on or after this day; remove those first."))
        return day


@requires("clusters.change")
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    cluster = get_object_or_404(Cluster.objects.visible_to(request.user), pk=pk)
    closing = CloseForm(request.POST if "close" in request.POST else None, cluster=cluster)
    with transaction.atomic():
        uses = uses_of(cluster, except_for=(GrowthStep,))
        if closing.is_bound and closing.is_valid():
            GrowthStep.objects.create(cluster=cluster, on=closing.cleaned_data["on"], gpus=0)
            messages.success(request, _("%(name)s is closed from that day on.") % {"name": cluster.name})
            return redirect("clusters:detail", cluster.pk)
        if "remove" in request.POST and not uses:
            cluster.delete()
            messages.success(request, _("%(name)s is removed.") % {"name": cluster.name})
            return redirect("clusters:list")
    return render(request, "clusters/remove.html", {"cluster": cluster, "uses": uses, "form": closing})
