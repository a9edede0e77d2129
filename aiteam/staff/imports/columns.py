"""Reading one row's cells by field name, with every complaint in its place; and the questions a file as a whole raises."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.utils.translation import gettext as _

from aiteam.lib.numbers import GROUP_AND_POINT
from aiteam.staff.imports.errors import CellError
from aiteam.staff.imports.fields import Field
from aiteam.staff.imports.findings import Complaint, Outcome, Question
from aiteam.staff.imports.headers import Table
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.reading import Cell, Row, shown
from aiteam.staff.imports.values import Dialect, date_order, decimal_point, text

Value = TypeVar("Value")


def dialect_of(table: Table, fields: Mapping[str, Field], options: Options) -> tuple[Dialect, list[Question]]:
    """How the file writes days and numbers, and what has to be asked because its values leave it open."""
    questions: list[Question] = []
    order, unclear = date_order(_cells(table, fields, "day"))
    order = options.date_order or order
    if unclear and order is None:
        questions.append(_order_question(unclear))
    point, unclear = decimal_point(_cells(table, fields, "number"))
    point = options.point or point
    if unclear and point is None:
        group, language_point = GROUP_AND_POINT[options.language[:2]]
        if all(group in value for value in unclear):  # as this reader writes thousands
            point = "," if language_point == "," else "."
        else:
            questions.append(_point_question(unclear))
    return Dialect(order, point), questions


def _cells(table: Table, fields: Mapping[str, Field], reads: str) -> list[Cell]:
    columns = [index for name, index in table.fields.items() if fields[name].reads == reads]
    return [row.cells[index] for row in table.rows for index in columns if index < len(row.cells)]


def _order_question(values: list[str]) -> Question:
    return Question(
        "date_order",
        _("Does the day or the month come first in %(example)s?") % {"example": values[0]},
        value=values[0],
        choices=(("dmy", _("The day")), ("mdy", _("The month"))),
        is_urgent=True,
    )


def _point_question(values: list[str]) -> Question:
    return Question(
        "point",
        _("Which sign comes before the decimals? %(example)s can be read in two ways.") % {"example": values[0]},
        value=values[0],
        choices=((",", _("The comma: 1.000,50")), (".", _("The point: 1,000.50"))),
        is_urgent=True,
    )


class Cells:
    """One row of the table; what cannot be read is noted in its outcome."""

    def __init__(self, table: Table, outcome: Outcome, dialect: Dialect) -> None:
        self.table, self.outcome, self.dialect = table, outcome, dialect

    @property
    def row(self) -> Row:
        return self.outcome.row

    def has(self, name: str) -> bool:
        return name in self.table.fields

    def raw(self, name: str) -> Cell:
        """The cell of a field; empty where the file has no such column or the row ends before it."""
        index = self.table.fields.get(name)
        return "" if index is None or index >= len(self.row.cells) else self.row.cells[index]

    def text(self, name: str, *, longest: int = 200, blocks: bool = False, inner_lines: bool = False) -> str:
        def read(cell: Cell) -> str:
            words = text(cell)
            words = words.replace("\r\n", "\n").replace("\r", "\n") if inner_lines else " ".join(words.split())
            if len(words) > longest:
                raise CellError(_("This is longer than %(longest)s characters.") % {"longest": longest})
            return words

        return self.read(name, read, blocks=blocks) or ""

    def read(self, name: str, reader: Callable[[Cell], Value | None], *, blocks: bool) -> Value | None:
        """What `reader` makes of the cell; None, and a complaint, where it cannot."""
        if name not in self.table.fields:
            return None
        try:
            return reader(self.raw(name))
        except CellError as error:
            self.complain(name, str(error), blocks=blocks)
            return None

    def read_in_dialect(self, name: str, reader: Callable[[Cell, Dialect], Value | None], *, blocks: bool) -> Value | None:
        return self.read(name, lambda cell: reader(cell, self.dialect), blocks=blocks)

    def complain(self, name: str, reason: str, *, blocks: bool = True) -> None:
        self.outcome.complaints.append(Complaint(self.row.line, self.table.column(name), shown(self.raw(name)), reason, blocks))

    def check_width(self) -> None:
        """A surplus cell means that all cells may stand under wrong headers."""
        expected, found = len(self.table.headers), len(self.row.cells)
        surplus = [shown(cell) for cell in self.row.cells[expected:]]
        if any(cell.strip() for cell in surplus):
            reason = _("%(found)s cells where %(expected)s are expected.") % {"found": found, "expected": expected}
            self.outcome.complaints.append(Complaint(self.row.line, "", ", ".join(surplus), reason))


def required(table: Table, fields: Mapping[str, Field], *names: str) -> list[Question]:
    """What to ask where none of the columns `names` is there."""
    if any(name in table.fields for name in names):
        return []
    words = " / ".join(str(fields[name].label) for name in names)
    choices = tuple((header, header) for header in table.unmapped)
    return [Question("column", _("Which column holds: %(field)s?") % {"field": words}, value=names[0], choices=choices, is_urgent=True)]
