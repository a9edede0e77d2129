from collections import Counter
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from aiteam.planner.assignment import assign

Scores = Mapping[tuple[str, str], int]
CARDINAL = 10_000  # a further person placed outweighs any scores of the small instances below


def test_the_published_matching_of_three_people_to_three_jobs_is_found() -> None:
    """Gurobi modelling examples, "milp_tutorial" (Apache-2.0): optimum 193."""
    people, jobs = ("Carlos", "Joe", "Monika"), ("Tester", "JavaDeveloper", "Architect")
    table = ((53, 27, 13), (80, 47, 67), (53, 73, 47))
    score = {(job, person): table[row][column] for row, person in enumerate(people) for column, job in enumerate(jobs)}
    answer = assign(dict.fromkeys(jobs, 1), score)
    assert answer == {"Carlos": "Tester", "Joe": "Architect", "Monika": "JavaDeveloper"}
    assert sum(score[job, person] for person, job in answer.items()) == 193


def test_nobody_or_no_place_gives_no_assignment() -> None:
    assert assign({}, {}) == {}
    assert assign({"a": 2}, {}) == {}
    assert assign({"a": 0}, {("a", "x"): 5}) == {}
    assert assign({}, {("a", "x"): 5}) == {}


def test_a_place_takes_no_more_people_than_it_has_room_for() -> None:
    answer = assign({"a": 2}, {("a", person): worth for person, worth in (("w", 4), ("x", 3), ("y", 2), ("z", 1))})
    assert answer == {"w": "a", "x": "a"}


def test_the_best_single_match_gives_way_to_a_better_whole() -> None:
    # greedy takes a-x (10) and leaves y without a place; together a-y and b-x are worth 11
    assert assign({"a": 1, "b": 1}, {("a", "x"): 10, ("a", "y"): 5, ("b", "x"): 6}) == {"x": "b", "y": "a"}


def best_by_trial(capacity: Mapping[str, int], score: Scores) -> int:
    """The greatest sum of scores, every assignment tried."""
    people = sorted({person for _, person in score})

    def best(index: int, room: Counter[str]) -> int:
        if index == len(people):
            return 0
        worth = best(index + 1, room)
        for (place, person), points in score.items():
            if person == people[index] and room[place]:
                worth = max(worth, points + best(index + 1, room - Counter([place])))
        return worth

    return best(0, Counter(capacity))


@st.composite
def instances(draw: st.DrawFn) -> tuple[dict[str, int], dict[tuple[str, str], int]]:
    places, people = draw(st.integers(1, 3)), draw(st.integers(1, 5))
    capacity = {f"p{place}": draw(st.integers(0, 2)) for place in range(places)}
    pairs = [(f"p{place}", f"x{person}") for place in range(places) for person in range(people)]
    allowed = draw(st.lists(st.sampled_from(pairs), unique=True))
    return capacity, {pair: draw(st.integers(1, 100)) for pair in allowed}


@settings(max_examples=120, deadline=None)
@given(instances())
def test_the_sum_of_scores_is_the_greatest_there_is(instance: tuple[dict[str, int], dict[tuple[str, str], int]]) -> None:
    capacity, score = instance
    answer = assign(capacity, score)
    assert all((place, person) in score for person, place in answer.items())
    assert all(count <= capacity[place] for place, count in Counter(answer.values()).items())
    assert sum(score[place, person] for person, place in answer.items()) == best_by_trial(capacity, score)


@settings(max_examples=60, deadline=None)
@given(instances())
def test_where_a_further_place_outweighs_all_the_greatest_number_is_placed(
    instance: tuple[dict[str, int], dict[tuple[str, str], int]],
) -> None:
    capacity, score = instance
    weighed = {pair: CARDINAL + points for pair, points in score.items()}
    assert len(assign(capacity, weighed)) == best_by_trial(capacity, weighed) // CARDINAL


@settings(max_examples=60, deadline=None)
@given(instances(), st.data())
def test_the_order_of_the_input_does_not_matter(instance: tuple[dict[str, int], dict[tuple[str, str], int]], data: st.DataObject) -> None:
    capacity, score = instance
    shuffled = data.draw(st.permutations(list(score.items())))
    assert assign(dict(reversed(capacity.items())), dict(shuffled)) == assign(capacity, score)
