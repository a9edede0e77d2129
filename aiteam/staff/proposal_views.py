"""Proposals: made by engineers for their own record, decided by those who keep the records."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from aiteam.accounts.policy import may, requires
from aiteam.lib.htmx import render_part
from aiteam.staff.evidence_views import handed_out
from aiteam.staff.models import Person
from aiteam.staff.proposal_forms import CorrectionForm, DecisionForm, ProposalFileForm, record_form
from aiteam.staff.proposals import Proposal

PAGE = 50


@requires("people.change", "own.view")
def list_(request: HttpRequest) -> HttpResponse:
    """What waits for a decision; engineers see all of their own."""
    found = Proposal.objects.visible_to(request.user).select_related("person", "by", "decided_by")
    if may(request.user, "people.change"):
        found = found.filter(decision=Proposal.Decision.WAITING)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render_part(request, "staff/proposals.html", "proposals", {"page": page})


@requires("own.view")
def certificate(request: HttpRequest) -> HttpResponse:
    return _propose(request, Proposal.Kind.CERTIFICATE, _("Propose a certificate"))


@requires("own.view")
def skill(request: HttpRequest) -> HttpResponse:
    return _propose(request, Proposal.Kind.SKILL, _("Propose a skill"))


@requires("own.view")
def correction(request: HttpRequest) -> HttpResponse:
    proposal = Proposal(person=_own(request), kind=Proposal.Kind.CORRECTION, by=request.user)  # type: ignore[misc]
    form = CorrectionForm(request.POST or None, instance=proposal)
    if request.method == "POST" and form.is_valid():
        form.save()
        return _sent(request)
    return _form_page(request, form, _("Ask for a correction"))


@requires("people.change")
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Once only: whoever comes second is told of the decision that stands."""
    found = Proposal.objects.visible_to(request.user).select_related("person", "by", "decided_by")
    proposal = get_object_or_404(found, pk=pk)
    if proposal.person.user_id == request.user.pk:
        raise PermissionDenied
    if request.method == "POST":
        with transaction.atomic():
            locked = get_object_or_404(Proposal.objects.select_for_update(), pk=pk)
            form = DecisionForm(request.POST, proposal=locked)
            if locked.decision != Proposal.Decision.WAITING:
                messages.warning(request, _("This was decided already."))
                return redirect("certifications:proposals")
            if form.is_valid() and form.save(request.user):
                messages.success(request, _("The decision is recorded."))
                return redirect("certifications:proposals")
    else:
        form = DecisionForm(proposal=proposal)
    return render(request, "staff/proposal_decide.html", {"proposal": proposal, "form": form, "described": form.described()})


@requires("people.change", "own.view")
@require_GET
def file(request: HttpRequest, pk: int) -> HttpResponse:
    return handed_out(get_object_or_404(Proposal.objects.visible_to(request.user).exclude(file=""), pk=pk))


def _own(request: HttpRequest) -> Person:
    """404 where the account has no record or its holder has left."""
    people = Person.objects.visible_to(request.user).not_left(on=timezone.localdate())
    return get_object_or_404(people, user=request.user)


def _propose(request: HttpRequest, kind: str, title: str) -> HttpResponse:
    person = _own(request)
    form = record_form(kind, person, request.POST or None, by=request.user)
    proposal = Proposal(person=person, kind=kind, by=request.user)  # type: ignore[misc]
    files = ProposalFileForm(request.POST or None, request.FILES or None, instance=proposal) if kind == Proposal.Kind.CERTIFICATE else None
    if request.method == "POST" and form.is_valid() and (files is None or files.is_valid()):
        proposal.answers = {name: request.POST.get(name, "") for name in form.fields if name != "person"}
        proposal.save()
        return _sent(request)
    return _form_page(request, form, title, files)


def _sent(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Sent. It counts once it is accepted."))
    return redirect("certifications:proposals")


def _form_page(request: HttpRequest, form: Any, title: str, files: ProposalFileForm | None = None) -> HttpResponse:
    context = {"form": form, "files": files, "title": title, "submit": _("Propose"), "cancel": reverse("certifications:proposals")}
    return render(request, "home/form.html", context)
