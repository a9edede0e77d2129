"""The dated records of a person: added, corrected, removed. Each kind has the right that opens it."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from aiteam.accounts.policy import requires
from aiteam.lib.tags import day
from aiteam.staff.models import LevelPeriod, PayPeriod, Person
from aiteam.staff.period_forms import FORMS
from aiteam.staff.views import find_person, form_page, removed

# Pay is a right of its own, whoever may change people.
RIGHTS: Mapping[str, str] = dict.fromkeys(FORMS, "people.change") | {"pay": "pay.view"}


def _for_kind(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def guarded(request: HttpRequest, pk: int, kind: str, **others: int) -> HttpResponse:
        return requires(RIGHTS[kind])(view)(request, pk, kind, **others)

    return guarded


@_for_kind
def period_add(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    person = find_person(request, pk)
    form = FORMS[kind]
    filled = form(request.POST or None, instance=form._meta.model(person=person), auto_id=f"{kind}_%s")
    return form_page(request, person, filled, _title(kind, person), "history")


@_for_kind
def period_edit(request: HttpRequest, pk: int, kind: str, row: int) -> HttpResponse:
    person = find_person(request, pk)
    form = FORMS[kind](request.POST or None, instance=_period(request, person, kind, row), auto_id=f"{kind}_%s")
    return form_page(request, person, form, _title(kind, person), "history")


@_for_kind
@require_POST
def period_remove(request: HttpRequest, pk: int, kind: str, row: int) -> HttpResponse:
    person = find_person(request, pk)
    period = _period(request, person, kind, row)
    if kind == "employment" and person.employments.count() == 1:
        messages.error(request, _("This is the only employment. Correct it, or remove the person if the record was a mistake."))
        return redirect(f"{reverse('staff:detail', args=[person.pk])}?tab=history")
    if kind == "level" and (hole := _hole(person, period)):
        messages.warning(request, hole)
    return removed(request, period, person, "history")


def _hole(person: Person, gone: LevelPeriod) -> str:
    """What stays without a level once `gone` is removed; an earlier level goes on in its place."""
    others = person.levels.exclude(pk=gone.pk).order_by("starts_on")
    if others.filter(starts_on__lt=gone.starts_on).exists():
        return ""
    start, following = day(gone.starts_on), others.first()
    if following is None:
        return _("From %(start)s on no level is recorded now; without one a plan cannot seat anybody.") % {"start": start}
    end = day(following.starts_on - timedelta(days=1))
    return _("From %(start)s until %(end)s no level is recorded now.") % {"start": start, "end": end}


def _period(request: HttpRequest, person: Person, kind: str, row: int) -> Any:
    model = FORMS[kind]._meta.model
    rows = PayPeriod.objects.visible_to(request.user) if kind == "pay" else model._default_manager.all()
    return get_object_or_404(rows.filter(person=person), pk=row)


def _title(kind: str, person: Person) -> str:
    titles = {
        "employment": _("Employment of %(name)s"),
        "level": _("Level of %(name)s"),
        "role": _("Job role of %(name)s"),
        "assignment": _("Cluster of %(name)s"),
        "pay": _("Pay of %(name)s"),
    }
    return titles[kind] % {"name": person.name}
