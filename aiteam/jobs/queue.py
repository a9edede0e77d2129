"""The moves of a job from waiting to its end. Each is one statement that names what it expects to find, so that of two at once only one succeeds."""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from aiteam.accounts.models import User
from aiteam.jobs import registry
from aiteam.jobs.models import MOST_ATTEMPTS, Job

KEPT_DAYS = 30


def enqueue(kind: str, params: dict[str, Any], owner: User) -> Job:
    """Work for the next free worker. Raises LookupError for a kind that nobody registered."""
    if registry.find(kind) is None:
        raise LookupError(f"there is no kind of job {kind}")
    return Job.objects.create(kind=kind, params=params, owner=owner)


def ask_to_cancel(job: Job) -> None:
    """Ends what still waits; asks what runs. What has ended stays as it is."""
    now = timezone.now()
    unfinished = Job.objects.filter(pk=job.pk, finished_at=None)
    if not unfinished.filter(started_at=None).update(cancel_asked_at=now, finished_at=now):
        unfinished.filter(cancel_asked_at=None).update(cancel_asked_at=now)


def claim() -> Job | None:
    """The oldest job that may be begun, now this worker's; None when there is none."""
    while True:
        now = timezone.now()
        claimable = Job.objects.all().claimable(now)
        found = claimable.values_list("pk", "attempts").first()
        if found is None:
            return None
        pk, attempts = found
        changes = {"attempts": attempts + 1, "started_at": now, "heartbeat_at": now, "progress": None, "stage": "", "note": {}}
        if claimable.filter(pk=pk, attempts=attempts).order_by().update(**changes):
            return Job.objects.get(pk=pk)


def give_back(job: Job) -> None:
    """A job whose process has been ended because the worker stops: it waits again, and that attempt does not count."""
    changes: dict[str, Any] = {
        "attempts": job.attempts - 1,
        "started_at": None,
        "heartbeat_at": None,
        "progress": None,
        "stage": "",
        "note": {},
    }
    if not _held(job.pk, job.attempts).filter(cancel_asked_at=None).update(**changes):
        finish(job, Outcome())


def beat(job: Job) -> None:
    """The worker is alive."""
    _held(job.pk, job.attempts).update(heartbeat_at=timezone.now())


def is_to_stop(job: Job) -> bool:
    """Whether its owner asked so, or it is not this worker's any more."""
    row = _held(job.pk, job.attempts).values_list("cancel_asked_at").first()
    return row is None or row[0] is not None


@dataclass(frozen=True)
class Outcome:
    """How a job ended: done with a result, failed with an error and the values of its text, or cancelled."""

    result: dict[str, Any] | None = None
    error: str = ""
    values: dict[str, Any] = field(default_factory=dict)


def finish(job: Job, outcome: Outcome) -> bool:
    """Ends this attempt. False, and nothing changed, when it had ended already or is another worker's."""
    changes: dict[str, Any] = {"finished_at": timezone.now(), "error": outcome.error, "error_params": outcome.values}
    if outcome.result is not None:
        changes |= {"result": outcome.result, "progress": 1.0}
    return bool(_held(job.pk, job.attempts).update(**changes))


def end_the_lost() -> None:
    """Jobs without a worker that are not to be begun (again): those cancelled meanwhile, and those that lost their second one."""
    now = timezone.now()
    lost = Job.objects.all().lost(now)
    waiting = Job.objects.filter(finished_at=None, started_at=None)
    (lost | waiting).filter(cancel_asked_at__isnull=False).update(finished_at=now)
    lost.filter(attempts__gte=MOST_ATTEMPTS).update(finished_at=now, error="lost")


def delete_old() -> None:
    Job.objects.filter(finished_at__lt=timezone.now() - timedelta(days=KEPT_DAYS)).delete()


def _held(pk: int, attempt: int) -> Any:
    return Job.objects.filter(pk=pk, attempts=attempt, finished_at=None, started_at__isnull=False)
