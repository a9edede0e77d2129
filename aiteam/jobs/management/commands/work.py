"""`manage.py work`: runs the jobs that wait. Any number of them may run, on any number of machines with the same database."""

import signal
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand

from aiteam.jobs.child import serve_one
from aiteam.jobs.worker import Worker


class Command(BaseCommand):
    help = "Run the jobs that wait, each in a process of its own with limits of time and memory. SIGTERM stops it; what ran waits again."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="end as soon as nothing waits")
        parser.add_argument("--concurrency", type=_count, default=1, metavar="N", help="jobs at the same time (1)")
        parser.add_argument("--parent", type=int, metavar="PID", help="the process that starts this one; when it has ended, this one ends")
        parser.add_argument("--child", action="store_true", help=SUPPRESS)

    def handle(self, **options: Any) -> None:
        if options["child"]:
            serve_one(sys.stdin)
            return
        worker = Worker(concurrency=options["concurrency"], once=options["once"], parent=options["parent"])

        def stop(_number: int, _frame: FrameType | None) -> None:
            worker.stop()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        worker.run()


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 64):
        raise ArgumentTypeError(f"{text} is not a number of jobs; write one from 1 to 64")
    return int(text)
