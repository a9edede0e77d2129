"""A job from being asked for to its end, move by move."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from aiteam.accounts.policy import Role
from aiteam.jobs import queue
from aiteam.jobs.child import execute
from aiteam.jobs.models import Job, JobQuerySet, State
from aiteam.jobs.queue import Outcome, ask_to_cancel, beat, claim, delete_old, end_the_lost, enqueue, finish, give_back, is_to_stop
from tests.builders import make_user

pytestmark = pytest.mark.django_db


def ask(kind: str = "test.count", **params: Any) -> Job:
    return enqueue(kind, params, make_user())


def begun(kind: str = "test.count", **params: Any) -> Job:
    """A job that this process has claimed."""
    ask(kind, **params)
    job = claim()
    assert job
    return job


def again(job: Job) -> Job:
    return Job.objects.get(pk=job.pk)


def lose(job: Job) -> None:
    """Its worker is silent for longer than the limit."""
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - timedelta(seconds=31))


def test_what_nobody_can_do_is_not_taken_on() -> None:
    with pytest.raises(LookupError, match=r"test\.unheard"):
        ask("test.unheard")


def test_a_job_waits_runs_and_is_done() -> None:
    job = ask(last=3)
    assert again(job).state == State.WAITING
    claimed = claim()
    assert claimed == job
    assert again(job).state == State.RUNNING
    execute(claimed)
    assert (again(job).state, again(job).result, again(job).progress) == (State.DONE, {"sum": 6}, 1.0)


def test_the_oldest_comes_first_and_each_once() -> None:
    asked = [ask() for _number in range(3)]
    Job.objects.filter(pk=asked[2].pk).update(queued_at=timezone.now() - timedelta(hours=1))
    assert [claim() for _number in range(4)] == [asked[2], asked[0], asked[1], None]


def test_a_job_that_another_worker_takes_between_reading_and_claiming_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [ask() for _number in range(2)]
    rival = list[Job | None]()
    read = JobQuerySet.first

    def read_and_be_overtaken(rows: JobQuerySet) -> Any:
        found = read(rows)
        if not rival:
            rival.append(None)
            rival[0] = claim()
        return found

    monkeypatch.setattr(JobQuerySet, "first", read_and_be_overtaken)
    assert claim() == asked[1]
    assert rival == [asked[0]]
    assert {job.attempts for job in Job.objects.all()} == {1}


def test_a_job_cancelled_while_it_waits_never_begins() -> None:
    job = ask()
    ask_to_cancel(job)
    assert again(job).state == State.CANCELLED
    assert claim() is None


def test_a_running_job_is_asked_to_stop_and_does() -> None:
    job = begun("test.go_on")
    assert not is_to_stop(job)
    ask_to_cancel(job)
    assert again(job).state == State.RUNNING
    assert is_to_stop(job)
    execute(job)
    assert again(job).state == State.CANCELLED


def test_what_has_ended_cannot_be_cancelled() -> None:
    job = begun(last=1)
    execute(job)
    ask_to_cancel(job)
    assert (again(job).state, again(job).cancel_asked_at) == (State.DONE, None)


@pytest.mark.parametrize(
    ("kind", "error", "values"),
    [("test.refuse", "no_seats", {"gpus": 1024}), ("test.break", "unknown_kind", {})],
)
def test_why_a_job_failed_is_kept_as_code_and_values(kind: str, error: str, values: dict[str, Any]) -> None:
    Job.objects.create(kind=kind, owner=make_user())
    job = claim()
    assert job
    execute(job)
    assert (again(job).state, again(job).error, again(job).error_params) == (State.FAILED, error, values)


def test_an_unforeseen_error_leaves_neither_its_message_in_the_row_nor_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    job = begun("test.fail")
    execute(job)
    assert (again(job).error, again(job).error_params) == ("error", {"job": str(job.pk)})
    assert "ValueError" in caplog.text
    assert "kinds.py" in caplog.text
    assert "Alex" not in caplog.text
    assert "98765" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_result_waits_for_a_database_that_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    job = begun(last=3)
    tries = list[Outcome]()

    def finish_the_second_time(job: Job, outcome: Outcome) -> bool:
        tries.append(outcome)
        if len(tries) == 1:
            raise OperationalError("gone")
        return finish(job, outcome)

    monkeypatch.setattr("aiteam.jobs.child.finish", finish_the_second_time)
    execute(job)
    assert again(job).result == {"sum": 6}


def test_a_lost_job_is_begun_once_more_and_then_given_up() -> None:
    job = begun()
    lose(job)
    assert again(job).state == State.LOST
    end_the_lost()
    second = claim()
    assert second == job
    assert second.attempts == 2
    lose(job)
    assert claim() is None
    end_the_lost()
    assert (again(job).state, again(job).error) == (State.FAILED, "lost")


def test_a_worker_that_lost_its_job_to_another_writes_nothing_more_of_it() -> None:
    first = begun(last=3)
    lose(first)
    second = claim()
    assert second
    assert is_to_stop(first)
    assert not finish(first, Outcome(result={"sum": -1}))
    execute(first)
    assert again(first).state == State.RUNNING
    execute(second)
    assert again(first).result == {"sum": 6}
    assert not finish(first, Outcome(error="died"))
    assert again(first).state == State.DONE


def test_a_heartbeat_keeps_a_job() -> None:
    job = begun()
    lose(job)
    beat(job)
    assert again(job).state == State.RUNNING
    assert claim() is None


def test_a_job_given_back_waits_and_the_attempt_does_not_count() -> None:
    job = begun()
    give_back(job)
    assert (again(job).state, again(job).attempts) == (State.WAITING, 0)


def test_a_job_given_back_after_it_was_cancelled_has_ended() -> None:
    job = begun()
    ask_to_cancel(job)
    give_back(job)
    assert again(job).state == State.CANCELLED


@pytest.mark.parametrize("loses", [True, False])
def test_a_job_without_worker_that_was_cancelled_ends(loses: bool) -> None:
    """Its worker died, or gave it back in the very moment it was cancelled."""
    job = begun()
    if loses:
        lose(job)
        ask_to_cancel(job)
    else:
        give_back(job)
        Job.objects.filter(pk=job.pk).update(cancel_asked_at=timezone.now())
    end_the_lost()
    assert again(job).state == State.CANCELLED


def test_what_ended_over_a_month_ago_is_deleted() -> None:
    old, young, waiting = begun(), begun(), ask()
    for job in (old, young):
        finish(job, Outcome(result={}))
    Job.objects.filter(pk=old.pk).update(finished_at=timezone.now() - timedelta(days=queue.KEPT_DAYS, seconds=1))
    Job.objects.filter(pk=waiting.pk).update(queued_at=timezone.now() - timedelta(days=60))
    delete_old()
    assert set(Job.objects.all()) == {young, waiting}


def test_jobs_are_seen_by_their_owner_alone() -> None:
    job = ask()
    assert list(Job.objects.all().visible_to(job.owner)) == [job]
    assert not Job.objects.all().visible_to(make_user(Role.ADMINISTRATOR)).exists()


@pytest.mark.parametrize(
    "wrong", [{"progress": 1.1}, {"result": {}}, {"error": "time"}, {"result": {}, "error": "time", "finished_at": timezone.now()}]
)
def test_a_row_that_contradicts_itself_is_refused(wrong: dict[str, Any]) -> None:
    job = ask()
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**wrong)
