"""A stored plan as the document that page and PDF show."""

from django.utils import translation
from django.utils.translation import gettext

from aiteam.planner.changes import changes
from aiteam.plans.models import Plan
from aiteam.reports.document import PlanDocument, build_document


def document_of(plan: Plan, language: str, follows: Plan | None = None) -> PlanDocument:
    """`follows` is the plan that this one came out of, if the reader may see it: what changed is told against it."""
    with translation.override(language):
        status = gettext("draft")
    return build_document(
        plan.request,
        plan.result,
        language=language,
        number=plan.number,
        status=status,
        version=str(plan.version),
        author=plan.author_name,
        alternatives=plan.alternatives,
        changes=changes(follows.result, plan.result) if follows else (),
    )


def plan_pdf(document: PlanDocument) -> bytes:
    from aiteam.reports.pdf import render_pdf  # WeasyPrint takes a second to import; only who wants a PDF waits for it

    return render_pdf("reports/plan.html", {"document": document}, language=document.language)
