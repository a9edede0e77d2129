"""One way through an import: what a dry run shows is what a real run does, because both are this."""

from collections.abc import Callable, Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from aiteam.accounts.models import User
from aiteam.staff.import_models import Import, ImportedRow
from aiteam.staff.imports.badges import is_badge_file, read_badges
from aiteam.staff.imports.certifications import check_certifications
from aiteam.staff.imports.clusters import check_clusters
from aiteam.staff.imports.errors import UnreadableFile
from aiteam.staff.imports.fields import CERTIFICATIONS, CLUSTERS, PEOPLE, Field
from aiteam.staff.imports.findings import Check
from aiteam.staff.imports.headers import Table, find_table
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.people import check_people
from aiteam.staff.imports.reading import read_book
from aiteam.staff.imports.writing import write
from aiteam.staff.models import HeldCertification
from aiteam.staff.renewals import follow

FIELDS: Mapping[str, Mapping[str, Field]] = {
    Import.Kind.PEOPLE: PEOPLE,
    Import.Kind.CERTIFICATIONS: CERTIFICATIONS,
    Import.Kind.CLUSTERS: CLUSTERS,
}
CHECKS: Mapping[str, Callable[[Table, Options], Check]] = {
    Import.Kind.PEOPLE: check_people,
    Import.Kind.CERTIFICATIONS: check_certifications,
    Import.Kind.CLUSTERS: check_clusters,
}


def read_table(kind: str, content: bytes, options: Options) -> Table:
    """The table of a file. Raises UnreadableFile."""
    if kind == Import.Kind.CERTIFICATIONS and is_badge_file(content):
        return read_badges(content)
    return find_table(read_book(content), FIELDS[kind], options.mapping)


def check_file(kind: str, content: bytes, options: Options) -> Check:
    """What an import of the file would do. Writes nothing. Raises UnreadableFile."""
    return CHECKS[kind](read_table(kind, content, options), options)


def run_import(
    *, kind: str, content: bytes, file_name: str, options: Options, author: User | None = None, waiting: Import | None = None
) -> tuple[Check, Import]:
    """Takes the good rows over, all in one transaction. `waiting` is the upload that this completes. Raises UnreadableFile."""
    try:
        with transaction.atomic():
            check = check_file(kind, content, options)
            return check, _store(check, waiting or Import(kind=kind, author=author, file_name=file_name[-255:]))
    except IntegrityError as error:
        raise UnreadableFile(_("Somebody changed the same records at the same moment. Nothing was imported; please try again.")) from error


def _store(check: Check, run: Import) -> Import:
    changes = [change for outcome in check.outcomes for change in outcome.changes]
    for change in changes:
        if change.is_new and isinstance(change.instance, HeldCertification):
            change.instance.recorded_by = run.author
    write(changes)
    follow([change.instance.pk for change in changes if change.before and isinstance(change.instance, HeldCertification)])
    counts = check.counts()
    run.created, run.updated, run.unchanged, run.left_out = (counts[name] for name in ("created", "updated", "unchanged", "left_out"))
    run.state, run.content, run.answers = Import.State.DONE, b"", {}
    run.save()
    rows = [
        ImportedRow(run=run, line=outcome.row.line, key=outcome.key[:300], changes=[change.as_json() for change in outcome.changes])
        for outcome in check.outcomes
        if outcome.changes
    ]
    ImportedRow.objects.bulk_create(rows, batch_size=500)
    return run
