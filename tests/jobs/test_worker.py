"""Workers as real processes: what they run, what they end, and what becomes of a job whose worker dies."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import InterfaceError, OperationalError

from aiteam.jobs.models import Job, State
from aiteam.jobs.queue import ask_to_cancel, enqueue
from aiteam.jobs.worker import Worker
from tests.builders import make_user
from tests.jobs.conftest import ROOT, Workers, until


def job_of(kind: str, **params: object) -> Job:
    return enqueue(kind, params, make_user())


def is_at_work(job: Job) -> bool:
    """Whether its process has told something."""
    job.refresh_from_db()
    return job.state == State.RUNNING and job.stage != ""


def has_ended(job: Job) -> bool:
    job.refresh_from_db()
    return job.finished_at is not None


def test_the_queue_is_drained_in_the_order_asked(workers: Workers, tmp_path: Path) -> None:
    log = tmp_path / "log"
    jobs = [job_of("test.leave_a_line", log=str(log)) for _number in range(2)] + [job_of("test.count", last=4)]
    workers.drain()
    rows = Job.objects.order_by("pk")
    assert [row.state for row in rows] == [State.DONE] * 3
    assert rows[2].result == {"sum": 10}
    assert log.read_text(encoding="utf-8").split() == [str(job.pk) for job in jobs[:2]]


def test_two_workers_run_each_job_once(workers: Workers, tmp_path: Path) -> None:
    log = tmp_path / "log"
    jobs = [job_of("test.leave_a_line", log=str(log)) for _number in range(4)]
    both = [workers.start("--once", "--concurrency", "2") for _twice in range(2)]
    assert [worker.wait(timeout=60) for worker in both] == [0, 0]
    assert sorted(log.read_text(encoding="utf-8").split()) == sorted(str(job.pk) for job in jobs)
    assert {(job.attempts, job.state) for job in Job.objects.all()} == {(1, State.DONE)}


def test_a_job_that_takes_too_much_memory_or_breaks_off_fails_and_the_next_one_runs(workers: Workers) -> None:
    greedy, broken, fine = job_of("test.take_memory"), job_of("test.break_off"), job_of("test.count", last=2)
    workers.drain(AITEAM_JOB_MEMORY_MB="512")
    for job in (greedy, broken, fine):
        job.refresh_from_db()
    assert (greedy.error, greedy.error_params) == ("memory", {"megabytes": 512})
    assert (broken.error, broken.error_params) == ("died", {"megabytes": 512})
    assert fine.result == {"sum": 3}


def test_a_job_that_takes_too_long_is_ended(workers: Workers) -> None:
    job = job_of("test.do_not_listen")
    workers.drain(AITEAM_JOB_SECONDS="2")
    job.refresh_from_db()
    assert (job.state, job.error, job.error_params) == (State.FAILED, "time", {"seconds": 2})


@pytest.mark.parametrize("kind", ["test.go_on", "test.do_not_listen"])
def test_a_running_job_is_cancelled_whether_it_listens_or_not(kind: str, workers: Workers) -> None:
    job = job_of(kind)
    workers.start()
    until(lambda: is_at_work(job))
    ask_to_cancel(job)
    until(lambda: has_ended(job))
    assert (job.state, job.error, job.result) == (State.CANCELLED, "", None)


def test_a_job_whose_worker_is_killed_is_begun_once_more_and_has_one_result(workers: Workers, tmp_path: Path) -> None:
    log = tmp_path / "log"
    job = job_of("test.hang_the_first_time", log=str(log))
    killed = workers.start(TEST_LOST_SECONDS="2")
    until(lambda: log.exists() and log.read_text(encoding="utf-8") != "")
    killed.kill()
    killed.wait()
    workers.start(TEST_LOST_SECONDS="2")
    until(lambda: has_ended(job))
    assert (job.state, job.attempts, job.result) == (State.DONE, 2, {"lines": 2})
    first = int(log.read_text(encoding="utf-8").split()[0])
    until(lambda: not Path(f"/proc/{first}").exists())


def test_a_worker_that_is_told_to_stop_gives_its_job_back(workers: Workers) -> None:
    job = job_of("test.do_not_listen")
    worker = workers.start()
    until(lambda: is_at_work(job))
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=30) == 0
    job.refresh_from_db()
    assert (job.state, job.attempts, job.progress, job.stage) == (State.WAITING, 0, None, "")


def test_a_worker_beside_a_server_ends_with_it(workers: Workers, tmp_path: Path) -> None:
    number = tmp_path / "number"
    shell = f'"{sys.executable}" manage.py work --parent $$ 2>/dev/null & echo $! > {number}; exec sleep 60'
    server = subprocess.Popen(["bash", "-c", shell], cwd=ROOT, env=workers.environment)
    job = job_of("test.do_not_listen")
    try:
        until(lambda: is_at_work(job))
    finally:
        server.kill()
        server.wait()
    worker = int(number.read_text(encoding="utf-8"))
    until(lambda: not is_alive(worker))
    job.refresh_from_db()
    assert job.state == State.WAITING


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split(") ")[1][0] != "Z"
    except (OSError, IndexError):
        return False


@pytest.mark.parametrize("number", ["0", "-1", "many", "65"])
def test_a_number_of_jobs_that_is_none_is_refused(number: str) -> None:
    with pytest.raises(CommandError, match="write one from 1 to 64"):
        call_command("work", f"--concurrency={number}")


@pytest.mark.django_db(transaction=True)
def test_a_worker_outlives_a_database_that_is_away_for_a_while(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    answers = iter([OperationalError("gone"), InterfaceError("still gone"), None])

    def claim() -> None:
        if error := next(answers):
            raise error

    monkeypatch.setattr("aiteam.jobs.worker.claim", claim)
    Worker(once=True).run()
    assert caplog.text.count("the database is away") == 2
    assert next(answers, "all asked") == "all asked"
