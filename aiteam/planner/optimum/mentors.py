"""Who can take juniors by the hand, month by month."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aiteam.planner.assignment import assign
from aiteam.planner.cost import yearly_pay
from aiteam.planner.months import month_of
from aiteam.planner.optimum.paths import Path
from aiteam.planner.optimum.scene import Numbers, Scene
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import State
from aiteam.planner.training import Draft


def may_mentor(mentor: State, junior_level: int, domain: str | None, request: PlanRequest) -> bool:
    """A mentor is senior enough, above the junior, and knows the field where the junior learns one."""
    lowest = max(int(request.assumption("mentor_level_min")), junior_level + 1)
    return mentor.person.level >= lowest and (domain is None or domain in mentor.skills)


@dataclass(frozen=True)
class MentorRule:
    """Juniors of these levels and domains need one of the `available` mentors (heads by month)."""

    level: int
    domain: str | None
    available: Numbers

    def counts(self, path: Path) -> bool:
        return bool(path.mentored) and path.junior_level >= self.level and (self.domain is None or path.domain == self.domain)


def mentor_rules(scene: Scene, states: Mapping[str, State], paths: Sequence[Path]) -> list[MentorRule]:
    """For each level from which juniors come, and each domain: they may not outnumber those who can mentor at least the lowest of them.

    A junior of a higher level needs a higher mentor, so that juniors from a level up share the mentors of that level. Mentors of a domain serve
    its juniors; all mentors serve all.
    """
    mentored = [path for path in paths if path.mentored]
    domains: list[str | None] = [None, *sorted({path.domain for path in mentored if path.domain})]
    levels = sorted({path.junior_level for path in mentored})
    return [
        MentorRule(
            level, domain, _available(scene, [state for state in states.values() if may_mentor(state, level, domain, scene.request)])
        )
        for level in levels
        for domain in domains
    ]


def _available(scene: Scene, mentors: Sequence[State]) -> Numbers:
    heads: Numbers = np.zeros(len(scene.months))
    for mentor in mentors:
        heads = heads + scene.here(mentor)
    return heads


def mentoring_month(scene: Scene, states: Mapping[str, State], junior_level: int) -> float:
    """What a month of a mentor's lost time is worth: the share lost of the mean pay of those who could."""
    request = scene.request
    pays = [float(yearly_pay(request, state, request.as_of)) for state in states.values() if may_mentor(state, junior_level, None, request)]
    return float(request.assumption("mentor_loss_percent")) / 100 * (sum(pays) / len(pays) if pays else 0.0) / 12


def assigned_mentors(scene: Scene, states: Mapping[str, State], drafts: Mapping[str, Draft]) -> dict[str, tuple[tuple[int, str], ...]]:
    """Junior -> (month number, mentor), month by month of an apprenticeship; with the same mentor as long as that mentor is here."""
    spells = {person: step for person, draft in drafts.items() for step in draft.steps if step.kind == "apprenticeship"}
    domains = {person: draft.speciality for person, draft in drafts.items()}
    each = int(scene.request.assumption("juniors_per_mentor"))
    found: dict[str, list[tuple[int, str]]] = {person: [] for person in spells}
    before: dict[str, str] = {}
    for number, month in enumerate(scene.months if spells else ()):
        juniors = [person for person, step in spells.items() if month_of(step.starts_on) <= month.month <= step.ends_on]
        score = {
            (mentor, junior): 2 + (before.get(junior) == mentor)
            for junior in juniors
            for mentor, state in states.items()
            if may_mentor(state, states[junior].person.level, domains[junior], scene.request) and state.is_here(month.first, month.last)
        }
        before = assign(dict.fromkeys(states, each), score)
        for junior, mentor in before.items():
            found[junior].append((number, mentor))
    return {person: tuple(months) for person, months in found.items()}
