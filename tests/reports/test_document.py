from datetime import date
from decimal import Decimal

import pytest

from aiteam.planner.explanations import Explanation
from aiteam.planner.request import Cluster, GrowthStep, Options
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


def test_who_is_at_hand_is_told_only_for_seats_of_the_first_month() -> None:
    cluster = Cluster(name="F", growth=(GrowthStep(on=date(2026, 1, 1), gpus=100), GrowthStep(on=date(2027, 9, 1), gpus=400)))
    request, result = make_plan(cluster=cluster)
    document = build_document(request, result, language="en")
    assert document.at_start == "At hand in January 2027"
    later = [row.today for row, seat in zip(document.seats, result.seats, strict=True) if seat.needed_from > result.months[0]]
    assert set(later) == {"not needed yet"}
    first = [row.today for row in document.seats if row.today not in {"not needed yet", "nobody"}]
    assert first
    assert len(first) == len(set(first))


def test_a_position_names_its_speciality() -> None:
    document = build_document(*make_plan(people=()), language="en")
    network = [opening for opening in document.openings if opening.role == "Network specialist"]
    assert network
    assert all(opening.speciality and opening.speciality in opening.asks for opening in network)


def test_a_training_says_what_makes_it_so_late() -> None:
    request, result = make_plan()
    document = build_document(request, result, language="en")
    spoken = Words(request, "en")
    assert result.trainings
    for row, training in zip(document.trainings, result.trainings, strict=True):
        assert row.why == f"{spoken.explain(training.why)} {spoken.explain(training.binding)}"


def test_a_training_without_a_seat_names_its_role() -> None:
    request, result = make_plan()
    trainings = tuple(training.model_copy(update={"seat": None}) for training in result.trainings)
    document = build_document(request, result.model_copy(update={"trainings": trainings}), language="en")
    for row, training in zip(document.trainings, trainings, strict=True):
        assert row.goal.startswith("for " if training.kind == "seat" else "keeps ")
        assert not row.goal.startswith("keeps  valid")


def test_open_seats_are_not_called_filled_where_the_options_leave_them_open() -> None:
    document = build_document(*make_plan(people=(), options=Options(train=False, hire=False, contractors=False)), language="en")
    assert document.decisions == ()
    assert "leave 10 seats open" in document.no_decision


def test_gpus_without_a_team_rule_name_the_nearest_size_once() -> None:
    cluster = Cluster(name="Lab", growth=(GrowthStep(on=date(2026, 1, 1), gpus=5),))
    document = build_document(*make_plan(cluster=cluster), language="en")
    assert document.sentence.startswith("Lab: No team rule covers 5 GPUs. The nearest is ")
    assert document.figures[0].note == "in no month"
    assert not any(note.text in document.sentence for note in document.notes["team"])


def test_certifications_that_the_team_lacks_are_named_first() -> None:
    request, result = make_plan(people=())
    document = build_document(request, result, language="en")
    assert [row.any_of for row in document.team_certifications if row.missing]
    for row in document.team_certifications:
        assert (row.any_of in document.lacking.split(", ")) == bool(row.missing)


def test_a_cluster_without_gpus_still_makes_a_document() -> None:
    cluster = Cluster(name="Empty", growth=(GrowthStep(on=date(2027, 1, 1), gpus=0),))
    document = build_document(*make_plan(cluster=cluster), language="nl")
    assert document.seats == ()
    assert document.openings == ()


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        ("seat_at_hand", {"person": "p1", "month": date(2027, 3, 1)}, "p1 fits the seat and takes it from March 2027."),
        (
            "person_trained",
            {"role": "network-specialist", "ready_on": date(2027, 5, 2)},
            "Trained for Network specialist, ready on 2 May 2027.",
        ),
        ("person_seated", {"role": "network-specialist", "months": 1}, "Sits as Network specialist for 1 month."),
        ("person_seated", {"role": "network-specialist", "months": 6}, "Sits as Network specialist for 6 months."),
        (
            "open_nobody_fits",
            {"month": date(2027, 3, 1), "people": 4, "seated": 1, "level": 0, "speciality": 3, "certificate": 0, "away": 0},
            "Open in March 2027: of 4 people, 1 sits elsewhere, 3 lack the speciality.",
        ),
        ("roi_line", {"quantity": 5, "each_amount": Decimal(15000), "note": "2027"}, "5 × $15,000. 2027"),
    ],
)
def test_a_reason_is_said_with_names_days_and_money(code: str, params: dict[str, object], said: str) -> None:
    assert Words(make_request(), "en").explain(Explanation.of(code, **params)) == said


def test_a_reason_of_another_planner_keeps_the_words_stored_with_it() -> None:
    assert Words(make_request(), "nl").explain(Explanation(code="from_the_future", text="Because.")) == "Because."
