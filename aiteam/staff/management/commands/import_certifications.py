"""`manage.py import_certifications FILE [--dry-run] [--json] [--map COLUMN=FIELD] [--date-order dmy|mdy|ymd]`."""

from aiteam.staff.imports.command import ImportCommand


class Command(ImportCommand):
    help = "Import certificates from a CSV, XLSX or Open Badges file."
    kind = "certifications"
