"""A list of certificates, from a sheet or from badges: whose they are, which certification, from when to when."""

import hashlib
from dataclasses import dataclass
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils import timezone
from django.utils.translation import gettext as _

from aiteam.catalog.models import Certification
from aiteam.staff.imports.columns import Cells, dialect_of, required
from aiteam.staff.imports.errors import CellError
from aiteam.staff.imports.fields import CERTIFICATIONS
from aiteam.staff.imports.findings import Check, Outcome, Question
from aiteam.staff.imports.headers import Table, plain
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.reading import Cell
from aiteam.staff.imports.records import Namesake, People, batches, certifications_by_name, names_of_everybody, split_name
from aiteam.staff.imports.values import read_day, text
from aiteam.staff.imports.writing import Change
from aiteam.staff.models import HeldCertification, Person


@dataclass
class CertificateRow:
    """What one line says. `name` and `email` are of the person."""

    outcome: Outcome
    personnel_number: str
    email: str
    name: str
    certification: str
    issued_on: date | None
    ends_on: date | None
    number: str
    verification_url: str


def check_certifications(table: Table, options: Options) -> Check:
    check = Check(table, notes=list(table.notes))
    dialect, questions = dialect_of(table, CERTIFICATIONS, options)
    check.questions += questions
    check.questions += required(table, CERTIFICATIONS, "personnel_number", "email", "full_name", "family_name")
    check.questions += required(table, CERTIFICATIONS, "certification") + required(table, CERTIFICATIONS, "issued_on")
    rows = [_row(Cells(table, Outcome(row, ""), dialect)) for row in table.rows]
    check.outcomes = [row.outcome for row in rows]
    matching = _Matching(table, options, rows)
    planned = [(row, matching.person(row), matching.certification(row)) for row in rows]
    stored = _stored({person.pk for _row, person, _certification in planned if person})
    taken: dict[tuple[int, int, date], int] = {}
    for row, person, certification in planned:
        if person and certification and row.issued_on and not row.outcome.is_blocked:
            _plan(row, person, certification, stored, taken, Cells(table, row.outcome, dialect))
        else:
            row.outcome.action = "left_out"
    check.questions += matching.questions()
    for outcome in check.outcomes:
        outcome.settle()
    check.not_taken_over += [(header, _("Certificates have no field for it, or it is computed.")) for header in table.unmapped]
    return check


def _row(cells: Cells) -> CertificateRow:
    cells.check_width()
    given, family = cells.text("given_name"), cells.text("family_name")
    if not (given or family):
        given, family = split_name(cells.text("full_name"))
    row = CertificateRow(
        cells.outcome,
        cells.text("personnel_number", blocks=True),
        cells.text("email", longest=254, blocks=True).removeprefix("mailto:"),
        f"{given} {family}".strip(),
        cells.text("certification", longest=300, blocks=True),
        cells.read_in_dialect("issued_on", read_day, blocks=True),
        cells.read_in_dialect("printed_ends_on", read_day, blocks=True),
        cells.text("number", longest=100),
        cells.read("verification_url", _read_address, blocks=False) or "",
    )
    _check_complete(row, cells)
    row.outcome.key = " ".join(filter(None, [row.personnel_number or row.email or row.name, row.certification, str(row.issued_on or "")]))
    return row


def _read_address(cell: Cell) -> str:
    address = text(cell)
    if address:
        try:
            URLValidator(schemes=["http", "https"])(address)
        except ValidationError as error:
            raise CellError(_("This is not a web address.")) from error
        if len(address) > 500:
            raise CellError(_("This is longer than %(longest)s characters.") % {"longest": 500})
    return address


def _check_complete(row: CertificateRow, cells: Cells) -> None:
    if row.outcome.is_blocked:
        return
    if not (row.personnel_number or row.email or row.name):
        cells.complain("personnel_number", _("It is not said whose certificate this is."))
    if not row.certification:
        cells.complain("certification", _("This is missing: %(field)s.") % {"field": CERTIFICATIONS["certification"].label})
    if row.issued_on is None:
        cells.complain("issued_on", _("This is missing: %(field)s.") % {"field": CERTIFICATIONS["issued_on"].label})
    elif row.issued_on > timezone.localdate():
        cells.complain("issued_on", _("This day is still to come."))
    elif row.ends_on and row.ends_on < row.issued_on:
        cells.complain("printed_ends_on", _("The certificate ends before it was issued."))


class _Matching:
    """Finds the person and the certification of each line; what is not certain is put to the user, never guessed."""

    def __init__(self, table: Table, options: Options, rows: list[CertificateRow]) -> None:
        self.table, self.options = table, options
        chosen = list(options.people.values())
        self.people = People([row.personnel_number for row in rows] + chosen, [row.email for row in rows if "$" not in row.email])
        self.hashes = _Hashes() if any("$" in row.email for row in rows) else None
        self.known = certifications_by_name()
        unclear = {plain(row.name) for row in rows if row.name and not self._by_number_or_address(row)}
        self.of_name = names_of_everybody(unclear) if unclear else {}
        self.open_people: dict[str, tuple[list[int], list[Namesake]]] = {}
        self.open_names: dict[str, list[int]] = {}

    def _by_number_or_address(self, row: CertificateRow) -> Person | None:
        if row.personnel_number and (person := self.people.by_number.get(row.personnel_number)):
            return person
        if "$" in row.email and self.hashes:
            return self.hashes.person(row.email)
        return self.people.by_email.get(row.email.lower()) if row.email else None

    def person(self, row: CertificateRow) -> Person | None:
        if row.outcome.is_blocked:
            return None
        if person := self._by_number_or_address(row):
            return person
        says = row.personnel_number or row.email or row.name
        if number := self.options.people.get(says):
            return self.people.by_number.get(number)
        lines, _people = self.open_people.setdefault(says, ([], self.of_name.get(plain(row.name), [])))
        lines.append(row.outcome.row.line)
        return None

    def certification(self, row: CertificateRow) -> Certification | None:
        if not row.certification:
            return None
        name = self.options.certifications.get(row.certification, row.certification)
        found = self.known.get(plain(name))
        if found is None:
            self.open_names.setdefault(row.certification, []).append(row.outcome.row.line)
        return found

    def questions(self) -> list[Question]:
        codes = {row.code: row.name for row in self.known.values() if row}
        column = next((self.table.column(name) for name in ("email", "personnel_number", "full_name") if self.table.column(name)), "")
        asked = [
            Question(
                "person",
                _("Whose certificate is it? “%(says)s” is nobody on record.") % {"says": says},
                column,
                says,
                tuple(lines),
                tuple((person.personnel_number, f"{person.name} ({person.personnel_number})") for person in people),
            )
            for says, (lines, people) in self.open_people.items()
        ]
        return asked + [
            Question(
                "certification",
                _("Which certification is “%(name)s”?") % {"name": name},
                self.table.column("certification"),
                name,
                tuple(lines),
                tuple((code, f"{code} · {words}") for code, words in codes.items()),
            )
            for name, lines in self.open_names.items()
        ]


class _Hashes:
    """Whose address a badge has hashed, as "sha256$<hash>$<salt>". Nothing but comparing with all known addresses can tell."""

    def __init__(self) -> None:
        self.people = list(Person.objects.exclude(email=""))

    def person(self, hashed: str) -> Person | None:
        method, digest, salt = (hashed.split("$", 2) + ["", ""])[:3]
        if method not in {"sha256", "md5"}:
            return None
        for person in self.people:
            for address in {person.email, person.email.lower()}:
                if hashlib.new(method, f"{address}{salt}".encode(), usedforsecurity=False).hexdigest() == digest.lower():
                    return person
        return None


def _stored(people: set[int]) -> dict[tuple[int, int, date], HeldCertification]:
    found = {}
    for some in batches(people):
        for held in HeldCertification.objects.filter(person__in=some):
            found[held.person_id, held.certification_id, held.issued_on] = held
    return found


def _plan(
    row: CertificateRow,
    person: Person,
    certification: Certification,
    stored: dict[tuple[int, int, date], HeldCertification],
    taken: dict[tuple[int, int, date], int],
    cells: Cells,
) -> None:
    assert row.issued_on is not None  # noqa: S101 # the caller asks
    key = (person.pk, certification.pk, row.issued_on)
    row.outcome.key = f"{person.personnel_number} {certification.code} {row.issued_on.isoformat()}"
    first = taken.setdefault(key, row.outcome.row.line)
    if first != row.outcome.row.line:
        cells.complain("certification", _("Line %(line)s has the same.") % {"line": first})
        return
    held = stored.get(key)
    source = HeldCertification.Source.IMPORT if cells.table.header_line else HeldCertification.Source.BADGE
    new = HeldCertification(person=person, certification=certification, issued_on=row.issued_on, source=source)
    change = Change(held) if held else Change(new, is_new=True, is_main=True)
    if row.ends_on and (
        held is None or row.ends_on != certification.lifetime(held.issued_on, held.printed_ends_on, held.counts_from).ends_on
    ):
        change.set("printed_ends_on", row.ends_on)
    for name in ("number", "verification_url"):
        if value := getattr(row, name):
            change.set(name, value)
    row.outcome.changes.append(change)
