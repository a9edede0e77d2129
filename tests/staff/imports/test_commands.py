import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from aiteam.clusters.models import Cluster
from aiteam.staff.models import Employment, Person
from tests.staff.imports.helpers import FILES

pytestmark = pytest.mark.django_db


def answer(name: str, *arguments: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command(name, *arguments, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_a_dry_run_prints_what_the_run_prints_and_writes_nothing() -> None:
    file = str(FILES / "people-en.csv")
    shown = answer("import_people", file, "--dry-run")
    assert not Person.objects.exists()
    done = answer("import_people", file)
    assert {**done, "dry_run": True} == shown
    assert done["created"] == [f"020{number}" for number in range(1, 8)]
    assert {"line": 9, "column": "Pay rate", "value": "-4,000.00", "reason": "Pay below zero.", "row_left_out": False} in done["errors"]
    assert answer("import_people", file)["unchanged"] == done["created"]


def test_all_or_nothing_keeps_everything_out() -> None:
    with pytest.raises(CommandError):
        call_command("import_people", str(FILES / "people-en.csv"), "--all-or-nothing", stdout=io.StringIO(), stderr=io.StringIO())
    assert not Person.objects.exists()


def test_columns_and_the_order_of_days_are_given_as_options(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("Nr,Who,Day\nB-1,Lane,03/04/2024\n")
    mapping = ["--map", "Nr=personnel_number", "--map", "Who=family_name", "--map", "Day=started_on"]
    assert [question["kind"] for question in answer("import_people", str(file), *mapping)["questions"]] == ["date_order"]
    assert answer("import_people", str(file), *mapping, "--date-order", "dmy")["created"] == ["B-1"]
    assert str(Employment.objects.get().starts_on) == "2024-04-03"


def test_clusters_start_on_the_day_given() -> None:
    done = answer("import_clusters", str(FILES / "clusters-de.csv"), "--on", "2026-05-01")
    assert len(done["created"]) == 8
    assert done["sizes"]["D05"] == {"gpus": 1000, "size": "medium"}
    assert str(Cluster.objects.get(name="D05").steps.get().on) == "2026-05-01"


@pytest.mark.parametrize("arguments", [["nowhere.csv"], [__file__, "--map", "X=shoe_size"]])
def test_a_wrong_call_ends_with_a_sentence(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("import_people", *arguments, stdout=io.StringIO())
