"""A figure for each period, as it may be written: one number for all periods, a list with one entry per period, or entries by label."""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

LARGEST = 1e12
REST = "default"  # the key for the periods that an object does not name

Entry = float | None
Written = float | tuple[Entry, ...] | Mapping[str, Entry]


def _entry(value: object, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise PydanticCustomError("not_a_number", "“{value}” is not a number.", {"value": str(value)[:60]})
    if not low <= value <= high:
        bounds = {"value": f"{value:g}", "low": f"{low:g}", "high": f"{high:g}"}
        raise PydanticCustomError("out_of_range", "“{value}” does not lie between {low} and {high}.", bounds)
    return float(value)


def _read(value: object, low: float, high: float) -> Written:
    """None inside a list or an object stands for the default of the field."""
    if isinstance(value, Mapping):
        return {str(label): None if entry is None else _entry(entry, low, high) for label, entry in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        if not value:
            raise PydanticCustomError("empty_list", "A list has an entry for each period; this one is empty.")
        return tuple(None if entry is None else _entry(entry, low, high) for entry in value)
    return _entry(value, low, high)


def _schema(low: float, high: float) -> dict[str, Any]:
    number = {"type": "number", "minimum": low, "maximum": high}
    entry = {"anyOf": [number, {"type": "null"}]}
    return {"anyOf": [number, {"type": "array", "items": entry}, {"type": "object", "additionalProperties": entry}]}


AS_IT_IS = PlainSerializer(lambda value: list(value) if isinstance(value, tuple) else value)
Values = Annotated[
    Written, PlainValidator(partial(_read, low=-LARGEST, high=LARGEST)), AS_IT_IS, WithJsonSchema(_schema(-LARGEST, LARGEST))
]
Amounts = Annotated[Written, PlainValidator(partial(_read, low=0, high=LARGEST)), AS_IT_IS, WithJsonSchema(_schema(0, LARGEST))]
Shares = Annotated[Written, PlainValidator(partial(_read, low=0, high=1)), AS_IT_IS, WithJsonSchema(_schema(0, 1))]


class Timeline:
    """The periods of a problem, by number (from 0) and by label."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        self.number = {label: index for index, label in enumerate(self.labels)}

    def __len__(self) -> int:
        return len(self.labels)

    def get(self, series: Written | None, period: int) -> float | None:
        """The entry of a period; None where there is none."""
        if series is None or isinstance(series, int | float):
            return series
        if isinstance(series, Mapping):
            return series.get(self.labels[period], series.get(REST))
        return series[period]

    def at(self, series: Written | None, period: int, default: float = 0.0) -> float:
        found = self.get(series, period)
        return default if found is None else found
