"""The register of certificates as a table that an import reads back without a change."""

from collections.abc import Iterable, Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.lib.tags import STATES
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import CERTIFICATIONS
from aiteam.staff.states import CertificateRow

FIELDS = (
    "personnel_number",
    "given_name",
    "family_name",
    "email",
    "certification",
    "issued_on",
    "printed_ends_on",
    "number",
    "verification_url",
)


def register_table(rows: Iterable[CertificateRow]) -> Table:
    """The printed end is the one that an import takes over; the last valid day and the state are computed."""
    heads = [capfirst(str(CERTIFICATIONS[name].label)) for name in FIELDS]
    return Table(_("Certificates"), [*heads, _("Name of the certification"), _("Last valid day (computed)"), _("State")], _rows(rows))


def _rows(rows: Iterable[CertificateRow]) -> Iterator[list[Cell]]:
    for row in rows:
        held = row.held
        yield [
            held.person.personnel_number,
            held.person.given_name,
            held.person.family_name,
            held.person.email,
            held.certification.code,
            held.issued_on,
            held.printed_ends_on,
            held.number,
            held.verification_url,
            held.certification.name,
            row.ends_on,
            str(STATES[row.state]),
        ]
