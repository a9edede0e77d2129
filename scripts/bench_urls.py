"""The site's addresses, and a view to compare with: one query, fifty rows, the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from aiteam.staff.models import Person

PAGE = engines["django"].from_string(
    "<!doctype html><title>Bare</title><table>{% for one in people %}<tr><td>{{ one.given_name }} {{ one.family_name }}</td>"
    "<td>{{ one.personnel_number }}</td><td>{{ one.email }}</td><td>{{ one.experience_since }}</td></tr>{% endfor %}</table>"
)


def bare(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PAGE.render({"people": Person.objects.order_by("sort_name", "pk")[:50]}, request))


urlpatterns = [path("bench/bare/", bare), path("", include("aiteam.urls"))]
