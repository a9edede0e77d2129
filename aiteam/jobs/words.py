"""What a page says of a job, in its reader's language."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from aiteam.jobs.models import Job, State, last_sign_of_life
from aiteam.jobs.registry import Kind, Text
from aiteam.lib import formats

NEWS: dict[str, Text] = {
    State.WAITING: _("Waits for its turn."),
    "late": _("Still waits: other work comes first, or no worker is running."),
    State.RUNNING: _("At work."),
    "stopping": _("Being stopped."),
    State.LOST: _("Interrupted: nothing was heard of the work for a while. It begins again by itself, once."),
    State.DONE: _("Done."),
    State.CANCELLED: _("Stopped, as you asked."),
}

ERRORS: dict[str, Text] = {
    "error": _("Something went wrong that should not have. Whoever runs the site finds more in the log, under job %(job)s."),
    "memory": _("The work needed more than the %(megabytes)s MB of memory it may take."),
    "time": _("The work was not done after %(seconds)s seconds, which is all it may take."),
    "died": _(
        "The work was ended from outside, or broke off. Mostly it is memory: it may take %(megabytes)s MB, and the machine may have had less."
    ),
    "lost": _("The work was interrupted twice and is not begun again."),
    "unknown_kind": _("This version of the site does not know this kind of work."),
}


def standing(job: Job) -> str:
    """Where it stands, as a word of NEWS."""
    if job.cancel_asked_at and not job.finished_at:
        return "stopping"
    is_late = job.state == State.WAITING and job.queued_at < last_sign_of_life(timezone.now())
    return "late" if is_late else job.state.value


def news_of(job: Job, kind: Kind | None) -> str:
    """The same in one sentence, with the stage it is at or the reason it failed."""
    word = standing(job)
    if word == State.FAILED:
        text = (kind.errors.get(job.error) if kind else None) or ERRORS.get(job.error) or ERRORS["error"]
        return _filled(text, {"job": str(job.pk)} | job.error_params)
    stage = kind.stages.get(job.stage) if kind and word == State.RUNNING else None
    return _filled(stage, job.note) if stage else str(NEWS[word])


def _filled(text: Text, values: Mapping[str, Any]) -> str:
    """Numbers as the reader writes them. A text whose values are not there (yet) is left for what the state says."""
    language = get_language() or "en"
    shown = {name: formats.number(_decimal(value), language) if _is_number(value) else value for name, value in values.items()}
    try:
        return str(text) % shown
    except KeyError:
        return str(NEWS[State.RUNNING])


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _decimal(value: float) -> Decimal:
    return Decimal(str(value))
