"""manage.py load_catalogue"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aiteam.catalog.services import load_shipped


class Command(BaseCommand):
    help = "Loads the shipped catalogue. Safe to run again: what is already right is left alone."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            changes = load_shipped()
        except ValueError as error:
            raise CommandError(f"The catalogue's files are wrong, nothing was loaded: {error}") from error
        if changes:
            self.stdout.write(f"Catalogue: {changes.created} rows created, {changes.changed} changed, {changes.unchanged} unchanged.")
        else:
            self.stdout.write(f"Catalogue: nothing to do, {changes.unchanged} rows are up to date.")
