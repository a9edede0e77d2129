"""What the installation may set from outside, and what it is told when a value will not do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from aiteam.environment import ConfigurationError, Environment

ROOT = Path(__file__).resolve().parents[1]
FAULTS = [
    ("DEMO", "maybe"),
    ("DATABASE_URL", "foo://x"),
    ("DATABASE_URL", "mysql://user:hidden@host/name"),
    ("AITEAM_TIME_ZONE", "Mars/Base"),
    ("AITEAM_TIME_ZONE", "../etc/passwd"),
    ("AITEAM_SECRET_KEY_FILE", "/nope"),
    ("AITEAM_PUBLIC_URL", "plan.example.com"),
    ("AITEAM_PUBLIC_URL", "ftp://plan.example.com"),
    ("AITEAM_PUBLIC_URL", "https://plan.example.com/hr/"),
    ("AITEAM_PUBLIC_URL", "https://plan.example.com?next=x"),
    ("AITEAM_PUBLIC_URL", "https://plan.example.com:port"),
    ("AITEAM_PUBLIC_URL", "https://"),
    ("AITEAM_DATA_DIR", "/dev/null/data"),
]


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in {str(field.alias) for field in Environment.model_fields.values()}:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)


@pytest.mark.parametrize(("variable", "value"), FAULTS)
def test_a_value_that_will_not_do_is_named(variable: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=rf"please correct:\n  {variable}: ") as refused:
        Environment.read().data_folder()
    assert "hidden" not in str(refused.value)


def test_every_fault_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO", "maybe")
    monkeypatch.setenv("AITEAM_CURRENCY", "euros")
    with pytest.raises(ConfigurationError, match=r"DEMO: .*\n  AITEAM_CURRENCY: "):
        Environment.read()


@pytest.mark.parametrize("start", [["manage.py", "check"], ["-c", "import aiteam.wsgi"]], ids=["command line", "server"])
def test_a_start_that_fails_ends_with_status_1_and_no_traceback(start: list[str]) -> None:
    faulty = {**os.environ, "AITEAM_TIME_ZONE": "Mars/Base"}
    ended = subprocess.run([sys.executable, *start], cwd=ROOT, env=faulty, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("AITeam cannot start; please correct:\n  AITEAM_TIME_ZONE: ")
    assert "Traceback" not in ended.stderr


def test_a_secret_comes_from_a_file_unless_the_variable_itself_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("from a file\n", encoding="utf-8")
    monkeypatch.setenv("AITEAM_SECRET_KEY_FILE", str(tmp_path / "secret"))
    assert Environment.read().secret() == "from a file"
    monkeypatch.setenv("AITEAM_SECRET_KEY", "from the variable")
    assert Environment.read().secret() == "from the variable"


def test_data_folder_and_database_are_made_for_their_owner_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AITEAM_DATA_DIR", str(tmp_path / "data"))
    environment = Environment.read()
    database, secret = Path(environment.database()["NAME"]), environment.secret()
    modes = {path.name: path.stat().st_mode & 0o777 for path in [tmp_path / "data", *(tmp_path / "data").iterdir()]}
    assert modes == {"data": 0o700, "aiteam.sqlite3": 0o600, "secret_key": 0o600}
    database.write_bytes(b"kept")
    assert (Path(environment.database()["NAME"]).read_bytes(), environment.secret()) == (b"kept", secret)


def test_the_public_address_loses_its_last_slash(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Environment.read().public_url == ""
    monkeypatch.setenv("AITEAM_PUBLIC_URL", "https://plan.example.com:8443/")
    assert Environment.read().public_url == "https://plan.example.com:8443"
