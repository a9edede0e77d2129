"""What can be had from outside: hires by role and month of arrival, and contractors by the month."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from aiteam.planner import cost
from aiteam.planner.catalogue import SeatRule
from aiteam.planner.cost import hire_pay, share_of_month
from aiteam.planner.months import add_months, last_day, months_between
from aiteam.planner.optimum.scene import Numbers, Scene


@dataclass(frozen=True)
class Offer:
    """Somebody hired for a role: recruiting starts on `order_by`; `ready` is the first month (by number) that the new person can cover."""

    role: int
    order_by: date
    arrives_on: date
    ready_on: date
    ready: int
    recruiting: Numbers  # cash by month
    pay: Numbers

    def cost(self, discount: Numbers) -> float:
        return float((self.recruiting + self.pay) @ discount)


def offers(scene: Scene) -> list[Offer]:
    """Every hire that could still cover a month of the plan, ordered on its day of reference or on a later first of a month."""
    if not scene.request.options.hire:
        return []
    return [offer for role in range(len(scene.roles)) for offer in _of_role(scene, role)]


def _of_role(scene: Scene, role: int) -> Iterator[Offer]:
    request = scene.request
    lead, ramp = request.hiring_lead(scene.roles[role]), int(request.assumption("ramp_up_months"))
    for order_by in _order_days(scene):
        arrives_on = add_months(order_by, lead)
        ready_on = add_months(arrives_on, ramp)
        ready = next((index for index, month in enumerate(scene.months) if month.first >= ready_on), None)
        if ready is not None and scene.seats[role, ready:].any():
            rule = scene.last_asked[role].rule
            yield Offer(role, order_by, arrives_on, ready_on, ready, _recruiting(scene, arrives_on), _pay(scene, rule, arrives_on))


def _order_days(scene: Scene) -> Iterator[date]:
    day = scene.request.as_of
    while day <= scene.months[-1].last:
        yield day
        day = last_day(day) + timedelta(days=1)


def _recruiting(scene: Scene, arrives_on: date) -> Numbers:
    """What falls before the plan, so that somebody is there at its start, stands in its first month."""
    cash = np.zeros(len(scene.months))
    if arrives_on <= scene.months[-1].last:
        cash[scene.month_index(arrives_on)] = float(scene.request.assumption("hiring_cost"))
    return cash


def _pay(scene: Scene, rule: SeatRule, arrives_on: date) -> Numbers:
    """From the day of arrival to the end, a month that has begun by its share."""
    cash = np.zeros(len(scene.months))
    monthly = float(hire_pay(scene.request, rule.level_min, rule.level_max)) / 12
    for month in months_between(arrives_on, scene.months[-1].last):
        cash[scene.month_index(month)] += monthly * float(share_of_month(arrives_on, month))
    return cash


def fitting_roles(scene: Scene, role: int) -> list[int]:
    """Roles that somebody hired for `role` can cover too: a level in common, and the speciality where one is asked."""
    held = scene.last_asked[role]
    return [
        other
        for other, wanted in enumerate(scene.last_asked)
        if max(held.rule.level_min, wanted.rule.level_min) <= min(held.rule.level_max, wanted.rule.level_max)
        and wanted.speciality in {None, held.speciality}
    ]


def contractor_month(scene: Scene) -> float:
    return float(cost.contractor_month(scene.request))
