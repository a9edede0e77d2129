"""How fast the planner finds the plan of least cost, and how fast other solvers do on the same program in the same run.

Each case runs in a process of its own. Seconds are of CPU, one thread each; ">" says that a solver did not get there within the limit. The
others are given the whole program, every course of action in it, ready-made; laying these out is counted for nobody and told apart.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEOPLE, MONTHS = "5,20,50,200", "12,24,36"
SITES = {5: 1, 20: 1, 50: 3, 200: 10, 1000: 50, 5000: 50}  # so that there are about as many seats as half the people
TO_ONE_PERCENT, TO_OPTIMUM = 0.01, 1e-4
HEADS = (
    "case",
    "courses",
    "columns",
    "rows",
    "laid out",
    "first plan",
    "to 1 %",
    "optimum",
    "MB",
    "scipy",
    "CP-SAT",
    "scipy ÷ ours",
    "CP-SAT ÷ ours",
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench planner", description=__doc__.splitlines()[0])
    parser.add_argument("--people", default=PEOPLE, help="with commas between")
    parser.add_argument("--months", default=MONTHS, help="with commas between")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each of the other solvers")
    parser.add_argument("--budget", choices=["with", "without", "both"], default="both", help="a budget of 80 %% of what is needed")
    parser.add_argument("--quick", default="1000,5000", help="people for the quick depth, with commas between")
    options = parser.parse_args()
    print("| " + " | ".join(HEADS) + " |\n|" + "---|" * len(HEADS))
    for people in numbers(options.people):
        for months in numbers(options.months):
            for budget in {"with": [True], "without": [False], "both": [False, True]}[options.budget]:
                print(row(in_child("named", people=people, months=months, budget=budget, limit=options.limit)), flush=True)
    print("\n| quick depth | people ÷ those of the line above | seconds | ÷ line above | MB |\n|---|---|---|---|---|")
    before: dict[str, Any] | None = None
    for people in numbers(options.quick):
        found = in_child("quick", people=people, months=36)
        times = f"{people / before['people']:.0f}" if before else "", f"{found['seconds'] / before['seconds']:.1f}" if before else ""
        print(f"| {people:,} people, 36 months | {times[0]} | {found['seconds']:.2f} | {times[1]} | {found['memory']:.0f} |", flush=True)
        before = found
    return 0


def numbers(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part]


def in_child(kind: str, **question: Any) -> dict[str, Any]:
    environment = os.environ | {"BENCH_CHILD": json.dumps({"kind": kind, **question}), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, __file__], env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def row(found: dict[str, Any]) -> str:
    ours = found["optimum"]
    cells = [
        found["case"], *(f"{found[name]:,}" for name in ("courses", "columns", "rows")),
        *(f"{found[name]:.2f}" for name in ("laid_out", "first")), shown(found["one_percent"]), shown(ours), f"{found['memory']:.0f}",
        shown(found["scipy"]), shown(found["cp_sat"]), ratio(found["scipy"], ours), ratio(found["cp_sat"], ours),
    ]  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def shown(measure: dict[str, Any]) -> str:
    return f"{measure['seconds']:.2f}" if measure["done"] else f"> {measure['seconds']:.0f} ({measure['left']})"


def ratio(other: dict[str, Any], ours: dict[str, Any]) -> str:
    if not ours["done"]:
        return ""
    return f"{'' if other['done'] else '> '}{other['seconds'] / max(ours['seconds'], 0.01):.1f}"


def child(question: dict[str, Any]) -> dict[str, Any]:
    return named(**question) if question.pop("kind") == "named" else quick(**question)


def named(people: int, months: int, limit: float, *, budget: bool) -> dict[str, Any]:
    from aiteam.planner.optimum.program import Effort
    from aiteam.planner.optimum.solve import Planning
    from tests.planner.optimum.second_solvers import by_cp_sat, by_scipy, whole_program

    began = time.process_time()
    planning = Planning(scene(people, months, budget=budget))
    laid_out = time.process_time() - began
    first: list[float] = []

    def to(gap: float) -> tuple[dict[str, Any], Any]:
        start = time.process_time()
        planning.told = lambda stage, share: first.append(time.process_time() - start) if stage == "better" else None
        choice = planning.solve(effort=Effort(gap=gap, nodes=1_000_000, seconds=limit)).choice
        seconds = time.process_time() - start
        return {"seconds": seconds, "done": choice.gap <= gap * 1.001, "left": f"{choice.gap:.1%} left"}, choice

    one_percent, _choice = to(TO_ONE_PERCENT)
    optimum, choice = to(TO_OPTIMUM)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    matrix = whole_program(planning)
    start = time.process_time()
    gap = TO_ONE_PERCENT if budget and not optimum["done"] else TO_OPTIMUM
    price = by_scipy(matrix, gap, limit)
    scipy = {"seconds": time.process_time() - start, "done": price is not None, "left": "limit"}
    price, seconds = by_cp_sat(matrix, gap, limit)
    return {
        "case": f"{people} x {months}" + (", budget" if budget else ""),
        "courses": len(planning.paths.paths),
        "columns": choice.columns,
        "rows": choice.rows,
        "laid_out": laid_out,
        "first": first[0],
        "one_percent": one_percent,
        "optimum": optimum,
        "memory": memory,
        "scipy": scipy,
        "cp_sat": {"seconds": seconds, "done": price is not None, "left": "limit"},
    }


def scene(people: int, months: int, *, budget: bool) -> Any:
    """A random organisation whose cluster grows in its sixth month; with a budget, of 80 % of what its plan would spend."""
    from aiteam.planner.optimum.alternatives import Measured
    from aiteam.planner.optimum.solve import Planning
    from tests.planner.optimum.scenes import random_request

    def of(**options: Any) -> Any:
        request = random_request(people, months, seed=1, gpus=(60, 300), depth="deep", **options)
        return request.model_copy(update={"cluster": request.cluster.model_copy(update={"sites": SITES.get(people, 1)})})

    if not budget:
        return of()
    planning = Planning(of())
    return of(budgets=[{"amount": round(0.8 * Measured(planning, planning.solve()).cash)}])


def quick(people: int, months: int) -> dict[str, Any]:
    from aiteam.planner.quick import estimate

    request = scene(people, months, budget=False)
    began = time.process_time()
    estimate(request)
    seconds = time.process_time() - began
    return {"people": people, "seconds": seconds, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


if __name__ == "__main__":
    if "BENCH_CHILD" in os.environ:
        json.dump(child(json.loads(os.environ["BENCH_CHILD"])), sys.stdout)
    else:
        sys.exit(main())
