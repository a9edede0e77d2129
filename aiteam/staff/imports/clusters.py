"""A list of clusters with their GPUs on a day."""

from dataclasses import dataclass
from datetime import date

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
    since: date | None
    texts: dict[str, str]


def check_clusters(table: Table, options: Options) -> Check:
    check = Check(table, notes=list(table.notes))
    dialect, questions = dialect_of(table, CLUSTERS, options)
    check.questions += questions + required(table, CLUSTERS, "name") + required(table, CLUSTERS, "gpus")
    known = {cluster.name.casefold(): cluster for cluster in Cluster.objects.with_steps()}
    seen: dict[tuple[str, date], int] = {}
    read = []
    for line in table.rows:
        cells = Cells(table, Outcome(line, ""), dialect)
        row = _row(cells, options)
        read.append((row, cells.outcome))
        _plan(row, cells, known, seen, options)
        cells.outcome.settle()
    check.outcomes = [outcome for _row, outcome in read]
    check.extras["sizes"] = _sizes([row for row, outcome in read if outcome.action != "left_out"], options.on)
    check.not_taken_over += [(header, _("Clusters have no field for it.")) for header in table.unmapped]
    return check


def _row(cells: Cells, options: Options) -> ClusterRow:
    cells.check_width()
    row = ClusterRow(
        cells.text("name", blocks=True),
        cells.read_in_dialect("gpus", read_whole, blocks=True),
        cells.read_in_dialect("since", read_day, blocks=True),
        {name: cells.text(name, longest=5000 if name == "notes" else 200, inner_lines=name == "notes") for name in TEXTS},
    )
    cells.outcome.key = row.name
    is_read = not cells.outcome.is_blocked
    if not row.name:
        cells.complain("name", _("This is missing: %(field)s.") % {"field": CLUSTERS["name"].label})
    if row.gpus is None and is_read:
        cells.complain("gpus", _("This is missing: %(field)s.") % {"field": CLUSTERS["gpus"].label})
    elif row.gpus is not None and not 1 <= row.gpus <= MAX_GPUS:
        cells.complain("gpus", _("The number of GPUs is out of range."))
    return row


def _plan(row: ClusterRow, cells: Cells, known: dict[str, Cluster], seen: dict[tuple[str, date], int], options: Options) -> None:
    if cells.outcome.is_blocked or row.gpus is None:
        return
    on = row.since or options.on
    first = seen.setdefault((row.name.casefold(), on), row_line := cells.row.line)
    if first != row_line:
        cells.complain("name", _("Line %(line)s has the same.") % {"line": first})
        return
    cluster = known.get(row.name.casefold())
    change = Change(cluster) if cluster else Change(Cluster(name=row.name), is_new=True, is_main=True)
    assert isinstance(change.instance, Cluster)  # noqa: S101 # made so above
    for name, value in row.texts.items():
        if value:
            change.set(name, value)
    cells.outcome.changes.append(change)
    known[row.name.casefold()] = change.instance
    step = _step_change(change.instance, row, on)
    if step:
        cells.outcome.changes.append(step)


def _step_change(cluster: Cluster, row: ClusterRow, on: date) -> Change | None:
    """None where the cluster has as many GPUs already; a step on the same day is changed instead of doubled."""
    steps = list(cluster.steps.all()) if cluster.pk else []
    current = max((step for step in steps if step.on <= on), key=lambda step: step.on, default=None)
    if current and current.gpus == row.gpus:
        return None
    change = Change(current) if current and current.on == on else Change(GrowthStep(cluster=cluster, on=on), is_new=True)
    change.set("gpus", row.gpus)
    return change


def _sizes(rows: list[ClusterRow], on: date) -> dict[str, dict[str, object]]:
    """The size that the planner's one rule gives each cluster; None below the smallest."""
    catalogue = planner_catalogue()
    if not catalogue.cluster_sizes:
        return {}
    return {row.name: {"gpus": row.gpus, "size": read_size(catalogue, row.gpus, since=row.since or on).size} for row in rows if row.gpus}
