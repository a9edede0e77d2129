"""The secret of a private calendar gets into no log."""

import logging
import runpy
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from gunicorn.config import Config

from aiteam.lib.logs import MaskingFormatter, masked

CONFIGURATION = Path(__file__).resolve().parents[2] / "scripts" / "gunicorn.conf.py"


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/calendar/a-secret.ics", "/calendar/***"),
        ("/calendar/a-secret.ics?x=1", "/calendar/***?x=1"),
        ("/notices/calendars/", "/notices/calendars/"),
        ("/people/7/", "/people/7/"),
    ],
)
def test_only_a_calendars_secret_is_masked(path: str, logged: str) -> None:
    assert masked(path) == logged


def test_a_line_of_the_sites_own_log_is_masked_with_its_arguments() -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", ("/calendar/a-secret.ics",), None)
    assert MaskingFormatter("%(levelname)s %(message)s").format(record) == "WARNING Not Found: /calendar/***"


def test_a_line_of_the_access_log_is_masked() -> None:
    configured = runpy.run_path(str(CONFIGURATION))
    assert configured["logger_class"] is configured["MaskingLogger"]
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/calendar/a-secret.ics", "RAW_URI": "/calendar/a-secret.ics", "QUERY_STRING": ""}
    response = SimpleNamespace(status="200 OK", sent=7, headers=[])
    request = SimpleNamespace(headers=[])
    atoms = configured["MaskingLogger"](Config()).atoms(response, request, environ | {"SERVER_PROTOCOL": "HTTP/1.1"}, timedelta(0))
    assert "a-secret" not in configured["access_log_format"] % atoms
    assert "/calendar/*** " in (configured["access_log_format"] % atoms).replace('"', " ")
