"""The list of people: filters, order, columns, pages, saved views."""

from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from aiteam.accounts.models import User
from aiteam.accounts.policy import may, requires
from aiteam.lib.days import asked_day
from aiteam.lib.htmx import render_part
from aiteam.lib.saving import saved
from aiteam.staff.bulk_forms import NAMES
from aiteam.staff.cells import Named, list_rows
from aiteam.staff.columns import EVERY, Column, chosen_columns
from aiteam.staff.list_forms import PeopleFilter, SavedViewForm
from aiteam.staff.people_list import chosen_people
from aiteam.staff.saved_views import SavedView

SIZES = (25, 50, 100, 200)
USUAL_SIZE = 50
LONGEST_QUERY = 2000
COUNTED = 10_000  # counting hundreds of thousands on each page view would take longer than the page


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts up to a bound. `is_more` says that there are more, of which the pages behind the bound are not offered."""

    @cached_property
    def _found(self) -> int:
        people: Any = self.object_list
        return int(people.order_by()[: COUNTED + 1].count())

    @cached_property
    def count(self) -> int:
        return min(self._found, COUNTED)

    @property
    def is_more(self) -> bool:
        return self._found > COUNTED


@requires("people.view")
def list_(request: HttpRequest) -> HttpResponse:
    start = None if request.GET else SavedView.objects.filter(owner=_me(request), is_start=True).first()
    if start and start.query:
        return redirect(f"{reverse('staff:list')}?{start.query}")
    day, language = asked_day(request), get_language() or "en"
    chosen = PeopleFilter.of(request.GET, request.user)
    sort = request.GET.get("sort", "name")
    columns = chosen_columns(request.GET, with_pay=may(request.user, "pay.view"))
    found = chosen_people(request.user, chosen.cleaned_data, sort, language, on=day)
    page = BoundedPaginator(found.values_list(*Named._fields), _size(request)).get_page(request.GET.get("page"))
    day_query = f"?on={day.isoformat()}" if day != timezone.localdate() else ""
    context = {
        "filter": chosen,
        "chips": list(chosen.chips(request.GET, language)),
        "page": page,
        "rows": list_rows([Named(*person) for person in page], columns, day, day_query),
        "sort": sort,
        "columns": columns,
        "heads": _heads(columns, sort),
        "choices": [(column, column in columns) for column in EVERY.values() if may(request.user, "pay.view") or not column.is_pay],
        "sizes": SIZES,
        "bulk_actions": NAMES,
        "all_again": urlencode({"columns": ",".join(column.code for column in columns), "sort": sort}),
        "views": SavedView.objects.visible_to(request.user).select_related("owner"),
        "query": _kept(request.GET).urlencode(),
    }
    return render_part(request, "staff/list.html", "people", context)


def _me(request: HttpRequest) -> User:
    return cast(User, request.user)  # nobody gets here without signing in


def _size(request: HttpRequest) -> int:
    wanted = request.GET.get("size", "")
    return int(wanted) if wanted.isascii() and wanted.isdigit() and int(wanted) in SIZES else USUAL_SIZE


def _kept(query: QueryDict) -> QueryDict:
    """What of an address a saved view or a file keeps: all but the page."""
    kept = query.copy()
    for name in ("page", "csrfmiddlewaretoken"):
        kept.pop(name, None)
    return kept


def _heads(columns: list[Column], sort: str) -> list[dict[str, Any]]:
    """Column heads with the order a click leads to; empty for columns that do not sort."""
    aria = {sort.removeprefix("-"): "descending" if sort.startswith("-") else "ascending"}
    return [
        {
            "column": column,
            "leads_to": (f"-{column.code}" if sort == column.code else column.code) if column.is_sortable else "",
            "aria": aria.get(column.code, "none") if column.is_sortable else "",
        }
        for column in columns
    ]


@requires("people.view")
def count(request: HttpRequest) -> HttpResponse:
    """How many the filter leaves, counted to the last one."""
    chosen = PeopleFilter.of(request.GET, request.user)
    found = chosen_people(request.user, chosen.cleaned_data, "name", "en", on=asked_day(request))
    htmx = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    return render(
        request, "staff/_count.html" if htmx else "staff/count.html", {"people": found.order_by().count(), "query": request.GET.urlencode()}
    )


@requires("people.view")
@require_POST
def view_save(request: HttpRequest) -> HttpResponse:
    """Keeps what the list shows under a name; a view of one's own of that name is overwritten."""
    query = _kept(QueryDict(request.POST.get("query", ""))).urlencode()
    name = request.POST.get("name", "").replace("\x00", "").strip()
    known = SavedView.objects.filter(owner=_me(request), name=name).first()
    form = SavedViewForm(request.POST, instance=known or SavedView(owner=_me(request)))
    form.instance.query = query
    with transaction.atomic():
        if request.POST.get("is_start"):
            SavedView.objects.filter(owner=_me(request), is_start=True).update(is_start=False)
        is_saved = len(query) <= LONGEST_QUERY and saved(form)
    if is_saved:
        messages.success(request, _("The view “%(name)s” is saved.") % {"name": name})
    else:
        messages.error(
            request, _("The view was not saved: give it a name of at most 80 characters, and fewer filters if there are very many.")
        )
    return redirect(f"{reverse('staff:list')}?{query}")


@requires("people.view")
@require_POST
def view_remove(request: HttpRequest, pk: int) -> HttpResponse:
    view = get_object_or_404(SavedView, owner=_me(request), pk=pk)
    view.delete()
    messages.success(request, _("The view “%(name)s” is removed.") % {"name": view.name})
    return redirect("staff:list")
