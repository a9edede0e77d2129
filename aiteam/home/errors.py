"""The page for what is not there. A form sent to it shows what was typed, which would be lost otherwise."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import requires_csrf_token

from aiteam.accounts.kept import Kept
from aiteam.accounts.typed import typed_rows


@requires_csrf_token
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    kept = Kept.of(request)
    rows = typed_rows(kept.fields, kept.address, request.user) if kept else []
    return render(request, "404.html", {"rows": rows, "kept": kept}, status=404)
