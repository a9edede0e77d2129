"""The page of one certificate: its periods, its evidence, its credits. Shown again as it is when a form on it was wrong."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from aiteam.accounts.policy import may
from aiteam.lib.days import asked_day
from aiteam.staff.certification_forms import CreditForm, EvidenceForm, ReviewForm
from aiteam.staff.credits import CreditEntry, balance
from aiteam.staff.evidence import Evidence
from aiteam.staff.models import HeldCertification
from aiteam.staff.states import CertificateRow, certificate_rows


def is_holder(user: Any, held: HeldCertification) -> bool:
    return held.person.user_id is not None and held.person.user_id == user.pk


def may_add_evidence(user: Any, held: HeldCertification) -> bool:
    return may(user, "people.change") or is_holder(user, held)


def may_review(user: Any, held: HeldCertification) -> bool:
    """Nobody decides on their own evidence."""
    return may(user, "people.change") and not is_holder(user, held)


def certificate_page(
    request: HttpRequest,
    held: HeldCertification,
    *,
    evidence_form: EvidenceForm | None = None,
    credit_form: CreditForm | None = None,
    review_form: ReviewForm | None = None,
) -> HttpResponse:
    day = asked_day(request)
    all_held = HeldCertification.objects.with_rules().filter(person=held.person_id)
    history = [row for row in certificate_rows(all_held, day) if row.held.certification_id == held.certification_id]
    row = next(row for row in history if row.held.pk == held.pk)
    evidence = list(held.evidence.select_related("uploaded_by", "decided_by"))
    context: dict[str, Any] = {"held": held, "row": row, "history": history, "credits": _credits(row)}
    if may_add_evidence(request.user, held):
        context["evidence_form"] = evidence_form or EvidenceForm(instance=Evidence(held=held), auto_id="evidence_%s")
    if may(request.user, "people.change"):
        context["credit_form"] = credit_form or CreditForm(instance=CreditEntry(held=held), auto_id="credit_%s")
    context["evidence"] = [(one, _review_form(request, held, one, review_form)) for one in evidence]
    return render(request, "staff/certification_detail.html", context)


def _credits(row: CertificateRow) -> dict[str, Any] | None:
    """None where the certification asks for none."""
    needed = row.held.certification.upkeep_credits_per_cycle
    if needed is None:
        return None
    entries = list(row.held.credits.select_related("evidence"))
    return {
        "entries": entries,
        "balance": balance(entries, needed, row.held.certification.upkeep_credits_group_a_min, row.starts_on, row.ends_on),
    }


def _review_form(request: HttpRequest, held: HeldCertification, evidence: Evidence, refused: ReviewForm | None) -> ReviewForm | None:
    """The one that was refused keeps what was typed."""
    if not may_review(request.user, held):
        return None
    if refused is not None and refused.instance.pk == evidence.pk:
        return refused
    return ReviewForm(instance=evidence, actor=request.user, auto_id=f"review{evidence.pk}_%s")
