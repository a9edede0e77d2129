"""A stored plan made anew with a decision laid down, or after an event: the same records, one thing changed."""

from typing import Any

from django.utils.translation import gettext as _

from aiteam.planner import PlanRequest, read_request
from aiteam.planner.request import Directive
from aiteam.planner.what_if import Event, after
from aiteam.plans.models import Plan

MOST_TITLE = 200


def with_directive(found: Plan, row: Directive, *, release: bool = False) -> PlanRequest:
    """The plan's request with `row` laid down in place of what was laid down about the same; or, to `release` it, without either.

    Raises RequestError where it contradicts the options or the people of the plan.
    """
    request = found.request
    kept = tuple(other for other in request.directives if other.about != row.about)
    options = request.options.model_copy(update={"depth": "standard" if request.options.depth == "rules" else request.options.depth})
    return read_request(dict(request) | {"options": options, "directives": kept if release else (*kept, row)})


def after_event(found: Plan, event: Event) -> PlanRequest:
    """Raises RequestError where the event is not one of this plan's world."""
    request = after(event, found.request, found.result)
    options = request.options.model_copy(update={"depth": "standard" if request.options.depth == "rules" else request.options.depth})
    return request.model_copy(update={"options": options, "title": _titled(found.title, event, request)})


def _titled(title: str, event: Event, request: PlanRequest) -> str:
    names = {person.id: person.name for person in request.people}
    values: dict[str, Any] = {
        "title": title, "name": names.get(event.person or "", ""), "on": event.on, "role": event.role, "months": event.months,
        "exam": event.certification,
    }  # fmt: skip
    text = {
        "leaves": _("%(title)s, if %(name)s leaves on %(on)s"),
        "hire_slips": _("%(title)s, if hiring for %(role)s takes %(months)s months longer"),
        "exam_failed": _("%(title)s, if %(name)s fails %(exam)s"),
        "grows_earlier": _("%(title)s, if the cluster grows %(months)s months earlier"),
    }[event.kind]
    return (text % values)[:MOST_TITLE]
