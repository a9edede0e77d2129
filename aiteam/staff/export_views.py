"""Downloads of what the lists show: the same rows in the same order."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

from aiteam.accounts.policy import may, requires
from aiteam.lib.days import asked_day
from aiteam.staff import register
from aiteam.staff.certification_forms import RegisterFilter
from aiteam.staff.columns import chosen_columns
from aiteam.staff.exports.certifications import register_table
from aiteam.staff.exports.people import people_table
from aiteam.staff.exports.tables import download
from aiteam.staff.list_forms import PeopleFilter
from aiteam.staff.models import HeldCertification, Person
from aiteam.staff.people_list import chosen_people


@requires("people.view")
def people(request: HttpRequest, form: str) -> HttpResponse:
    day = asked_day(request)
    chosen, language = PeopleFilter.of(request.GET, request.user), get_language() or "en"
    shown = chosen_people(request.user, chosen.cleaned_data, request.GET.get("sort", "name"), language, on=day)
    columns = chosen_columns(request.GET, with_pay=may(request.user, "pay.view"))
    table = people_table(shown, day, [field for column in columns for field in column.fields])
    return download(table, form, f"people-{day.isoformat()}", get_language() or "en")


@requires("people.view", "own.view")
def certifications(request: HttpRequest, form: str) -> HttpResponse:
    day = asked_day(request)
    chosen = RegisterFilter(request.GET)
    chosen.is_valid()
    held = HeldCertification.objects.visible_to(request.user).of_staff(on=day)
    if text := chosen.cleaned_data.get("q"):
        held = held.filter(person__in=Person.objects.matching(text))
    found = register.lines(held, day).of(chosen.cleaned_data.get("certification")).in_state(chosen.cleaned_data.get("state", ""))
    table = register_table(found)
    return download(table, form, f"certificates-{day.isoformat()}", get_language() or "en")
