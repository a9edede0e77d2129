"""What a cluster asks for on a day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.planner.catalogue import Catalogue
from aiteam.planner.composition import read_size
from aiteam.planner.result import SizeReading


@dataclass(frozen=True)
class ClusterOnDay:
    """A cluster as it stands on a day.

    `size_name` is empty while it has no GPUs or no team rule covers them; `other_name` is the size that shares a bound with it, `nearest_name`
    the closest size where no rule covers the count.
    """

    cluster: Cluster
    gpus: int
    next_step: GrowthStep | None
    reading: SizeReading | None
    size_name: str
    other_name: str
    nearest_name: str


def on_day(clusters: Iterable[Cluster], day: date, language: str, catalogue: Catalogue) -> list[ClusterOnDay]:
    """Each cluster with its GPUs, team size and next step on `day`. The clusters should come `with_steps`."""
    return [_on_day(cluster, day, catalogue, language) for cluster in clusters]


def _on_day(cluster: Cluster, day: date, catalogue: Catalogue, language: str) -> ClusterOnDay:
    gpus = cluster.gpus_on(day)
    reading = read_size(catalogue, gpus, since=day) if gpus and catalogue.cluster_sizes else None

    def named(size: str | None) -> str:
        return catalogue.size[size].name.text(language) if size else ""

    return ClusterOnDay(
        cluster=cluster,
        gpus=gpus,
        next_step=cluster.next_step(day),
        reading=reading,
        size_name=named(reading.size if reading else None),
        other_name=named(reading.other_reading if reading else None),
        nearest_name=named(reading.nearest if reading else None),
    )
