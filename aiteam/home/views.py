"""The first page, and the address that tells a monitor whether the site is alive."""

import logging

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language

from aiteam.accounts.policy import may, requires
from aiteam.home.services import overview
from aiteam.lib.days import asked_day
from aiteam.staff.models import Person

log = logging.getLogger(__name__)


@requires("people.view", "own.view")
def dashboard(request: HttpRequest) -> HttpResponse:
    if not may(request.user, "people.view"):
        return _own_record(request)
    return render(request, "home/dashboard.html", {"overview": overview(request.user, asked_day(request), get_language() or "en")})


def _own_record(request: HttpRequest) -> HttpResponse:
    """An engineer's first page is their own record, once it is linked to the account."""
    person = Person.objects.visible_to(request.user).first()
    return redirect("staff:detail", person.pk) if person else render(request, "home/no_record.html")


@login_not_required
def health(request: HttpRequest) -> HttpResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        log.exception("The database does not answer")
        return HttpResponse("database down", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
