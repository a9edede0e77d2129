"""The workforce model PROD of R. Fourer, D. M. Gay and B. W. Kernighan (A Modeling Language for Mathematical Programming), own statement.

Crews are hired and laid off over thirteen periods; three products are made in regular hours and overtime, stored for two periods at most, or
owed. A part of the demand of the next period has to be in store. Data as in the examples of JuMP.
"""

from typing import Any

PERIODS, AGES = 13, 2
HOURS = {"18REG": 1.194, "24REG": 1.509, "24PRO": 1.509}
VALUE = {"18REG": 2304, "24REG": 2920, "24PRO": 2910}
DEMAND: dict[str, list[float]] = {
    "18REG": [63.8, 76, 88.4, 913.8, 115, 133.8, 79.6, 111, 121.6, 470, 78.4, 99.4, 140.4, 63.8],
    "24REG": [1212, 306.2, 319, 208.4, 298, 328.2, 959.6, 257.6, 335.6, 118, 284.8, 970, 343.8, 1212],
    "24PRO": [0, 0, 0, 0, 0, 0, 0, 0, 0, 1102, 0, 0, 0, 0],
}
PROMOTED = {"18REG": {3, 9}, "24REG": {0, 6, 12, 13}, "24PRO": {9}}
STORED = {"18REG": 82, "24REG": 792.2, "24PRO": 0}
DAYS = [19.5, 19, 20, 19, 19.5, 19, 19, 20, 19, 20, 20, 18, 18]
CHANGE = [7500] * 4 + [15000] * 6 + [7500] * 3


def _left(product: str, period: int) -> float:
    """Of what was stored before the first period, at the end of a period; all of it before the first."""
    return max(0.0, STORED[product] - sum(DEMAND[product][: period + 1]))


def _term(name: str, coefficient: float = 1.0, lag: int = 0) -> dict[str, Any]:
    return {"flow": "quantity", "of": name, "coefficient": coefficient, "lag": lag}


def _quantities(product: str) -> list[dict[str, Any]]:
    value = VALUE[product]
    return [
        {"name": f"{product} made"},
        {"name": f"{product} made in overtime", "cost": 43.85 * 18 * HOURS[product]},
        {"name": f"{product} new in store", "cost": 0.015 * value},
        {"name": f"{product} old in store", "cost": 0.015 * value, "max": {"1": 0}},
        {"name": f"{product} owed", "cost": 1.1 * value},
    ]


def _limits(product: str) -> list[dict[str, Any]]:
    made, overtime, new, old, owed = (quantity["name"] for quantity in _quantities(product))
    wanted = [max(0.0, DEMAND[product][period] - _left(product, period - 1)) for period in range(PERIODS)]
    shares = [0.80 if period + 1 in PROMOTED[product] else 0.75 for period in range(PERIODS)]
    reserve = [DEMAND[product][period + 1] * shares[period] - AGES * _left(product, period) for period in range(PERIODS)]
    return [
        {
            "name": f"{product} goes somewhere",
            "sense": "=",
            "right": wanted,
            "terms": [
                *(_term(name) for name in (made, overtime, owed)),
                *(_term(name, -1) for name in (new, old)),
                _term(owed, -1, lag=1),
                *(_term(name, lag=1) for name in (new, old)),
            ],
        },
        {"name": f"{product} in reserve", "sense": ">=", "right": reserve, "terms": [_term(new), _term(old)]},
        {"name": f"{product} is new", "sense": "<=", "terms": [_term(new), _term(made, -1), _term(overtime, -1)]},
        {"name": f"{product} gets old", "sense": "<=", "terms": [_term(old), _term(new, -1, lag=1)]},
    ]


def stated() -> dict[str, Any]:
    regular = [_term(f"{product} made", hours) for product, hours in HOURS.items()]
    beyond = [_term(f"{product} made in overtime", hours) for product, hours in HOURS.items()]
    crews = {"flow": "stock", "coefficient": [-8 * days for days in DAYS]}
    return {
        "periods": PERIODS,
        "states": [{"name": "crew", "initial": 8, "max": 8, "cost": [16 * 8 * 18 * days for days in DAYS]}],
        "hiring": [{"to_state": "crew", "cost": CHANGE}],
        "separations": [{"from_state": "crew", "cost": CHANGE}],
        "quantities": [quantity for product in HOURS for quantity in _quantities(product)],
        "limits": [
            {"name": "regular hours", "sense": "<=", "terms": [*regular, crews]},
            {"name": "overtime", "sense": "<=", "right": 96, "terms": beyond},
            *(limit for product in HOURS for limit in _limits(product)),
        ],
    }
