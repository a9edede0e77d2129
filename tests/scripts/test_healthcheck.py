"""scripts/healthcheck.py: what the container asks itself."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from scripts import healthcheck


class Site(BaseHTTPRequestHandler):
    """Answers only under the host name plan.example.com."""

    def do_GET(self) -> None:
        self.send_response(200 if self.headers["Host"] == "plan.example.com" and self.path == "/healthz" else 400)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    monkeypatch.setenv("PORT", str(server.server_port))
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_site_behind_a_public_name_is_asked_under_that_name(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITEAM_ALLOWED_HOSTS", "plan.example.com,other.example.com")
    assert healthcheck.main() == 0


def test_a_refusal_is_not_healthy(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITEAM_ALLOWED_HOSTS", "*")
    assert healthcheck.main() == 1


def test_silence_is_not_healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "1")
    assert healthcheck.main() == 1
