"""What every test may count on: the catalogue is loaded, static files need no collecting, passwords are cheap."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from aiteam.accounts.policy import Role
from tests.builders import make_user


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    from aiteam.catalog.services import load_shipped

    with django_db_blocker.unblock():
        load_shipped()


@pytest.fixture(scope="session")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("static")


@pytest.fixture(scope="session")
def evidence_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evidence")


@pytest.fixture(autouse=True)
def _light_settings(settings: Any, static_root: Path, evidence_folder: Path) -> None:
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
    settings.STATIC_ROOT = static_root
    settings.EVIDENCE_DIR = evidence_folder
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A request in another language leaves it active in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture
def hr(client: Client) -> Client:
    """An HR lead's browser: may change people and see pay."""
    client.force_login(make_user(Role.HR_LEAD))
    return client


@pytest.fixture
def admin(client: Client) -> Client:
    client.force_login(make_user(Role.ADMINISTRATOR))
    return client
