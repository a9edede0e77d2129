"""A table as CSV or XLSX. No text of a user becomes a formula: a spreadsheet would run it."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import xlsxwriter
from django.http import HttpResponse
from django.utils.translation import gettext as _

from aiteam.lib.numbers import GROUP_AND_POINT

Cell = str | int | Decimal | bool | date | None
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@dataclass(frozen=True)
class Table:
    name: str
    heads: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def as_csv(table: Table, language: str) -> bytes:
    """As a spreadsheet in that language reads it: its decimal sign, and the semicolon where that is the comma. Days as 2027-01-31."""
    point, answers = GROUP_AND_POINT[language[:2]][1], _answers()
    made = io.StringIO(newline="")
    writer = csv.writer(made, delimiter=";" if point == "," else ",", lineterminator="\r\n")
    writer.writerow([_guarded(head) for head in table.heads])
    writer.writerows([_csv_cell(cell, point, answers) for cell in row] for row in table.rows)
    return made.getvalue().encode("utf-8-sig")


def _csv_cell(cell: Cell, point: str, answers: Mapping[bool, str]) -> str:
    if isinstance(cell, str):
        return _guarded(cell)
    if isinstance(cell, bool):
        return answers[cell]
    if isinstance(cell, Decimal):
        return f"{cell:f}".replace(".", point)
    return "" if cell is None else str(cell)


def _guarded(text: str) -> str:
    """A leading apostrophe keeps a text a text; an import takes it off again (imports.reading)."""
    return f"'{text}" if text.lstrip("'").startswith(FORMULA_SIGNS) else text


def _answers() -> Mapping[bool, str]:
    """In the reader's language; looked up once a table."""
    return {True: _("yes"), False: _("no")}


def as_xlsx(table: Table) -> bytes:
    made, answers = io.BytesIO(), _answers()
    book = xlsxwriter.Workbook(made, {"constant_memory": True, "in_memory": True})
    head_format, day_format = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd"})
    sheet = book.add_worksheet(table.name[:31])
    sheet.freeze_panes(1, 0)
    for column, head in enumerate(table.heads):
        sheet.set_column(column, column, max(12, len(head) + 2))
        sheet.write_string(0, column, head, head_format)
    for line, row in enumerate(table.rows, start=1):
        for column, cell in enumerate(row):
            if cell is None or cell == "":
                continue
            if isinstance(cell, str):
                sheet.write_string(line, column, cell)
            elif isinstance(cell, date):
                sheet.write_datetime(line, column, cell, day_format)
            elif isinstance(cell, bool):
                sheet.write_string(line, column, answers[cell])
            else:
                sheet.write_number(line, column, cell)
    book.close()
    return made.getvalue()


def download(table: Table, form: str, file_name: str, language: str) -> HttpResponse:
    """`form` is "csv" or "xlsx"."""
    content = as_csv(table, language) if form == "csv" else as_xlsx(table)
    response = HttpResponse(content, content_type=CONTENT_TYPES[form])
    response["Content-Disposition"] = f'attachment; filename="{file_name}.{form}"'
    response["Cache-Control"] = "private, no-store"
    return response
