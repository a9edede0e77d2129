from datetime import date
from decimal import Decimal

import pytest

from aiteam.planner.explanations import Explanation
from aiteam.planner.request import Cluster, GrowthStep
from aiteam.reports.document import build_document
from aiteam.reports.words import Words
from tests.reports.sample import make_plan, make_request


def test_the_document_opens_with_the_answer() -> None:
    document = build_document(*make_plan(), language="en")
    assert document.sentence.startswith("Frankfurt 1 needs a team of 10;")
    assert document.figures[0].value == "10"
    assert document.period == "January 2027\N{THIN SPACE}–\N{THIN SPACE}June 2028"


def test_every_figure_of_the_printed_example_comes_back() -> None:
    roi = build_document(*make_plan(), language="en").roi
    assert [figure.value for figure in roi.figures[:2]] == ["365.5%", "465.5%"]
    assert (roi.investment_total, roi.yearly_return_total) == ("$145,000", "$675,000")


def test_the_monthly_costs_keep_their_cents_so_that_they_add_up() -> None:
    request, result = make_plan()
    table = build_document(request, result, language="en").costs
    cash = table.columns.index("Cash")
    shown = [Decimal(row.amounts[cash].replace(",", "")) for row in table.rows]
    assert sum(shown) == Decimal(table.total.amounts[cash].replace(",", "")) == result.costs.total.cash


def test_names_and_reasons_come_in_the_reader_s_language() -> None:
    document = build_document(*make_plan(), language="de")
    assert any(seat.name == "Leitung Infrastruktur 1" for seat in document.seats)
    assert "operations-engineer" not in repr(document)


def test_a_source_is_numbered_when_the_text_first_leans_on_it() -> None:
    document = build_document(*make_plan(), language="en")
    assert [source.mark for source in document.sources] == list(range(1, len(document.sources) + 1))
    used = {
        mark for rows in (document.sizes, document.seats, document.openings, document.assumptions) for row in rows for mark in row.marks
    }
    assert used <= {source.mark for source in document.sources}


def test_positions_that_are_alike_are_counted_together() -> None:
    request, result = make_plan(people=())
    document = build_document(request, result, language="en")
    assert sum(opening.count for opening in document.openings) == len(result.openings)
    assert len(document.openings) < len(result.openings)


def test_decisions_stand_in_the_order_of_their_day() -> None:
    request, result = make_plan()
    document = build_document(request, result, language="en")
    assert len(document.decisions) == len(result.trainings) + len(document.openings)
    assert document.first_decisions == document.decisions[:3]


def test_a_cluster_without_gpus_still_makes_a_document() -> None:
    cluster = Cluster(name="Empty", growth=(GrowthStep(on=date(2027, 1, 1), gpus=0),))
    document = build_document(*make_plan(cluster=cluster), language="nl")
    assert document.seats == ()
    assert document.openings == ()


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("seat_at_hand", {"person": "p1", "month": date(2027, 3, 1)}, "Ilse Kramer fits the seat and takes it from March 2027."),
        (
            "person_trained",
            {"role": "network-specialist", "ready_on": date(2027, 5, 2)},
            "Trained for Network specialist, ready on 2 May 2027.",
        ),
        ("roi_line", {"quantity": 5, "each_amount": Decimal(15000), "note": "2027"}, "5 × $15,000. 2027"),
    ],
)
def test_a_reason_is_said_with_names_days_and_money(code: str, params: dict[str, object], said: str) -> None:
    assert Words(make_request(), "en").explain(Explanation.of(code, **params)) == said


def test_a_reason_of_another_planner_keeps_the_words_stored_with_it() -> None:
    assert Words(make_request(), "nl").explain(Explanation(code="from_the_future", text="Because.")) == "Because."
