"""A list of clusters with their GPUs on a day."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.planner.composition import read_size
from aiteam.planner.request import MAX_GPUS
from aiteam.staff.imports.columns import Cells, dialect_of, required
from aiteam.staff.imports.fields import CLUSTERS
from aiteam.staff.imports.findings import Check, Outcome
from aiteam.staff.imports.headers import Table
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.values import read_day, read_whole
from aiteam.staff.imports.writing import Change

TEXTS = ("site", "gpu_model", "network", "notes")


@dataclass
class ClusterRow:
    name: str
    gpus: int | None
    since: date
    texts: dict[str, str]


class _Known(NamedTuple):
    """A cluster with its steps, those of the file so far included."""

    cluster: Cluster
    steps: list[GrowthStep]


def check_clusters(table: Table, options: Options) -> Check:
    check = Check(table, notes=list(table.notes))
    dialect, questions = dialect_of(table, CLUSTERS, options)
    check.questions += questions + required(table, CLUSTERS, "name") + required(table, CLUSTERS, "gpus")
    known = {cluster.name.casefold(): _Known(cluster, list(cluster.steps.all())) for cluster in Cluster.objects.with_steps()}
    seen: dict[tuple[str, date], int] = {}
    lines = [Cells(table, Outcome(line, ""), dialect) for line in table.rows]
    read = [(_row(cells, options), cells) for cells in lines]
    # What a cluster has on a day follows from its days before, in whatever order the file has them.
    for row, cells in sorted(read, key=lambda pair: pair[0].since):
        _plan(row, cells, known, seen)
        cells.outcome.settle()
    check.outcomes = [cells.outcome for cells in lines]
    check.extras["sizes"] = _sizes([row for row, cells in read if cells.outcome.action != "left_out"])
    check.not_taken_over += [(header, _("Clusters have no field for it.")) for header in table.unmapped]
    return check


def _row(cells: Cells, options: Options) -> ClusterRow:
    cells.check_width()
    row = ClusterRow(
        cells.text("name", blocks=True),
        cells.read_in_dialect("gpus", read_whole, blocks=True),
        cells.read_in_dialect("since", read_day, blocks=True) or options.on,
        {name: cells.text(name, longest=5000 if name == "notes" else 200, inner_lines=name == "notes") for name in TEXTS},
    )
    cells.outcome.key = row.name
    if not row.name:
        cells.complain("name", _("This is missing: %(field)s.") % {"field": CLUSTERS["name"].label})
    return row


def _plan(row: ClusterRow, cells: Cells, known: dict[str, _Known], seen: dict[tuple[str, date], int]) -> None:
    if cells.outcome.is_blocked:
        return
    name = row.name.casefold()
    found = known.get(name)
    _check_gpus(row, cells, is_new=found is None)
    first = seen.setdefault((name, row.since), cells.row.line)
    if first != cells.row.line:
        cells.complain("name", _("Line %(line)s has the same.") % {"line": first})
    if cells.outcome.is_blocked:
        return
    change = Change(found.cluster) if found else Change(Cluster(name=row.name), is_new=True, is_main=True)
    assert isinstance(change.instance, Cluster)  # noqa: S101 # made so above
    for field, value in row.texts.items():
        if value:
            change.set(field, value)
    cells.outcome.changes.append(change)
    current = known.setdefault(name, _Known(change.instance, []))
    if step := _step_change(current, row):
        cells.outcome.changes.append(step)


def _check_gpus(row: ClusterRow, cells: Cells, *, is_new: bool) -> None:
    """A known cluster may have none, which closes it, and an empty cell, which changes nothing."""
    if row.gpus is None and is_new:
        cells.complain("gpus", _("This is missing: %(field)s.") % {"field": CLUSTERS["gpus"].label})
    elif row.gpus is not None and not int(is_new) <= row.gpus <= MAX_GPUS:
        cells.complain("gpus", _("The number of GPUs is out of range."))


def _step_change(known: _Known, row: ClusterRow) -> Change | None:
    """None where the cluster has as many GPUs already; a step on the same day is changed instead of doubled."""
    current = max((step for step in known.steps if step.on <= row.since), key=lambda step: step.on, default=None)
    if row.gpus is None or (current and current.gpus == row.gpus):
        return None
    is_same_day = current is not None and current.on == row.since
    change = Change(current) if current and is_same_day else Change(GrowthStep(cluster=known.cluster, on=row.since), is_new=True)
    change.set("gpus", row.gpus)
    if change.is_new:
        assert isinstance(change.instance, GrowthStep)  # noqa: S101 # made so above
        known.steps.append(change.instance)
    return change


def _sizes(rows: list[ClusterRow]) -> dict[str, dict[str, object]]:
    """The size that the planner's one rule gives each cluster; None below the smallest."""
    catalogue = planner_catalogue()
    if not catalogue.cluster_sizes:
        return {}
    return {row.name: {"gpus": row.gpus, "size": read_size(catalogue, row.gpus, since=row.since).size} for row in rows if row.gpus}
