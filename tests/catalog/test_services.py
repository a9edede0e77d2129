"""The shipped catalogue into the database and back."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from aiteam.catalog import fixtures
from aiteam.catalog.models import Certification, ClusterSize, Price, Skill, Source, TrainingStrategy, Vendor
from aiteam.catalog.services import load_shipped, planner_catalogue
from aiteam.planner.catalogue import shipped

pytestmark = pytest.mark.django_db


def load_catalogue() -> str:
    out = StringIO()
    call_command("load_catalogue", stdout=out)
    return out.getvalue()


def test_the_database_gives_back_the_shipped_catalogue() -> None:
    assert planner_catalogue() == shipped()


def test_a_figure_is_written_the_same_way_wherever_it_was_kept() -> None:
    assert planner_catalogue().model_dump_json() == shipped().model_dump_json()


def test_loading_again_changes_nothing_and_says_so() -> None:
    answer = load_catalogue()
    assert "nothing to do" in answer
    assert Certification.objects.count() == len(shipped().certifications)


def test_loading_into_an_empty_database_creates_every_row() -> None:
    for model in (TrainingStrategy, ClusterSize):
        model.objects.all().delete()
    assert load_shipped().created == len(shipped().strategies) + len(shipped().cluster_sizes)
    assert planner_catalogue() == shipped()


def test_loading_puts_a_changed_figure_right() -> None:
    Price.objects.filter(certification__code="NCA-AIIO").update(amount=1)
    assert "1 changed" in load_catalogue()
    assert Price.objects.get(certification__code="NCA-AIIO").amount == 125


def test_loading_takes_away_a_part_that_is_no_longer_shipped() -> None:
    strategy = TrainingStrategy.objects.get(code="internal")
    strategy.weeks_min, strategy.cost_low, strategy.cost_high, strategy.cost_currency = 1, 5, 6, "USD"
    strategy.save()
    strategy.includes.create(position=0, name_en="Cake", name_nl="Taart", name_de="Kuchen")
    load_shipped()
    strategy.refresh_from_db()
    assert (strategy.weeks_min, strategy.cost_low, strategy.cost_currency) == (None, None, None)
    assert not strategy.includes.exists()


def test_loading_leaves_rows_of_the_organisation_alone() -> None:
    own = Source.objects.create(code="house", publisher="Us", title="House rules", standing="own")
    Skill.objects.create(
        code="house-skill", kind="skill", name_en="a", name_nl="b", name_de="c", source=own, as_of="2026-01-01", basis="assumed"
    )
    assert not load_shipped()
    assert Skill.objects.filter(code="house-skill").exists()


def test_wrong_files_load_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    good = fixtures.shipped_background()
    bad = good.model_copy(update={"vendors": good.vendors[:1]})
    assert "NCP-AII" not in " ".join(bad.dangling(shipped()))
    assert "CKA: unknown vendor linux-foundation" in list(bad.dangling(shipped()))

    def refuse() -> fixtures.Background:
        raise ValueError("CKA: unknown vendor")

    monkeypatch.setattr("aiteam.catalog.services.shipped_background", refuse)
    Vendor.objects.filter(code="amd").update(name="Changed")
    with pytest.raises(CommandError, match="unknown vendor"):
        load_catalogue()
    assert Vendor.objects.get(code="amd").name == "Changed"


def test_more_rows_take_no_more_queries() -> None:
    with CaptureQueriesContext(
        connection,
    ) as before:
        planner_catalogue()
    for number in range(30):
        certification = Certification.objects.get(code="CKA")
        certification.pk, certification.code = None, f"CKA-{number}"
        certification.save()
        certification.prices.create(amount=1, currency="USD", source_id="aiteam", as_of="2026-01-01", basis="assumed")
    with CaptureQueriesContext(connection) as after:
        planner_catalogue()
    assert len(after) == len(before)
