"""The people: list, one person, and the dated records kept of each."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from aiteam.accounts.policy import may, requires
from aiteam.catalog.models import Level
from aiteam.clusters.models import Cluster
from aiteam.lib.htmx import render_part
from aiteam.lib.saving import saved
from aiteam.staff.forms import LeaveForm, LevelForm, PayForm, PeopleFilter, PersonForm, SkillForm
from aiteam.staff.models import LevelPeriod, PayPeriod, Person, PersonQuerySet, PersonSkill
from aiteam.staff.states import certificate_rows

PAGE = 50
SORTS: Mapping[str, tuple[str, ...]] = {
    "name": ("search_text", "pk"),
    "number": ("personnel_number",),
    "level": ("level_number", "search_text", "pk"),
    "role": ("role__code", "search_text", "pk"),
    "cluster": ("cluster__name", "search_text", "pk"),
    "since": ("started_on", "search_text", "pk"),
}


@requires("people.view")
def list_(request: HttpRequest) -> HttpResponse:
    day = timezone.localdate()
    chosen = PeopleFilter(request.GET, clusters=Cluster.objects.visible_to(request.user))
    chosen.is_valid()
    found = _filtered(Person.objects.visible_to(request.user).with_level(on=day), chosen.cleaned_data, day)
    sort = request.GET.get("sort", "name")
    page = Paginator(_sorted(found, sort).select_related("role", "cluster").with_certificates(), PAGE).get_page(request.GET.get("page"))
    rows = [(person, [row for row in certificate_rows(person.certificates.all(), day) if row.counts]) for person in page]
    context = {"filter": chosen, "page": page, "rows": rows, "sort": sort, "heads": _heads(sort), "levels": _level_names()}
    return render_part(request, "staff/list.html", "people", context)


def _filtered(people: PersonQuerySet, chosen: Mapping[str, Any], day: date) -> PersonQuerySet:
    status = chosen.get("status", "")
    if status != "all":
        people = {"active": people.active, "coming": people.coming, "left": people.left}.get(status, people.not_left)(on=day)
    if text := chosen.get("q"):
        people = people.matching(text)
    if role := chosen.get("role"):
        people = people.filter(role=role)
    if level := chosen.get("level"):
        people = people.at_level(level.number, on=day)
    if cluster := chosen.get("cluster"):
        people = people.filter(cluster=cluster)
    return people


def _sorted(people: PersonQuerySet, sort: str) -> PersonQuerySet:
    columns = SORTS.get(sort.removeprefix("-"), SORTS["name"])
    ordered = people.order_by(*columns)
    return ordered.reverse() if sort.startswith("-") else ordered


def _heads(sort: str) -> list[dict[str, str]]:
    """Column heads with the order a click leads to."""
    words = {
        "name": _("Name"),
        "number": _("Personnel number"),
        "role": _("Job role"),
        "level": _("Level"),
        "cluster": _("Cluster"),
        "since": _("Since"),
    }
    aria = {sort: "descending" if sort.startswith("-") else "ascending"}
    return [
        {"word": word, "leads_to": f"-{key}" if sort == key else key, "aria": aria.get(key) or aria.get(f"-{key}") or "none"}
        for key, word in words.items()
    ]


def _level_names() -> dict[int, str]:
    return {level.number: level.name for level in Level.objects.all()}


@requires("people.view", "own.view")
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    day = timezone.localdate()
    people = Person.objects.visible_to(request.user).select_related("role", "cluster", "user").with_level(on=day).with_certificates()
    person = get_object_or_404(people, pk=pk)
    certificates = certificate_rows(person.certificates.all(), day)
    context: dict[str, Any] = {
        "person": person,
        "level_name": _level_names().get(person.level_number or 0, ""),
        "experience_months": person.experience_months(day),
        "is_active": person.is_active(day),
        "has_left": person.has_left(day),
        "levels": person.levels.select_related("level"),
        "skills": person.skills.select_related("skill"),
        "certificates": certificates,
        "valid_count": sum(row.state in {"valid", "ending", "no_end"} for row in certificates),
    }
    if may(request.user, "people.change"):
        context |= {
            "level_form": LevelForm(instance=LevelPeriod(person=person), auto_id="level_%s"),
            "skill_form": SkillForm(instance=PersonSkill(person=person), auto_id="skill_%s"),
        }
    if may(request.user, "pay.view"):
        context |= {
            "pay": PayPeriod.objects.visible_to(request.user).filter(person=person),
            "pay_form": PayForm(instance=PayPeriod(person=person), auto_id="pay_%s"),
        }
    return render(request, "staff/detail.html", context)


@requires("people.change")
def create(request: HttpRequest) -> HttpResponse:
    form = PersonForm(request.POST or None, actor=request.user)
    if request.method == "POST" and saved(form):
        messages.success(request, _("%(name)s is recorded.") % {"name": form.instance.name})
        return redirect("staff:detail", form.instance.pk)
    return render(request, "home/form.html", {"form": form, "title": _("New person"), "submit": _("Save"), "cancel": reverse("staff:list")})


@requires("people.change")
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    title = _("Change %(name)s") % {"name": person.name}
    return _form_page(request, person, PersonForm(request.POST or None, instance=person, actor=request.user), title)


@requires("people.change")
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    return _form_page(request, person, LeaveForm(request.POST or None, instance=person), _("%(name)s leaves") % {"name": person.name})


@requires("people.change")
def level(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    form = LevelForm(request.POST or None, instance=LevelPeriod(person=person))
    return _form_page(request, person, form, _("New level of %(name)s") % {"name": person.name})


@requires("people.change")
@require_POST
def level_remove(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    return _removed(request, get_object_or_404(_person(request, pk).levels, pk=row), pk)


@requires("people.change")
def skill(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    form = SkillForm(request.POST or None, instance=PersonSkill(person=person))
    return _form_page(request, person, form, _("New skill of %(name)s") % {"name": person.name})


@requires("people.change")
@require_POST
def skill_remove(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    return _removed(request, get_object_or_404(_person(request, pk).skills, pk=row), pk)


@requires("pay.view")
def pay(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    form = PayForm(request.POST or None, instance=PayPeriod(person=person))
    return _form_page(request, person, form, _("New pay of %(name)s") % {"name": person.name})


@requires("pay.view")
@require_POST
def pay_remove(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    return _removed(request, get_object_or_404(PayPeriod.objects.visible_to(request.user).filter(person=_person(request, pk)), pk=row), pk)


def _person(request: HttpRequest, pk: int) -> Person:
    return get_object_or_404(Person.objects.visible_to(request.user), pk=pk)


def _form_page(request: HttpRequest, person: Person, form: Any, title: str) -> HttpResponse:
    """A form about one person: shown, shown again with what is wrong, or stored and back to the person's page."""
    back = reverse("staff:detail", args=[person.pk])
    if request.method == "POST" and saved(form):
        messages.success(request, _("Saved."))
        return redirect(back)
    return render(request, "home/form.html", {"form": form, "title": title, "submit": _("Save"), "cancel": back})


def _removed(request: HttpRequest, row: LevelPeriod | PersonSkill | PayPeriod, pk: int) -> HttpResponse:
    row.delete()
    messages.success(request, _("Removed."))
    return redirect("staff:detail", pk)
