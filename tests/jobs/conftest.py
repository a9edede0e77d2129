"""A database that other processes see too, and workers to run on it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection, connections

from tests.jobs import kinds  # noqa: F401  # registers them

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds until a test gives up; nothing takes as long


def until(holds: Callable[[], bool]) -> None:
    """Waits until `holds()`."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.05)


class Workers:
    """Starts `manage.py work` with arguments and variables of the environment, and leaves none behind."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str, **variables: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(ROOT / "manage.py"), "work", *arguments]
        process = subprocess.Popen(command, cwd=ROOT, env=self.environment | variables, stderr=subprocess.PIPE, text=True)
        self._started.append(process)
        return process

    def drain(self, **variables: str) -> str:
        """Runs one until nothing waits; what it logged."""
        process = self.start("--once", **variables)
        _out, log = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, log
        return log

    def end(self) -> None:
        for process in self._started:
            process.kill()
            process.communicate()


@pytest.fixture
def workers(transactional_db: None, tmp_path: Path) -> Iterator[Workers]:
    """On SQLite the test's connection is moved to a copy in a file: the one in memory is nobody else's to see."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AITEAM_")}
    environment |= {"AITEAM_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.jobs.settings"}
    in_memory = connections["default"] if connection.vendor == "sqlite" else None
    if in_memory:
        copy = tmp_path / "copy.sqlite3"
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(copy)])
        in_file = connections.create_connection("default")
        in_file.settings_dict = {**in_memory.settings_dict, "NAME": str(copy)}
        connections["default"] = in_file
        url = f"sqlite:///{copy}"
    else:
        at = connection.settings_dict
        login = f"{at['USER']}:{at['PASSWORD']}@" if at["PASSWORD"] else f"{at['USER']}@"
        url = f"postgres://{login}{at['HOST'] or 'localhost'}:{at['PORT'] or 5432}/{at['NAME']}"
    started = Workers(environment | {"DATABASE_URL": url})
    yield started
    started.end()
    if in_memory:
        connections["default"].close()
        connections["default"] = in_memory
