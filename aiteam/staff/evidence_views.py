"""Evidence and credits of a certificate: adding, handing out, judging, removing."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from aiteam.accounts.policy import may, requires
from aiteam.lib.saving import saved
from aiteam.staff.certification_forms import CreditForm, EvidenceForm, ReviewForm
from aiteam.staff.certification_page import certificate_page, may_add_evidence, may_review
from aiteam.staff.credits import CreditEntry
from aiteam.staff.evidence import Evidence
from aiteam.staff.models import HeldCertification
from aiteam.staff.proposals import Proposal


@requires("people.change", "own.view")
@require_POST
def upload(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    if not may_add_evidence(request.user, held):
        raise PermissionDenied
    evidence = Evidence(held=held, uploaded_by=request.user)  # type: ignore[misc]  # nobody gets here without signing in
    form = EvidenceForm(request.POST, request.FILES, instance=evidence, auto_id="evidence_%s")
    if not saved(form):
        return certificate_page(request, held, evidence_form=form)
    messages.success(request, _("The file is stored and waits for review."))
    return redirect("certifications:detail", pk)


@requires("people.view", "own.view")
@require_GET
def download(request: HttpRequest, pk: int) -> HttpResponse:
    return handed_out(_evidence(request, pk))


def handed_out(evidence: Evidence | Proposal) -> HttpResponse:
    """As an attachment of the kind that its content showed, so that no browser runs or renders it within the site."""
    try:
        with evidence.file.open() as file:
            response = HttpResponse(file.read(), content_type=evidence.content_type)
    except FileNotFoundError as error:
        raise Http404 from error
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=evidence.name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response


@requires("people.change")
@require_POST
def review(request: HttpRequest, pk: int) -> HttpResponse:
    evidence = _evidence(request, pk)
    if not may_review(request.user, evidence.held):
        raise PermissionDenied
    form = ReviewForm(request.POST, instance=evidence, actor=request.user, auto_id=f"review{evidence.pk}_%s")
    if not saved(form):
        return certificate_page(request, evidence.held, review_form=form)
    messages.success(request, _("The decision is recorded."))
    return redirect("certifications:detail", evidence.held_id)


@requires("people.change", "own.view")
@require_POST
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """The holder takes back what nobody has judged yet; what was judged stays, unless those remove it who keep the records."""
    evidence = _evidence(request, pk)
    is_open = evidence.decision == Evidence.Decision.WAITING and may_add_evidence(request.user, evidence.held)
    if not (may(request.user, "people.change") or is_open):
        raise PermissionDenied
    evidence.delete()
    messages.success(request, _("Removed."))
    return redirect("certifications:detail", evidence.held_id)


@requires("people.change")
@require_POST
def credit(request: HttpRequest, pk: int) -> HttpResponse:
    held = _held(request, pk)
    form = CreditForm(request.POST, instance=CreditEntry(held=held), auto_id="credit_%s")
    if not saved(form):
        return certificate_page(request, held, credit_form=form)
    messages.success(request, _("Saved."))
    return redirect("certifications:detail", pk)


@requires("people.change")
@require_POST
def credit_remove(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    get_object_or_404(_held(request, pk).credits, pk=row).delete()
    messages.success(request, _("Removed."))
    return redirect("certifications:detail", pk)


def _held(request: HttpRequest, pk: int) -> HeldCertification:
    held = HeldCertification.objects.visible_to(request.user).select_related(
        "person", "certification", "renews__certification", "recorded_by"
    )
    return get_object_or_404(held, pk=pk)


def _evidence(request: HttpRequest, pk: int) -> Evidence:
    found = Evidence.objects.visible_to(request.user).select_related("held__person", "held__certification", "held__recorded_by")
    return get_object_or_404(found, pk=pk)
