"""The list of clusters as a file."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from aiteam.accounts.policy import requires
from aiteam.clusters.models import Cluster
from aiteam.staff.exports.clusters import clusters_table
from aiteam.staff.exports.tables import download


@requires("clusters.view")
def export(request: HttpRequest, form: str) -> HttpResponse:
    table = clusters_table(Cluster.objects.visible_to(request.user).with_steps())
    return download(table, form, "clusters", get_language() or "en")
