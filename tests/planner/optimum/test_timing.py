"""The arithmetic on arrays agrees with the one that lays out a single training day by day."""

from datetime import date, timedelta

import numpy as np
import pytest

from aiteam.planner.optimum.paths import Pathfinder
from aiteam.planner.optimum.scene import Scene
from aiteam.planner.state import lacks, states_of
from aiteam.planner.training import lay_out
from tests.planner.optimum.scenes import random_request

HOLIDAYS = [date(2027, 1, 1), date(2027, 3, 26), date(2027, 3, 29), date(2027, 5, 17), date(2027, 12, 27)]


@pytest.mark.parametrize("seed", range(6))
def test_every_start_has_the_days_of_the_training_laid_out_from_it(seed: int) -> None:
    request = random_request(seed=seed, months=14, holidays=HOLIDAYS, **{"apprenticeships": True, "months_in_grade": 9} if seed % 2 else {})
    scene = Scene.of(request)
    finder = Pathfinder(scene)
    compared = 0
    for state in states_of(scene.request.people, scene.request.catalogue).values():
        for way in finder._ways(state):
            for alike, begins in finder._alike(state, way, finder._begins(state)):
                times = finder.timer.milestones(alike, way, state, begins)
                for index, begin in enumerate(begins):
                    draft = lay_out(state, way, scene.request, begin)
                    assert times.ready[index].astype(object) == draft.ready_on
                    for code, days in times.exams.items():
                        assert any(life.issued_on == days[index].astype(object) for life in draft.after.certificates[code])
                    levels = [(number, days[index].astype(object)) for number, days in times.levels]
                    assert levels == [(level, day) for day, level in draft.after.levels[1:]]
                    away = [(times.away[0][index].astype(object), times.away[1][index].astype(object))] if times.away else []
                    assert list(draft.after.absent) == away
                    mentored = [(step.starts_on, step.ends_on) for step in draft.steps if step.kind == "apprenticeship"]
                    assert mentored == ([tuple(days[index].astype(object) for days in times.mentored)] if times.mentored else [])
                    compared += 1
    assert compared > 100


@pytest.mark.parametrize("seed", range(6))
def test_the_roles_of_each_month_are_those_whose_conditions_hold(seed: int) -> None:
    request = random_request(seed=seed, months=14)
    scene = Scene.of(request)
    finder = Pathfinder(scene)
    compared = 0
    for state in states_of(scene.request.people, scene.request.catalogue).values():
        [recorded, *_renewed] = finder._variants(state)
        found = [(state, finder._untrained(recorded).masks[0])]
        for way in finder._ways(state):
            for part in finder._trained(way, [recorded]):
                found += [
                    (lay_out(state, way, scene.request, begin).after, masks)
                    for begin, masks in zip(part.times.begins.astype(object), part.masks, strict=True)
                ]
        for after, masks in found:
            for index, month in enumerate(scene.months):
                fits = [
                    role
                    for role, row in enumerate(scene.asked)
                    if (asked := row[index]) and not lacks(after, asked, month.first, month.last)
                ]
                assert [role for role in range(len(scene.roles)) if masks[index] >> role & 1] == fits
                compared += 1
    assert compared > 1000


def test_a_run_of_certificates_ends_where_the_first_day_is_without_one() -> None:
    scene = Scene.of(random_request(seed=2))
    for state in states_of(scene.request.people, scene.request.catalogue).values():
        for code, lives in state.certificates.items():
            run = scene.runs(state, (code,))
            for month, until in zip(scene.months, run, strict=True):
                held = any(life.is_valid(month.first) for life in lives)
                assert (until >= np.datetime64(month.first)) is np.bool_(held)
                assert held or until.astype(object) == month.first - timedelta(days=1)
