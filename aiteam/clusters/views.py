"""The clusters: list, one of them, adding and changing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from aiteam.accounts.policy import requires
from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.forms import ClusterForms
from aiteam.clusters.models import Cluster
from aiteam.clusters.services import on_day
from aiteam.lib.days import asked_day


@requires("clusters.view")
def list_(request: HttpRequest) -> HttpResponse:
    rows = on_day(Cluster.objects.visible_to(request.user).with_steps(), asked_day(request), get_language() or "en", planner_catalogue())
    return render(request, "clusters/list.html", {"rows": rows, "gpus": sum(row.gpus for row in rows)})


@requires("clusters.view")
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    cluster = get_object_or_404(Cluster.objects.visible_to(request.user).with_steps(), pk=pk)
    [row] = on_day([cluster], asked_day(request), get_language() or "en", planner_catalogue())
    return render(request, "clusters/detail.html", {"cluster": cluster, "row": row})


@requires("clusters.change")
def create(request: HttpRequest) -> HttpResponse:
    return _edit(request, Cluster(), _("New cluster"))


@requires("clusters.change")
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    cluster = get_object_or_404(Cluster.objects.visible_to(request.user), pk=pk)
    return _edit(request, cluster, _("Change %(name)s") % {"name": cluster.name})


def _edit(request: HttpRequest, cluster: Cluster, title: str) -> HttpResponse:
    if "add_rows" in request.POST:
        forms = ClusterForms.with_more_rows(request.POST, cluster)
    else:
        forms = ClusterForms(request.POST or None, cluster)
        if request.method == "POST" and forms.saved():
            messages.success(request, _("The cluster %(name)s is stored.") % {"name": cluster.name})
            return redirect("clusters:detail", cluster.pk)
    return render(request, "clusters/edit.html", {"title": title, "cluster": cluster, "form": forms.cluster, "steps": forms.steps})
