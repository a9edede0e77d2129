"""scripts/run: what it refuses before it sets anything up."""

import os
import socket
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parents[2] / "scripts" / "run"


def run_on(port: str, directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([RUN], env={**os.environ, "PORT": port}, cwd=directory, capture_output=True, text=True, timeout=30, check=False)


@pytest.mark.parametrize("port", ["abc", "0", "65536", "-1", "80 80"])
def test_a_port_that_is_none_is_refused(port: str, tmp_path: Path) -> None:
    outcome = run_on(port, tmp_path)
    assert outcome.returncode == 1
    assert outcome.stderr == f'error: PORT must be a number from 1 to 65535, not "{port}"\n'


def test_a_taken_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        outcome = run_on(str(port), tmp_path)
    assert outcome.returncode == 1
    assert outcome.stderr == f"error: port {port} is taken; choose another one: PORT=8001 scripts/run\n"
