"""What still points to a row, so that it can be named before anybody deletes the row."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.db.models import Model

# Uses that no foreign key tells, by model: what is pointed to by a code in a document, for instance.
FURTHER: dict[type[Model], list[Callable[[Model], "list[Use]"]]] = {}


@dataclass(frozen=True)
class Use:
    words: str
    count: int


def uses_of(row: Model, *, except_for: Collection[type[Model]] = ()) -> list[Use]:
    """Rows of other models that point to `row`, by model; those that belong to it alone (`except_for`) are left out."""
    found = []
    for relation in row._meta.related_objects:
        model = relation.related_model
        if isinstance(model, type) and model not in except_for:
            count = model._default_manager.filter(**{relation.field.name: row}).count()
            if count:
                found.append(Use(str(model._meta.verbose_name_plural), count))
    return found + [use for further in FURTHER.get(type(row), []) for use in further(row)]
