"""Due reminders and how one is reminded, the outbox, and private calendar addresses."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_POST, require_safe

from aiteam.accounts.models import User
from aiteam.accounts.policy import requires
from aiteam.catalog.models import Certification
from aiteam.lib.addresses import public_address
from aiteam.lib.days import asked_day
from aiteam.lib.htmx import render_part
from aiteam.lib.saving import saved
from aiteam.notices import calendars
from aiteam.notices.due import due_lines, fetch
from aiteam.notices.forms import CalendarForm, LadderForm, PreferenceForm, SnoozeForm
from aiteam.notices.models import CalendarAddress, Ladder, Preference, Reminder, Snooze, StoredMail, is_quiet
from aiteam.staff.models import HeldCertification

PAGE = 50
NEW_ADDRESS = "new_calendar_address"


@requires("people.view", "own.view")
def list_(request: HttpRequest) -> HttpResponse:
    day = asked_day(request)
    snoozes = {row.held_id: row.until for row in Snooze.objects.filter(account=_me(request), until__gt=day)}
    found = due_lines(HeldCertification.objects.visible_to(request.user).of_staff(on=day), day)
    shows_all = request.GET.get("show") == "all"
    shown = [one for one in found if shows_all or not is_quiet(snoozes.get(one.line.pk), day)]
    page = Paginator(shown, PAGE).get_page(request.GET.get("page"))
    rows = [(row.row, snoozes.get(row.held.pk)) for row in fetch(list(page))]
    context = {"page": page, "rows": rows, "shows_all": shows_all, "snoozed_count": len(found) - len(shown)}
    return render_part(request, "notices/list.html", "notices", context)


@requires("people.view", "own.view")
def snooze(request: HttpRequest, pk: int) -> HttpResponse:
    held = get_object_or_404(HeldCertification.objects.visible_to(request.user).select_related("person", "certification"), pk=pk)
    mine = Snooze.objects.filter(account=_me(request), held=held)
    form = SnoozeForm(request.POST or None, initial={"until": mine.values_list("until", flat=True).first()})
    if request.method == "POST" and form.is_valid():
        if until := form.cleaned_data["until"]:
            Snooze.objects.update_or_create(account=_me(request), held=held, defaults={"until": until})
            messages.success(request, _("You hear nothing of this certificate until then."))
        else:
            mine.delete()
            messages.success(request, _("You are reminded of this certificate."))
        return redirect("notices:list")
    title = _("Pause reminders: %(certification)s of %(name)s") % {"certification": held.certification.code, "name": held.person}
    page = {"form": form, "title": title, "submit": _("Save"), "cancel": reverse("notices:list")}
    return render(request, "home/form.html", page)


@requires("people.view", "own.view")
def preferences(request: HttpRequest) -> HttpResponse:
    mine = Preference.objects.filter(account=_me(request)).first() or Preference(account=_me(request))
    form = PreferenceForm(request.POST or None, instance=mine)
    if request.method == "POST" and saved(form):
        messages.success(request, _("Your reminders are set."))
        return redirect("notices:list")
    page = {"form": form, "title": _("How you are reminded"), "submit": _("Save"), "cancel": reverse("notices:list")}
    return render(request, "home/form.html", page)


@requires("people.change")
def ladder_list(request: HttpRequest) -> HttpResponse:
    special = {ladder.certification_id: ladder for ladder in Ladder.objects.all()}
    rows = [(certification, special.get(certification.pk) or Ladder()) for certification in Certification.objects.all()]
    return render(request, "notices/ladders.html", {"rows": rows})


@requires("people.change")
def ladder(request: HttpRequest, code: str) -> HttpResponse:
    certification = get_object_or_404(Certification, code=code)
    kept = Ladder.objects.filter(certification=certification).first() or Ladder(certification=certification)
    form = LadderForm(request.POST or None, instance=kept)
    if request.method == "POST" and saved(form):
        messages.success(request, _("The reminders are set."))
        return redirect("notices:ladders")
    title = _("Reminders of %(certification)s") % {"certification": certification}
    page = {"form": form, "title": title, "submit": _("Save"), "cancel": reverse("notices:ladders")}
    return render(request, "home/form.html", page)


@requires("mail.view")
def outbox(request: HttpRequest) -> HttpResponse:
    page = Paginator(StoredMail.objects.visible_to(request.user), PAGE).get_page(request.GET.get("page"))
    mine = Reminder.objects.filter(held__in=HeldCertification.objects.visible_to(request.user))
    failed = mine.filter(status=Reminder.Status.FAILED).select_related("held__person", "held__certification")[:PAGE]
    return render_part(request, "notices/outbox.html", "outbox", {"page": page, "failed": failed})


@requires("mail.view")
def mail(request: HttpRequest, pk: int) -> HttpResponse:
    return render(request, "notices/mail.html", {"mail": get_object_or_404(StoredMail.objects.visible_to(request.user), pk=pk)})


@requires("people.view", "own.view")
def calendar_list(request: HttpRequest) -> HttpResponse:
    day = timezone.localdate()
    me = _me(request)
    form = CalendarForm(request.POST or None, actor=request.user, day=day, initial=_asked_for(request))
    if request.method == "POST" and form.is_valid():
        _address, token = calendars.make_address(owner=me, person=form.cleaned_data["person"], cluster=form.cleaned_data["cluster"])
        at_this_site = request.build_absolute_uri(reverse("calendar:feed", args=[token]))
        request.session[NEW_ADDRESS] = public_address("calendar:feed", token) or at_this_site
        return redirect("notices:calendars")
    addresses = CalendarAddress.objects.filter(owner=me).select_related("person", "cluster")
    new_address = request.session.pop(NEW_ADDRESS, "") if request.method == "GET" else ""
    response = render(request, "notices/calendars.html", {"form": form, "addresses": addresses, "new_address": new_address})
    patch_cache_control(response, private=True, no_store=True)
    return response


def _asked_for(request: HttpRequest) -> dict[str, str | None]:
    """Whose calendar: named by the page one comes from, else one's own."""
    named: dict[str, str | None] = {name: request.GET[name] for name in ("number", "cluster") if name in request.GET}
    own = getattr(request.user, "person", None)
    return named or {"number": own.personnel_number if own else None}


@require_POST
@requires("people.view", "own.view")
def calendar_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(CalendarAddress, pk=pk, owner=_me(request)).delete()
    messages.success(request, _("The address is revoked; calendars that used it get nothing more."))
    return redirect("notices:calendars")


@login_not_required
@require_safe
@conditional_page
def feed(request: HttpRequest, token: str) -> HttpResponse:
    day = timezone.localdate()
    address = calendars.find_address(token)
    people = calendars.people_of(address, day) if address else None
    if address is None or people is None:
        raise Http404
    response = HttpResponse(calendars.calendar(address, people, day), content_type="text/calendar; charset=utf-8")
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)
