"""The certificates people hold: register, adding, changing, renewing, removing."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from aiteam.accounts.policy import requires
from aiteam.lib.htmx import render_part
from aiteam.lib.saving import saved
from aiteam.staff import register
from aiteam.staff.forms import CertificateForm, RegisterFilter
from aiteam.staff.models import HeldCertification, HeldCertificationQuerySet, Person

PAGE = 50


@requires("people.view", "own.view")
def list_(request: HttpRequest) -> HttpResponse:
    day = timezone.localdate()
    chosen = RegisterFilter(request.GET)
    chosen.is_valid()
    held = _filtered(HeldCertification.objects.visible_to(request.user).of_staff(on=day), chosen.cleaned_data)
    found = register.lines(held, day)
    page = Paginator(register.chosen(found, chosen.cleaned_data.get("state", "")), PAGE).get_page(request.GET.get("page"))
    counts = {state: sum(line.state == state for line in found) for state in ("ended", "ending", "grace", "unknown")}
    context = {"filter": chosen, "page": page, "rows": register.fetch(list(page)), "counts": counts}
    return render_part(request, "staff/certifications.html", "certificates", context)


def _filtered(held: HeldCertificationQuerySet, chosen: Mapping[str, Any]) -> HeldCertificationQuerySet:
    if text := chosen.get("q"):
        held = held.filter(person__in=Person.objects.matching(text))
    if certification := chosen.get("certification"):
        held = held.filter(certification=certification)
    return held


@requires("people.change")
def create(request: HttpRequest) -> HttpResponse:
    form = CertificateForm(request.POST or None, people=_people(request), initial={"person": request.GET.get("person")})
    return _form_page(request, form, _("New certificate"))


@requires("people.change")
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    title = _("Change %(certification)s of %(name)s") % {"certification": held.certification, "name": held.person}
    return _form_page(request, CertificateForm(request.POST or None, people=Person.objects.visible_to(request.user), instance=held), title)


@requires("people.change")
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    renewal = HeldCertification(person=held.person, certification=held.certification, renews=held)
    title = _("Renew %(certification)s of %(name)s") % {"certification": held.certification, "name": held.person}
    return _form_page(
        request, CertificateForm(request.POST or None, people=Person.objects.visible_to(request.user), instance=renewal), title
    )


@requires("people.change")
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """For a certificate recorded by mistake; one that has ended stays, as the record of it."""
    held = _held(request, pk)
    if request.method == "POST":
        held.delete()
        messages.success(request, _("The certificate is removed."))
        return redirect("staff:detail", held.person_id)
    return render(request, "staff/certification_remove.html", {"held": held})


def _held(request: HttpRequest, pk: int) -> HeldCertification:
    return get_object_or_404(HeldCertification.objects.visible_to(request.user).select_related("person", "certification", "renews"), pk=pk)


def _people(request: HttpRequest) -> Any:
    return Person.objects.visible_to(request.user).not_left(on=timezone.localdate())


def _form_page(request: HttpRequest, form: CertificateForm, title: str) -> HttpResponse:
    if request.method == "POST" and saved(form):
        messages.success(request, _("The certificate is recorded."))
        return redirect("staff:detail", form.instance.person_id)
    person = form.instance.person_id or form.initial.get("person")
    back = reverse("staff:detail", args=[person]) if str(person).isascii() and str(person).isdecimal() else reverse("certifications:list")
    return render(request, "home/form.html", {"form": form, "title": title, "submit": _("Save"), "cancel": back})
