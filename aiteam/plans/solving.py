"""Plans that are searched for: as a job, whose outcome is a stored plan, and after it another that compares it with others."""

from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.models import User
from aiteam.clusters.models import Cluster
from aiteam.jobs.models import Job
from aiteam.jobs.progress import Cancelled, JobFailed, Progress
from aiteam.jobs.queue import enqueue
from aiteam.jobs.registry import register
from aiteam.planner import PlanRequest, plan, read_request
from aiteam.planner.checking import checked
from aiteam.planner.errors import PlanningError
from aiteam.planner.progress import Stopped
from aiteam.plans.models import Plan
from aiteam.plans.services import store_plan

if TYPE_CHECKING:
    from aiteam.planner.quick import Estimate

SOLVE, COMPARE = "plans.solve", "plans.compare"

STAGES = {
    "estimating": _("A first estimate is made."),
    "laying_out": _("Every course of action of every person is laid out."),
    "first": _("The cheapest combination is sought."),
    "better": _("A plan is found; whether a cheaper one exists is being checked."),
    "checking": _("The plan is checked anew, from the plan alone."),
}
COMPARE_STAGES = STAGES | {
    "first": _("Other plans are solved: without single decisions, under other budgets and switches."),
    "better": _("Other plans are solved: without single decisions, under other budgets and switches."),
}
ERRORS = {
    "no_plan": _("No plan was found: %(reason)s"),
    "gone": _("The plan is not there any more."),
}


def register_kinds() -> None:
    register(
        SOLVE,
        _solve,
        title=_("Search for the plan of least cost"),
        stages=STAGES,
        errors=ERRORS,
        url_of_result=lambda result: reverse("plans:detail", args=[result["plan"]]),
        note_template="plans/_estimate.html",
    )
    register(
        COMPARE,
        _compare,
        title=_("Compare a plan with others"),
        stages=COMPARE_STAGES,
        errors=ERRORS,
        url_of_result=lambda result: reverse("plans:detail", args=[result["plan"]]) + "#plan-alternatives",
    )


def ask_to_solve(request: PlanRequest, author: User, cluster: Cluster | None, answers: dict[str, Any], replaces: Plan | None = None) -> Job:
    params = {
        "request": request.model_dump(mode="json"),
        "cluster": cluster.pk if cluster else None,
        "answers": answers,
        "replaces": replaces.pk if replaces else None,
    }
    return enqueue(SOLVE, params, author)


def ask_to_compare(found: Plan, owner: User) -> Job:
    """The comparison that is under way already, or a new one."""
    return comparisons(found, owner).filter(finished_at=None).first() or enqueue(COMPARE, {"plan": found.pk}, owner)


def comparisons(found: Plan, user: Any) -> QuerySet[Job]:
    """The user's own jobs that compare the plan, the newest first."""
    return Job.objects.visible_to(user).filter(kind=COMPARE, params__plan=found.pk)


def _solve(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    from aiteam.planner.quick import estimate  # numpy and the solver, which a web process need not load

    request = read_request(params["request"])
    owner = Job.objects.select_related("owner").get(pk=progress.job_id).owner
    progress.tell("estimating")
    try:
        first = estimate(request, progress.is_cancelled)
        progress.tell("estimating", **_figures(first, request))
        result = plan(request, told=progress.tell, stopped=progress.is_cancelled)
        progress.tell("checking")
        result = checked(request, result)
    except Stopped as error:
        raise Cancelled from error
    except PlanningError as error:
        raise JobFailed("no_plan", reason=str(error)) from error
    made = store_plan(
        request=request,
        result=result,
        author=owner,
        cluster=Cluster.objects.filter(pk=params["cluster"]).first(),
        answers=params["answers"],
        replaces=Plan.objects.filter(pk=params["replaces"]).first(),
        submission=f"job {progress.job_id}",
    )
    if made.was_searched and made.alternatives_data is None:
        ask_to_compare(made, owner)
    return {"plan": made.pk}


def _figures(first: "Estimate", request: PlanRequest) -> dict[str, Any]:
    """What the page shows of the estimate while the search goes on, in whole heads."""
    return {
        "estimate": {
            "cash": round(first.cash_total),
            "currency": request.currency,
            "hires": round(sum(first.hires.values())),
            "trainings": round(sum(first.trainings.values())),
            "contractor_months": round(first.contractor_months),
            "open_seat_months": round(first.open_seat_months),
        }
    }


def _compare(params: dict[str, Any], progress: Progress) -> dict[str, Any]:
    from aiteam.planner.optimum.search import compare  # as above

    found = Plan.objects.filter(pk=params["plan"]).first()
    if found is None:
        raise JobFailed("gone")
    try:
        alternatives = compare(found.request, told=progress.tell, stopped=progress.is_cancelled)
    except Stopped as error:
        raise Cancelled from error
    Plan.objects.filter(pk=found.pk).update(alternatives_data=alternatives.model_dump(mode="json"))
    return {"plan": found.pk}
