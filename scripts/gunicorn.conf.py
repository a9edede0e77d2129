"""How gunicorn serves AITeam, from scripts/run and in the container alike."""

import gc
import os
import sys
from pathlib import Path
from typing import Any

from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from aiteam.lib.collector import MANY_OBJECTS
from aiteam.lib.logs import masked

host = os.environ.get("HOST", "127.0.0.1")
port = os.environ.get("PORT", "8000")

bind = f"{host}:{port}"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = 4
timeout = 120  # a long plan with its PDF on a busy machine
max_requests = 5000
max_requests_jitter = 500
control_socket_disable = True  # it would be written below the home folder, which a container may not have
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108  # a heartbeat on a slow disk looks like a dead worker

# Without the query: it may hold the name somebody was searched by.
accesslog = "-"
access_log_format = '%(h)s "%(m)s %(U)s" %(s)s %(B)s %(M)sms'


class MaskingLogger(Logger):
    def atoms(self, *args: Any) -> dict[str, Any]:
        atoms: dict[str, Any] = super().atoms(*args)
        return atoms | {"U": masked(atoms["U"])}


logger_class = MaskingLogger


def when_ready(server: Arbiter) -> None:
    """Tell the address once the socket listens."""
    sys.stdout.write(f"AITeam is ready: http://{host}:{port}/ (stop with Ctrl+C)\n")
    sys.stdout.flush()


def post_worker_init(worker: Worker) -> None:
    """What is loaded by now stays: the collector need not look at it again, nor at every few hundred objects of a page."""
    gc.freeze()
    gc.set_threshold(*MANY_OBJECTS)
