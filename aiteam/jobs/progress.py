"""What a running job says of itself, and how it learns that it is to stop."""

import json
import logging
import time
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import InterfaceError, OperationalError, connection

from aiteam.jobs.models import Job

LOOK_SECONDS = 0.5  # between two looks at the database, however often a job tells or asks
MOST_CHARACTERS = 20_000  # of a note or a result as JSON

log = logging.getLogger(__name__)


class Cancelled(Exception):
    """The job is to stop: its owner asked so, or another worker has it. To be let through."""


class JobFailed(Exception):
    """The job cannot be done, for a reason its owner can be told: a code of the kind's `errors` with the values of its text."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def small(value: dict[str, Any]) -> dict[str, Any]:
    """`value`, which must fit beside the job. Raises TypeError for what is no JSON, ValueError for too much of it."""
    if not isinstance(value, dict):
        raise TypeError("a job's notes and result are dictionaries")
    if len(json.dumps(value, cls=DjangoJSONEncoder)) > MOST_CHARACTERS:
        raise ValueError(f"a job's notes and result have {MOST_CHARACTERS} characters at most; store what is larger and name where it is")
    return value


class Progress:
    """Writes into the row of the job, as long as it is this attempt's. Not to be used inside a transaction: nobody would see it."""

    def __init__(self, job_id: int, attempt: int) -> None:
        self.job_id, self._attempt = job_id, attempt
        self._stage, self._note = "", dict[str, Any]()
        self._told_at = self._looked_at = float("-inf")
        self._is_cancelled = False

    def tell(self, stage: str, share: float | None = None, **note: Any) -> None:
        """That the job is at `stage`, its `share` (0 to 1) done; `note` adds to what was told before.

        Costs nothing to say often: only what is new in words, or half a second after the last, is written. Raises Cancelled.
        """
        news = self._note | note
        is_new = stage != self._stage or news != self._note
        if is_new or self._is_due(self._told_at):
            self._stage, self._note, self._told_at = stage, small(news), time.monotonic()
            self._write(share)
        if self.is_cancelled():
            raise Cancelled

    def is_cancelled(self) -> bool:
        """Whether to stop. Looks at the database twice a second at most."""
        if not self._is_cancelled and self._is_due(self._looked_at):
            self._looked_at = time.monotonic()
            self._is_cancelled = self._is_asked_to_stop()
        return self._is_cancelled

    @staticmethod
    def _is_due(before: float) -> bool:
        return time.monotonic() - before >= LOOK_SECONDS

    def _mine(self) -> Any:
        return Job.objects.filter(pk=self.job_id, attempts=self._attempt, finished_at=None)

    def _write(self, share: float | None) -> None:
        bounded = None if share is None else min(1.0, max(0.0, share))
        try:
            self._mine().update(stage=self._stage, progress=bounded, note=self._note)
        except (OperationalError, InterfaceError) as error:
            _is_away(error)

    def _is_asked_to_stop(self) -> bool:
        try:
            row = self._mine().values_list("cancel_asked_at").first()
        except (OperationalError, InterfaceError) as error:
            _is_away(error)
            return False
        return row is None or row[0] is not None


def _is_away(error: Exception) -> None:
    """News are not worth the work itself: with the database back, the next are written."""
    log.warning("the database is away: %s", type(error).__name__)
    connection.close()
