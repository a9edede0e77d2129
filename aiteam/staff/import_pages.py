"""What differs between the imports of people, certificates and clusters: their pages, their right, their words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from aiteam.staff.import_models import Import


@dataclass(frozen=True)
class Pages:
    """`known` says which records a file updates."""

    list_page: str
    upload_page: str
    list_name: str | Promise
    title: str | Promise
    known: str | Promise


_KNOWN_PEOPLE = _("Who is known by personnel number or email address is updated; empty cells change nothing.")

PAGES: Mapping[str, Pages] = {
    Import.Kind.PEOPLE: Pages("staff:list", "staff:import", _("People"), _("Import people"), _KNOWN_PEOPLE),
    Import.Kind.CERTIFICATIONS: Pages(
        "certifications:list", "certifications:import", _("Certificates"), _("Import certificates"), _KNOWN_PEOPLE
    ),
    Import.Kind.CLUSTERS: Pages(
        "clusters:list",
        "cluster_files:import",
        _("Clusters"),
        _("Import clusters"),
        _(
            "A cluster that is known by its name is updated: each line gives its GPUs from a day on, and 0 closes it. "
            "Empty cells change nothing."
        ),
    ),
    Import.Kind.BULK: Pages("staff:list", "staff:import", _("People"), _("Import people"), _KNOWN_PEOPLE),
}
