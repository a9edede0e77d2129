"""Which roles a person could fill in each month, for each start of a training: bit r of a number stands for role r.

The conditions are those of `state.lacks`, on arrays by start and month.
"""

from collections.abc import Sequence

import numpy as np

from aiteam.planner.optimum.scene import Days, Numbers, Scene
from aiteam.planner.optimum.timing import Milestones
from aiteam.planner.state import Asked, State

ONE_DAY = np.timedelta64(1, "D")


class Fitness:
    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def as_is(self, state: State) -> Numbers:
        """By month, without any training."""
        masks: Numbers = self._masks(_Abilities(self.scene, state))[0]
        return masks

    def trained(self, state: State, milestones: Milestones, lives: "Lives") -> Numbers:
        """By start and month, with a training whose certificates last as `lives` says."""
        return self._masks(_Abilities(self.scene, state, milestones, lives))

    def _masks(self, able: "_Abilities") -> Numbers:
        masks = np.zeros((able.starts, len(self.scene.months)), dtype=np.int64)
        for role, asked, months in self.scene.rules:
            masks |= (able.fit(asked) & months).astype(np.int64) << role
        return masks


class Lives:
    """How long a certificate lasts that a training earns: its last day by start; far in the future where it is renewed or never ends."""

    def __init__(self, ends: dict[str, Days]) -> None:
        self.ends = ends


class _Abilities:
    """What a person can do on the first and the last day of each month. Levels of a person without training do not change."""

    def __init__(self, scene: Scene, state: State, milestones: Milestones | None = None, lives: Lives | None = None) -> None:
        self.scene, self.state, self.milestones, self.lives = scene, state, milestones, lives
        self.starts = len(milestones.begins) if milestones else 1
        self.level_first, self.level_last = self._levels(scene.first), self._levels(scene.last)
        self.here = self._here()

    def _levels(self, days: Days) -> Numbers:
        levels = np.full((self.starts, len(days)), self.state.person.level)
        for number, reached in self.milestones.levels if self.milestones else ():
            levels = np.where(reached[:, None] <= days[None, :], number, levels)
        return levels

    def _here(self) -> Numbers:
        here = np.broadcast_to(self.scene.here(self.state), (self.starts, len(self.scene.months)))
        if self.milestones is None or self.milestones.away is None:
            return here
        start, end = self.milestones.away
        return here & ~((start[:, None] <= self.scene.last[None, :]) & (self.scene.first[None, :] <= end[:, None]))

    def fit(self, asked: Asked) -> Numbers:
        able = self.here & (self.level_first >= asked.rule.level_min) & (self.level_last <= asked.rule.level_max + asked.overqualified)
        if asked.speciality:
            able = able & self._has_skill(asked.speciality)
        if asked.certifications:
            able = able & self._holds(asked.certifications)
        return able

    def _has_skill(self, code: str) -> Numbers:
        since = self.state.skills.get(code)
        earned = self.milestones.skill if self.milestones else None
        if earned is None or earned[0] != code or since is not None:
            return np.full((self.starts, len(self.scene.months)), since is not None)
        return earned[1][:, None] <= self.scene.first[None, :]

    def _holds(self, codes: Sequence[str]) -> Numbers:
        """Valid on every day of the month: by what is held, by what is earned, or by both one after the other."""
        run = self.scene.runs(self.state, tuple(codes))
        held = np.broadcast_to(run >= self.scene.last, (self.starts, len(run)))
        earned = [code for code in codes if self.milestones and code in self.milestones.exams]
        for code in earned:
            assert self.milestones is not None and self.lives is not None  # noqa: S101, PT018 # only then is something earned
            day, end = self.milestones.exams[code][:, None], self.lives.ends[code][:, None]
            joins = (day <= self.scene.first[None, :]) | (run[None, :] >= day - ONE_DAY)
            held = held | (joins & (day <= self.scene.last[None, :]) & (end >= self.scene.last[None, :]))
        return held
