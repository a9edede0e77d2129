"""`manage.py import_clusters FILE [--dry-run] [--json] [--map COLUMN=FIELD] [--date-order dmy|mdy|ymd]`."""

from aiteam.staff.imports.command import ImportCommand


class Command(ImportCommand):
    help = "Import clusters and their GPUs from a CSV or XLSX file."
    kind = "clusters"
