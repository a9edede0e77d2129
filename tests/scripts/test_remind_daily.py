"""The loop that sends the reminders of a site in containers: at once, each morning, and again soon after a failure."""

import os
import shutil
import subprocess
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "remind_daily"


def waits(folder: Path, *, status: int, zone: str) -> int:
    """Seconds that the loop sleeps after one run which ends with `status`; the run and the sleep are stood in for."""
    bin_, asked = folder / "bin", folder / "asked"
    for path, words in {
        bin_ / "python": f'echo "$@" >> {asked}; exit {status}',
        bin_ / "sleep": f'echo "$1" > {folder / "slept"}; kill "$PPID"',
    }.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{words}\n", encoding="utf-8")
        path.chmod(0o755)
    (folder / "scripts").mkdir()
    copy = shutil.copy(SCRIPT, folder / "scripts")
    environment = {"PATH": f"{bin_}:{os.environ['PATH']}", "AITEAM_TIME_ZONE": zone, "AT": "06:30"}
    subprocess.run([copy], env=environment, check=False, timeout=20)
    assert asked.read_text(encoding="utf-8") == "manage.py send_reminders\n"
    return int((folder / "slept").read_text(encoding="utf-8"))


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
def test_after_a_run_it_sleeps_until_the_next_morning_of_the_sites_time_zone(zone: str, tmp_path: Path) -> None:
    before = datetime.now(ZoneInfo(zone))
    wakes = before + timedelta(seconds=(seconds := waits(tmp_path, status=0, zone=zone)))
    assert 0 < seconds <= 25 * 3600
    assert abs(wakes.replace(hour=6, minute=30, second=0, microsecond=0) - wakes) < timedelta(seconds=20)


def test_after_a_failure_it_tries_again_within_the_hour(tmp_path: Path) -> None:
    assert waits(tmp_path, status=1, zone="Europe/Amsterdam") == 3600
