"""Who may do what. Rights are words; a role is a set of them. Which rows somebody sees is each model's `visible_to`."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    ADMINISTRATOR = "administrator", _("Administrator")
    HR_LEAD = "hr_lead", _("HR lead")
    INFRASTRUCTURE_LEAD = "infrastructure_lead", _("Infrastructure lead")
    ENGINEER = "engineer", _("Engineer")
    AUDITOR = "auditor", _("Auditor")


READ = frozenset({"people.view", "catalogue.view", "clusters.view", "plans.view"})

# Pay is a right of its own, and no part of any other: an administrator runs the system and still sees nobody's pay.
RIGHTS: dict[str, frozenset[str]] = {
    Role.ADMINISTRATOR: READ | {"people.change", "clusters.change", "plans.change", "users.manage", "mail.view"},
    Role.HR_LEAD: READ | {"people.change", "clusters.change", "plans.change", "pay.view", "mail.view"},
    Role.INFRASTRUCTURE_LEAD: READ | {"people.change", "clusters.change", "plans.change"},
    Role.ENGINEER: frozenset({"own.view", "catalogue.view"}),
    Role.AUDITOR: READ,
}

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def may(user: Any, right: str) -> bool:
    """Whether `user` (perhaps nobody) holds `right`."""
    if isinstance(user, AnonymousUser) or not user.is_active:
        return False
    return right in RIGHTS.get(user.role, frozenset())


def requires(*rights: str) -> Callable[[View[P]], View[P]]:
    """Guards a view: one of `rights` opens it, otherwise 403. Nobody signed in never gets here (LoginRequiredMiddleware)."""

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not any(may(request.user, right) for right in rights):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return cast(View[P], guarded)

    return guard
