"""Finding the line of headers in a sheet, and what each column is."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from aiteam.staff.imports.errors import UnreadableFile
from aiteam.staff.imports.fields import Field
from aiteam.staff.imports.reading import Book, Cell, Row, Sheet, shown
from aiteam.staff.search import fold

HEADER_WITHIN_ROWS = 20
IGNORED = "-"
# The first words of a line that adds up those above.
TOTALS = re.compile(
    r"(?:grand |sub)?totals?\b[^,@]*|(?:eind|sub)?totaal\b[^,@]*|(?:zwischen|gesamt)?summe\b[^,@]*|(?:ins)?gesamt\b[^,@]*|sum|som",
    re.IGNORECASE,
)
SYMBOLS = str.maketrans({"€": " eur ", "$": " usd ", "£": " gbp ", "#": " number ", "№": " number ", "ß": "ss"})


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """`text` in small letters without diacritics and punctuation, single spaces between words."""
    words = fold(unicodedata.normalize("NFKC", text).translate(SYMBOLS))
    return " ".join(re.findall(r"[a-z0-9+]+", words))


@dataclass(frozen=True)
class Table:
    """The rows below the headers. `fields` gives the index of the column each field is read from."""

    headers: tuple[str, ...]
    header_line: int
    fields: Mapping[str, int]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = field(default=())

    def column(self, name: str) -> str:
        """The header over a field; empty where the file has no such column."""
        return self.headers[self.fields[name]] if name in self.fields else ""

    @property
    def unmapped(self) -> list[str]:
        taken = set(self.fields.values())
        return [header for index, header in enumerate(self.headers) if index not in taken and header]


def find_table(book: Book, fields: Mapping[str, Field], mapping: Mapping[str, str]) -> Table:
    """The table of the first sheet that has known headers. `mapping` (header -> field, or "-") goes before recognition.

    Raises UnreadableFile where there is no table, or the mapping names what is not there.
    """
    wanted = {plain(header): name for header, name in mapping.items()}
    _check_mapping(mapping, fields)
    candidates = [(sheet, *_header_row(sheet, fields, wanted)) for sheet in book.sheets]
    found = [candidate for candidate in candidates if candidate[2] > 0] or [
        candidate for candidate in candidates if candidate[1] is not None
    ]
    if not found:
        raise UnreadableFile(_("The file has no line of headers. Its first line should name the columns."))
    sheet, header, _score = max(found, key=lambda candidate: candidate[2])
    assert header is not None  # noqa: S101 # a sheet without any row is not among those found
    headers = tuple(_tidy(cell) for cell in header.cells)
    if missing := [name for name in mapping if plain(name) not in {plain(other) for other in headers}]:
        raise UnreadableFile(_("The file has no column “%(column)s”.") % {"column": missing[0]})
    rows, notes = _data_rows(sheet, header)
    others = [other.name for other in book.sheets if other is not sheet and any(not row.is_blank for row in other.rows)]
    return Table(headers, header.line, _fields_of(headers, fields, wanted), rows, tuple(_sheet_notes(book, sheet, others) + notes))


def _check_mapping(mapping: Mapping[str, str], fields: Mapping[str, Field]) -> None:
    for header, name in mapping.items():
        if name != IGNORED and name not in fields:
            known = ", ".join(fields)
            raise UnreadableFile(
                _("There is no field “%(field)s” for the column “%(column)s”. Fields are: %(known)s.")
                % {"field": name, "column": header, "known": known}
            )
    names = [name for name in mapping.values() if name != IGNORED]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UnreadableFile(_("Two columns are to be read as “%(field)s”. Choose one.") % {"field": fields[twice].label})


def _header_row(sheet: Sheet, fields: Mapping[str, Field], wanted: Mapping[str, str]) -> tuple[Row | None, int]:
    """The row with the most known headers among the first, and how many it has; the first row with content where none has any."""
    rows = [row for row in sheet.rows[:HEADER_WITHIN_ROWS] if not row.is_blank]
    if not rows:
        return None, 0
    scores = [len(_fields_of(tuple(_tidy(cell) for cell in row.cells), fields, wanted)) for row in rows]
    best = max(scores)
    return rows[scores.index(best)], best


def _tidy(cell: Cell) -> str:
    return " ".join(shown(cell).split())


def _fields_of(headers: Sequence[str], fields: Mapping[str, Field], wanted: Mapping[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for index, header in enumerate(headers):
        name = wanted.get(plain(header))
        if name and name != IGNORED:
            found.setdefault(name, index)
    for index, header in enumerate(headers):
        name = recognise(header, fields)
        if plain(header) not in wanted and name and name not in wanted.values():
            found.setdefault(name, index)
    return found


def recognise(header: str, fields: Mapping[str, Field]) -> str | None:
    """The field a header names, also where it adds a unit or a currency: "Salary (EUR)", "Gehalt in €"."""
    whole = plain(header)
    without_brackets = plain(re.sub(r"\(.*?\)|\[.*?\]", " ", header))
    without_currency = re.sub(r"\s(?:in )?(?:eur|usd|gbp|chf|euro)\b", "", f" {without_brackets}").strip()
    for words in (whole, without_brackets, without_currency):
        for name, field_ in fields.items():
            if words and (words in field_.words or words == name.replace("_", " ") or words in _own_words(field_)):
                return name
    return None


@lru_cache(maxsize=256)
def _own_words(field_: Field) -> frozenset[str]:
    """The product's own word for a field in each language: what an export writes, an import knows."""
    found = set()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found.add(plain(str(field_.label)))
    return frozenset(found)


def _data_rows(sheet: Sheet, header: Row) -> tuple[tuple[Row, ...], list[str]]:
    repeated = [plain(_tidy(cell)) for cell in header.cells]
    rows, notes = [], []
    for row in sheet.rows:
        if row.line <= header.line or row.is_blank:
            continue
        first = next((_tidy(cell) for cell in row.cells if _tidy(cell)), "")
        if plain(first) in repeated and [plain(_tidy(cell)) for cell in row.cells] == repeated:
            notes.append(_("Line %(line)s repeats the headers and is passed over.") % {"line": row.line})
        elif TOTALS.fullmatch(first):
            notes.append(_("Line %(line)s holds totals and is passed over.") % {"line": row.line})
        else:
            rows.append(row)
    return tuple(rows), notes


def _sheet_notes(book: Book, sheet: Sheet, others: Sequence[str]) -> list[str]:
    notes = []
    if book.hidden:
        notes.append(_("Hidden sheets are not read: %(names)s.") % {"names": ", ".join(book.hidden)})
    if others:
        notes.append(_("Only the sheet “%(sheet)s” is read, not: %(names)s.") % {"sheet": sheet.name, "names": ", ".join(others)})
    return notes
