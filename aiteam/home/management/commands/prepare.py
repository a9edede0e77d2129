"""Everything between the code and a site that can be served; scripts/run and the container call it before each start."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DEFAULT_DB_ALIAS, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from aiteam.accounts.models import User
from aiteam.home.demo import demo_password


class Command(BaseCommand):
    help = "Brings database, catalogue, demo accounts and static files up to date. Where all is, it changes nothing."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self._migrate()
        call_command("load_catalogue", stdout=self.stdout)
        self._collect_static()
        self._load_or_remove_demo()

    def _migrate(self) -> None:
        try:
            executor = MigrationExecutor(connection)
        except OperationalError as error:
            raise CommandError(f"The database {settings.DATABASES[DEFAULT_DB_ALIAS]['NAME']} cannot be opened: {error}") from error
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Bringing the database up to date")
            call_command("migrate", interactive=False, verbosity=0)

    def _load_or_remove_demo(self) -> None:
        """The made-up organisation is for an empty site: once somebody has an account of their own, the data are theirs."""
        if not settings.DEMO:
            call_command("remove_demo_accounts", stdout=self.stdout)
        elif User.objects.filter(is_demo=False).exists():
            self._warn_of_demo_accounts()
        elif demo_is_current():
            self._tell_demo_accounts()
        else:
            call_command("load_demo", stdout=self.stdout)
        if not User.objects.filter(is_active=True).exists():
            self.stdout.write("Nobody can sign in yet; make the first account with: .venv/bin/python manage.py create_admin")

    def _tell_demo_accounts(self) -> None:
        for account in User.objects.filter(is_demo=True):
            self.stdout.write(f"  {account.get_role_display():<22} {account.username:<10} {demo_password()}")

    def _warn_of_demo_accounts(self) -> None:
        names = ", ".join(User.objects.filter(is_demo=True, is_active=True).values_list("username", flat=True))
        if names:
            self.stdout.write(
                f"Warning: demo accounts with a known password open this site beside yours: {names}. Start with DEMO=0 to remove them."
            )

    def _collect_static(self) -> None:
        """Copy, hash and compress the static files, unless they are the ones of the last time."""
        stamp = Path(settings.DATA_DIR) / "static.sha256"
        now = static_fingerprint()
        if not stamp.exists() or stamp.read_text(encoding="ascii") != now or not Path(settings.STATIC_ROOT, "staticfiles.json").exists():
            self.stdout.write("Collecting static files")
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
            stamp.write_text(now, encoding="ascii")


def demo_is_current() -> bool:
    """Whether there are demo accounts with the password of the settings. They have one in common, and to check it is slow by design."""
    account = User.objects.filter(is_demo=True).first()
    return account is not None and check_password(demo_password(), account.password)


def static_fingerprint() -> str:
    """A hash over name, size and time of every static file there is."""
    digest = hashlib.sha256()
    found = sorted((path, storage.path(path)) for finder in get_finders() for path, storage in finder.list([]))
    for path, place in found:
        status = Path(place).stat()
        digest.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
