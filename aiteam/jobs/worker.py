"""Takes jobs one after the other, gives each a process of its own, and ends those that do not keep to time, memory or their owner's wish."""

import logging
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, cast

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from aiteam.jobs.models import Job
from aiteam.jobs.queue import Outcome, beat, claim, delete_old, end_the_lost, finish, give_back, is_to_stop

TICK_SECONDS = 0.25
LOOK_SECONDS = 1.0  # between two looks whether a job is to stop
BEATS = 6  # heartbeats within the time after which a worker counts as dead
SWEEP_SECONDS = 10.0
CLEANING_SECONDS = 3600.0

# One thread for linear algebra and two arenas for memory: else the address space of a process grows with the cores of the machine,
# and a limit that fits one machine would not fit the next.
FRUGAL = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MALLOC_ARENA_MAX": "2"}

log = logging.getLogger(__name__)


class Every:
    """True once in `seconds`, and the first time."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._last = seconds, float("-inf")

    def is_due(self, now: float) -> bool:
        if now - self._last < self._seconds:
            return False
        self._last = now
        return True


class Child:
    """A process that waits for its job. In a session of its own: Ctrl+C at a terminal is the worker's to handle."""

    def __init__(self) -> None:
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "work", "--child"]
        self._process = subprocess.Popen(  # noqa: S603  # no word of it comes from outside
            command, stdin=subprocess.PIPE, text=True, env=os.environ | FRUGAL, start_new_session=True
        )
        self._orders = cast(IO[str], self._process.stdin)

    def begin(self, job: Job) -> None:
        try:
            self._orders.write(f"{job.pk} {job.attempts}\n")
            self._orders.flush()
        except BrokenPipeError:
            log.warning("the process of job %s ended before it began", job.pk)

    @property
    def status(self) -> int | None:
        """None while it lives."""
        return self._process.poll()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        with suppress(BrokenPipeError):
            self._orders.close()


@dataclass
class Running:
    """A claimed job and its process. `stop_at` is when it has to be gone, once it was asked to stop; `outcome` is why it was ended."""

    job: Job
    child: Child
    ends_at: float
    stop_at: float | None = None
    outcome: Outcome | None = None
    look: Every = field(default_factory=lambda: Every(LOOK_SECONDS))
    beat: Every = field(default_factory=lambda: Every(settings.JOB_LOST_SECONDS / BEATS))


class Worker:
    """`run` returns when `stop` was called (from a signal's handler), when `parent` has ended, or when the queue is empty (`once`)."""

    def __init__(self, *, concurrency: int = 1, once: bool = False, parent: int | None = None) -> None:
        self._concurrency, self._once = concurrency, once
        self._parent = parent
        self._running: list[Running] = []
        self._ready: list[Child] = []
        self._sweep, self._cleaning = Every(SWEEP_SECONDS), Every(CLEANING_SECONDS)
        self._is_stopping = False

    def stop(self) -> None:
        self._is_stopping = True

    def run(self) -> None:
        try:
            while not self._is_stopping and not self._is_orphan():
                try:
                    is_idle = self._tick(time.monotonic())
                except (OperationalError, InterfaceError) as error:
                    log.warning("the database is away: %s", type(error).__name__)
                    connection.close()
                    is_idle = False
                if is_idle and self._once:
                    break
                time.sleep(TICK_SECONDS)
        finally:
            self._end_all()

    def _is_orphan(self) -> bool:
        return self._parent is not None and os.getppid() != self._parent

    def _tick(self, now: float) -> bool:
        """One round; True when nothing runs and nothing waits."""
        for one in list(self._running):
            self._tend(one, now)
        if self._sweep.is_due(now):
            end_the_lost()
        if self._cleaning.is_due(now):
            delete_old()
        while len(self._running) < self._concurrency and (job := claim()):
            self._start(job, now)
        if not self._once:
            self._keep_ready()
        return not self._running

    def _start(self, job: Job, now: float) -> None:
        log.info("job %s (%s) begins, attempt %s", job.pk, job.kind, job.attempts)
        child = self._ready.pop() if self._ready else Child()
        if child.status is not None:
            child = Child()
        self._running.append(Running(job, child, ends_at=now + settings.JOB_SECONDS))
        child.begin(job)

    def _keep_ready(self) -> None:
        """Processes that have loaded the code and wait for work: a job begins at once."""
        while len(self._running) + len(self._ready) < self._concurrency:
            self._ready.append(Child())

    def _tend(self, one: Running, now: float) -> None:
        """Once ended, a job stays here until that is written, however long the database is away."""
        if one.child.status is None:
            if now >= one.ends_at:
                self._kill(one, Outcome(error="time", values={"seconds": settings.JOB_SECONDS}))
            elif one.stop_at is not None and now >= one.stop_at:
                self._kill(one, Outcome())
            else:
                self._watch(one, now)
        if one.child.status is not None:
            outcome = one.outcome or Outcome(error="died", values={"megabytes": settings.JOB_MEMORY_MB})
            if finish(one.job, outcome):
                log.info("job %s was ended: %s (status %s)", one.job.pk, outcome.error or "cancelled", one.child.status)
            one.child.end()
            self._running.remove(one)

    def _watch(self, one: Running, now: float) -> None:
        if one.beat.is_due(now):
            beat(one.job)
        if one.stop_at is None and one.look.is_due(now) and is_to_stop(one.job):
            one.stop_at = now + settings.JOB_GRACE_SECONDS

    def _kill(self, one: Running, outcome: Outcome) -> None:
        one.outcome = outcome
        one.child.end()

    def _end_all(self) -> None:
        """What still runs waits again for the next worker."""
        for child in self._ready:
            child.end()
        for one in self._running:
            one.child.end()
            try:
                finish(one.job, one.outcome) if one.outcome else give_back(one.job)
            except (OperationalError, InterfaceError) as error:
                log.warning("job %s is left for the next worker to find: %s", one.job.pk, type(error).__name__)
