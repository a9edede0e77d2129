"""`manage.py plan REQUEST.json [--pdf FILE] [--out RESULT.json] [--lang en|nl|de]`: the page's plan without page and database."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from aiteam.planner import plan, read_request
from aiteam.planner.checking import checked
from aiteam.planner.errors import PlanningError
from aiteam.reports.document import build_document
from aiteam.reports.errors import ReportError
from aiteam.reports.pdf import render_pdf

REFUSED = 2


class Command(BaseCommand):
    help = "Compute a plan from a request in JSON and write its result and its PDF. The database is not touched."
    requires_system_checks = ()  # some look at the database

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("request", help="file with the request; - for standard input")
        parser.add_argument("--pdf", type=Path, metavar="FILE", help="write the hiring plan as PDF")
        parser.add_argument(
            "--out", type=Path, metavar="RESULT.json", help="write the result; without --out and --pdf it goes to standard output"
        )
        parser.add_argument("--lang", choices=["en", "nl", "de"], default="en", help="language of the PDF")

    def handle(self, **options: Any) -> None:
        try:
            request = read_request(_read(options["request"]))
            result = checked(request, plan(request))
            as_json = result.model_dump_json(indent=2) + "\n"
            if options["pdf"]:
                document = build_document(request, result, language=options["lang"])
                _write(options["pdf"], render_pdf("reports/plan.html", {"document": document}, language=options["lang"]))
            if options["out"]:
                _write(options["out"], as_json.encode())
            elif not options["pdf"]:
                self.stdout.write(as_json, ending="")
        except (PlanningError, ReportError) as error:
            raise CommandError(str(error), returncode=REFUSED) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}", returncode=REFUSED) from error


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all: a half-written file is worse than none."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
