"""Plans: list, making one with the answer beside the form, one of them, its documents."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from aiteam.accounts.policy import requires
from aiteam.clusters.models import Cluster
from aiteam.lib.htmx import render_part
from aiteam.planner import plan
from aiteam.plans.documents import document_of, plan_pdf
from aiteam.plans.forms import PlanForm
from aiteam.plans.models import Plan
from aiteam.plans.services import store_plan
from aiteam.reports.document import build_document

PAGE = 50


@requires("plans.view")
@require_GET
def list_(request: HttpRequest) -> HttpResponse:
    plans = Plan.objects.visible_to(request.user).for_list()
    page = Paginator(plans, PAGE).get_page(request.GET.get("page"))
    return render(request, "plans/list.html", {"page": page})


@requires("plans.change")
def create(request: HttpRequest) -> HttpResponse:
    """The form with its answer. GET shows it; POST answers, and stores the plan when `action` says so."""
    earlier = _earlier(request)
    if request.method != "POST":
        given = _from_address(request, earlier)
        form = PlanForm.of_answers(given, user=request.user) if given else PlanForm(user=request.user)
        return _answer(request, form, earlier)
    action = request.POST.get("action")
    form = (PlanForm.with_more_lines if action == "more_lines" else PlanForm)(request.POST, user=request.user)
    if action == "save" and form.is_valid() and form.request:
        made = store_plan(
            request=form.request,
            result=plan(form.request),
            author=request.user,  # type: ignore[arg-type]  # nobody unknown gets past the guard
            cluster=form.cleaned_data["cluster"],
            answers=form.answers(),
            replaces=earlier,
            submission=form.cleaned_data["submission"],
        )
        messages.success(request, _("The plan %(number)s is stored.") % {"number": made.number})
        return redirect("plans:detail", pk=made.pk)
    return _answer(request, form, earlier)


def _answer(request: HttpRequest, form: PlanForm, earlier: Plan | None) -> HttpResponse:
    document = None
    if form.is_bound and form.is_valid() and form.request:
        document = build_document(form.request, plan(form.request), language=get_language() or "en")
    return render_part(request, "plans/create.html", "answer", {"form": form, "document": document, "earlier": earlier})


def _earlier(request: HttpRequest) -> Plan | None:
    """The plan that the new one follows, from ?follows=; None without one."""
    wanted = request.GET.get("follows", "")
    if not wanted:
        return None
    pk = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 10 else 0
    return get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)


def _from_address(request: HttpRequest, earlier: Plan | None) -> dict[str, Any]:
    """What the form is filled with: an earlier plan's answers, or the cluster named in the address."""
    if earlier:
        return dict(earlier.answers)
    wanted = request.GET.get("cluster", "")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 10:
        return {"cluster": get_object_or_404(Cluster.objects.visible_to(request.user), pk=int(wanted)).pk}
    return {}


@requires("plans.view")
@require_GET
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Plan.objects.visible_to(request.user).select_related("author", "cluster", "replaces"), pk=pk)
    document = document_of(found, get_language() or "en")
    follows = Plan.objects.visible_to(request.user).filter(pk=found.replaces_id).first() if found.replaces_id else None
    return render(request, "plans/detail.html", {"plan": found, "document": document, "follows": follows})


@requires("plans.view")
@require_GET
def pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The hiring plan; ?lang= chooses the language of the document apart from that of the page."""
    found = get_object_or_404(Plan.objects.visible_to(request.user).select_related("author"), pk=pk)
    language = request.GET.get("lang") or get_language() or "en"
    content = plan_pdf(document_of(found, language if language in {"en", "nl", "de"} else "en"))
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{found.number}.pdf"'
    return response


@requires("plans.view")
@require_GET
def json(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)
    response = HttpResponse(found.result.model_dump_json(indent=2), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.number}.json"'
    return response


@requires("plans.change")
@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)
    number = found.number
    found.delete()
    messages.success(request, _("The plan %(number)s is deleted.") % {"number": number})
    return redirect("plans:list")
