from datetime import date
from decimal import Decimal

import pytest

from aiteam.staff.imports.errors import CellError, UnreadableFile
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.imports.headers import Table, find_table, recognise
from aiteam.staff.imports.reading import read_book
from aiteam.staff.imports.values import Dialect, Point, date_order, decimal_point, read_amount, read_day, read_whole, read_yes_no

TEXT = 'Personnel number,Name\n1,"Lane, Zoë"\n'
OPEN = Dialect(None, None)


def table(content: bytes, **mapping: str) -> Table:
    return find_table(read_book(content), PEOPLE, mapping)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_every_encoding_reads_the_same(encoding: str) -> None:
    assert [row.cells for row in table(TEXT.encode(encoding)).rows] == [("1", "Lane, Zoë")]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    content = delimiter.join(["Personnel number", "Family name", "Pay"]) + "\n" + delimiter.join(["1", "Lane", '"1.234,50"'])
    assert table(content.encode()).rows[0].cells == ("1", "Lane", "1.234,50")


def test_a_line_that_names_the_delimiter_is_no_header_but_counts() -> None:
    found = table(b"sep=;\r\nPersonnel number;Family name\r\n1;Lane\r\n")
    assert (found.header_line, [(row.line, row.cells) for row in found.rows]) == (2, [(3, ("1", "Lane"))])


def test_lines_count_as_an_editor_shows_them() -> None:
    found = table(b'Personnel number,Title\n1,"two\nlines"\n\n2,one\n')
    assert [row.line for row in found.rows] == [2, 5]


def test_a_quotation_mark_that_is_never_closed_is_told_with_its_line() -> None:
    with pytest.raises(UnreadableFile, match="line 2"):
        read_book(b'a,b\n1,"open\n2,x\n')


def test_titles_above_totals_below_and_repeated_headers_are_no_people() -> None:
    lines = [
        "Staff list 2026,,",
        "Personnel number,Family name,Pay",
        "1,Lane,10",
        "Personnel number,Family name,Pay",
        "2,Moor,20",
        "Total,,30",
    ]
    found = table("\n".join(lines).encode())
    assert (found.header_line, [row.cells[0] for row in found.rows]) == (2, ["1", "2"])
    assert len(found.notes) == 2


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Employee #", "personnel_number"),
        ("Pers.-Nr.", "personnel_number"),
        ("Personeelsnummer", "personnel_number"),
        ("LAST NAME, FIRST NAME", "full_name"),
        ("Achternaam", "family_name"),
        ("E-Mail-Adresse", "email"),
        ("Datum in dienst", "started_on"),
        ("Eintritt am", "started_on"),
        ("Bruto jaarsalaris (EUR)", "pay_amount"),
        ("Gehalt in €", "pay_amount"),
        ("Währung", "pay_currency"),
        ("Stufe", "level"),
        ("Favourite colour", None),
    ],
)
def test_headers_are_known_in_three_languages(header: str, field: str | None) -> None:
    assert recognise(header, PEOPLE) == field


def test_a_mapping_goes_before_recognition() -> None:
    found = table(b"A,Family name\n1,Lane\n", A="personnel_number", **{"Family name": "-"})
    assert dict(found.fields) == {"personnel_number": 0}
    with pytest.raises(UnreadableFile, match="no column"):
        table(b"A,B\n1,2\n", C="email")
    with pytest.raises(UnreadableFile, match="no field"):
        table(b"A,B\n1,2\n", A="shoe_size")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-02-29", date(2024, 2, 29)),
        ("1.7.2024", date(2024, 7, 1)),
        ("29/02/2024", date(2024, 2, 29)),
        ("02/29/2024", date(2024, 2, 29)),
        ("1 July 2024", date(2024, 7, 1)),
        ("1. März 2024", date(2024, 3, 1)),
        ("March 1, 2024", date(2024, 3, 1)),
        ("5 mei 2024", date(2024, 5, 5)),
        ("01-Okt-2024", date(2024, 10, 1)),
        ("2024-07-01T23:30:00-08:00", date(2024, 7, 1)),
        ("2024-07-01 10:00:00 UTC", date(2024, 7, 1)),
        ("", None),
    ],
)
def test_days_are_read_as_people_and_programs_write_them(text: str, day: date | None) -> None:
    assert read_day(text, OPEN) == day


@pytest.mark.parametrize("cell", ["30.02.2024", "1.7.24", "soon", "20240701", "03/04/2024", "1.1.1066", 45292])
def test_what_is_no_certain_day_is_refused(cell: str | int) -> None:
    with pytest.raises(CellError):
        read_day(cell, OPEN)


def test_one_day_above_twelve_decides_and_a_contradiction_does_not() -> None:
    assert date_order(["03/04/2024", "25/04/2024"]) == ("dmy", [])
    assert date_order(["03/04/2024", "04/25/2024"]) == ("mdy", [])
    assert date_order(["03/04/2024", "25/04/2024", "04/25/2024"]) == (None, ["03/04/2024"])
    assert date_order(["05/05/2024", "1.2.2024"]) == (None, [])


@pytest.mark.parametrize(
    ("text", "number", "currency", "per"),
    [
        ("182.500,00", "182500.00", None, None),
        ("182,500.00", "182500.00", None, None),
        ("€ 112.300,00", "112300.00", "EUR", None),
        ("1'234'567.50 CHF", "1234567.50", "CHF", None),
        ("1 234,5", "1234.5", None, None),
        ("EUR 8.500,00 / Monat", "8500.00", "EUR", "month"),
        ("$70.00/h", "70.00", "USD", "hour"),
        ("95000 per year", "95000", None, "year"),
    ],
)
def test_amounts_keep_currency_and_period(text: str, number: str, currency: str | None, per: str | None) -> None:
    amount = read_amount(text, OPEN)
    assert amount
    assert (amount.number, amount.currency, amount.per) == (Decimal(number), currency, per)


@pytest.mark.parametrize(("values", "point"), [(["12,5", "1.000"], ","), (["1,000.50"], "."), (["1.234.567"], ","), (["1000", "20"], None)])
def test_the_decimal_sign_is_decided_from_all_values(values: list[str], point: Point | None) -> None:
    assert decimal_point(values) == (point, [])


def test_thousands_alone_leave_the_decimal_sign_open() -> None:
    assert decimal_point(["1.000", "20"]) == (None, ["1.000"])
    with pytest.raises(CellError):
        read_whole("1.000", OPEN)
    assert read_whole("1.000", Dialect(None, ",")) == 1000


@pytest.mark.parametrize("text", ["1e3", "acht", "12,5", "1.2.3", "--1", "85k"])
def test_what_is_no_whole_number_is_refused(text: str) -> None:
    with pytest.raises(CellError):
        read_whole(text, Dialect(None, ","))


@pytest.mark.parametrize("text", ["-5,000.00", "95.000,123", "12abc"])
def test_what_is_no_pay_is_refused(text: str) -> None:
    with pytest.raises(CellError):
        read_amount(text, OPEN)


@pytest.mark.parametrize(("text", "answer"), [("Ja", True), ("nee", False), ("WAHR", True), ("0", False), ("", None)])
def test_yes_and_no_are_read_in_three_languages(text: str, answer: bool | None) -> None:
    assert read_yes_no(text) is answer
