"""One person: the page with its tabs, and changes of what has no day."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseLocation

from aiteam.accounts.policy import may, requires
from aiteam.lib.days import asked_day
from aiteam.lib.htmx import render_part
from aiteam.lib.saving import saved
from aiteam.lib.uses import uses_of
from aiteam.staff.evidence import Evidence
from aiteam.staff.forms import LeaveForm, NewPersonForm, OwnForm, PersonForm, SkillForm
from aiteam.staff.models import Assignment, Employment, LevelPeriod, PayPeriod, Person, PersonSkill, RolePeriod
from aiteam.staff.planned import planned_training
from aiteam.staff.states import certificate_rows
from aiteam.staff.timeline import timeline

TABS: Mapping[str, str | Promise] = {
    "profile": gettext_lazy("Profile"),
    "skills": gettext_lazy("Skills"),
    "certificates": gettext_lazy("Certificates"),
    "training": gettext_lazy("Training"),
    "history": gettext_lazy("History"),
    "files": gettext_lazy("Files"),
}
# What is recorded of a person alone, and goes with the record.
OWN_RECORDS = (Employment, LevelPeriod, RolePeriod, Assignment, PayPeriod, PersonSkill)


@requires("people.view", "own.view")
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    day = asked_day(request)
    people = Person.objects.visible_to(request.user).select_related("user").with_posts().with_certificates()
    person = get_object_or_404(people.prefetch_related("skills__skill"), pk=pk)
    tab = request.GET.get("tab", "profile")
    rows = certificate_rows(person.certificates.all(), day)
    context: dict[str, Any] = {
        "person": person,
        "post": person.post(day),
        "certificates": rows,
        "valid_count": sum(row.state in {"valid", "ending", "no_end"} for row in rows),
        "experience_months": person.experience_months(day),
        "is_own": person.user_id is not None and person.user_id == request.user.pk,
        "tabs": TABS,
        "tab": tab if tab in TABS else "profile",
    }
    context |= FURTHER.get(context["tab"], _nothing)(request, context)
    return render_part(request, "staff/detail.html", "tab", context)


def _nothing(request: HttpRequest, context: Mapping[str, Any]) -> dict[str, Any]:
    return {}


def _training(request: HttpRequest, context: Mapping[str, Any]) -> dict[str, Any]:
    return {"planned": planned_training(context["person"], request.user)}


def _history(request: HttpRequest, context: Mapping[str, Any]) -> dict[str, Any]:
    person, pay = context["person"], list(PayPeriod.objects.visible_to(request.user).filter(person=context["person"]))
    return {"events": timeline(person, context["certificates"], pay), "pay": pay}


def _files(request: HttpRequest, context: Mapping[str, Any]) -> dict[str, Any]:
    held = [row.held.pk for row in context["certificates"]]
    return {"evidence": Evidence.objects.filter(held__in=held).select_related("held__certification", "uploaded_by", "decided_by")}


FURTHER: Mapping[str, Callable[[HttpRequest, Mapping[str, Any]], dict[str, Any]]] = {
    "training": _training,
    "history": _history,
    "files": _files,
}


@requires("people.change")
def create(request: HttpRequest) -> HttpResponse:
    form = NewPersonForm(request.POST or None, actor=request.user)
    if request.method == "POST" and saved(form):
        messages.success(request, _("%(name)s is recorded.") % {"name": form.instance.name})
        return redirect("staff:detail", form.instance.pk)
    return render(request, "home/form.html", {"form": form, "title": _("New person"), "submit": _("Save"), "cancel": reverse("staff:list")})


@requires("people.change", "own.view")
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """All of it for those who may change people; of the own record what nobody else knows better."""
    person = find_person(request, pk)
    title = _("Change %(name)s") % {"name": person.name}
    if may(request.user, "people.change"):
        return form_page(request, person, PersonForm(request.POST or None, instance=person, actor=request.user), title, "profile")
    return form_page(request, person, OwnForm(request.POST or None, instance=person), title, "profile")


@requires("people.change")
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    person = find_person(request, pk)
    employment = person.post(timezone.localdate()).employment
    if employment is None:
        raise Http404
    form = LeaveForm(request.POST or None, instance=employment)
    return form_page(request, person, form, _("%(name)s leaves") % {"name": person.name}, "history")


@requires("people.change")
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Deletes a record that nothing uses; names what uses it otherwise, and offers to record leaving."""
    person = find_person(request, pk)
    with transaction.atomic():
        uses = uses_of(person, except_for=OWN_RECORDS)
        if request.method == "POST" and not uses:
            person.delete()
            messages.success(request, _("%(name)s is removed.") % {"name": person.name})
            return redirect("staff:list")
    return render(request, "staff/remove.html", {"person": person, "uses": uses, "post": person.post(timezone.localdate())})


@requires("people.change")
def skill(request: HttpRequest, pk: int) -> HttpResponse:
    person = find_person(request, pk)
    form = SkillForm(request.POST or None, instance=PersonSkill(person=person), auto_id="skill_%s")
    return form_page(request, person, form, _("New skill of %(name)s") % {"name": person.name}, "skills")


@requires("people.change")
def skill_edit(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    person = find_person(request, pk)
    known = get_object_or_404(person.skills.select_related("skill"), pk=row)
    form = SkillForm(request.POST or None, instance=known, auto_id="skill_%s")
    return form_page(request, person, form, _("Change %(name)s") % {"name": known.skill.name}, "skills")


@requires("people.change")
@require_POST
def skill_remove(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    person = find_person(request, pk)
    return removed(request, get_object_or_404(person.skills, pk=row), person, "skills")


def find_person(request: HttpRequest, pk: int) -> Person:
    return get_object_or_404(Person.objects.visible_to(request.user), pk=pk)


def form_page(request: HttpRequest, person: Person, form: Any, title: str, tab: str) -> HttpResponse:
    """A form about one person, on a page of its own or (by htmx) in place: shown, shown again with what is wrong, or stored."""
    if request.method == "POST" and saved(form):
        messages.success(request, _("Saved."))
        return _back(request, person, tab)
    in_place = bool(request.htmx)  # type: ignore[attr-defined]  # set by HtmxMiddleware
    context = {"form": form, "title": title, "submit": _("Save"), "cancel": f"{reverse('staff:detail', args=[person.pk])}?tab={tab}"}
    return render(request, "staff/_form_in_place.html" if in_place else "home/form.html", context)


def removed(request: HttpRequest, row: Model, person: Person, tab: str) -> HttpResponse:
    row.delete()
    messages.success(request, _("Removed."))
    return _back(request, person, tab)


def _back(request: HttpRequest, person: Person, tab: str) -> HttpResponse:
    address = f"{reverse('staff:detail', args=[person.pk])}?tab={tab}"
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseLocation(address, target="#tab", swap="outerHTML")
    return redirect(address)
