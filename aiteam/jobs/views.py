"""How far a job is, and its cancel button. The page is read again by itself: a part of it by htmx, the whole of it without JavaScript."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST, require_safe

from aiteam.accounts.policy import requires
from aiteam.jobs import registry
from aiteam.jobs.models import Job, State
from aiteam.jobs.queue import ask_to_cancel
from aiteam.jobs.words import news_of, standing
from aiteam.lib.htmx import render_part

BADGES = {State.WAITING: "info", State.RUNNING: "info", State.LOST: "ending", State.DONE: "valid", State.FAILED: "ended"}


@require_safe
@requires("people.view", "own.view")
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    job = get_object_or_404(Job.objects.visible_to(request.user), pk=pk)
    kind = registry.find(job.kind)
    url = kind.url_of_result(job.result) if kind and kind.url_of_result and job.result is not None else ""
    if job.finished_at and request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return HttpResponse(headers={"HX-Redirect": url} if url else {"HX-Refresh": "true"})
    news = news_of(job, kind)
    context = {
        "job": job,
        "title": kind.title if kind else registry.TITLE,
        "state": job.state,
        "badge": BADGES.get(job.state, "unknown"),
        "news": news,
        "url": url,
        "note_template": kind.note_template if kind and job.note and not job.finished_at else "",
        "is_news": request.GET.get("seen") != (seen := _seen(job)),
        "seen": seen,
    }
    return render_part(request, "jobs/detail.html", "job", context)


def _seen(job: Job) -> str:
    """What the page says in words now. It asks with it the next time, and is told only what has changed since."""
    return f"{standing(job)}.{job.stage}"


@require_POST
@requires("people.view", "own.view")
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    job = get_object_or_404(Job.objects.visible_to(request.user), pk=pk)
    ask_to_cancel(job)
    return redirect("jobs:detail", pk=job.pk)
