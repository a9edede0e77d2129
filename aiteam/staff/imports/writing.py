"""Changes of database rows: planned while a file is checked, written in bulk, and kept so that they can be undone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, cast

from django.apps import apps
from django.db import models

from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.staff.models import (
    KEYS,
    Assignment,
    Employment,
    HeldCertification,
    LevelPeriod,
    PayPeriod,
    Person,
    PersonSkill,
    RolePeriod,
)

BATCH = 500
# Rows that others point at come first; an undo goes the other way.
ORDER: tuple[type[models.Model], ...] = (
    Cluster,
    GrowthStep,
    Person,
    Employment,
    LevelPeriod,
    RolePeriod,
    Assignment,
    PayPeriod,
    PersonSkill,
    HeldCertification,
)


@dataclass
class Change:
    """A row to be written: a new one, or a stored one with the values it had `before` in the fields that change.

    `is_main`: creating it creates what the line of the file stands for (a person, not their pay).
    """

    instance: models.Model
    before: dict[str, Any] = field(default_factory=dict)
    is_new: bool = False
    is_main: bool = False

    @property
    def is_empty(self) -> bool:
        return not self.is_new and not self.before

    def set(self, name: str, value: Any) -> None:
        """Gives a field a value, and remembers what a stored row had there."""
        old = getattr(self.instance, name)
        if old == value:
            return
        if not self.is_new:
            self.before.setdefault(name, old)
        setattr(self.instance, name, value)

    def as_json(self) -> dict[str, Any]:
        """For ImportedRow.changes: the row, what stood in its fields and what stands there now. A new row has no "before"."""
        names = (
            [column.attname for column in self.instance._meta.concrete_fields if not column.primary_key]
            if self.is_new
            else list(self.before)
        )
        return {
            "model": self.instance._meta.label,
            "pk": self.instance.pk,
            "before": None if self.is_new else {name: _plain(value) for name, value in self.before.items()},
            "after": {name: _plain(getattr(self.instance, name)) for name in names},
        }


def _plain(value: Any) -> Any:
    """A field's value as JSON holds it, a number the same however many zeros it was given with."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def write(changes: Iterable[Change]) -> None:
    """Stores all of them, in one transaction that the caller has opened."""
    every = list(changes)
    for model in ORDER:
        own = [change for change in every if type(change.instance) is model]
        _create(model, [change.instance for change in own if change.is_new])
        _update(model, [change for change in own if not change.is_new])


def _create(model: type[models.Model], rows: list[models.Model]) -> None:
    for row in rows:
        if isinstance(row, Person):
            row.refresh_keys()
    model._default_manager.bulk_create(rows, batch_size=BATCH)


def _update(model: type[models.Model], changes: Sequence[Change]) -> None:
    """Rows in which the same fields change are written together."""
    groups: dict[tuple[str, ...], list[models.Model]] = {}
    for change in changes:
        names = set(change.before)
        if isinstance(change.instance, Person):
            change.instance.refresh_keys()
            names |= set(KEYS)
        groups.setdefault(tuple(sorted(names)), []).append(change.instance)
    for fields, rows in groups.items():
        model._default_manager.bulk_update(rows, fields, batch_size=BATCH)


@dataclass(frozen=True)
class Undoing:
    """One stored change on its way back; `row` is None where somebody has removed it."""

    model: type[models.Model]
    row: models.Model | None
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]

    @property
    def has_changed_since(self) -> bool:
        return self.row is None or any(_plain(getattr(self.row, name)) != value for name, value in self.after.items())


def read_changes(stored: Iterable[Mapping[str, Any]]) -> list[Undoing]:
    """The changes of an import with the rows as they are today."""
    every = list(stored)
    found: dict[str, dict[Any, models.Model]] = {}
    for label in {change["model"] for change in every}:
        keys = [change["pk"] for change in every if change["model"] == label]
        found[label] = {}
        for start in range(0, len(keys), BATCH):
            found[label] |= _model(label)._default_manager.in_bulk(keys[start : start + BATCH])
    return [
        Undoing(_model(change["model"]), found[change["model"]].get(change["pk"]), change["before"], change["after"]) for change in every
    ]


def _model(label: str) -> type[models.Model]:
    return cast(type[models.Model], apps.get_model(label))


def undo(changes: Sequence[Undoing]) -> None:
    """Takes them back, in one transaction that the caller has opened."""
    for model in reversed(ORDER):
        # The last line comes first: two lines of a file may have changed the same record one after the other.
        own = [change for change in reversed(changes) if change.model is model and change.row is not None]
        made = [change.row.pk for change in own if change.before is None and change.row is not None]
        for start in range(0, len(made), BATCH):
            model._default_manager.filter(pk__in=made[start : start + BATCH]).delete()
        restored = [_restored(change) for change in own if change.before is not None]
        _update(model, restored)


def _restored(change: Undoing) -> Change:
    assert change.row is not None and change.before is not None  # noqa: S101, PT018 # the caller has sorted out the others
    fields = {column.attname: column for column in change.model._meta.concrete_fields}
    restored = Change(change.row)
    for name, value in change.before.items():
        restored.set(name, fields[name].to_python(value))
    return restored
