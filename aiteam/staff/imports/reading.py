"""A file as a grid of cells, whatever program wrote it. What the cells mean is decided elsewhere."""

import csv
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from xml.etree import ElementTree

from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetVisibleEnum, ZipError

from aiteam.staff.imports.errors import UnreadableFile

MAX_BYTES = 5 * 1024 * 1024
MAX_ROWS = 50_000
MAX_COLUMNS = 200
MAX_UNPACKED_BYTES = 150 * 1024 * 1024
DELIMITERS = ",;\t|"
NEWLINES = "\r\n"
SENTINEL = "\x03"


@dataclass(frozen=True)
class Formula:
    """A cell whose formula was never computed: the file holds no value for it."""


Cell = str | int | float | bool | date | Formula


@dataclass(frozen=True)
class Row:
    """`line` is where the row begins, the file's first line being 1."""

    line: int
    cells: tuple[Cell, ...]

    @property
    def is_blank(self) -> bool:
        return all(isinstance(cell, str) and not cell.strip() for cell in self.cells)


@dataclass(frozen=True)
class Sheet:
    """All rows of one table; `name` is empty for a text file, which has only one."""

    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Book:
    """The sheets that can be seen, and the names of those that are hidden."""

    sheets: tuple[Sheet, ...]
    hidden: tuple[str, ...] = ()


def read_book(content: bytes) -> Book:
    """The tables of a CSV or XLSX file. Raises UnreadableFile."""
    if len(content) > MAX_BYTES:
        raise UnreadableFile(_("The file is larger than 5 MB. Split it, or leave out pictures and other sheets."))
    if not content.strip(b"\x00 \r\n\t"):
        raise UnreadableFile(_("The file is empty."))
    if content.startswith(b"PK"):
        return _read_workbook(content)
    if content.startswith((b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8\xff")):
        raise UnreadableFile(_("This is neither a CSV nor an XLSX file. Save the sheet as XLSX or CSV and try again."))
    return Book((Sheet("", _read_text(decode(content))),))


def decode(content: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 or Windows-1252. Raises UnreadableFile."""
    try:
        return content.decode(_encoding(content))
    except UnicodeDecodeError as error:
        raise UnreadableFile(_("The characters of the file cannot be read. Save it as CSV in UTF-8 and try again.")) from error


def _encoding(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    start = content[:2000]
    if start.count(0) > len(start) // 4:  # UTF-16 without its mark: every other byte of Latin text is zero
        return "utf-16-le" if start[1::2].count(0) >= start[::2].count(0) else "utf-16-be"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8-sig"


def _read_text(text: str) -> tuple[Row, ...]:
    if "\x00" in text or SENTINEL in text:
        raise UnreadableFile(_("The file holds characters that no table has. Is it really a CSV file?"))
    delimiter, text = _delimiter(text)
    try:
        return tuple(_records(text, delimiter))
    except csv.Error as error:
        raise UnreadableFile(_("The file cannot be read as a table: %(reason)s") % {"reason": error}) from error


def _delimiter(text: str) -> tuple[str, str]:
    """The delimiter, and the text without a line `sep=;` that names it (its line is kept, empty, so that lines still count)."""
    named = re.match(r"sep=(.)\r?(?=\n)", text, re.IGNORECASE)
    if named:
        return named[1], text[named.end() :]
    sample = text[:20_000]
    return max(DELIMITERS, key=lambda delimiter: _fit(sample, delimiter)), text


def _fit(sample: str, delimiter: str) -> tuple[int, int]:
    """How well a delimiter cuts the sample: rows as wide as the widest common width, then that width."""
    widths = [len(cells) for cells in csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter) if any(cells)]
    wide = [width for width in widths if width > 1]
    if not wide:
        return 0, 0
    common = max(set(wide), key=lambda width: (wide.count(width), width))
    return wide.count(common), common


def _records(text: str, delimiter: str) -> Iterator[Row]:
    # The sentinel comes out as a row of its own, unless a quote was opened and never closed.
    reader = csv.reader(io.StringIO(f"{text.rstrip(NEWLINES)}\n{SENTINEL}", newline=""), delimiter=delimiter)
    line = 1
    for count, cells in enumerate(reader):
        if cells == [SENTINEL]:
            return
        if any(SENTINEL in cell for cell in cells):
            raise UnreadableFile(_("A quotation mark is opened in line %(line)s and never closed.") % {"line": line})
        _check_size(count, len(cells))
        yield Row(line, tuple(_without_escape(cell) for cell in cells))
        line = reader.line_num + 1


def _check_size(rows: int, columns: int) -> None:
    if rows > MAX_ROWS:
        raise UnreadableFile(_("The file has more than 50,000 rows. Split it and import the parts one after the other."))
    if columns > MAX_COLUMNS:
        raise UnreadableFile(_("The file has more than 200 columns. Leave out those that are not needed."))


def _without_escape(cell: str) -> str:
    """A text that an export protected from being run as a formula (exports.cells), as it was."""
    bare = cell.lstrip("'")
    return cell[1:] if cell.startswith("'") and bare.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _read_workbook(content: bytes) -> Book:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > MAX_UNPACKED_BYTES:
                raise UnreadableFile(_("The workbook is too large when unpacked. Leave out pictures and other sheets."))
            formulas = _Formulas(archive)
            book = CalamineWorkbook.from_filelike(io.BytesIO(content))
            seen = [sheet.name for sheet in book.sheets_metadata if sheet.visible == SheetVisibleEnum.Visible]
            hidden = [sheet.name for sheet in book.sheets_metadata if sheet.visible != SheetVisibleEnum.Visible]
            return Book(tuple(_read_sheet(book, name, formulas) for name in seen), tuple(hidden))
    except PasswordError as error:
        raise UnreadableFile(_("The workbook is protected by a password. Save it without one and try again.")) from error
    except (CalamineError, ZipError, zipfile.BadZipFile, ElementTree.ParseError, KeyError) as error:
        raise UnreadableFile(_("The workbook cannot be read. Save it again as XLSX and try again.")) from error


def _read_sheet(book: CalamineWorkbook, name: str, formulas: "_Formulas") -> Sheet:
    sheet = book.get_sheet_by_name(name)
    if sheet.total_height:
        _check_size(sheet.total_height - 1, sheet.total_width)
    empty = formulas.without_value(name)
    rows = []
    for number, cells in enumerate(sheet.to_python(skip_empty_area=False), start=1):
        made = [_cell(value) for value in cells]
        for column in empty.get(number, ()):
            if column < len(made) and made[column] == "":
                made[column] = Formula()
        rows.append(Row(number, tuple(made)))
    return Sheet(name, tuple(rows))


def _cell(value: "str | int | float | bool | date | datetime | time | timedelta") -> Cell:
    """Whole numbers without their ".0", moments by their day."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, time | timedelta):
        return str(value)
    return value


class _Formulas:
    """Cells with a formula and no value, which a reader of values alone takes for empty ones."""

    MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.paths = self._paths() if "xl/workbook.xml" in archive.namelist() else {}

    def _paths(self) -> dict[str, str]:
        targets = {
            relation.get("Id"): relation.get("Target", "")
            for relation in ElementTree.fromstring(self.archive.read("xl/_rels/workbook.xml.rels"))  # noqa: S314 # expat limits entities
        }
        workbook = ElementTree.fromstring(self.archive.read("xl/workbook.xml"))  # noqa: S314
        found = {}
        for sheet in workbook.iter(f"{self.MAIN}sheet"):
            target = targets.get(sheet.get(self.RELATION), "")
            found[sheet.get("name", "")] = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
        return found

    def without_value(self, name: str) -> dict[int, list[int]]:
        """Column indexes by line, both of the sheet called `name`."""
        path = self.paths.get(name, "")
        if path not in self.archive.namelist():
            return {}
        content = self.archive.read(path)
        if b"<f" not in content:
            return {}
        found: dict[int, list[int]] = {}
        for _event, cell in ElementTree.iterparse(io.BytesIO(content)):  # noqa: S314
            if cell.tag != f"{self.MAIN}c":
                continue
            value = cell.find(f"{self.MAIN}v")
            is_computed_text = cell.get("t") == "str"  # empty because the formula says so
            if cell.find(f"{self.MAIN}f") is not None and not is_computed_text and (value is None or not value.text):
                letters, line = _reference(cell.get("r", ""))
                found.setdefault(line, []).append(_column_index(letters))
            cell.clear()
        return found


def _reference(text: str) -> tuple[str, int]:
    parts = re.fullmatch(r"([A-Z]+)([0-9]+)", text)
    return (parts[1], int(parts[2])) if parts else ("A", 0)


def _column_index(letters: str) -> int:
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1


def shown(cell: Cell) -> str:
    """A cell as it is told to the user."""
    return "" if isinstance(cell, Formula) else cell.isoformat() if isinstance(cell, date) else str(cell)
