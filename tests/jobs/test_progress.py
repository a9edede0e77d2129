"""What a job tells while it runs, and how seldom it bothers the database."""

from collections.abc import Callable
from typing import Any

import pytest

from aiteam.jobs.child import limited_memory
from aiteam.jobs.models import Job
from aiteam.jobs.progress import LOOK_SECONDS, Cancelled, Progress
from aiteam.jobs.queue import ask_to_cancel, claim, enqueue
from aiteam.jobs.registry import register
from tests.builders import make_user

pytestmark = pytest.mark.django_db


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("aiteam.jobs.progress.time", clock)
    return clock


@pytest.fixture
def job() -> Job:
    enqueue("test.count", {}, make_user())
    claimed = claim()
    assert claimed
    return claimed


def test_stage_share_and_news_are_written_and_news_add_up(job: Job, clock: Clock) -> None:
    progress = Progress(job.pk, job.attempts)
    progress.tell("reading", 0.1, people=200)
    progress.tell("solving", 0.2, cost=1_000_000)
    job.refresh_from_db()
    assert (job.stage, job.progress, job.note) == ("solving", 0.2, {"people": 200, "cost": 1_000_000})


def test_told_often_only_the_share_is_written_twice_a_second(job: Job, clock: Clock, django_assert_num_queries: Callable[..., Any]) -> None:
    progress = Progress(job.pk, job.attempts)
    progress.tell("solving", 0.0)
    with django_assert_num_queries(0):
        for number in range(1000):
            progress.tell("solving", number / 1000)
    clock.now += LOOK_SECONDS
    with django_assert_num_queries(2):
        progress.tell("solving", 0.999)
    job.refresh_from_db()
    assert job.progress == 0.999


@pytest.mark.parametrize(("share", "kept"), [(-0.1, 0.0), (1.0000001, 1.0), (None, None)])
def test_a_share_beyond_its_bounds_is_moved_to_them(share: float | None, kept: float | None, job: Job) -> None:
    Progress(job.pk, job.attempts).tell("solving", share)
    job.refresh_from_db()
    assert job.progress == kept


def test_a_cancelled_job_hears_of_it_when_it_tells_or_asks(job: Job, clock: Clock) -> None:
    progress = Progress(job.pk, job.attempts)
    assert not progress.is_cancelled()
    ask_to_cancel(job)
    assert not progress.is_cancelled()
    clock.now += LOOK_SECONDS
    assert progress.is_cancelled()
    with pytest.raises(Cancelled):
        progress.tell("solving", 0.5)


def test_an_earlier_attempt_is_told_to_stop_and_leaves_the_row_alone(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(attempts=2, stage="solving")
    with pytest.raises(Cancelled):
        Progress(job.pk, 1).tell("reading", 0.1)
    job.refresh_from_db()
    assert job.stage == "solving"


def test_news_that_are_no_small_thing_are_refused(job: Job) -> None:
    with pytest.raises(ValueError, match="20000 characters at most"):
        Progress(job.pk, job.attempts).tell("solving", 0.1, plan="x" * 20_000)


def test_a_kind_is_registered_once() -> None:
    with pytest.raises(ValueError, match=r"test\.count"):
        register("test.count", lambda params, progress: {})


def test_memory_is_limited_and_free_again_afterwards() -> None:
    with pytest.raises(MemoryError), limited_memory(2048):
        bytearray(2048 * 1024 * 1024)
    assert len(bytearray(64 * 1024 * 1024)) == 64 * 1024 * 1024
