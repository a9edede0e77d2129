"""The assignment problem: who takes which place, so that the sum of scores is greatest.

Solved as the transportation linear program, whose basic optimal solutions are whole numbers (the matrix is totally unimodular), with HiGHS
(simplex, one thread, fixed seed: the same input gives the same answer everywhere).
"""

from collections.abc import Mapping, Sequence

from aiteam.planner.errors import PlanningError


def assign(capacity: Mapping[str, int], score: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """Person -> place. `capacity` is the number of heads a place takes, `score` the worth (> 0) of each (place, person) allowed.

    Each person takes one place at most; a place may stay empty. Greatest sum of scores.
    """
    pairs = sorted(pair for pair in score if capacity.get(pair[0], 0) > 0)
    if not pairs:
        return {}
    chosen = _solve(pairs, capacity, score)
    return {person: place for (place, person), taken in zip(pairs, chosen, strict=True) if taken > 0.5}


def _solve(pairs: Sequence[tuple[str, str]], capacity: Mapping[str, int], score: Mapping[tuple[str, str], int]) -> Sequence[float]:
    import highspy  # these two take a third of a second to import, which a start of the site need not wait for
    import numpy as np

    places = {place: row for row, place in enumerate(sorted({place for place, _ in pairs}))}
    people = {person: row + len(places) for row, person in enumerate(sorted({person for _, person in pairs}))}
    columns, rows = len(pairs), len(places) + len(people)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = columns, rows
    model.sense_ = highspy.ObjSense.kMaximize
    model.col_cost_ = np.array([score[pair] for pair in pairs], dtype=np.float64)
    model.col_lower_, model.col_upper_ = np.zeros(columns), np.ones(columns)
    model.row_lower_ = np.full(rows, -highspy.kHighsInf)
    model.row_upper_ = np.array([capacity[place] for place in places] + [1] * len(people), dtype=np.float64)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.arange(0, 2 * columns + 1, 2, dtype=np.int32)
    model.a_matrix_.index_ = np.array([row for place, person in pairs for row in (places[place], people[person])], dtype=np.int32)
    model.a_matrix_.value_ = np.ones(2 * columns)
    solver = highspy.Highs()
    for option, value in (("output_flag", False), ("threads", 1), ("random_seed", 0), ("solver", "simplex")):
        solver.setOptionValue(option, value)
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise PlanningError(f"The assignment of {len(people)} people to {len(places)} roles was not solved ({solver.getModelStatus()}).")
    return list(solver.getSolution().col_value)
