"""The clusters as a table that an import reads back without a change: one line for each growth step."""

from collections.abc import Iterable, Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.clusters.models import Cluster
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import CLUSTERS


def clusters_table(clusters: Iterable[Cluster]) -> Table:
    return Table(_("Clusters"), [capfirst(str(field.label)) for field in CLUSTERS.values()], _rows(clusters))


def _rows(clusters: Iterable[Cluster]) -> Iterator[list[Cell]]:
    """A cluster whose GPUs nobody has entered has a line without them."""
    for cluster in clusters:
        steps: list[tuple[Cell, Cell]] = [(step.gpus, step.on) for step in cluster.steps.all()]
        for gpus, on in steps or [(None, None)]:
            yield [cluster.name, gpus, on, cluster.site, cluster.gpu_model, cluster.network, cluster.notes]
