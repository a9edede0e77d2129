"""The certificates people hold: register, one certificate, adding, changing, renewing, revoking, removing."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from aiteam.accounts.policy import requires
from aiteam.lib.days import asked_day
from aiteam.lib.htmx import render_part
from aiteam.lib.saving import saved
from aiteam.staff import register
from aiteam.staff.certification_forms import CertificateForm, RegisterFilter, RevokeForm
from aiteam.staff.certification_page import certificate_page
from aiteam.staff.models import HeldCertification, Person

PAGE = 50


@requires("people.view", "own.view")
def list_(request: HttpRequest) -> HttpResponse:
    day = asked_day(request)
    chosen = RegisterFilter(request.GET)
    chosen.is_valid()
    held = HeldCertification.objects.visible_to(request.user).of_staff(on=day)
    if text := chosen.cleaned_data.get("q"):
        held = held.filter(person__in=Person.objects.matching(text))
    certification = chosen.cleaned_data.get("certification")
    found = register.lines(held, day).of(certification)
    page = Paginator(found.in_state(chosen.cleaned_data.get("state", "")), PAGE).get_page(request.GET.get("page"))
    counts = {state: found.number(state) for state in ("ended", "ending", "grace", "unknown")}
    context = {"filter": chosen, "page": page, "rows": register.fetch(page), "counts": counts}
    return render_part(request, "staff/certifications.html", "certificates", context)


@requires("people.view", "own.view")
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    return certificate_page(request, _held(request, pk))


@requires("people.change")
def create(request: HttpRequest) -> HttpResponse:
    people = Person.objects.visible_to(request.user).not_left(on=timezone.localdate())
    form = CertificateForm(request.POST or None, people=people, actor=request.user, initial={"person": request.GET.get("person")})
    return _form_page(request, form, _("New certificate"))


@requires("people.change")
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    title = _("Change %(certification)s of %(name)s") % {"certification": held.certification, "name": held.person}
    return _form_page(request, _form_of(request, held), title)


@requires("people.change")
def renew(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    renewal = HeldCertification(person=held.person, certification=held.certification, renews=held)
    title = _("Renew %(certification)s of %(name)s") % {"certification": held.certification, "name": held.person}
    return _form_page(request, _form_of(request, renewal), title)


@requires("people.change")
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    form = RevokeForm(request.POST or None, instance=held)
    if request.method == "POST" and saved(form):
        messages.success(request, _("Saved."))
        return redirect("certifications:detail", pk)
    title = _("Revocation of %(certification)s of %(name)s") % {"certification": held.certification, "name": held.person}
    context = {"form": form, "title": title, "submit": _("Save"), "cancel": reverse("certifications:detail", args=[pk])}
    return render(request, "home/form.html", context)


@requires("people.change")
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """For a certificate recorded by mistake; one that has ended stays, as the record of it."""
    held = _held(request, pk)
    if request.method == "POST":
        held.delete()
        messages.success(request, _("The certificate is removed."))
        return redirect(_certificates_of(held.person_id))
    return render(request, "staff/certification_remove.html", {"held": held})


def _held(request: HttpRequest, pk: int) -> HeldCertification:
    held = HeldCertification.objects.visible_to(request.user)
    return get_object_or_404(held.select_related("person", "certification", "renews__certification", "recorded_by"), pk=pk)


def _form_of(request: HttpRequest, held: HeldCertification) -> CertificateForm:
    return CertificateForm(request.POST or None, people=Person.objects.visible_to(request.user), actor=request.user, instance=held)


def _certificates_of(person: object) -> str:
    return f"{reverse('staff:detail', args=[person])}?tab=certificates"


def _form_page(request: HttpRequest, form: CertificateForm, title: str) -> HttpResponse:
    """The form with the end that its answers come to; "preview" among them only shows it."""
    if request.method == "POST" and "preview" not in request.POST and saved(form):
        messages.success(request, _("The certificate is recorded."))
        return redirect(_certificates_of(form.instance.person_id))
    if "preview" in request.POST:
        form.is_valid()
    person = form.instance.person_id or form.initial.get("person")
    back = _certificates_of(person) if str(person).isascii() and str(person).isdecimal() else reverse("certifications:list")
    context: dict[str, Any] = {"form": form, "title": title, "cancel": back, "life": form.lifetime(), "renewed": form.renewed_row()}
    return render_part(request, "staff/certification_form.html", "new_end", context)
