"""A list of people: who is new, what changes, and what cannot be taken over."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from aiteam.catalog.models import Level, Role
from aiteam.clusters.models import Cluster
from aiteam.staff.imports.columns import Cells, dialect_of, required
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.imports.findings import Check, Complaint, Outcome, Question
from aiteam.staff.imports.headers import Table, plain
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.periods import EmploymentCells, Records, employment_changes, first_day, period_changes
from aiteam.staff.imports.records import People, levels_by_name, names_of_everybody, roles_by_title, split_name
from aiteam.staff.imports.values import (
    Dialect,
    currency_in_header,
    period_in_header,
    read_amount,
    read_currency,
    read_day,
    read_number,
    read_per,
    read_share,
    read_yes_no,
)
from aiteam.staff.imports.writing import Change
from aiteam.staff.models import MAX_STUDY_HOURS, Assignment, LevelPeriod, PayPeriod, Person, RolePeriod

Item = TypeVar("Item")


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split(","))


LEFT = _words(
    "terminated,left,former,inactive,resigned,retired,dismissed,ex employee,former employee,no longer employed,uit dienst,vertrokken,inactief,"
    "ontslagen,gepensioneerd,niet actief,ausgeschieden,inaktiv,gekundigt,ausgetreten,pensioniert,ehemalig,nicht aktiv"
)
CONTRACTOR = _words(
    "contractor,freelancer,freelance,external,consultant,contingent,contingent worker,temporary worker,agency,externe kracht,extern,inhuur,"
    "ingehuurd,zzp,zzp er,gedetacheerd,externe,externer,freie mitarbeiterin,freier mitarbeiter,leiharbeit,zeitarbeit,externe kraft"
)
EMPLOYED = _words(
    "full time,part time,fulltime,parttime,active,employed,employee,permanent,regular,fixed term,temporary,intern,trainee,on leave,probation,"
    "in dienst,actief,voltijd,deeltijd,vast,vast dienstverband,tijdelijk,bepaalde tijd,onbepaalde tijd,stagiair,werknemer,vollzeit,teilzeit,aktiv,"
    "angestellt,angestellte,angestellter,unbefristet,befristet,festangestellt,fest,praktikant,praktikantin,auszubildende,auszubildender,elternzeit,"
    "probezeit,beschaftigt"
)


@dataclass
class Pay:
    amount: Decimal
    currency: str
    per: str
    fte: Decimal | None


@dataclass
class PersonRow:
    """What one line says; None, or an empty text, where it says nothing."""

    personnel_number: str
    given_name: str
    family_name: str
    email: str
    job_title: str = ""
    notes: str = ""
    role: Role | None = None
    level: Level | None = None
    cluster: Cluster | None = None
    started_on: date | None = None
    ended_on: date | None = None
    experience_since: date | None = None
    study_hours_per_week: Decimal | None = None
    works_here: bool | None = None
    is_contractor: bool | None = None
    may_be_trained: bool | None = None
    pay: Pay | None = None
    pay_since: date | None = None
    level_since: date | None = None
    manager: str = ""

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


@dataclass
class _Known:
    """What is recorded already."""

    people: People
    roles: dict[str, Role | None]
    levels: dict[str, Level | None]
    clusters: dict[str, Cluster]


def check_people(table: Table, options: Options) -> Check:
    check = Check(table, notes=list(table.notes))
    table = check.table = _without_pay(table, check, options)
    dialect, questions = dialect_of(table, PEOPLE, options)
    check.questions += questions
    reading = _Reading(table, options, dialect, _known(table))
    rows = [reading.row(Outcome(row, "")) for row in table.rows]
    _refuse_repeats(table, rows)
    matched = [(outcome, row, _match(cells, row, reading.known.people)) for outcome, row, cells in rows]
    _refuse_second_lines(matched)
    check.questions += _missing_columns(table, is_anybody_new=any(person is None for _outcome, _row, person in matched))
    records = Records()
    records.fetch(person for _outcome, _row, person in matched if person)
    for outcome, row, person in matched:
        _plan(outcome, row, person, records, Cells(table, outcome, dialect), options)
    check.outcomes = [outcome for outcome, _row, _person in matched]
    check.questions += reading.questions() + _twin_questions(matched, options)
    _check_managers(check, [(outcome, row) for outcome, row, _person in matched])
    for outcome in check.outcomes:
        outcome.settle()
    check.not_taken_over += [(header, _("People have no field for it.")) for header in table.unmapped]
    return check


def _without_pay(table: Table, check: Check, options: Options) -> Table:
    """Pay is a right of its own: without it those columns are not read."""
    pay = [name for name in table.fields if PEOPLE[name].is_pay]
    if options.pay_visible or not pay:
        return table
    check.not_taken_over += [(table.column(name), _("You may not see or change pay.")) for name in pay]
    kept = {name: index for name, index in table.fields.items() if name not in pay}
    headers = tuple("" if index in {table.fields[name] for name in pay} else header for index, header in enumerate(table.headers))
    return Table(headers, table.header_line, kept, table.rows, table.notes)


def _missing_columns(table: Table, *, is_anybody_new: bool) -> list[Question]:
    """People on record are found by number or address alone; somebody new needs more."""
    if not is_anybody_new:
        return required(table, PEOPLE, "personnel_number", "email")
    return [
        *required(table, PEOPLE, "personnel_number"),
        *required(table, PEOPLE, "family_name", "full_name"),
        *required(table, PEOPLE, "started_on"),
    ]


def _known(table: Table) -> _Known:
    def column(name: str) -> list[str]:
        index = table.fields.get(name)
        return [] if index is None else [str(row.cells[index]).strip() for row in table.rows if index < len(row.cells)]

    people = People(column("personnel_number"), column("email"))
    return _Known(people, roles_by_title(), levels_by_name(), {plain(cluster.name): cluster for cluster in Cluster.objects.all()})


class _Reading:
    """Turns lines into rows. Questions about the file as a whole gather while its lines are read."""

    def __init__(self, table: Table, options: Options, dialect: Dialect, known: _Known) -> None:
        self.table, self.options, self.dialect, self.known = table, options, dialect, known
        self.titles: dict[str, list[int]] = {}
        self.without_currency: list[int] = []
        self.without_period: list[int] = []
        self.header_per = options.pay_per or period_in_header(table.column("pay_amount"))
        self.header_currency = currency_in_header(table.column("pay_amount"))

    def row(self, outcome: Outcome) -> tuple[Outcome, PersonRow, Cells]:
        cells = Cells(self.table, outcome, self.dialect)
        cells.check_width()
        given, family = self._name(cells)
        row = PersonRow(cells.text("personnel_number", longest=40, blocks=True), given, family, self._email(cells))
        outcome.key = row.personnel_number or row.email
        row.started_on = cells.read_in_dialect("started_on", read_day, blocks=True)
        row.ended_on = cells.read_in_dialect("ended_on", read_day, blocks=True)
        row.experience_since = cells.read_in_dialect("experience_since", read_day, blocks=False)
        row.pay_since = cells.read_in_dialect("pay_since", read_day, blocks=False)
        row.level_since = cells.read_in_dialect("level_since", read_day, blocks=False)
        row.may_be_trained = cells.read("may_be_trained", read_yes_no, blocks=False)
        row.notes = cells.text("notes", longest=5000, inner_lines=True)
        row.study_hours_per_week = self._study_hours(cells)
        row.works_here, row.is_contractor = self._employment(cells)
        row.job_title = cells.text("job_title", inner_lines=True)
        row.role = self._role(cells, row)
        row.level = self._named(cells, "level", self.known.levels, _("There is no such level."))
        row.cluster = self._named(cells, "cluster", self.known.clusters, _("There is no cluster of this name."))
        row.pay = self._pay(cells)
        row.manager = cells.text("manager")
        return outcome, row, cells

    def _name(self, cells: Cells) -> tuple[str, str]:
        given, family = cells.text("given_name", longest=100, blocks=True), cells.text("family_name", longest=100, blocks=True)
        if family or given:
            return (given, family) if family else ("", given)
        given, family = split_name(cells.text("full_name", blocks=True))
        if len(given) > 100 or len(family) > 100:
            cells.complain("full_name", _("This is longer than %(longest)s characters.") % {"longest": 100})
        return (given, family) if family else ("", given)

    def _email(self, cells: Cells) -> str:
        email = cells.text("email", longest=254, blocks=True).removeprefix("mailto:")
        if email:
            try:
                validate_email(email)
            except ValidationError:
                cells.complain("email", _("This is not an email address."))
                return ""
        return email

    def _study_hours(self, cells: Cells) -> Decimal | None:
        hours = cells.read_in_dialect("study_hours_per_week", read_number, blocks=False)
        if hours is None:
            return None
        if not Decimal("0.25") <= hours <= MAX_STUDY_HOURS or hours != round(hours, 2):
            cells.complain("study_hours_per_week", _("Study hours are more than 0 and at most 40 a week."), blocks=False)
            return None
        return hours

    def _employment(self, cells: Cells) -> tuple[bool | None, bool | None]:
        """Whether the person works here, and whether as a contractor."""
        works_here = cells.read("active", read_yes_no, blocks=True)
        is_contractor = cells.read("is_contractor", read_yes_no, blocks=False)
        words = plain(cells.text("employment"))
        if words in LEFT:
            works_here = False
        elif words in CONTRACTOR:
            is_contractor, works_here = True, True if works_here is None else works_here
        elif words in EMPLOYED:
            is_contractor, works_here = bool(is_contractor), True if works_here is None else works_here
        elif words:
            cells.complain("employment", _("It is not known whether this means working here. Write active, contractor or left."))
        return works_here, is_contractor

    def _role(self, cells: Cells, row: PersonRow) -> Role | None:
        """By the column of roles, else by the job title where it is a role's name; other titles are asked about."""
        if cells.raw("role") != "":
            return self._named(cells, "role", self.known.roles, _("There is no such job role."))
        if not row.job_title:
            return None
        chosen = self.options.roles.get(row.job_title)
        role = self.known.roles.get(plain(row.job_title) if chosen is None else plain(chosen.replace("-", " ")))
        if role is None and chosen is None:
            self.titles.setdefault(row.job_title, []).append(cells.row.line)
        return role

    def _named(self, cells: Cells, name: str, known: "Mapping[str, Item | None]", reason: str) -> "Item | None":
        words = cells.text(name)
        found = known.get(plain(words)) if words else None
        if words and found is None:
            cells.complain(name, reason, blocks=False)
        return found

    def _pay(self, cells: Cells) -> Pay | None:
        amount = cells.read_in_dialect("pay_amount", read_amount, blocks=False)
        currency = cells.read("pay_currency", read_currency, blocks=False)
        per = cells.read("pay_per", read_per, blocks=False)
        if amount is None or any(
            complaint.column == cells.table.column(name) for complaint in cells.outcome.complaints for name in ("pay_currency", "pay_per")
        ):
            return None
        is_dollar_sign = amount.currency == "USD" and "$" in str(cells.raw("pay_amount"))
        if amount.currency and currency and amount.currency != currency and not is_dollar_sign:
            cells.complain("pay_currency", _("The amount is given in another currency."), blocks=False)
            return None
        currency = currency or amount.currency or self.header_currency or self.options.currency
        per = per or amount.per or self.header_per
        if currency is None:
            self.without_currency.append(cells.row.line)
            currency = settings.CURRENCY
        if per is None:
            self.without_period.append(cells.row.line)
            cells.complain("pay_amount", _("It is not said whether this is per year, month or hour."), blocks=False)
            return None
        return Pay(amount.number, currency, per, self._fte(cells))

    def _fte(self, cells: Cells) -> Decimal | None:
        fte = cells.read("fte", read_share, blocks=False)
        if fte is None:
            return None
        if not 0 < fte <= 1 or fte != round(fte, 3):
            cells.complain("fte", _("The share of full time is more than 0 and at most 1, with at most three decimals."), blocks=False)
            return None
        return fte

    def questions(self) -> list[Question]:
        roles = tuple((role.code, role.name) for role in {role.code: role for role in self.known.roles.values() if role}.values())
        found = [
            Question(
                "role",
                _("Which job role is “%(title)s”?") % {"title": title},
                self.table.column("job_title"),
                title,
                tuple(lines),
                (("", _("None of them")), *roles),
            )
            for title, lines in self.titles.items()
        ]
        column = self.table.column("pay_amount")
        if self.without_currency:
            words = _("In which currency are amounts that do not name one? They are read as %(currency)s.") % {
                "currency": settings.CURRENCY
            }
            found.append(Question("currency", words, column, settings.CURRENCY, tuple(self.without_currency)))
        if self.without_period:
            periods = tuple((str(value), str(label)) for value, label in PayPeriod.Per.choices)
            found.append(
                Question(
                    "pay_per", _("Is the pay per year, month or hour?"), column, "", tuple(self.without_period), periods, is_urgent=True
                )
            )
        return found


def _refuse_repeats(table: Table, rows: list[tuple[Outcome, PersonRow, Cells]]) -> None:
    """The first line of somebody counts; others of the same number or address are told, not merged."""
    for name in ("personnel_number", "email"):
        seen: dict[str, int] = {}
        for outcome, row, cells in rows:
            value = str(getattr(row, name)).lower() if name == "email" else str(getattr(row, name))
            if not value:
                continue
            first = seen.setdefault(value, outcome.row.line)
            if first != outcome.row.line:
                cells.complain(name, _("Line %(line)s has the same.") % {"line": first})


def _match(cells: Cells, row: PersonRow, people: People) -> Person | None:
    """By personnel number, else by address."""
    by_number = people.by_number.get(row.personnel_number) if row.personnel_number else None
    by_email = people.by_email.get(row.email.lower()) if row.email else None
    if by_number and by_email and by_number is not by_email:
        cells.complain("email", _("This is the address of %(number)s.") % {"number": by_email.personnel_number})
    elif by_email and not by_number and row.personnel_number:
        reason = _("The address belongs to %(number)s. That person is matched, and keeps the number.") % {
            "number": by_email.personnel_number
        }
        cells.complain("personnel_number", reason, blocks=False)
    person = by_number or by_email
    if person:
        cells.outcome.key = person.personnel_number
    return person


def _refuse_second_lines(matched: list[tuple[Outcome, PersonRow, Person | None]]) -> None:
    """One line by number and one by address may lead to the same person."""
    seen: dict[int, int] = {}
    for outcome, _row, person in matched:
        if person is None:
            continue
        first = seen.setdefault(person.pk, outcome.row.line)
        if first != outcome.row.line and not outcome.is_blocked:
            reason = _("Line %(line)s is about the same person.") % {"line": first}
            outcome.complaints.append(Complaint(outcome.row.line, "", person.personnel_number, reason))


def _plan(outcome: Outcome, row: PersonRow, person: Person | None, records: Records, cells: Cells, options: Options) -> None:
    change = Change(person) if person else Change(Person(personnel_number=row.personnel_number), is_new=True, is_main=True)
    if person is None:
        _check_new(row, cells)
    planned = change.instance
    assert isinstance(planned, Person)  # noqa: S101 # made so above
    said = EmploymentCells(row.started_on, row.ended_on, row.works_here, row.is_contractor)
    first = first_day(planned, said, records, options.on)
    employment = employment_changes(planned, said, records, cells, options.on)
    if outcome.is_blocked or first is None:
        return
    _set_fields(change, row, planned)
    outcome.changes += [change, *employment]
    for new, values, since in _periods(planned, row):
        periods = records.of(type(new), planned)
        outcome.changes += period_changes(new, values, periods, since=since, first=first, on=options.on)


def _periods(planned: Person, row: PersonRow) -> Iterator[tuple[Any, dict[str, Any], date | None]]:
    """What the line says of level, role, cluster and pay, with the day from which it holds where it tells one."""
    if row.level:
        yield LevelPeriod(person=planned), {"level_id": row.level.pk}, row.level_since
    if row.role:
        yield RolePeriod(person=planned), {"role_id": row.role.pk}, None
    if row.cluster:
        yield Assignment(person=planned), {"cluster_id": row.cluster.pk}, None
    if pay := row.pay:
        values = {"amount": pay.amount, "currency": pay.currency, "per": pay.per}
        if pay.fte is not None:
            values["fte"] = pay.fte
        yield PayPeriod(person=planned), values, row.pay_since


def _check_new(row: PersonRow, cells: Cells) -> None:
    columns = {complaint.column for complaint in cells.outcome.complaints}
    for name, value in (
        ("personnel_number", row.personnel_number),
        ("family_name" if cells.has("family_name") else "full_name", row.family_name),
        ("started_on", row.started_on),
    ):
        if not value and not (cells.has(name) and cells.table.column(name) in columns):
            cells.complain(name, _("This is missing: %(field)s.") % {"field": PEOPLE[name].label})
    if row.personnel_number:
        try:
            Person._meta.get_field("personnel_number").run_validators(row.personnel_number)
        except ValidationError as error:
            cells.complain("personnel_number", " ".join(error.messages))


def _set_fields(change: Change, row: PersonRow, planned: Person) -> None:
    for name in ("given_name", "family_name", "job_title", "notes"):
        words = getattr(row, name)
        if words and words.split() != getattr(planned, name).split():  # blanks alone are no change
            change.set(name, words)
    for name in ("experience_since", "study_hours_per_week"):
        if (value := getattr(row, name)) is not None:
            change.set(name, value)
    if row.may_be_trained is not None:
        change.set("may_be_trained", row.may_be_trained)
    if row.email and row.email.lower() != planned.email.lower():
        change.set("email", row.email)


def _twin_questions(matched: list[tuple[Outcome, PersonRow, Person | None]], options: Options) -> list[Question]:
    """Somebody new who may be recorded under another number: asked about, and left out until it is answered."""
    new = [(outcome, row) for outcome, row, person in matched if person is None and not outcome.is_blocked]
    everybody = names_of_everybody({plain(row.name) for _outcome, row in new}) if new else {}
    questions: list[Question] = []
    earlier: dict[str, list[tuple[int, PersonRow]]] = {}
    for outcome, row in new:
        name, line = plain(row.name), outcome.row.line
        others = [
            f"{person.name} ({person.personnel_number})" for person in everybody.get(name, []) if _may_be_one(row.email, person.email)
        ]
        others += [
            _("line %(line)s (%(number)s)") % {"line": first, "number": other.personnel_number}
            for first, other in earlier.get(name, [])
            if _may_be_one(row.email, other.email)
        ]
        earlier.setdefault(name, []).append((line, row))
        if not others or options.twins.get(line) == "create":
            continue
        outcome.action, outcome.changes = "left_out", []
        if line not in options.twins:
            questions.append(_twin_question(row, line, others))
    return questions


def _may_be_one(email: str, other: str) -> bool:
    """Two of the same name are told apart by two addresses."""
    return not email or not other or email.lower() == other.lower()


def _twin_question(row: PersonRow, line: int, others: list[str]) -> Question:
    words = _("Is %(name)s (%(number)s) somebody new? The same name: %(others)s.")
    return Question(
        "twin",
        words % {"name": row.name, "number": row.personnel_number, "others": ", ".join(others)},
        value=row.personnel_number,
        lines=(line,),
        choices=(("create", _("Somebody new: record")), ("leave_out", _("The same: leave this line out"))),
        is_urgent=True,
    )


def _check_managers(check: Check, rows: list[tuple[Outcome, PersonRow]]) -> None:
    """Who reports to whom is no field of a person; names that nobody bears are told all the same."""
    column = check.table.column("manager")
    if not column:
        return
    wanted = {plain(_turned(row.manager)) for _outcome, row in rows if row.manager}
    known = {plain(row.name): row.personnel_number for _outcome, row in rows}
    if unknown := wanted - set(known):
        known |= {name: people[0].personnel_number for name, people in names_of_everybody(unknown).items()}
    known |= {plain(number): number for number in list(known.values())}
    counts: dict[tuple[str, str], int] = {}
    for outcome, row in rows:
        if not row.manager:
            continue
        number = known.get(plain(_turned(row.manager)))
        if number is None:
            Cells(check.table, outcome, Dialect(None, None)).complain("manager", _("Nobody of this name is known."), blocks=False)
        else:
            counts[row.manager, number] = counts.get((row.manager, number), 0) + 1
    check.extras["managers"] = [{"name": name, "key": number, "people": count} for (name, number), count in counts.items()]
    check.not_taken_over.append((column, _("It is checked, but people have no field for it.")))


def _turned(name: str) -> str:
    given, family = split_name(name)
    return f"{given} {family}".strip()
