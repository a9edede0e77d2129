"""What somebody typed into a form whose session had ended: it travels in the page itself, signed, and is stored nowhere."""

import re
from dataclasses import astuple, dataclass
from typing import Self
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

MOST = 500_000  # characters; the page that carries them is sent twice
SALT = "aiteam.accounts.kept"
SECRET = re.compile(r"passw|pwd|secret|token", re.IGNORECASE)


@dataclass(frozen=True)
class Kept:
    """A form on its way to `address`. `files` and secrets cannot travel along; `back` is the page it was filled in on."""

    address: str
    back: str
    fields: tuple[tuple[str, str], ...]
    files: tuple[str, ...]
    has_secrets: bool

    @classmethod
    def of(cls, request: HttpRequest) -> Self | None:
        """The form that the request carries, if it is one of ours and holds anything."""
        if request.method != "POST" or not _asks_for_an_account(request):
            return None
        names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
        fields = tuple((name, value) for name in names if not SECRET.search(name) for value in request.POST.getlist(name))
        files = tuple(file.name or "" for name in request.FILES for file in request.FILES.getlist(name))
        if not fields and not files:
            return None
        return cls(request.get_full_path(), _page(request), fields, files, any(SECRET.search(name) for name in names))

    def sealed(self) -> str:
        """As text for a hidden field; empty where it would be too long."""
        if sum(len(name) + len(value) for name, value in self.fields) > MOST:
            return ""
        return signing.dumps(astuple(self), salt=SALT, compress=True)

    @classmethod
    def opened(cls, text: str, request: HttpRequest) -> Self | None:
        """None for what is not ours, or was sealed too long ago."""
        try:
            address, back, fields, files, has_secrets = signing.loads(text, salt=SALT, max_age=settings.SESSION_COOKIE_AGE)
        except (signing.BadSignature, ValueError):
            return None
        if not (is_inner(address, request) and is_inner(back, request)):
            return None
        return cls(address, back, tuple((name, value) for name, value in fields), tuple(files), has_secrets)


def is_inner(address: str, request: HttpRequest) -> bool:
    secure = request.is_secure()
    return address.startswith("/") and url_has_allowed_host_and_scheme(address, allowed_hosts={request.get_host()}, require_https=secure)


def _asks_for_an_account(request: HttpRequest) -> bool:
    """Signing in, language and theme are open to everybody; there is nothing to come back for."""
    match = request.resolver_match
    return match is not None and getattr(match.func, "login_required", True)


def _page(request: HttpRequest) -> str:
    """Where the form was, as far as the browser tells."""
    parts = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    page = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return page if parts.netloc == request.get_host() and is_inner(page, request) else "/"
