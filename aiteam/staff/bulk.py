"""One change to many people: worked out for each first, written as a whole, and undone as a whole like an import."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from aiteam.accounts.models import User
from aiteam.lib.formats import day as written_day
from aiteam.staff.import_models import Import, ImportedRow
from aiteam.staff.imports.periods import period_changes
from aiteam.staff.imports.writing import Change, write
from aiteam.staff.models import Assignment, LevelPeriod, Person, PersonSkill, RolePeriod

MOST = 10_000
BATCH = 500


@dataclass
class Outcome:
    """What happens to one person: from what to what, or why nothing does."""

    person: Person
    before: str = ""
    after: str = ""
    changes: list[Change] = field(default_factory=list)
    reason: str = ""


Answers = Mapping[str, Any]
Action = Callable[[Person, Answers, str], Outcome]


def worked_out(people: Iterable[Person], action: str, answers: Answers, language: str) -> list[Outcome]:
    """For each of `people`, which have to come `with_posts` and with their skills."""
    return [ACTIONS[action](person, answers, language) for person in people]


def fingerprint(outcomes: Iterable[Outcome]) -> str:
    """The same for the same people with the same changes: what is done has to be what the preview showed."""
    told = [f"{outcome.person.pk}\x1f{outcome.before}\x1f{outcome.after}" for outcome in outcomes]
    return hashlib.sha256("\x1e".join(sorted(told)).encode()).hexdigest()


@transaction.atomic
def carry_out(outcomes: Iterable[Outcome], *, name: str, author: User) -> Import:
    """Writes the changes and keeps what it takes to undo them."""
    every = list(outcomes)
    changed = [outcome for outcome in every if outcome.changes]
    write(change for outcome in changed for change in outcome.changes)
    run = Import.objects.create(
        kind=Import.Kind.BULK,
        state=Import.State.DONE,
        file_name=name[:255],
        author=author,
        updated=len(changed),
        unchanged=sum(not outcome.changes and not outcome.reason for outcome in every),
        left_out=sum(bool(outcome.reason) for outcome in every),
    )
    rows = [
        ImportedRow(run=run, line=line, key=outcome.person.personnel_number, changes=[change.as_json() for change in outcome.changes])
        for line, outcome in enumerate(changed, start=1)
    ]
    ImportedRow.objects.bulk_create(rows, batch_size=BATCH)
    return run


def _period(new: Any, known: Iterable[Any], value: Any, column: str, day: date) -> Outcome:
    """A record of level, role or cluster from `day` on, beside those that are `known`."""
    person: Person = new.person
    post = person.post(day)
    before = getattr(post, column)
    outcome = Outcome(person, str(before or "–"), str(value or "–"))
    if post.has_left or post.employment is None:
        return Outcome(person, reason=_("Has left by that day."))
    if day < post.employment.starts_on:
        return Outcome(person, reason=_("Starts later than that day."))
    key = value.pk if value else None
    outcome.changes = period_changes(new, {f"{column}_id": key}, list(known), since=day, first=post.employment.starts_on, on=day)
    return outcome


def _cluster(person: Person, answers: Answers, language: str) -> Outcome:
    return _period(Assignment(person=person), person.assignments.all(), answers["cluster"], "cluster", answers["day"])


def _role(person: Person, answers: Answers, language: str) -> Outcome:
    return _period(RolePeriod(person=person), person.roles.all(), answers["role"], "role", answers["day"])


def _level(person: Person, answers: Answers, language: str) -> Outcome:
    return _period(LevelPeriod(person=person), person.levels.all(), answers["level"], "level", answers["day"])


def _trainable(person: Person, answers: Answers, language: str) -> Outcome:
    words = {True: _("yes"), False: _("no")}
    wanted = answers["may_be_trained"]
    outcome = Outcome(person, words[person.may_be_trained], words[wanted])
    change = Change(person)
    change.set("may_be_trained", wanted)
    outcome.changes = [] if change.is_empty else [change]
    return outcome


def _skill(person: Person, answers: Answers, language: str) -> Outcome:
    skill = answers["skill"]
    if any(held.skill_id == skill.pk for held in person.skills.all()):
        return Outcome(person, skill.name, skill.name)
    return Outcome(person, "–", skill.name, [Change(PersonSkill(person=person, skill=skill), is_new=True)])


def _leave(person: Person, answers: Answers, language: str) -> Outcome:
    day = answers["day"]
    employment = person.post(day).employment
    if employment is None or employment.starts_on > day:
        return Outcome(person, reason=_("Does not work here on that day."))
    if employment.ends_on and employment.ends_on < day:
        return Outcome(person, reason=_("Has left by that day."))
    change = Change(employment)
    before = written_day(employment.ends_on, language) if employment.ends_on else "–"
    change.set("ends_on", day)
    change.set("left_undated", False)
    return Outcome(person, before, written_day(day, language), [] if change.is_empty else [change])


ACTIONS: Mapping[str, Action] = {
    "cluster": _cluster,
    "role": _role,
    "level": _level,
    "trainable": _trainable,
    "skill": _skill,
    "leave": _leave,
}
