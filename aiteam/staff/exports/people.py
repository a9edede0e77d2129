"""The list of people as a table that an import reads back without a change."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django.db.models import Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.catalog.models import Certification, Role
from aiteam.lib.tags import STATES
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.models import Assignment, Employment, HeldCertification, LevelPeriod, PayPeriod, PersonQuerySet, RolePeriod
from aiteam.staff.periods import Record, standings

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
PAY = ("pay_amount", "pay_currency", "pay_per", "fte")
NO_PAY: list[Cell] = [None, "", "", None]


def people_table(people: PersonQuerySet, day: date, *, with_pay: bool) -> Table:
    """`people` in their order, as of `day`."""
    heads = [capfirst(str(PEOPLE[name].label)) for name in (FIELDS + PAY if with_pay else FIELDS)]
    return Table(_("People"), [*heads, _("Certificates")], _rows(people, day, with_pay=with_pay))


def _rows(people: PersonQuerySet, day: date, *, with_pay: bool) -> Iterator[list[Cell]]:
    """Bare columns in a handful of queries: whole rows of ten thousand people take seconds."""
    employments = _employments(day)
    shown_on = {person: max(day, starts_on) for person, (starts_on, *_others) in employments.items()}
    roles = {role.pk: role.name for role in Role.objects.all()}
    levels = _in_force(LevelPeriod, "level__number", shown_on, day)
    role_keys = _in_force(RolePeriod, "role", shown_on, day)
    clusters = _in_force(Assignment, "cluster__name", shown_on, day)
    certificates = _certificates(day)
    pay = _pay(shown_on, day) if with_pay else {}
    for pk, number, given, family, email, title, trained, since, hours in people.values_list(
        "pk", "personnel_number", "given_name", "family_name", "email", "job_title", "may_be_trained", "experience_since", "study_hours_per_week"
    ):  # fmt: skip
        started_on, ended_on, works_here, is_contractor = employments.get(pk, (None, None, False, False))
        level = levels.get(pk)
        cells: list[Cell] = [number, given, family, email, title, roles.get(role_keys.get(pk, 0), ""), f"L{level}" if level else ""]
        cells += [clusters.get(pk) or "", started_on, ended_on, works_here, is_contractor, trained, since, hours]
        if with_pay:
            cells += pay.get(pk, NO_PAY)
        yield [*cells, certificates.get(pk, "")]


def _employments(day: date) -> dict[int, tuple[date, date | None, bool, bool]]:
    """First day, last day, whether it has not ended, and whether as a contractor; chosen as `employment_on` does."""
    found: dict[int, tuple[date, date | None, bool, bool]] = {}
    columns = Employment.objects.order_by("starts_on").values_list("person_id", "starts_on", "ends_on", "left_undated", "kind")
    for person, starts_on, ends_on, left_undated, kind in columns:
        is_open = not left_undated if ends_on is None else ends_on >= day
        known = found.get(person)
        if known is None or starts_on <= day or not known[2]:
            found[person] = (starts_on, ends_on, is_open, kind == Employment.Kind.CONTRACTOR)
    return found


def _in_force(model: type[Model], column: str, shown_on: Mapping[int, date], day: date) -> dict[int, Any]:
    """By person: a column of the newest record that has started on the day the person is shown for."""
    columns = model._default_manager.order_by("starts_on").values_list("person_id", "starts_on", column)
    return {person: value for person, starts_on, value in columns if starts_on <= shown_on.get(person, day)}


def _pay(shown_on: Mapping[int, date], day: date) -> dict[int, list[Cell]]:
    words = {value: str(label) for value, label in PayPeriod.Per.choices}
    columns = PayPeriod.objects.order_by("starts_on").values_list("person_id", "starts_on", "amount", "currency", "per", "fte")
    return {
        person: [amount, currency, words[per], fte]
        for person, starts_on, amount, currency, per, fte in columns
        if starts_on <= shown_on.get(person, day)
    }


def _certificates(day: date) -> dict[int, str]:
    """What each person holds that counts on the day, with its state."""
    certifications = {row.pk: row for row in Certification.objects.prefetch_related("validity", "renewed_by")}
    records = (Record(*columns) for columns in HeldCertification.objects.values_list(*Record._fields))
    words = {state: str(word) for state, word in STATES.items()}
    found: dict[int, list[str]] = {}
    for one in standings(records, certifications, day).values():
        if one.state not in {"superseded", "revoked", "upcoming"}:
            code = certifications[one.record.certification_id].code
            found.setdefault(one.record.person_id, []).append(f"{code} ({words[one.state]})")
    return {person: ", ".join(sorted(held)) for person, held in found.items()}
