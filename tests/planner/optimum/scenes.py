"""Random organisations for the optimiser's tests; the same seed gives the same one."""

import random
from datetime import date
from typing import Any

from aiteam.planner.catalogue import shipped
from aiteam.planner.months import add_months, last_day
from aiteam.planner.request import PlanRequest, read_request

AS_OF = date(2026, 12, 1)
BACKGROUNDS = ("infiniband-rdma", "parallel-storage", "classic-networking", "san-storage")


def random_people(count: int, seed: int, levels: tuple[int, ...] = (5, 6, 3, 1, 0)) -> list[dict[str, Any]]:
    """`levels` are the weights of levels 1 to 5."""
    dice = random.Random(seed)
    return [_person(dice, number, dice.choices([1, 2, 3, 4, 5], levels)[0]) for number in range(count)]


def _person(dice: random.Random, number: int, level: int) -> dict[str, Any]:
    row = shipped().level[level]
    skills = [dice.choice(BACKGROUNDS)] if dice.random() < 0.5 else []
    chances = {"NCA-AIIO": 0.6, "NCP-AII": 0.3 * (level > 2), "NCP-AIO": 0.3 * (level > 2), "NCP-AIN": 0.5 * ("infiniband-rdma" in skills)}
    held = [
        {"code": code, "issued_on": date(2025, dice.randint(1, 12), dice.randint(1, 28))}
        for code, chance in chances.items()
        if dice.random() < chance
    ]
    return {
        "id": f"P{number:04}",
        "name": f"Person {number}",
        "level": level,
        "skills": skills,
        "certifications": held,
        "experience_months": row.experience_months_min + dice.randint(0, 8),
        "yearly_pay": int(row.pay.middle),
        "level_since": add_months(AS_OF, -dice.randint(0, 24)) if dice.random() < 0.5 else None,
        "leaves_on": add_months(AS_OF, dice.randint(4, 20)) if dice.random() < 0.1 else None,
        "starts_on": add_months(AS_OF, dice.randint(1, 3)) if dice.random() < 0.1 else None,
    }


def random_request(count: int = 6, months: int = 12, seed: int = 1, gpus: tuple[int, int] = (60, 300), **options: Any) -> PlanRequest:
    growth = [{"on": date(2027, 1, 1), "gpus": gpus[0]}, {"on": date(2027, 6, 1), "gpus": gpus[1]}]
    return read_request(
        {
            "organisation": "Example",
            "as_of": AS_OF,
            "cluster": {"name": "Frankfurt 1", "growth": growth},
            "starts_on": date(2027, 1, 1),
            "ends_on": last_day(add_months(date(2027, 1, 1), months - 1)),
            "people": random_people(count, seed),
            "options": {"contractors": True} | options,
        }
    )
