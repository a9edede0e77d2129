"""Files for imports, and what an import makes of them."""

import io
from datetime import date
from pathlib import Path
from typing import Any

import xlsxwriter

from aiteam.staff.import_models import Import
from aiteam.staff.imports.findings import Check
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.run import check_file, run_import

FILES = Path(__file__).parent / "files"
ON = date(2026, 11, 30)


def sample(name: str) -> bytes:
    return (FILES / name).read_bytes()


def csv(*lines: str) -> bytes:
    return "\n".join(lines).encode()


def xlsx(*rows: list[Any], hidden: str = "") -> bytes:
    """A workbook of one sheet with these cells, dates as real dates, texts starting with "=" as formulas that were never computed."""
    made = io.BytesIO()
    book = xlsxwriter.Workbook(made, {"default_date_format": "dd/mm/yyyy"})
    sheet = book.add_worksheet("People")
    if hidden:
        book.add_worksheet(hidden).hide()
    for line, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if isinstance(cell, str) and cell.startswith("="):
                sheet.write_formula(line, column, cell, None, "")
            else:
                sheet.write(line, column, cell)
    book.close()
    return made.getvalue()


def run(kind: str, content: bytes, **options: Any) -> tuple[Check, Import]:
    return run_import(kind=kind, content=content, file_name="file.csv", options=Options(**{"on": ON} | options))


def dry(kind: str, content: bytes, **options: Any) -> Check:
    return check_file(kind, content, Options(**{"on": ON} | options))


def told(check: Check) -> list[tuple[int, str, str]]:
    """Each complaint by line, column and value."""
    return [(complaint.line, complaint.column, complaint.value) for complaint in check.complaints]


def asked(check: Check) -> set[str]:
    return {question.kind for question in check.questions}
