"""The register of certificates as a table that an import reads back without a change."""

from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from aiteam.catalog.models import Certification
from aiteam.lib.tags import STATES
from aiteam.staff.exports.tables import Cell, Table
from aiteam.staff.imports.fields import CERTIFICATIONS
from aiteam.staff.models import HeldCertification
from aiteam.staff.register import Lines

COLUMNS = (
    "person__personnel_number",
    "person__given_name",
    "person__family_name",
    "person__email",
    "certification__code",
    "issued_on",
    "printed_ends_on",
    "number",
    "verification_url",
)
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


def register_table(lines: Lines) -> Table:
    """The printed end is the one that an import takes over; the last valid day and the state are computed."""
    heads = [capfirst(str(CERTIFICATIONS[name].label)) for name in FIELDS]
    return Table(_("Certificates"), [*heads, _("Name of the certification"), _("Last valid day (computed)"), _("State")], _rows(lines))


def _rows(lines: Lines) -> Iterator[list[Cell]]:
    """Bare columns: whole rows of thirty thousand certificates take seconds."""
    names = dict(Certification.objects.order_by().values_list("pk", "name"))
    words = {state: str(word) for state, word in STATES.items()}
    held = {row[0]: row[1:] for row in HeldCertification.objects.order_by().values_list("pk", *COLUMNS)}
    for line in lines:
        if line.pk in held:
            yield [*held[line.pk], names[line.certification_id], line.ends_on, words[line.state]]
