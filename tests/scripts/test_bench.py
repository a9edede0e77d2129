"""The bench runs, and asks the database the same at every size. Its times are for people to read, not for a test."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_bench_of_the_records_prints_a_table_with_the_same_queries_at_each_size() -> None:
    command = [sys.executable, "scripts/bench_records.py", "--database", "sqlite", "--sizes", "60,120", "--requests", "1", "--skip-files"]
    clean = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "DJANGO_SETTINGS_MODULE"}}
    printed = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True, check=True).stdout
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines() if line.startswith("|")]
    head, _rule, *pages = lines
    assert head == ["page", "queries", "60 people: median, p95 (ms)", "120 people: median, p95 (ms)", "to bare", "120 to 60"]
    assert {"bare", "list", "search", "ending certificates", "person", "dashboard"} <= {page[0] for page in pages}
    assert all(page[1].isdigit() and int(page[1]) < 80 for page in pages)
