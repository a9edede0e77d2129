"""Kinds of jobs that behave well, badly and worse. Registered by being imported: here, and in the processes of tests.jobs.settings."""

import os
import time
from pathlib import Path
from typing import Any

from aiteam.jobs.progress import JobFailed, Progress
from aiteam.jobs.registry import register

WORDS = {"counting": "Counts to %(last)s."}


def _count(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    for number in range(params["last"]):
        progress.tell("counting", number / params["last"], last=params["last"])
    return {"sum": sum(range(params["last"] + 1))}


def _go_on(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Until it is told to stop."""
    while True:
        progress.tell("counting", 0.25, last=10_000)
        time.sleep(0.05)


def _do_not_listen(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    progress.tell("counting", 0.5, last=1)
    time.sleep(60)
    return {}


def _take_memory(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    taken = []
    while True:
        taken.append(bytearray(16 * 1024 * 1024))


def _fail(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    raise ValueError("Alex Example earns 98765")


def _refuse(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    raise JobFailed("no_seats", gpus=1024)


def _break_off(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    os.abort()


def _hang_the_first_time(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Leaves a line with its process in a file, and comes to an end only when one is there before."""
    log = Path(params["log"])
    is_first = not log.exists()
    with log.open("a", encoding="utf-8") as lines:
        lines.write(f"{os.getpid()}\n")
    if is_first:
        time.sleep(60)
    return {"lines": len(log.read_text(encoding="utf-8").splitlines())}


def _leave_a_line(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    with Path(params["log"]).open("a", encoding="utf-8") as lines:
        lines.write(f"{progress.job_id}\n")
    return {}


register(
    "test.count",
    _count,
    title="Counting",
    stages=WORDS,
    url_of_result=lambda result: f"/sums/{result['sum']}/",
    note_template="jobs_tests/note.html",
)
register("test.go_on", _go_on, stages=WORDS)
register("test.do_not_listen", _do_not_listen)
register("test.take_memory", _take_memory)
register("test.fail", _fail)
register("test.refuse", _refuse, errors={"no_seats": "Nobody is needed for %(gpus)s GPUs."})
register("test.break_off", _break_off)
register("test.hang_the_first_time", _hang_the_first_time)
register("test.leave_a_line", _leave_a_line)
