"""manage.py prepare: what happens before each start."""

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from pytest_django.fixtures import Settings

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.home.management.commands.prepare import static_fingerprint
from aiteam.staff.models import Person


@pytest.fixture
def site(db: None, settings: Settings, tmp_path: Path) -> Settings:
    """An empty site in demo mode with one static file."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "page.css").write_text("p { color: red }", encoding="utf-8")
    settings.DATA_DIR = tmp_path
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "files"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}}
    settings.DEMO = True
    return settings


def prepare() -> str:
    told = StringIO()
    call_command("prepare", stdout=told)
    return told.getvalue()


def rows() -> str:
    """All rows of the database."""
    dump = StringIO()
    call_command("dumpdata", stdout=dump)
    return dump.getvalue()


def test_an_empty_site_gets_a_catalogue_people_and_an_account_for_each_role(site: Settings) -> None:
    told = prepare()
    assert {account.role for account in User.objects.filter(is_demo=True)} == set(Role.values)
    assert Person.objects.exists()
    assert all(account.username in told for account in User.objects.all())


def test_a_second_start_changes_no_row(site: Settings) -> None:
    prepare()
    before = rows()
    told = prepare()
    assert rows() == before
    assert all(account.username in told for account in User.objects.all())
    assert "Collecting" not in told


def test_a_new_demo_password_opens_every_demo_account(site: Settings) -> None:
    prepare()
    site.DEMO_PASSWORD = "another-password"
    told = prepare()
    assert all(account.check_password("another-password") for account in User.objects.all())
    assert told.count("another-password") == len(Role)


def test_a_site_with_an_account_of_its_own_gets_no_demo(site: Settings) -> None:
    User.objects.create_user("alice", password="a-password-of-her-own", role=Role.ADMINISTRATOR)
    prepare()
    assert not User.objects.filter(is_demo=True).exists()
    assert not Person.objects.exists()


def test_demo_accounts_beside_an_account_of_ones_own_are_warned_of(site: Settings) -> None:
    prepare()
    User.objects.create_user("alice", password="a-password-of-her-own", role=Role.ADMINISTRATOR)
    assert "Warning: demo accounts with a known password open this site beside yours: admin, auditor" in prepare()
    site.DEMO = False
    assert "Warning" not in prepare()
    assert list(User.objects.values_list("username", flat=True)) == ["alice"]


def test_without_demo_mode_the_demo_accounts_go_and_the_way_in_is_told(site: Settings) -> None:
    prepare()
    site.DEMO = False
    told = prepare()
    assert not User.objects.exists()
    assert "create_admin" in told


def test_a_changed_style_sheet_is_collected_again(site: Settings) -> None:
    prepare()
    before = static_fingerprint()
    sheet = Path(site.STATICFILES_DIRS[0]) / "page.css"
    sheet.write_text("p { color: green }", encoding="utf-8")
    assert static_fingerprint() != before
    assert "Collecting static files" in prepare()
    assert "green" in Path(staticfiles_storage.path(staticfiles_storage.stored_name("page.css"))).read_text(encoding="utf-8")
