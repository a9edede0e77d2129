"""What every request gets from the account."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.cache import patch_cache_control

from aiteam.accounts.kept import Kept
from aiteam.accounts.sign_in import sign_in_page, use_own_language


class SignInMiddleware(LoginRequiredMiddleware):
    """Sends whoever is not signed in to the sign-in page: as a whole page also where htmx asked for a part of one.

    A form that was sent after the session's end gets that page as its answer, with what was typed in it.
    """

    def handle_no_permission(  # type: ignore[override]  # the stubs know of a redirect only
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseBase:
        kept = Kept.of(request)
        if kept:
            return sign_in_page(request, kept)
        response = super().handle_no_permission(request, view_func)
        if request.headers.get("HX-Request") != "true":
            return response
        page = urlsplit(request.headers.get("HX-Current-URL", "")).path or "/"
        return HttpResponse(headers={"HX-Redirect": f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': page})}"})


class PreferredLanguageMiddleware:
    """See `use_own_language`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        use_own_language(request)
        return self.get_response(request)


class PrivateMiddleware:
    """What somebody signed in gets to see is theirs: no cache keeps it, not even the browser's on a shared machine."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated:
            patch_cache_control(response, private=True, no_store=True)
        return response
