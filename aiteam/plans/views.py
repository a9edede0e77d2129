"""Plans: list, making one with the answer beside the form, one of them, its documents."""

import logging
from collections.abc import Callable
from http import HTTPStatus
from json import dumps as json_text
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRefresh

from aiteam.accounts.models import User
from aiteam.accounts.policy import requires
from aiteam.clusters.models import Cluster
from aiteam.lib.htmx import render_part
from aiteam.planner import PlanRequest, plan
from aiteam.planner.checking import PlanRejected, checked
from aiteam.planner.errors import RequestError
from aiteam.plans.again import after_event, with_directive
from aiteam.plans.complaints import complaint_text
from aiteam.plans.decision_forms import DirectiveForm, EventForm
from aiteam.plans.documents import document_of, plan_pdf
from aiteam.plans.forms import PlanForm
from aiteam.plans.models import Plan
from aiteam.plans.services import store_plan
from aiteam.plans.solving import ask_to_compare, ask_to_solve, comparisons
from aiteam.reports.document import build_document
from aiteam.reports.estimated import estimate_lines

PAGE = 50
log = logging.getLogger(__name__)


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
    if action == "save" and form.is_valid() and form.request and form.request.options.depth != "rules":
        job = ask_to_solve(form.request, author_of(request), form.cleaned_data["cluster"], form.answers(), earlier)
        return redirect("jobs:detail", pk=job.pk)
    made = _stored(request, form, earlier) if action == "save" and form.is_valid() else None
    if made:
        messages.success(request, _("The plan %(number)s is stored.") % {"number": made.number})
        return redirect("plans:detail", pk=made.pk)
    return _answer(request, form, earlier)


def _stored(request: HttpRequest, form: PlanForm, earlier: Plan | None) -> Plan | None:
    """The plan by the rules, checked; None, and told at the form, where it does not pass."""
    assert form.request is not None  # noqa: S101 # a valid form has one
    try:
        result = checked(form.request, plan(form.request))
    except PlanRejected:
        form.add_error(None, _("This plan does not pass its own check and is not stored. Please tell whoever runs the site."))
        log.exception("a plan was rejected")
        return None
    return store_plan(
        request=form.request,
        result=result,
        author=author_of(request),
        cluster=form.cleaned_data["cluster"],
        answers=form.answers(),
        replaces=earlier,
        submission=form.cleaned_data["submission"],
    )


def author_of(request: HttpRequest) -> User:
    """Whoever asks; nobody unknown gets past the guards of this page."""
    return cast(User, request.user)


def _answer(request: HttpRequest, form: PlanForm, earlier: Plan | None) -> HttpResponse:
    document, estimated = None, None
    if form.is_bound and form.is_valid() and form.request and form.is_estimate:
        from aiteam.planner.quick import estimate  # numpy and the solver, which not every web process needs

        estimated = estimate_lines(form.request, estimate(form.request), get_language() or "en")
    elif form.is_bound and form.is_valid() and form.request:
        document = build_document(form.request, plan(by_rules(form.request)), language=get_language() or "en")
    return render_part(
        request, "plans/create.html", "answer", {"form": form, "document": document, "estimate": estimated, "earlier": earlier}
    )


def by_rules(request: PlanRequest) -> PlanRequest:
    """What is shown while somebody types has to be there at once, whatever is searched for in the end."""
    return request.model_copy(update={"options": request.options.model_copy(update={"depth": "rules"})})


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
    follows = _followed(request, found)
    document = document_of(found, get_language() or "en", follows)
    comparison = comparisons(found, request.user).first() if found.was_searched and not found.alternatives_data else None
    context = {"plan": found, "document": document, "follows": follows, "event_form": EventForm(found), "comparison": comparison}
    return render(request, "plans/detail.html", context)


@requires("plans.view")
@require_GET
def comparison(request: HttpRequest, pk: int) -> HttpResponse:
    """How far the comparison with other plans is; once it is there, the page shows it."""
    found = get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)
    if found.alternatives_data and request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    return render(request, "plans/_comparison.html", {"plan": found, "comparison": comparisons(found, request.user).first()})


@requires("plans.change")
@require_POST
def compare(request: HttpRequest, pk: int) -> HttpResponse:
    """Asks for other plans beside this one."""
    found = get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)
    if not found.was_searched:
        raise Http404
    job = ask_to_compare(found, author_of(request))
    return redirect("jobs:detail", pk=job.pk)


@requires("plans.change")
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """A decision of the plan laid down, forbidden or left free again, and the rest planned anew from the same records."""
    found = get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)
    form = DirectiveForm(request.POST)
    if not form.is_valid():
        raise BadRequest
    return _solved_again(request, found, lambda: with_directive(found, form.directive(), release=form.cleaned_data["action"] == "release"))


@requires("plans.change")
@require_POST
def what_if(request: HttpRequest, pk: int) -> HttpResponse:
    """The plan after an event, with as few changes as pay."""
    found = get_object_or_404(Plan.objects.visible_to(request.user).select_related("author", "cluster", "replaces"), pk=pk)
    form = EventForm(found, request.POST)
    if form.is_valid():
        return _solved_again(request, found, lambda: after_event(found, form.event()))
    follows = _followed(request, found)
    document = document_of(found, get_language() or "en", follows)
    context = {"plan": found, "document": document, "follows": follows, "event_form": form}
    return render(request, "plans/detail.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _solved_again(request: HttpRequest, found: Plan, ask: Callable[[], PlanRequest]) -> HttpResponse:
    try:
        wanted = ask()
    except RequestError as error:
        for complaint in error.complaints:
            messages.error(request, complaint_text(complaint))
        return redirect("plans:detail", pk=found.pk)
    answers = found.answers | {"directives": json_text([row.model_dump(mode="json") for row in wanted.directives])}
    job = ask_to_solve(wanted, author_of(request), found.cluster, answers, found)
    return redirect("jobs:detail", pk=job.pk)


def _followed(request: HttpRequest, found: Plan) -> Plan | None:
    """The plan it follows, if the reader may see it."""
    return Plan.objects.visible_to(request.user).filter(pk=found.replaces_id).first() if found.replaces_id else None


@requires("plans.view")
@require_GET
def pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The hiring plan; ?lang= chooses the language of the document apart from that of the page."""
    found = get_object_or_404(Plan.objects.visible_to(request.user).select_related("author"), pk=pk)
    language = request.GET.get("lang") or get_language() or "en"
    content = plan_pdf(document_of(found, language if language in {"en", "nl", "de"} else "en", _followed(request, found)))
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'attachment; filename="{found.number}.pdf"'
    return response


@requires("plans.view")
@require_GET
def json(request: HttpRequest, pk: int) -> HttpResponse:
    found = get_object_or_404(Plan.objects.visible_to(request.user), pk=pk)
    beside = {"alternatives": found.alternatives.model_dump(mode="json")} if found.alternatives else {}
    text = json_text(found.result.model_dump(mode="json") | beside, indent=2, ensure_ascii=False)
    response = HttpResponse(text, content_type="application/json")
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
