"""The list of people as a table that an import reads back without a change."""

from collections.abc import Iterator
from datetime import date

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.catalog.models import Certification, Role
from aiteam.clusters.models import Cluster
from aiteam.lib.tags import STATES
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import PEOPLE
from aiteam.staff.models import HeldCertification, PayPeriod, PersonQuerySet
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
PAY = ("pay_amount", "pay_currency", "pay_per")
NO_PAY: list[Cell] = [None, "", ""]
# In the order of `_rows`.
COLUMNS = (
    "pk",
    "personnel_number",
    "given_name",
    "family_name",
    "email",
    "job_title",
    "role_id",
    "level_number",
    "cluster_id",
    "started_on",
    "ended_on",
    "left_undated",
    "is_contractor",
    "may_be_trained",
    "experience_since",
    "study_hours_per_week",
)


def people_table(people: PersonQuerySet, day: date, *, with_pay: bool) -> Table:
    """`people` in their order, as of `day`. They have to come `with_level`."""
    heads = [capfirst(str(PEOPLE[name].label)) for name in (FIELDS + PAY if with_pay else FIELDS)]
    return Table(_("People"), [*heads, _("Certificates")], _rows(people, day, with_pay=with_pay))


def _rows(people: PersonQuerySet, day: date, *, with_pay: bool) -> Iterator[list[Cell]]:
    """Bare columns in a handful of queries: whole rows of ten thousand people take seconds."""
    roles = {role.pk: role.name for role in Role.objects.all()}
    clusters = dict(Cluster.objects.values_list("pk", "name"))
    certificates = _certificates(day)
    pay = _pay_on(day) if with_pay else {}
    for (
        pk, number, given, family, email, title, role, level, cluster, started_on, ended_on, left_undated, is_contractor, trained, since, hours
    ) in people.values_list(*COLUMNS):  # fmt: skip
        works_here = not left_undated if ended_on is None else ended_on >= day
        cells: list[Cell] = [
            number,
            given,
            family,
            email,
            title,
            roles.get(role, ""),
            f"L{level}" if level else "",
            clusters.get(cluster, ""),
        ]
        cells += [started_on, ended_on, works_here, is_contractor, trained, since, hours]
        if with_pay:
            cells += pay.get(pk, NO_PAY)
        yield [*cells, certificates.get(pk, "")]


def _pay_on(day: date) -> dict[int, list[Cell]]:
    """Amount, currency and period in force; for somebody still to come those of the first day of work."""
    started = PayPeriod.objects.filter(starts_on__lte=day) | PayPeriod.objects.filter(person__started_on__gt=day)
    words = {value: str(label) for value, label in PayPeriod.Per.choices}
    columns = started.order_by("starts_on").values_list("person_id", "amount", "currency", "per")
    return {person: [amount, currency, words[per]] for person, amount, currency, per in columns}


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
