"""Each picture is well-formed, says what it shows, keeps its proportions and survives hostile words."""

import itertools
from datetime import date
from decimal import Decimal
from xml.etree import ElementTree

from aiteam.planner.months import add_months
from aiteam.reports import charts, svg

SVG = "{http://www.w3.org/2000/svg}"
WORDS = charts.Words(title="Who learns <what> & when", description="Days", empty="Nothing yet", language="en")
KINDS = {"course": "course", "exam": "exam"}
STATES = {"at_hand": "at hand", "hired": "hired", "open": "open"}
MONTHS = tuple(add_months(date(2027, 1, 1), index) for index in range(12))


def read(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawing)


def marks(drawing: str, tip: str) -> list[ElementTree.Element]:
    """The marks that carry this tip."""
    return [
        element
        for element in read(drawing).iter()
        if element.tag != f"{SVG}svg" and any(child.tag == f"{SVG}title" and child.text == tip for child in element)
    ]


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.attrib[name])


def says(drawing: str) -> list[str]:
    return [element.text or "" for element in read(drawing).iter(f"{SVG}text")]


def make_gantt(*rows: charts.Row) -> str:
    return charts.gantt(rows, MONTHS, WORDS, kinds=KINDS, marks={"end": "ends"}, today=(date(2027, 2, 1), "today"))


def test_a_picture_has_a_title_a_role_and_no_style_or_script() -> None:
    drawing = make_gantt(charts.Row("Ilse", (charts.Bar("course", date(2027, 1, 1), date(2027, 1, 31), "a"),)))
    root = read(drawing)
    assert root.attrib["role"] == "img"
    assert root[0].text == "Who learns <what> & when"
    assert "style=" not in drawing
    assert "<script" not in drawing


def test_a_bar_covers_both_its_first_and_its_last_day() -> None:
    january = charts.Bar("course", date(2027, 1, 1), date(2027, 1, 31), "january")
    year = charts.Bar("course", date(2027, 1, 1), date(2027, 12, 31), "year")
    drawing = make_gantt(charts.Row("a", (january,)), charts.Row("b", (year,)))
    (short,), (long,) = marks(drawing, "january"), marks(drawing, "year")
    assert number(short, "x") == charts.LABEL_WIDTH
    assert number(long, "width") == svg.WIDTH - charts.LABEL_WIDTH
    assert abs(number(short, "width") / number(long, "width") - 31 / 365) < 0.0005


def test_what_runs_at_the_same_time_hides_nothing() -> None:
    kinds: tuple[charts.BarKind, ...] = ("course", "cross_training", "experience")
    bars = tuple(charts.Bar(kind, date(2027, 1, 1), date(2027, 6, 30), kind) for kind in kinds)
    drawing = make_gantt(charts.Row("a", bars))
    lanes = sorted((number(bar, "y"), number(bar, "height")) for kind in kinds for bar in marks(drawing, kind))
    assert all(y + height <= below for (y, height), (below, _) in itertools.pairwise(lanes))


def test_a_bar_that_runs_past_the_picture_ends_at_its_edge() -> None:
    drawing = make_gantt(charts.Row("a", (charts.Bar("course", date(2026, 6, 1), date(2029, 1, 1), "long"),)))
    (bar,) = marks(drawing, "long")
    assert number(bar, "x") + number(bar, "width") == svg.WIDTH


def test_a_certificate_that_ends_is_marked_on_its_day_and_today_is_named() -> None:
    drawing = make_gantt(charts.Row("a", marks=(charts.Mark("end", date(2027, 7, 2), "NCP-AII"),)))
    (mark,) = marks(drawing, "NCP-AII")
    assert abs(number(mark, "cx") - (charts.LABEL_WIDTH + (svg.WIDTH - charts.LABEL_WIDTH) * 182 / 365)) < 0.01
    assert "today" in says(drawing)


def test_hostile_words_stay_words() -> None:
    drawing = make_gantt(
        charts.Row("<script>alert(1)</script>\x00", (charts.Bar("course", date(2027, 1, 1), date(2027, 2, 1), '"><svg onload=x>'),))
    )
    assert "<script" not in drawing
    assert len(marks(drawing, '"><svg onload=x>')) == 1


def test_cost_is_stacked_on_zero_to_scale() -> None:
    series = [charts.Series("Pay", (Decimal(100), Decimal(200)), 0), charts.Series("Exams", (Decimal(50), Decimal(0)), 1)]
    drawing = charts.cost_by_month(MONTHS[:2], series, WORDS, currency="USD")
    (hundred,), (two_hundred,), (fifty,) = (
        marks(drawing, "Pay: $100"),
        marks(drawing, "Pay: $200"),
        marks(drawing, "Exams: $50"),
    )
    assert number(two_hundred, "height") == 2 * number(hundred, "height") == 4 * number(fifty, "height")
    assert abs(number(fifty, "y") + number(fifty, "height") - number(hundred, "y")) < 0.02
    assert marks(drawing, "Exams: $0") == []
    assert "$0" in says(drawing)


def test_an_axis_of_money_speaks_the_reader_s_language() -> None:
    words = charts.Words("t", "d", "e", "de")
    drawing = charts.cost_by_month(MONTHS[:1], [charts.Series("Gehalt", (Decimal(40000),), 0)], words, currency="EUR")
    assert "40.000\N{NO-BREAK SPACE}€" in says(drawing)


def test_the_gap_fills_what_is_missing_up_to_the_need() -> None:
    supply = [charts.Series("at hand", (1, 4), 0)]
    drawing = charts.supply_and_demand(MONTHS[:2], [4, 4], supply, WORDS, needed_label="needed", open_label="open")
    (gap,), (one,) = marks(drawing, "open: 3"), marks(drawing, "at hand: 1")
    assert abs(number(gap, "height") - 3 * number(one, "height")) < 0.05
    assert abs(number(gap, "y") + number(gap, "height") - number(one, "y")) < 0.02
    assert marks(drawing, "open: 0") == []


def test_a_run_of_months_in_a_seat_is_one_mark() -> None:
    ilse, nobody = charts.Cell("at_hand", "Ilse"), charts.Cell("open", "open")
    drawing = charts.cover_strip([charts.Strip("Lead 1", (None, ilse, ilse, nobody))], MONTHS[:4], WORDS, kinds=STATES)
    (stay,), (gap,) = marks(drawing, "Ilse"), marks(drawing, "open")
    step = (svg.WIDTH - charts.LABEL_WIDTH) / 4
    assert number(stay, "width") == 2 * step - 1
    assert number(gap, "x") == charts.LABEL_WIDTH + 3 * step + 0.5
    assert "hired" not in says(drawing)


def test_a_stair_rises_where_the_cluster_grows() -> None:
    drawing = charts.growth_stair([(date(2027, 1, 1), 100), (date(2027, 7, 2), 400)], MONTHS, WORDS, unit="GPUs")
    low, high = (element for element in read(drawing).iter(f"{SVG}rect"))
    assert abs(number(high, "height") - 4 * number(low, "height")) < 0.05
    assert abs(number(low, "width") / (number(low, "width") + number(high, "width")) - 182 / 365) < 0.001


def test_nothing_to_show_is_said() -> None:
    empty = [
        make_gantt(),
        charts.cost_by_month(MONTHS, [], WORDS, currency="USD"),
        charts.supply_and_demand(MONTHS, [0] * 12, [], WORDS, needed_label="n", open_label="o"),
        charts.cover_strip([], MONTHS, WORDS, kinds=STATES),
        charts.growth_stair([], MONTHS, WORDS, unit="GPUs"),
        charts.growth_stair([(date(2027, 1, 1), 0)], MONTHS, WORDS, unit="GPUs"),
    ]
    assert all(says(drawing) for drawing in empty)
    assert all("Nothing yet" in drawing for drawing in empty[:5])


def test_ticks_are_round_and_reach_the_top() -> None:
    assert svg.ticks(10, whole=True) == [0, 3, 6, 9, 12]
    assert svg.ticks(Decimal(1_300_000)) == [0, 500_000, 1_000_000, 1_500_000]
    assert svg.ticks(Decimal("0.3")) == [Decimal("0.0"), Decimal("0.1"), Decimal("0.2"), Decimal("0.3")]


def test_the_budget_curve_draws_cash_and_what_stays_open_over_the_same_shares() -> None:
    points = [charts.Budgeted("50%", 500.0, "$500", 4), charts.Budgeted("100%", 1000.0, "$1,000", 0)]
    drawing = charts.budget_curve(points, WORDS, cash="Cash", left_open="Open")
    [half], [full], [left_open] = marks(drawing, "$500"), marks(drawing, "$1,000"), marks(drawing, "4")
    assert number(half, "height") * 2 == number(full, "height")
    assert marks(drawing, "0") == []  # nothing is open with all of the money
    assert {"Cash", "Open", "50%", "100%", "4", "0"} <= set(says(drawing))
    assert left_open is not None


def test_a_budget_curve_without_points_says_so() -> None:
    assert says(charts.budget_curve([], WORDS, cash="Cash", left_open="Open")) == ["Nothing yet"]
