"""The first account of an installation."""

import os
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role


class Command(BaseCommand):
    help = "Makes an administrator. Name and password come from AITEAM_ADMIN_USERNAME and AITEAM_ADMIN_PASSWORD, or are asked for."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default=os.environ.get("AITEAM_ADMIN_USERNAME", ""))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            account = User(username=options["username"] or input("User name: "), role=Role.ADMINISTRATOR)
            password = os.environ.get("AITEAM_ADMIN_PASSWORD") or getpass("Password: ")
        except EOFError as error:
            raise CommandError("There is no terminal to ask; set AITEAM_ADMIN_USERNAME and AITEAM_ADMIN_PASSWORD.") from error
        account.set_password(password)
        try:
            account.full_clean()
            validate_password(password, account)
        except ValidationError as error:
            raise CommandError("; ".join(error.messages)) from error
        account.save()
        self.stdout.write(f"The administrator {account.username} can sign in.")
