"""The list of people as a table that an import reads back without a change."""

from collections.abc import Iterator
from datetime import date

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.staff.certification_forms import RegisterFilter
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.models import PayPeriod, Person, PersonQuerySet
from aiteam.staff.states import certificate_rows

FIELDS = (
    "personnel_number",
    "given_name",
    "family_name",
    "email",
    "job_title",
    "role",
    "level",
    "cluster",
    "started_on",
    "ended_on",
    "active",
    "is_contractor",
    "may_be_trained",
    "experience_since",
    "study_hours_per_week",
)
PAY = ("pay_amount", "pay_currency", "pay_per")


def people_table(people: PersonQuerySet, day: date, *, with_pay: bool) -> Table:
    """`people` in their order, as of `day`. They have to come `with_level`."""
    heads = [capfirst(str(PEOPLE[name].label)) for name in (FIELDS + PAY if with_pay else FIELDS)]
    return Table(_("People"), [*heads, _("Certificates")], _rows(people, day, with_pay=with_pay))


def _rows(people: PersonQuerySet, day: date, *, with_pay: bool) -> Iterator[list[Cell]]:
    pay = _pay_on(day) if with_pay else {}
    for person in people.select_related("role", "cluster").with_certificates():
        cells = _cells(person, day)
        if with_pay:
            cells += _pay_cells(pay.get(person.pk))
        yield [*cells, _certificates(person, day)]


def _cells(person: Person, day: date) -> list[Cell]:
    return [
        person.personnel_number,
        person.given_name,
        person.family_name,
        person.email,
        person.job_title,
        person.role.name if person.role else "",
        f"L{person.level_number}" if person.level_number else "",
        person.cluster.name if person.cluster else "",
        person.started_on,
        person.ended_on,
        not person.has_left(day),
        person.is_contractor,
        person.may_be_trained,
        person.experience_since,
        person.study_hours_per_week,
    ]


def _pay_on(day: date) -> dict[int, PayPeriod]:
    """The pay in force; for somebody still to come that of the first day of work."""
    started = PayPeriod.objects.filter(starts_on__lte=day) | PayPeriod.objects.filter(person__started_on__gt=day)
    return {period.person_id: period for period in started.order_by("starts_on")}


def _pay_cells(period: PayPeriod | None) -> list[Cell]:
    return [period.amount, period.currency, str(PayPeriod.Per(period.per).label)] if period else [None, "", ""]


def _certificates(person: Person, day: date) -> str:
    rows = [row for row in certificate_rows(person.certificates.all(), day) if row.counts]
    states = dict(RegisterFilter.STATE)
    return ", ".join(f"{row.held.certification.code} ({states[row.state]})" for row in rows)
