import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aiteam.planner.linear import INFINITY, Expression, Model, Search


def factory() -> tuple[Model, Expression]:
    """Doors and windows (Hillier and Lieberman, the Wyndor glass company): 3 doors + 5 windows, best 36 at 2 and 6."""
    model = Model()
    doors, windows = model.column(("doors",)), model.column(("windows",))
    model.row(("plant", 1), doors, upper=4)
    model.row(("plant", 2), windows * 2, upper=12)
    model.row(("plant", 3), doors * 3 + windows * 2, upper=18)
    return model, doors * 3 + windows * 5


def test_a_textbook_program_has_its_printed_optimum() -> None:
    model, profit = factory()
    answer = model.solve(profit, maximise=True)
    assert (answer.outcome, answer.objective, answer.bound, answer.gap) == ("optimal", 36, 36, 0)
    assert answer.values == {("doors",): 2, ("windows",): 6}
    assert model.size == (2, 3)


def test_constants_count_on_both_sides() -> None:
    model = Model()
    heads = model.column(("heads",))
    model.row(("need",), heads + 3, lower=10)
    answer = model.solve(heads * 2 + 100)
    assert (answer.objective, answer.values["heads",]) == (114, 7)


def test_whole_columns_take_whole_values_only() -> None:
    # 5 x + 4 y with 6 x + 4 y <= 24 and x + 2 y <= 6: 21 at (3, 1.5), in whole numbers 20 at (4, 0)
    model = Model()
    x, y = model.column(("x",), whole=True), model.column(("y",), whole=True)
    model.row(("material",), x * 6 + y * 4, upper=24)
    model.row(("hours",), x + y * 2, upper=6)
    answer = model.solve(x * 5 + y * 4, maximise=True)
    assert (answer.outcome, answer.objective, answer.bound) == ("optimal", 20, 20)
    assert dict(answer.values) == {("x",): 4, ("y",): 0}
    assert model.whole_columns == [("x",), ("y",)]


def test_bounds_between_whole_numbers_leave_the_whole_numbers_between_them() -> None:
    model = Model()
    x, y, rest = model.column(("x",), upper=0.008, whole=True), model.column(("y",), 0.5, 2.7, whole=True), model.column(("rest",))
    model.row(("sum",), x + y + rest, 3.5, 3.5)
    assert model.solve(rest).values == {("x",): 0, ("y",): 2, ("rest",): 1.5}
    model.column(("z",), 0.2, 0.8, whole=True)
    assert model.solve(rest).outcome == "infeasible"


def test_the_rest_follows_when_whole_columns_are_kept() -> None:
    model = Model()
    teams, hours = model.column(("teams",), whole=True), model.column(("hours",))
    model.row(("need",), teams * 8 + hours, lower=19)
    assert model.solve_fixed({("teams",): 2.0000001, ("hours",): 9}, teams * 10 + hours).values == {("teams",): 2, ("hours",): 3}


@pytest.mark.parametrize(("lower", "outcome"), [(3, "infeasible"), (-math.inf, "unbounded")])
def test_a_program_without_an_optimum_says_which_kind(lower: float, outcome: str) -> None:
    model = Model()
    x, y = model.column(("x",), upper=2), model.column(("y",))
    model.row(("row",), x, lower=lower)
    answer = model.solve(x + y, maximise=True)
    assert (answer.outcome, answer.has_values) == (outcome, False)
    assert math.isnan(answer.objective)


def test_rows_that_are_nearly_parallel_are_not_taken_for_infeasible() -> None:
    """Presolve of HiGHS 1.15 does that here: the limit is a millionth of the cost, but for the heads a, b and c."""
    model = Model()
    tops = {"a": INFINITY, "b": INFINITY, "c": INFINITY, "d": 0.001, "e": 0.006, "f": 0.008, "g": 0.004, "h": INFINITY, "i": INFINITY}
    tops |= {"j": INFINITY, "k": INFINITY, "l": 0.007, "m": INFINITY, "n": INFINITY}
    columns = {name: model.column((name,), upper=top) for name, top in tops.items()}

    def together(**factors: float) -> Expression:
        return sum((columns[name] * factor for name, factor in factors.items()), Expression())

    cost = together(a=0.017, b=0.029, d=0.056, e=0.043, f=0.012, g=0.006, h=0.036, i=0.012, j=0.081, k=0.014, l=0.046)
    for name, heads in (("a", 0.0009), ("b", 0.003), ("c", 0.007)):
        model.row(("balance", name), columns[name], heads, heads)
    model.row(("supervised",), together(e=0.25, m=-1, n=-1), 0, 0)
    model.row(("need",), together(a=8, f=-7.2, c=8, i=1, n=-8, j=1, k=-1, l=-1), 0.015, 0.015)
    model.row(("limit",), together(a=0.5, b=0.5, c=0.5) + cost * 1e-6, upper=9998)
    model.row(("most",), cost, upper=model.solve(cost).objective + 1e-10)
    assert model.solve(together(a=1, b=1, c=1), maximise=True).outcome == "optimal"


def test_an_empty_program_has_the_value_of_its_constant() -> None:
    assert Model().solve(Expression(constant=7)).objective == 7


def test_a_row_can_be_replaced() -> None:
    model, profit = factory()
    model.replace_row(("plant", 3), Expression.of(("doors",)), upper=3)
    assert model.solve(profit, maximise=True).objective == 39


def test_a_name_stands_for_one_thing() -> None:
    model, profit = factory()
    with pytest.raises(ValueError, match="already a column"):
        model.column(("doors",))
    with pytest.raises(ValueError, match="already a row"):
        model.row(("plant", 1), profit)


def knapsack(order: list[int]) -> tuple[Model, Expression]:
    """Thirty things, many alike in worth for weight, so that many choices are as good."""
    model, worth, weight = Model(), Expression(), Expression()
    for thing in order:
        taken = model.column(("taken", thing), upper=1, whole=True)
        worth.add(taken, 10 + thing % 7)
        weight.add(taken, 9 + thing % 5)
    model.row(("weight",), weight, upper=101)
    return model, worth


def test_the_answer_does_not_depend_on_the_order_in_which_columns_were_added() -> None:
    first, second = (model.solve(worth, maximise=True) for model, worth in (knapsack(list(range(30))), knapsack(list(range(29, -1, -1)))))
    assert first == second


def test_a_search_that_is_stopped_says_so() -> None:
    model, worth = knapsack(list(range(30)))
    answer = model.solve(worth, maximise=True, search=Search(stopped=lambda: True))
    assert answer.outcome in {"stopped", "nothing_found"}
    assert answer.outcome == "nothing_found" or answer.bound >= answer.objective


def test_a_search_without_time_finds_nothing_or_says_what_is_proven() -> None:
    model, worth = knapsack(list(range(30)))
    answer = model.solve(worth, maximise=True, search=Search(seconds=0))
    assert answer.outcome in {"stopped", "nothing_found"}


def test_expressions_add_up_and_have_a_value() -> None:
    x, y = Expression.of(("x",)), Expression.of(("y",), 2)
    total = (x + y) * 3 - x + 5
    assert (total.terms, total.constant) == ({("x",): 2, ("y",): 6}, 5)
    assert total.value({("x",): 1.5, ("y",): 0.5}) == 11
    assert x.terms == {("x",): 1}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=6), st.integers(0, 30))
def test_every_small_choice_is_as_good_as_the_best_one_tried(things: list[tuple[int, int]], room: int) -> None:
    model, worth, weight = Model(), Expression(), Expression()
    for index, (points, kilos) in enumerate(things):
        taken = model.column(("taken", index), upper=1, whole=True)
        worth.add(taken, points)
        weight.add(taken, kilos)
    model.row(("room",), weight, upper=room)
    best = max(
        sum(points for points, _ in chosen)
        for size in range(len(things) + 1)
        for chosen in itertools.combinations(things, size)
        if sum(kilos for _, kilos in chosen) <= room
    )
    assert model.solve(worth, maximise=True).objective == best
