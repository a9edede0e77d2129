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
