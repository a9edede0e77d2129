"""One job in a process of its own, within its limits. The worker names it on standard input; when that closes, the worker is gone."""

import logging
import os
import resource
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from aiteam.jobs import registry
from aiteam.jobs.models import Job
from aiteam.jobs.progress import Cancelled, JobFailed, Progress, small
from aiteam.jobs.queue import Outcome, finish

MEGABYTE = 1024 * 1024
PATIENCE_SECONDS = 60  # a result is not thrown away because the database is being restarted

log = logging.getLogger(__name__)


def serve_one(orders: IO[str]) -> None:
    """Waits for one line "job attempt", runs that job and returns; does nothing when the worker ends before it has work."""
    order = orders.readline().split()
    if not order:
        return
    pk, attempt = map(int, order)
    threading.Thread(target=_end_with_the_worker, args=(orders,), daemon=True).start()
    # The kernel's own alarm, for a worker that is gone while native code holds the interpreter.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(settings.JOB_SECONDS + settings.JOB_GRACE_SECONDS + 1)
    job = Job.objects.filter(pk=pk, attempts=attempt, finished_at=None).first()
    if job:
        execute(job, memory_mb=settings.JOB_MEMORY_MB)


def _end_with_the_worker(orders: IO[str]) -> None:
    orders.read()
    os._exit(1)


def execute(job: Job, *, memory_mb: int | None = None) -> None:
    """Runs a claimed job in this process and writes how it ended."""
    _write(job, _outcome(job, memory_mb))


def _outcome(job: Job, memory_mb: int | None) -> Outcome:
    kind = registry.find(job.kind)
    if kind is None:
        return Outcome(error="unknown_kind")
    try:
        with limited_memory(memory_mb):
            return Outcome(result=small(kind.run(job.params, Progress(job.pk, job.attempts))))
    except Cancelled:
        return Outcome()
    except JobFailed as failed:
        return Outcome(error=failed.code, values=small(failed.values))
    except MemoryError:
        return Outcome(error="memory", values={"megabytes": memory_mb})
    except Exception as error:
        _log_without_values(job, error)
        return Outcome(error="error", values={"job": str(job.pk)})


@contextmanager
def limited_memory(megabytes: int | None) -> Iterator[None]:
    """Raises MemoryError for more address space than that. Afterwards there is room again to say so."""
    if megabytes is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _log_without_values(job: Job, error: Exception) -> None:
    """Where it happened and what kind of error it was; its message may hold names or pay."""
    lines = (f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__))
    log.error("job %s (%s) failed: %s at\n  %s", job.pk, job.kind, type(error).__name__, "\n  ".join(lines))


def _write(job: Job, outcome: Outcome) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            finish(job, outcome)
        except (OperationalError, InterfaceError):
            if time.monotonic() > until:
                raise
            connection.close()
            time.sleep(1)
        else:
            return
