from datetime import date

import pytest

from aiteam.clusters.models import Cluster
from aiteam.staff.imports.undo import undo_import
from tests.builders import make_cluster
from tests.staff.imports.helpers import ON, asked, csv, run, sample, told

pytestmark = pytest.mark.django_db


def test_a_german_list_is_read_by_its_own_sign_and_the_planners_rule_of_sizes() -> None:
    check, _run = run("clusters", sample("clusters-de.csv"))
    assert {name: (size["gpus"], size["size"]) for name, size in check.extras["sizes"].items()} == {
        "D01": (9, None),
        "D02": (10, "small"),
        "D03": (100, "small"),
        "D04": (101, "medium"),
        "D05": (1000, "medium"),
        "D06": (1001, "large"),
        "D07": (10_000, "large"),
        "D14": (400, "medium"),
    }
    assert [(line, value.strip()) for line, _column, value in told(check)] == [
        (9, "0"),
        (10, "-8"),
        (11, "12,5"),
        (12, ""),
        (13, "acht"),
        (14, "1e3"),
    ]
    assert Cluster.objects.get(name="D06").gpus_on(ON) == 1001
    assert Cluster.objects.get(name="D06").site == "Köln"


def test_the_same_clusters_twice_change_nothing() -> None:
    run("clusters", sample("clusters-de.csv"))
    check, _run = run("clusters", sample("clusters-de.csv"))
    assert len(check.keys("unchanged")) == 8


def test_a_thousand_is_never_read_as_one() -> None:
    content = csv("cluster;gpus", "E01;1.000", "E02;20")
    check, _run = run("clusters", content)
    assert asked(check) == {"point"}
    assert check.keys("created") == ["E02"]
    check, _run = run("clusters", content, language="nl")
    assert Cluster.objects.get(name="E01").gpus_on(ON) == 1000


def test_growth_is_a_new_step_and_can_be_undone() -> None:
    cluster = make_cluster((date(2024, 1, 1), 64), name="Delft 1")
    check, done = run("clusters", csv("Cluster,GPUs,Site", "delft 1,128,Delft"), on=date(2026, 6, 1))
    assert check.keys("updated") == ["delft 1"]
    cluster.refresh_from_db()
    assert [(step.on, step.gpus) for step in cluster.steps.all()] == [(date(2024, 1, 1), 64), (date(2026, 6, 1), 128)]
    undo_import(done)
    cluster.refresh_from_db()
    assert ([step.gpus for step in cluster.steps.all()], cluster.site) == ([64], "")


def test_steps_of_one_cluster_stand_in_any_order_and_none_is_lost() -> None:
    cluster = make_cluster((date(2024, 1, 1), 64), name="Delft 1")
    lines = csv("Cluster,GPUs,From", "Delft 1,64,2028-01-01", "Delft 1,128,2027-01-01", "New,32,2027-01-01", "New,0,2029-01-01")
    check, done = run("clusters", lines)
    assert check.complaints == []
    assert [step.gpus for step in cluster.steps.order_by("on")] == [64, 128, 64]
    assert [step.gpus for step in Cluster.objects.get(name="New").steps.order_by("on")] == [32, 0]
    assert run("clusters", lines)[0].counts()["unchanged"] == 4
    undo_import(done)
    assert [step.gpus for step in cluster.steps.order_by("on")] == [64]
    assert not Cluster.objects.filter(name="New").exists()


def test_an_empty_cell_leaves_the_gpus_of_a_known_cluster_as_they_are() -> None:
    cluster = make_cluster((date(2024, 1, 1), 64), name="Delft 1")
    check, _run = run("clusters", csv("Cluster,GPUs,Site", "Delft 1,,Delft", "New,,Delft"))
    assert told(check) == [(3, "GPUs", "")]
    cluster.refresh_from_db()
    assert (cluster.site, [step.gpus for step in cluster.steps.all()]) == ("Delft", [64])


def test_an_undo_over_two_lines_of_one_cluster_brings_back_what_was_before_both() -> None:
    cluster = make_cluster((date(2024, 1, 1), 64), name="Delft 1", site="Old")
    _check, done = run("clusters", csv("Cluster,GPUs,From,Site", "Delft 1,128,2027-01-01,One", "Delft 1,256,2028-01-01,Two"))
    undo_import(done)
    cluster.refresh_from_db()
    assert cluster.site == "Old"
