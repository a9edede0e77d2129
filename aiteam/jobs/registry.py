"""The kinds of jobs there are. An app registers its own in `AppConfig.ready`, so that this app knows nothing of those above."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from aiteam.jobs.progress import Progress

Run = Callable[[dict[str, Any], Progress], dict[str, Any]]
Text = str | Promise

TITLE = _("Work in the background")


@dataclass(frozen=True)
class Kind:
    """What is run, and how its page speaks of it. Texts take their values from the job's note, errors from the error's own values."""

    name: str
    run: Run
    title: Text
    stages: Mapping[str, Text]
    errors: Mapping[str, Text]
    url_of_result: Callable[[dict[str, Any]], str] | None
    note_template: str


_kinds: dict[str, Kind] = {}


def register(
    kind: str,
    run: Run,
    *,
    title: Text = TITLE,
    stages: Mapping[str, Text] | None = None,
    errors: Mapping[str, Text] | None = None,
    url_of_result: Callable[[dict[str, Any]], str] | None = None,
    note_template: str = "",
) -> None:
    """`run(params, progress)` returns a small dictionary, from which `url_of_result` makes the address of the outcome.

    It may be run a second time when its worker died: what it stores is to be found again by `progress.job_id`. It raises `JobFailed` with a
    code of `errors` for what the owner can mend. `note_template` shows `note` while the job runs. Raises ValueError for a name in use.
    """
    if kind in _kinds:
        raise ValueError(f"there is a kind of job {kind} already")
    _kinds[kind] = Kind(kind, run, title, stages or {}, errors or {}, url_of_result, note_template)


def find(kind: str) -> Kind | None:
    """None for a kind that is not there (any more)."""
    return _kinds.get(kind)
