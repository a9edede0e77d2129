"""A page, or only a part of it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers


def render_part(request: HttpRequest, page: str, part: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render `page`, or only its partial `part` when htmx asked for a part.

    The partial's name, its DOM id and the hx-target are one and the same word. `is_part` tells the template that the rest of the page stays.
    """
    htmx = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    whole = not htmx or htmx.boosted or htmx.history_restore_request
    response = render(request, page if whole else f"{page}#{part}", {**context, "is_part": not whole})
    patch_vary_headers(response, ["HX-Request"])  # or the back button shows a bare fragment
    return response
