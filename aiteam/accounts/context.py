"""What the frame around every page shows."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import RIGHTS, may
from aiteam.lib.days import asked_day

THEMES: dict[str, str | Promise] = {"auto": _("As the system"), "light": _("Light"), "dark": _("Dark")}


@dataclass(frozen=True)
class Entry:
    """A line of the navigation; `active` marks the part of the site one is in."""

    label: str | Promise
    url: str
    icon: str
    active: bool


# (words, name of the first page, icon, rights that open it)
PARTS: tuple[tuple[str | Promise, str, str, tuple[str, ...]], ...] = (
    (_("Home"), "home:dashboard", "home", ("people.view", "own.view")),
    (_("People"), "staff:list", "people", ("people.view",)),
    (_("Certificates"), "certifications:list", "certificate", ("people.view", "own.view")),
    (_("Reminders"), "notices:list", "calendar", ("people.view", "own.view")),
    (_("Catalogue"), "catalog:index", "catalogue", ("catalogue.view",)),
    (_("Clusters"), "clusters:list", "cluster", ("clusters.view",)),
    (_("Plans"), "plans:list", "plan", ("plans.view",)),
    (_("Accounts"), "accounts:users", "account", ("users.manage",)),
)


def frame(request: HttpRequest) -> dict[str, Any]:
    """`can.change_people` and its like stand for the right "people.change".

    `day` is the day the page is shown for; `day_query` ("?on=2027-01-31", or nothing for today) goes behind an address to keep it.
    """
    has_day = hasattr(request, "has_day")
    day, today = asked_day(request), timezone.localdate()
    day_query = f"?on={day.isoformat()}" if has_day and day != today else ""
    return {
        "organisation": settings.ORGANISATION,
        "navigation": navigation(request, day_query),
        "can": rights_of(getattr(request, "user", None)),
        "today": today,
        "day": day if has_day else today,
        "has_day": has_day,
        "day_query": day_query,
        "source_url": settings.SOURCE_URL,
        "theme": theme if (theme := request.COOKIES.get("theme")) in THEMES else "auto",
        "themes": THEMES,
    }


def rights_of(user: Any) -> dict[str, bool]:
    every = sorted(frozenset[str]().union(*RIGHTS.values()))
    return {"_".join(reversed(right.split("."))): user is not None and may(user, right) for right in every}


def navigation(request: HttpRequest, day_query: str = "") -> list[Entry]:
    user = getattr(request, "user", None)
    if user is None:
        return []
    here = request.resolver_match.app_name if request.resolver_match else ""
    return [
        Entry(label, reverse(name) + day_query, icon, active=name.split(":")[0] == here)
        for label, name, icon, rights in PARTS
        if any(may(user, right) for right in rights)
    ]
