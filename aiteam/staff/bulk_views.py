"""One change to many people, in three steps: what, a preview of who changes how, and done (with its undo)."""

from typing import cast

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from aiteam.accounts.models import User
from aiteam.accounts.policy import requires
from aiteam.lib.days import asked_day
from aiteam.staff.bulk import MOST, carry_out, fingerprint, worked_out
from aiteam.staff.bulk_forms import NAMES, bulk_form
from aiteam.staff.list_forms import PeopleFilter
from aiteam.staff.models import Person, PersonQuerySet
from aiteam.staff.people_list import chosen_people

SHOWN = 100


@requires("people.change")
@require_POST
def bulk(request: HttpRequest) -> HttpResponse:
    query, action = request.POST.get("query", ""), request.POST.get("action", "")
    back = f"{reverse('staff:list')}?{query}"
    if action not in NAMES:
        messages.error(request, _("Choose what is to be changed."))
        return redirect(back)
    people = _people(request, query)
    count = people.order_by().count()
    if not 0 < count <= MOST:
        messages.error(request, _("Tick at least one person.") if not count else _("At most %(most)s people at a time.") % {"most": MOST})
        return redirect(back)
    step = request.POST.get("step", "")
    form = bulk_form(action, request.POST if step else None, request.user)
    context = {
        "form": form,
        "action": action,
        "title": NAMES[action],
        "count": count,
        "query": query,
        "back": back,
        "ticked": _ticked(request),
    }
    if not step or not form.is_valid():
        return render(request, "staff/bulk.html", context)
    found = worked_out(people.with_posts().prefetch_related("skills"), action, form.cleaned_data, get_language() or "en")
    changing = [outcome for outcome in found if outcome.changes]
    shown = fingerprint(changing)
    if step == "do" and changing and request.POST.get("shown") != shown:
        messages.warning(request, _("The records changed since the preview; please look at it once more."))
    elif step == "do" and changing:
        try:
            run = carry_out(found, name=f"{NAMES[action]} ({len(changing)})", author=cast(User, request.user))
        except IntegrityError:
            messages.error(request, _("Somebody changed the same records at the same moment. Nothing was changed; please try again."))
            return redirect(back)
        messages.success(request, _("Done. Everything can be undone as a whole below."))
        return redirect("staff:import_done", run.pk)
    refused = [outcome for outcome in found if outcome.reason]
    context |= {
        "changing": changing[:SHOWN],
        "changing_count": len(changing),
        "refused": refused[:SHOWN],
        "refused_count": len(refused),
        "same_count": count - len(changing) - len(refused),
        "shown": shown,
        "is_checked": True,
    }
    return render(request, "staff/bulk.html", context)


def _ticked(request: HttpRequest) -> list[str]:
    return [key for key in request.POST.getlist("person") if key.isascii() and key.isdigit() and len(key) < 19]


def _people(request: HttpRequest, query: str) -> PersonQuerySet:
    """Those that are ticked, or all that the list's filter leaves, in its order."""
    asked = QueryDict(query)
    if "everybody" in request.POST:
        chosen, sort = PeopleFilter.of(asked, request.user).cleaned_data, asked.get("sort", "name")
        return chosen_people(request.user, chosen, str(sort), get_language() or "en", on=asked_day(request, asked.get("on", "")))
    return Person.objects.visible_to(request.user).filter(pk__in=_ticked(request))
