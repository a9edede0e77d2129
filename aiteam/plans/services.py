"""Storing plans, and today's cover of the clusters."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from aiteam.accounts.models import User
from aiteam.clusters.models import Cluster
from aiteam.planner import PlanRequest, PlanResult, plan, read_request
from aiteam.planner.catalogue import Catalogue
from aiteam.planner.errors import RequestError
from aiteam.plans.inputs import growth, planned_people, with_records
from aiteam.plans.models import Plan
from aiteam.staff.models import Person


def store_plan(
    *,
    request: PlanRequest,
    result: PlanResult,
    author: User,
    cluster: Cluster | None,
    answers: dict[str, Any],
    replaces: Plan | None = None,
    submission: str = "",
) -> Plan:
    """A new row for a computed plan; a plan it replaces stays as it is.

    `submission` names one showing of the form: sent twice with the same request it makes one plan.
    """
    key = hashlib.sha256(f"{author.pk}:{submission or uuid4()}:{result.request_hash}".encode()).hexdigest()
    row = {
        "title": request.title,
        "cluster": cluster,
        "version": replaces.version + 1 if replaces else 1,
        "replaces": replaces,
        "author": author,
        "pay_basis": result.costs.pay_basis,
        "planner_version": result.planner_version,
        "request_hash": result.request_hash,
        "answers": answers,
        "request_data": request.model_dump(mode="json"),
        "result_data": result.model_dump(mode="json"),
        "summary_data": result.summary.model_dump(mode="json"),
        "currency": request.currency,
        "starts_on": request.starts_on,
        "ends_on": request.ends_on,
    }
    with transaction.atomic():
        return Plan.objects.get_or_create(submission=key, defaults=row)[0]


@dataclass(frozen=True)
class ClusterCover:
    """Seats a cluster needs on a day, and how many its own people cover; not known where its records cannot be planned."""

    cluster: Cluster
    needed: int
    covered: int
    is_known: bool = True

    @property
    def open(self) -> int:
        return self.needed - self.covered


def cover_on(clusters: Iterable[Cluster], user: Any, day: date, catalogue: Catalogue) -> list[ClusterCover]:
    """Today's cover of each cluster by the people assigned to it, nothing planned. A constant number of queries."""
    people: dict[int | None, list[Any]] = {}
    assigned = Person.objects.visible_to(user).active(on=day).assigned_somewhere(on=day)
    for person in with_records(assigned, user, on=day):
        cluster = person.post(day).cluster
        people.setdefault(cluster.pk if cluster else None, []).append(person)
    return [_cover(cluster, people.get(cluster.pk, []), catalogue, day) for cluster in clusters]


def _cover(cluster: Cluster, people: list[Any], catalogue: Catalogue, day: date) -> ClusterCover:
    steps = growth(cluster)
    if not steps:
        return ClusterCover(cluster, 0, 0)
    try:
        request = read_request(
            {
                "organisation": settings.ORGANISATION,
                "as_of": day,
                "currency": settings.CURRENCY,
                "cluster": {"name": cluster.name, "growth": steps},
                "starts_on": day,
                "ends_on": day,  # not the month: a certificate covers its last day, too
                "people": planned_people(people, on=day, with_pay=False),
                "options": {"train": False, "hire": False, "renew": False},
                "catalogue": catalogue,
            }
        )
    except RequestError:
        return ClusterCover(cluster, 0, 0, is_known=False)
    summary = plan(request).summary
    return ClusterCover(cluster, summary.seats_needed, summary.seats_at_hand)
