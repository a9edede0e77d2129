"""From which day the months of a renewal count, and how it follows when the certificate before it is corrected."""

from collections.abc import Collection
from datetime import date, timedelta

from aiteam.catalog.models import Certification
from aiteam.staff.imports.records import batches
from aiteam.staff.models import HeldCertification


def counts_from(renewed: HeldCertification, issued_on: date) -> date | None:
    """The old end, where the rule adds to it and the renewal came before the grace after it was over; else it starts afresh."""
    certification = renewed.certification
    if certification.renewal_counts_from != Certification.CountsFrom.END:
        return None
    ends_on: date | None = certification.lifetime(renewed.issued_on, renewed.printed_ends_on, renewed.counts_from).ends_on
    in_time = ends_on is not None and issued_on <= ends_on + timedelta(days=certification.grace_days)
    return ends_on if in_time else None


def follow(corrected: Collection[int]) -> None:
    """Brings the renewals of these certificates in line with their ends, each after the other."""
    moved = []
    for some in batches(corrected):
        for renewal in HeldCertification.objects.filter(renews__in=some).select_related("renews__certification"):
            assert renewal.renews is not None  # noqa: S101 # the query asks for it
            start = counts_from(renewal.renews, renewal.issued_on)
            if renewal.counts_from != start:
                renewal.counts_from = start
                renewal.save(update_fields=["counts_from"])
                moved.append(renewal.pk)
    if moved:
        follow(moved)
