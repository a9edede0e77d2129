"""Clusters side by side draw on one pool of people: one seat at a time, over the months in several clusters."""

from collections import Counter
from datetime import date
from typing import Any

import pytest

from aiteam.planner.beside import role_at, with_roles_of
from aiteam.planner.catalogue import shipped
from aiteam.planner.checking import check_plan
from aiteam.planner.engine import plan
from aiteam.planner.request import PlanRequest, read_request
from aiteam.planner.what_if import Event, after
from tests.planner.builders import make_request, small_team

JANUARY = "2027-01-01"


def request(*beside: dict[str, Any], people: Any = (), **options: Any) -> PlanRequest:
    values = make_request(people=people).model_dump(mode="json") | {"clusters_beside": list(beside)}
    return read_request(values | {"options": values["options"] | options})


def cluster(name: str, *growth: tuple[str, int]) -> dict[str, Any]:
    return {"name": name, "growth": [{"on": day, "gpus": gpus} for day, gpus in growth]}


def test_two_small_clusters_ask_for_two_small_teams() -> None:
    result = plan(request(cluster("Leiden 1", (JANUARY, 50))))
    assert [(gap.gpus, gap.needed) for gap in result.gaps] == [(100, 8)] * 6
    roles = Counter(seat.role for seat in result.seats)
    assert roles["operations-engineer"] == roles[role_at("operations-engineer", 2)] == 2
    assert [(reading.cluster, reading.gpus) for reading in result.sizes] == [("Frankfurt 1", 50), ("Leiden 1", 50)]


@pytest.mark.parametrize("depth", ["rules", "deep"])
def test_one_team_fills_the_seats_of_one_of_two_clusters(depth: str) -> None:
    asked = request(cluster("Leiden 1", (JANUARY, 50)), people=small_team(), depth=depth, hire=False, train=False)
    result = plan(asked)
    assert [gap.open for gap in result.gaps] == [4] * 6
    for month in result.months:
        sitting = [row.person for seat in result.seats for row in seat.months if row.month == month and row.person]
        assert len(sitting) == len(set(sitting)) == 4
    assert check_plan(asked, result) == ()


@pytest.mark.parametrize("depth", ["rules", "deep"])
def test_a_team_moves_on_when_its_cluster_closes_and_another_opens(depth: str) -> None:
    first = {"cluster": cluster("Frankfurt 1", (JANUARY, 50), ("2027-04-01", 0))}
    values = request(cluster("Leiden 1", ("2027-04-01", 50)), people=small_team(), depth=depth).model_dump(mode="json") | first
    asked = read_request(values)
    result = plan(asked)
    assert [(gap.needed, gap.at_hand) for gap in result.gaps] == [(4, 4)] * 6
    assert result.openings == ()
    lead = next(person for person in result.people if person.person == "LEAD-1")
    assert lead.seats == ("infrastructure-lead-1", "infrastructure-lead-at-2-1")
    assert check_plan(asked, result) == ()


def test_a_request_read_again_is_the_same() -> None:
    asked = request(cluster("Leiden 1", (JANUARY, 50)), cluster("Dublin 1", (JANUARY, 50)))
    assert read_request(asked.model_dump_json()) == asked


def test_roles_of_a_further_cluster_are_called_by_its_name() -> None:
    found = with_roles_of(shipped(), ["Leiden 1"])
    assert found.role["network-specialist-at-2"].name.en == f"{shipped().role['network-specialist'].name.en} (Leiden 1)"
    assert found.role["network-specialist-at-2"].speciality == shipped().role["network-specialist"].speciality
    assert with_roles_of(found, ["Leiden 1"]) is found


def test_growth_that_comes_earlier_does_so_in_every_cluster() -> None:
    asked = request(cluster("Leiden 1", ("2027-05-01", 50)), depth="deep")
    earlier = after(Event(kind="grows_earlier", months=2), asked, plan(asked))
    assert [one.growth[0].on for one in earlier.clusters] == [date(2026, 11, 1), date(2027, 3, 1)]


def test_a_day_twice_is_told_at_its_cluster() -> None:
    with pytest.raises(Exception, match=r"clusters_beside\.0\.growth\.1\.on"):
        request(cluster("Leiden 1", (JANUARY, 50), (JANUARY, 60)))
