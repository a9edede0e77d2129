"""The team that a cluster asks for, by its GPU count and month by month."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from aiteam.planner.beside import team_at
from aiteam.planner.catalogue import Catalogue, ClusterSize, SeatRule
from aiteam.planner.explanations import Explanation
from aiteam.planner.months import last_day
from aiteam.planner.request import Cluster, GrowthStep, PlanRequest
from aiteam.planner.result import MoneyRange, SizeReading

Boundary = Literal["smaller", "larger"]

# The catalogue's words on sizes that share a bound, and on counts below all of them.
SHARED_BOUND, BELOW_ALL = "INC-03", "INC-23"


def sizes_claiming(catalogue: Catalogue, gpus: int) -> list[ClusterSize]:
    """The sizes whose printed bounds include `gpus`, smallest first: two of them on a shared bound."""
    claiming = [size for size in catalogue.cluster_sizes if size.gpus_min <= gpus and (size.gpus_max is None or gpus <= size.gpus_max)]
    return sorted(claiming, key=lambda size: size.gpus_min)


def nearest_size(catalogue: Catalogue, gpus: int) -> ClusterSize:
    """The size whose bounds lie closest to a count that none includes."""

    def distance(size: ClusterSize) -> int:
        return size.gpus_min - gpus if gpus < size.gpus_min else gpus - (size.gpus_max or gpus)

    return min(catalogue.cluster_sizes, key=lambda size: (distance(size), size.gpus_min))


def headcount(size: ClusterSize) -> int:
    return sum(rule.count for rule in size.seats)


def pay_band_cost(catalogue: Catalogue, size: ClusterSize) -> MoneyRange:
    """Yearly base pay of the team from the pay bands: every seat at its lowest level's floor, and at its highest level's ceiling."""
    low = sum((rule.count * catalogue.level[rule.level_min].pay.low for rule in size.seats), Decimal(0))
    high = sum((rule.count * catalogue.level[rule.level_max].pay.high for rule in size.seats), Decimal(0))
    return MoneyRange(low=low, high=high, currency=catalogue.levels[0].pay.currency)


def read_size(catalogue: Catalogue, gpus: int, *, boundary: Boundary = "smaller", since: date) -> SizeReading:
    """The team rule for a GPU count. On a shared bound the smaller size has it unless `boundary` says "larger"."""
    claiming = sizes_claiming(catalogue, gpus)
    if not claiming:
        return _no_rule(catalogue, gpus, since)
    size = claiming[0] if boundary == "smaller" else claiming[-1]
    other = next((row for row in claiming if row is not size), None)
    # Those about the bounds are worth saying only on a bound.
    contradictions = [code for code in size.contradictions if code not in {SHARED_BOUND, BELOW_ALL}]
    contradictions += _known(catalogue, SHARED_BOUND if other else None)
    return SizeReading(
        since=since,
        gpus=gpus,
        size=size.code,
        other_reading=other.code if other else None,
        headcount=headcount(size),
        other_headcount=headcount(other) if other else None,
        printed_cost=MoneyRange(low=size.annual_cost.low, high=size.annual_cost.high, currency=size.annual_cost.currency),
        pay_band_cost=pay_band_cost(catalogue, size),
        contradictions=tuple(dict.fromkeys(contradictions)),
        explanation=_why(gpus, size, other),
    )


def _why(gpus: int, size: ClusterSize, other: ClusterSize | None) -> Explanation:
    if other:
        return Explanation.of(
            "size_on_boundary", gpus=gpus, size=size.code, seats=headcount(size), other_size=other.code, other_seats=headcount(other)
        )
    if size.gpus_max is None:
        return Explanation.of("size_from", gpus=gpus, size=size.code, low=size.gpus_min, seats=headcount(size))
    return Explanation.of("size_between", gpus=gpus, size=size.code, low=size.gpus_min, high=size.gpus_max, seats=headcount(size))


def _no_rule(catalogue: Catalogue, gpus: int, since: date) -> SizeReading:
    nearest = nearest_size(catalogue, gpus)
    below = 0 < gpus < min(size.gpus_min for size in catalogue.cluster_sizes)
    code = "size_closed" if gpus == 0 else "size_no_rule"
    values = {} if gpus == 0 else {"gpus": gpus, "nearest_size": nearest.code, "low": nearest.gpus_min, "seats": headcount(nearest)}
    return SizeReading(
        since=since,
        gpus=gpus,
        size=None,
        nearest=nearest.code if gpus else None,
        headcount=0,
        contradictions=tuple(_known(catalogue, BELOW_ALL if below else None)),
        explanation=Explanation.of(code, **values),
    )


def _known(catalogue: Catalogue, code: str | None) -> list[str]:
    return [code] if code in catalogue.contradiction else []


@dataclass(frozen=True)
class MonthDemand:
    """The team needed in a month, every day from `first` to `last`; `size` has the seats of all sites and the reserve. None: no seats."""

    month: date
    first: date
    last: date
    gpus: int
    size: ClusterSize | None

    @property
    def rules(self) -> Mapping[str, SeatRule]:
        """Seat rules by role, in the order of the team rule."""
        return {rule.role: rule for rule in self.size.seats} if self.size else {}


def readings(request: PlanRequest) -> tuple[SizeReading, ...]:
    """One reading per growth step that matters to the plan: the one in force at its start and those that follow, cluster by cluster."""
    return tuple(reading for cluster in request.clusters for reading in _readings(request, cluster))


def _readings(request: PlanRequest, cluster: Cluster) -> Iterator[SizeReading]:
    for step in _steps_in_plan(request, cluster):
        reading = read_size(request.catalogue, step.gpus, boundary=request.options.boundary, since=step.on)
        yield reading.model_copy(update={"cluster": cluster.name}) if request.clusters_beside else reading


def _steps_in_plan(request: PlanRequest, cluster: Cluster) -> list[GrowthStep]:
    steps = sorted(cluster.growth, key=lambda step: step.on)
    before = [step for step in steps if step.on <= request.starts_on]
    within = [step for step in steps if request.starts_on < step.on <= request.ends_on]
    return before[-1:] + within


def demand(request: PlanRequest) -> tuple[MonthDemand, ...]:
    """What each month asks for. A month asks for its largest cluster, so that a step in mid-month needs its team in that month.

    Of several clusters it asks for all teams together, from the first day on which one of them does.
    """
    parts = [_demand_of(request, cluster, number) for number, cluster in enumerate(request.clusters, start=1)]
    return parts[0] if len(parts) == 1 else tuple(_together(months) for months in zip(*parts, strict=True))


def _demand_of(request: PlanRequest, cluster: Cluster, number: int) -> tuple[MonthDemand, ...]:
    steps = sorted(cluster.growth, key=lambda step: step.on)
    reserve = request.options.reserve_per_heads
    teams = {size.code: team_at(whole_team(size, cluster, reserve), number) for size in request.catalogue.cluster_sizes}
    return tuple(_month_demand(request, steps, month, teams) for month in request.months)


def _together(months: Sequence[MonthDemand]) -> MonthDemand:
    """The same month of several clusters."""
    sizes = [month.size for month in months if month.size]
    first = min((month.first for month in months if month.size), default=months[0].first)
    return MonthDemand(months[0].month, first, months[0].last, sum(month.gpus for month in months), _joined(sizes) if sizes else None)


def _joined(sizes: Sequence[ClusterSize]) -> ClusterSize:
    """One team of several; of its bounds and cost nothing is said."""
    if len(sizes) == 1:
        return sizes[0]
    seats = tuple(rule for size in sizes for rule in size.seats)
    asked = tuple(dict.fromkeys(rule for size in sizes for rule in size.team_certifications))
    codes = "-and-".join(size.code for size in sizes)
    return sizes[0].model_copy(update={"code": codes, "seats": seats, "team_certifications": asked})


def whole_team(size: ClusterSize, cluster: Cluster, reserve: int | None) -> ClusterSize:
    """The size with the seats of every site, and a seat in reserve for so many heads of a role where the options ask for it."""
    if cluster.sites == 1 and reserve is None:
        return size
    counts = [rule.count * cluster.sites for rule in size.seats]
    in_reserve = [count // reserve if reserve else 0 for count in counts]
    seats = (rule.model_copy(update={"count": count + more}) for rule, count, more in zip(size.seats, counts, in_reserve, strict=True))
    return size.model_copy(update={"seats": tuple(seats)})


def _month_demand(request: PlanRequest, steps: Sequence[GrowthStep], month: date, teams: Mapping[str, ClusterSize]) -> MonthDemand:
    first, last = max(month, request.starts_on), min(last_day(month), request.ends_on)
    at_start = next((step.gpus for step in reversed(steps) if step.on <= first), 0)
    within = [step for step in steps if first < step.on <= last]
    gpus = max([at_start, *(step.gpus for step in within)])
    if at_start == 0 and gpus:
        first = next(step.on for step in within if step.gpus)
    code = read_size(request.catalogue, gpus, boundary=request.options.boundary, since=first).size
    return MonthDemand(month, first, last, gpus, teams[code] if code else None)
