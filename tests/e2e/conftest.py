"""A real browser before the real pages: Debian's Chromium, a live server, the demo organisation."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

HERE = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PASSWORD = "a-password-for-the-demo"

# Playwright keeps an event loop in this thread, and Django refuses its database calls there, though nothing runs at the same time.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All that stands in this folder drives a browser."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.e2e)
            # pytest-base-url, which pytest-playwright brings, still defines its fixture the old way.
            item.add_marker(pytest.mark.filterwarnings("ignore:Session-scoped fixtures defined as instance methods"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": QUIET}


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory) -> None:
    """SQLite in a file: the in-memory one is a single connection, which the server's threads would get in each other's way on."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "e2e.sqlite3")


@pytest.fixture(scope="session", autouse=True)
def static_folder(static_root: Path) -> None:
    """The server is started once, before any test's own settings, and complains when the folder of static files is missing."""
    django_settings.STATIC_ROOT = static_root


@pytest.fixture(autouse=True)
def demo_mode(settings: Settings) -> None:
    """Settings of a site in demo mode that serves its static files from where they lie, under their own names."""
    settings.DEMO = True
    settings.DEMO_PASSWORD = PASSWORD
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


@pytest.fixture
def demo(transactional_db: None, demo_mode: None) -> None:
    """The catalogue, the made-up organisation and its accounts (password: `PASSWORD`)."""
    call_command("load_catalogue", verbosity=0)
    call_command("load_demo", verbosity=0)


@pytest.fixture
def site(demo: None, live_server: LiveServer) -> str:
    """The address of the running site, without a slash at its end."""
    url: str = live_server.url
    return url
