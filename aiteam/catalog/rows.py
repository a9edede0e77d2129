"""Between a row of the catalogue (a pydantic value) and its tables, in both directions.

Fields and columns bear the same names, so one rule per kind of field serves every table:

- words in three languages and values made of parts are spread over columns: name_en, pay_low;
- a code is a foreign key;
- a list of codes is a many-to-many relation, which keeps the order of the rows it names, not of the list;
- a list of values is a table of parts (models.base.Part) with a position.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, get_args

from django.db import models
from pydantic import BaseModel

from aiteam.catalog.models.base import Coded, Part, Words
from aiteam.planner.values import Translated


def _fields(model: type[models.Model]) -> dict[str, Any]:
    """Fields and relations by the name under which an instance has them."""
    fields: list[Any] = list(model._meta.get_fields())
    return {str(field.get_accessor_name() if isinstance(field, models.ForeignObjectRel) else field.name): field for field in fields}


def _is_parts(field: Any) -> bool:
    return bool(field is not None and field.one_to_many and issubclass(field.related_model, Part))


def _is_codes(field: Any) -> bool:
    return bool(field is not None and field.many_to_many)


# --- Reading


def prefetches(model: type[models.Model], row_type: type[BaseModel], prefix: str = "") -> Iterator[str]:
    """What to prefetch so that `read` asks the database nothing."""
    fields = _fields(model)
    for name in row_type.model_fields:
        field: Any = fields.get(name)
        if _is_codes(field):
            yield prefix + name
        elif _is_parts(field):
            yield prefix + name
            if not field.related_model.value_field:
                yield from prefetches(field.related_model, _part_type(row_type, name), f"{prefix}{name}__")


def _part_type(row_type: type[BaseModel], name: str) -> type[BaseModel]:
    """The type X of a field tuple[X, ...]."""
    part: type[BaseModel] = get_args(row_type.model_fields[name].annotation)[0]
    return part


def read(instance: models.Model, row_type: type[BaseModel]) -> dict[str, Any]:
    """The values of a row, ready for `row_type`."""
    model = type(instance)
    fields = _fields(model)
    return {name: _read_field(instance, name, fields, row_type) for name in row_type.model_fields}


def _read_field(instance: models.Model, name: str, fields: Mapping[str, Any], row_type: type[BaseModel]) -> object:
    field: Any = fields.get(name)
    if _is_codes(field):
        return [target.code for target in getattr(instance, name).all()]
    if _is_parts(field):
        return [_read_part(part, row_type, name) for part in getattr(instance, name).all()]
    if field is not None:
        return _plain(getattr(instance, field.attname))
    parts = {column.removeprefix(f"{name}_"): _plain(getattr(instance, column)) for column in fields if column.startswith(f"{name}_")}
    return parts if any(parts.values()) else None


def _read_part(part: Part, row_type: type[BaseModel], name: str) -> object:
    if not part.value_field:
        return read(part, _part_type(row_type, name))
    words = getattr(type(part), part.value_field)
    if isinstance(words, Words):
        return words.translated(part)
    return getattr(part, _value_column(part))


def _value_column(part: Part) -> str:
    field: Any = part._meta.get_field(part.value_field)
    return str(field.attname)


def _plain(value: object) -> object:
    """A decimal without the zeros that its column adds, so that the same figure is written the same way wherever it was kept."""
    if not isinstance(value, Decimal):
        return value
    return value.quantize(Decimal(1)) if value == value.to_integral_value() else value.normalize()


# --- Writing


class Changes:
    """How many rows were created, changed and left as they were."""

    def __init__(self) -> None:
        self.created = self.changed = self.unchanged = 0

    def __bool__(self) -> bool:
        return bool(self.created or self.changed)


def save(model: type[Coded], rows: Sequence[Any], changes: Changes) -> None:
    """Bring the table in line with `rows`. What stands in it besides them is left alone: it is the organisation's own."""
    if not rows:
        return
    row_type = type(rows[0])
    present = {instance.code: instance for instance in model._default_manager.prefetch_related(*prefetches(model, row_type))}
    written: list[tuple[Coded, BaseModel]] = []
    for position, row in enumerate(rows):
        instance = present.get(row.code)
        if instance is None:
            instance = model()
            changes.created += 1
        elif instance.position == position and row_type.model_validate(read(instance, row_type)) == row:
            changes.unchanged += 1
            continue
        else:
            changes.changed += 1
        instance.position = position
        _save_columns(instance, row)
        written.append((instance, row))
    for instance, row in written:  # once all rows stand, since they may name each other
        _save_relations(instance, row)


def _save_columns(instance: models.Model, row: BaseModel) -> None:
    for column, value in _columns(type(instance), row):
        setattr(instance, column, value)
    instance.save()


def _columns(model: type[models.Model], row: BaseModel) -> Iterator[tuple[str, object]]:
    fields = _fields(model)
    for name in type(row).model_fields:
        field, value = fields.get(name), getattr(row, name)
        if field is None:
            yield from _spread(name, value) if value is not None else _emptied(name, fields)
        elif not _is_codes(field) and not _is_parts(field):
            yield field.attname, value


def _spread(name: str, value: BaseModel) -> Iterator[tuple[str, object]]:
    """The columns of a value made of parts."""
    for part in type(value).model_fields:
        yield f"{name}_{part}", getattr(value, part)


def _emptied(name: str, fields: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """The columns of an absent value, as a new row has them."""
    for column, field in fields.items():
        if column.startswith(f"{name}_"):
            yield field.attname, field.get_default()


def _save_relations(instance: models.Model, row: BaseModel) -> None:
    fields = _fields(type(instance))
    for name in type(row).model_fields:
        field: Any = fields.get(name)
        value = getattr(row, name)
        if _is_codes(field):
            targets = field.related_model._default_manager.filter(code__in=value)
            getattr(instance, name).set(targets)
        elif _is_parts(field):
            getattr(instance, name).all().delete()
            for position, part in enumerate(value):
                _save_part(field, instance, position, part)


def _save_part(field: Any, owner: models.Model, position: int, value: Any) -> None:
    part = field.related_model(position=position, **{field.field.name: owner})
    if not part.value_field:
        _save_columns(part, value)
        _save_relations(part, value)
        return
    if isinstance(value, Translated):
        for column, words in _spread(part.value_field, value):
            setattr(part, column, words)
    else:
        setattr(part, _value_column(part), value)
    part.save()
