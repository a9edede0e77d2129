"""Taking back a finished import as a whole, unless somebody has worked on its records since."""

from django.db import models, transaction

from aiteam.staff.import_models import Import
from aiteam.staff.imports.records import batches
from aiteam.staff.imports.writing import Undoing, read_changes, undo
from aiteam.staff.models import HeldCertification
from aiteam.staff.renewals import follow


class ChangedSince(Exception):
    """The import is not undone; `rows` are the keys of the records that changed since, in the order of the file."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        super().__init__(", ".join(rows))


@transaction.atomic
def undo_import(run: Import) -> None:
    """Puts every record back as it was before. Raises ChangedSince, and changes nothing, where one of them is no longer as imported."""
    rows = list(run.rows.all())
    changes = read_changes(change for row in rows for change in row.changes)
    keys = [row.key for row in rows for _change in row.changes]
    depended_on = _depended_on(changes)
    changed = [
        key
        for key, change in zip(keys, changes, strict=True)
        if change.has_changed_since or (change.row is not None and (change.model, change.row.pk) in depended_on)
    ]
    if changed:
        raise ChangedSince(list(dict.fromkeys(changed)))
    undo(changes)
    follow([change.row.pk for change in changes if change.before and isinstance(change.row, HeldCertification)])
    run.state = Import.State.UNDONE
    run.save(update_fields=["state"])


def _depended_on(changes: list[Undoing]) -> set[tuple[type[models.Model], object]]:
    """Rows made by the import to which somebody has attached others since."""
    made: dict[type[models.Model], set[object]] = {}
    for change in changes:
        if change.before is None and change.row is not None:
            made.setdefault(change.model, set()).add(change.row.pk)
    found: set[tuple[type[models.Model], object]] = set()
    for model, keys in made.items():
        for relation in model._meta.related_objects:
            others = relation.related_model
            assert isinstance(others, type)  # noqa: S101 # "self" is resolved once the models are loaded
            column = relation.field.attname
            own = made.get(others, set())
            for some in batches(keys):
                pairs = others._default_manager.filter(**{f"{column}__in": some}).values_list(column, "pk")
                found |= {(model, target) for target, pk in pairs if pk not in own}
    return found
