"""Clears the demo accounts when the demo is over."""

from typing import Any

from django.core.management.base import BaseCommand

from aiteam.home import demo


class Command(BaseCommand):
    help = "Removes the accounts made by load_demo. Their plans and records stay."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Demo accounts removed: {demo.remove_accounts()}")
