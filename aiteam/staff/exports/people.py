"""The list of people as a table that an import reads back without a change."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.lib.tags import STATES
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.models import Employment, PayPeriod, PersonQuerySet
from aiteam.staff.records import Records

COLUMNS = (
    "personnel_number",
    "given_name",
    "family_name",
    "email",
    "job_title",
    "may_be_trained",
    "experience_since",
    "study_hours_per_week",
)


def people_table(people: PersonQuerySet, day: date, fields: Sequence[str]) -> Table:
    """`people` in their order, as of `day`, with these fields. Whoever may not see pay is not to be given its fields."""
    return Table(_("People"), [_head(name) for name in fields], _rows(people, day, fields))


def _head(name: str) -> str:
    further = {"certificates": _("Certificates"), "skills": _("Skills"), "next_end": _("Next end of a certificate")}
    return further.get(name) or capfirst(str(PEOPLE[name].label))


def _rows(people: PersonQuerySet, day: date, fields: Sequence[str]) -> Iterator[list[Cell]]:
    columns = ["pk", *(name for name in fields if name in COLUMNS)]
    records = Records(day)
    sources = [(columns.index(name), {}) if name in COLUMNS else (0, SOURCES[name](records)) for name in fields]
    for row in people.values_list(*columns):
        pk = row[0]
        yield [row[index] if index else found.get(pk, "") for index, found in sources]


def _certificates(records: Records) -> dict[int, Cell]:
    words = {state: str(word) for state, word in STATES.items()}
    return {
        person: ", ".join(sorted(f"{held.code} ({words[held.state]})" for held in every)) for person, every in records.certificates.items()
    }


def _pay_per(records: Records) -> dict[int, Cell]:
    words = {value: str(label) for value, label in PayPeriod.Per.choices}
    return {person: words[pay.per] for person, pay in records.pay.items()}


SOURCES: Mapping[str, Callable[[Records], Mapping[int, Cell]]] = {
    "role": lambda records: records.roles,
    "level": lambda records: {person: f"L{number}" for person, number in records.levels.items()},
    "cluster": lambda records: records.clusters,
    "started_on": lambda records: {person: one.starts_on for person, one in records.employments.items()},
    "ended_on": lambda records: {person: one.ends_on for person, one in records.employments.items()},
    "active": lambda records: {person: one.is_open for person, one in records.employments.items()},
    "is_contractor": lambda records: {person: one.kind == Employment.Kind.CONTRACTOR for person, one in records.employments.items()},
    "skills": lambda records: {person: ", ".join(names) for person, names in records.skills.items()},
    "certificates": _certificates,
    "next_end": lambda records: {person: records.next_end(person) for person in records.certificates},
    "pay_amount": lambda records: {person: pay.amount for person, pay in records.pay.items()},
    "pay_currency": lambda records: {person: pay.currency for person, pay in records.pay.items()},
    "pay_per": _pay_per,
    "fte": lambda records: {person: pay.fte for person, pay in records.pay.items()},
}
