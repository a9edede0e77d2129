"""`manage.py import_people FILE [--dry-run] [--json] [--map COLUMN=FIELD] [--date-order dmy|mdy|ymd]`."""

from aiteam.staff.imports.command import ImportCommand


class Command(ImportCommand):
    help = "Import people from a CSV or XLSX file."
    kind = "people"
