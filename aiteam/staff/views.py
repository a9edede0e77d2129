"""One person, and the dated records kept of each."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from aiteam.accounts.policy import may, requires
from aiteam.lib.days import asked_day
from aiteam.lib.saving import saved
from aiteam.staff.forms import LeaveForm, NewPersonForm, PersonForm, SkillForm
from aiteam.staff.models import PayPeriod, Person, PersonSkill
from aiteam.staff.period_forms import FORMS, PeriodForm
from aiteam.staff.states import certificate_rows


@requires("people.view", "own.view")
def detail(request: HttpRequest, pk: int) -> HttpResponse:
    day = asked_day(request)
    people = Person.objects.visible_to(request.user).select_related("user").with_posts().with_certificates()
    person = get_object_or_404(people, pk=pk)
    certificates = certificate_rows(person.certificates.all(), day)
    context: dict[str, Any] = {
        "person": person,
        "post": person.post(day),
        "experience_months": person.experience_months(day),
        "skills": person.skills.select_related("skill"),
        "certificates": certificates,
        "valid_count": sum(row.state in {"valid", "ending", "no_end"} for row in certificates),
    }
    if may(request.user, "people.change"):
        context["forms"] = {kind: _period_form(request, kind, person) for kind in FORMS if kind != "pay"}
        context["skill_form"] = SkillForm(instance=PersonSkill(person=person), auto_id="skill_%s")
    if may(request.user, "pay.view"):
        context |= {
            "pay": PayPeriod.objects.visible_to(request.user).filter(person=person),
            "pay_form": _period_form(request, "pay", person),
        }
    return render(request, "staff/detail.html", context)


@requires("people.change")
def create(request: HttpRequest) -> HttpResponse:
    form = NewPersonForm(request.POST or None, actor=request.user)
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
    employment = person.post(timezone.localdate()).employment
    if employment is None:
        raise Http404
    return _form_page(request, person, LeaveForm(request.POST or None, instance=employment), _("%(name)s leaves") % {"name": person.name})


# Pay is a right of its own, whoever may change people.
RIGHTS: Mapping[str, str] = dict.fromkeys(FORMS, "people.change") | {"pay": "pay.view"}


def _for_kind(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Guards a page of a dated record with the right of its kind."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, kind: str, **others: int) -> HttpResponse:
        return requires(RIGHTS[kind])(view)(request, pk, kind, **others)

    return guarded


@_for_kind
def period_add(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    person = _person(request, pk)
    return _form_page(request, person, _period_form(request, kind, person), _title(kind, person))


@_for_kind
def period_edit(request: HttpRequest, pk: int, kind: str, row: int) -> HttpResponse:
    person = _person(request, pk)
    form = FORMS[kind](request.POST or None, instance=_period(request, person, kind, row))
    return _form_page(request, person, form, _title(kind, person))


@_for_kind
@require_POST
def period_remove(request: HttpRequest, pk: int, kind: str, row: int) -> HttpResponse:
    person = _person(request, pk)
    return _removed(request, _period(request, person, kind, row), pk)


def _period(request: HttpRequest, person: Person, kind: str, row: int) -> Any:
    model = FORMS[kind]._meta.model
    rows = PayPeriod.objects.visible_to(request.user) if kind == "pay" else model._default_manager.all()
    return get_object_or_404(rows.filter(person=person), pk=row)


def _period_form(request: HttpRequest, kind: str, person: Person) -> PeriodForm:
    form = FORMS[kind]
    return form(request.POST or None, instance=form._meta.model(person=person), auto_id=f"{kind}_%s")


def _title(kind: str, person: Person) -> str:
    titles = {
        "employment": _("Employment of %(name)s"),
        "level": _("Level of %(name)s"),
        "role": _("Job role of %(name)s"),
        "assignment": _("Cluster of %(name)s"),
        "pay": _("Pay of %(name)s"),
    }
    return titles[kind] % {"name": person.name}


@requires("people.change")
def skill(request: HttpRequest, pk: int) -> HttpResponse:
    person = _person(request, pk)
    form = SkillForm(request.POST or None, instance=PersonSkill(person=person))
    return _form_page(request, person, form, _("New skill of %(name)s") % {"name": person.name})


@requires("people.change")
@require_POST
def skill_remove(request: HttpRequest, pk: int, row: int) -> HttpResponse:
    return _removed(request, get_object_or_404(_person(request, pk).skills, pk=row), pk)


def _person(request: HttpRequest, pk: int) -> Person:
    return get_object_or_404(Person.objects.visible_to(request.user), pk=pk)


def _form_page(request: HttpRequest, person: Person, form: Any, title: str) -> HttpResponse:
    """A form about one person: shown, shown again with what is wrong, or stored and back to the person's page."""
    back = reverse("staff:detail", args=[person.pk])
    if request.method == "POST" and saved(form):
        messages.success(request, _("Saved."))
        return redirect(back)
    return render(request, "home/form.html", {"form": form, "title": title, "submit": _("Save"), "cancel": back})


def _removed(request: HttpRequest, row: Model, pk: int) -> HttpResponse:
    row.delete()
    messages.success(request, _("Removed."))
    return redirect("staff:detail", pk)
