"""What speaks for each decision, looked up: seat-months, people qualified today, the earliest month a training could help."""

from collections.abc import Sequence

import numpy as np

from aiteam.planner.coverage import role_of
from aiteam.planner.decisions import Decided
from aiteam.planner.months import add_months
from aiteam.planner.optimum.solve import Planning
from aiteam.planner.result import Grounds
from aiteam.planner.state import Asked, lacks


def grounds(planning: Planning, decided: Decided) -> tuple[Grounds, ...]:
    """Trainings first, then hires, then contracts, each in the order of the plan."""
    known = _Grounds(planning, decided)
    trained = [known.of("training", row.person, row.role, known.gained(row.person)) for row in decided.trainings]
    hired = [known.of("hire", row.id, role_of(row.seat), known.covered(row.id)) for row in decided.new_people]
    contracted = [known.of("contract", row.id, row.role, known.covered(row.id)) for row in decided.contracts]
    return (*trained, *hired, *contracted)


class _Grounds:
    def __init__(self, planning: Planning, decided: Decided) -> None:
        self.planning, self.scene, self.decided = planning, planning.scene, decided
        self.trainable: dict[int, tuple[int, str] | None] = {}

    def gained(self, person: str) -> list[int]:
        """Numbers of the months in which the person sits where only the training makes it possible."""
        state = self.decided.renewed[person]
        found = []
        for number, month in enumerate(self.decided.planned):
            for seat, who in month.seats.items():
                asked = Asked.of(month.demand.rules[role_of(seat)], self.scene.request)
                if who == person and lacks(state, asked, month.demand.first, month.demand.last):
                    found.append(number)
        return found

    def covered(self, outsider: str) -> list[int]:
        return sorted(number for (number, _seat), who in self.decided.outsiders.items() if who.id == outsider)

    def of(self, kind: str, subject: str, role: str, months: Sequence[int]) -> Grounds:
        first = self.scene.months[months[0]] if months else None
        request, soonest = self.scene.request, self._soonest(self.scene.roles.index(role))
        lead = request.hiring_lead(role) + int(request.assumption("ramp_up_months"))
        return Grounds(
            of=kind,
            subject=subject,
            role=role,
            first_month=first.month if first else None,
            last_month=self.scene.months[months[-1]].month if months else None,
            seat_months=len(months),
            qualified=self._qualified(role, months[0]) if months else (),
            trainable=soonest[1] if soonest else None,
            trainable_from=self.scene.months[soonest[0]].first if soonest else None,
            order_by=add_months(first.first, -lead) if first else None,
        )

    def _qualified(self, role: str, number: int) -> tuple[str, ...]:
        month, asked = self.scene.months[number], self.scene.last_asked[self.scene.roles.index(role)]
        return tuple(person for person, state in self.decided.recorded.items() if not lacks(state, asked, month.first, month.last))

    def _soonest(self, role: int) -> tuple[int, str] | None:
        """(month number, person) of the first month in which a training makes somebody fit who is not fit without."""
        if role not in self.trainable:
            paths = self.planning.paths
            fits = (paths.masks >> role & 1).astype(bool)
            untrained: dict[str, list[int]] = {}
            for index, path in enumerate(paths.paths):
                if path.way is None:
                    untrained.setdefault(path.person, []).append(index)
            able = {person: fits[rows].any(axis=0) for person, rows in untrained.items()}
            found = [
                (int(np.argmax(gained)), path.person)
                for index, path in enumerate(paths.paths)
                if path.way is not None and (gained := fits[index] & ~able[path.person]).any()
            ]
            self.trainable[role] = min(found, default=None)
        return self.trainable[role]
