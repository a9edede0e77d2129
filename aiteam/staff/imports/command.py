"""What the three import commands share."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, get_args

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone, translation

from aiteam.lib.collector import many_objects
from aiteam.staff.imports.errors import UnreadableFile
from aiteam.staff.imports.findings import ACTIONS, Check
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.run import check_file, run_import
from aiteam.staff.imports.values import DateOrder, Per

REFUSED = 2


def _pair(argument: str) -> tuple[str, str]:
    left, equals, right = argument.rpartition("=")
    if not equals or not left.strip():
        raise ArgumentTypeError(f"“{argument}” is not of the form COLUMN=FIELD")
    return left.strip(), right.strip()


class ImportCommand(BaseCommand):
    """Takes the good rows over and tells the others; with --all-or-nothing a complaint keeps everything out."""

    kind: ClassVar[str]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="check the file and write nothing")
        parser.add_argument("--json", action="store_true", help="print created, updated, unchanged, errors and questions as JSON")
        parser.add_argument(
            "--map", action="append", type=_pair, default=[], metavar="COLUMN=FIELD", help="what a column is; - for nothing"
        )
        parser.add_argument("--date-order", choices=get_args(DateOrder), help="order of day, month and year")
        parser.add_argument("--decimal-sign", choices=["comma", "point"], help="what comes before the decimals")
        parser.add_argument("--on", type=date.fromisoformat, metavar="DATE", help="day from which changed values count (default: today)")
        parser.add_argument("--all-or-nothing", action="store_true", help="write nothing where anything is wrong")
        if self.kind == "people":
            parser.add_argument("--currency", help="currency of amounts that name none")
            parser.add_argument("--pay-per", choices=get_args(Per), help="period of pay that names none")
            parser.add_argument(
                "--role", action="append", type=_pair, default=[], metavar="TITLE=CODE", help="the job role that a title stands for"
            )

    @many_objects()
    def handle(self, **options: Any) -> None:
        path: Path = options["file"]
        try:
            chosen = self._options(options)
            content = path.read_bytes()
            is_refused = False
            if options["dry_run"] or options["all_or_nothing"]:
                check = check_file(self.kind, content, chosen)
                is_refused = options["all_or_nothing"] and bool(check.complaints or check.has_urgent_questions)
            if not (options["dry_run"] or is_refused):
                check, _run = run_import(kind=self.kind, content=content, file_name=path.name, options=chosen)
        except (UnreadableFile, ValueError) as error:
            raise CommandError(str(error), returncode=REFUSED) from error
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}", returncode=REFUSED) from error
        self._tell(check, as_json=options["json"], dry_run=options["dry_run"])
        if is_refused:
            raise CommandError("Nothing was written, because of what is wrong above.", returncode=REFUSED)

    def _options(self, options: dict[str, Any]) -> Options:
        return Options(
            mapping=dict(options["map"]),
            date_order=options["date_order"],
            point={"comma": ",", "point": ".", None: None}[options["decimal_sign"]],
            currency=options.get("currency"),
            pay_per=options.get("pay_per"),
            on=options["on"] or timezone.localdate(),
            roles=dict(options.get("role") or []),
            language=translation.get_language() or "en",
        )

    def _tell(self, check: Check, *, as_json: bool, dry_run: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(check.as_json() | {"dry_run": dry_run}, ensure_ascii=False, indent=2))
            return
        for complaint in check.complaints:
            self.stderr.write(f"line {complaint.line}, {complaint.column or 'row'}: {complaint.value!r}: {complaint.reason}")
        for question in check.questions:
            self.stderr.write(question.text)
        for column, reason in check.not_taken_over:
            self.stderr.write(f"{column}: {reason}")
        for note in check.notes:
            self.stderr.write(note)
        counts = check.counts()
        self.stdout.write(
            ", ".join(f"{action.replace('_', ' ')}: {counts[action]}" for action in ACTIONS) + (" (dry run)" if dry_run else "")
        )
