"""From records to a planner's request: the one place where rows become planner values."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Prefetch, Q, QuerySet

from aiteam.clusters.models import Cluster
from aiteam.planner.request import GrowthStep
from aiteam.staff.models import HeldCertification, PayPeriod, Person, PersonQuerySet, PersonSkill
from aiteam.staff.states import in_force


def candidates(user: Any, *, clusters: Sequence[Cluster], everybody: bool, on: date) -> QuerySet[Any]:
    """The people a plan may use: those of the clusters (of those that are recorded) and those of none, or everybody. Leavers are left out."""
    people = Person.objects.visible_to(user).not_left(on=on)
    if not everybody:
        wanted = Q(pk__in=people.in_cluster(None, on=on).values("pk"))
        for cluster in clusters:
            wanted |= Q(pk__in=people.in_cluster(cluster, on=on).values("pk"))
        people = people.filter(wanted)
    return with_records(people, user, on=on)


def with_records(people: PersonQuerySet, user: Any, *, on: date) -> QuerySet[Any]:
    """With all that `planned_person` asks, in a constant number of queries. Pay comes along only for those who may see it."""
    pay = PayPeriod.objects.visible_to(user).filter(starts_on__lte=on).order_by("-starts_on")
    return people.with_posts().prefetch_related(
        Prefetch("skills", PersonSkill.objects.select_related("skill"), to_attr="skill_rows"),
        Prefetch("certificates", HeldCertification.objects.with_rules().filter(issued_on__lte=on), to_attr="held_rows"),
        Prefetch("pay", pay, to_attr="pay_rows"),
    )


def planned_people(people: Iterable[Any], *, on: date, with_pay: bool) -> list[dict[str, Any]]:
    """Those with a level, as values that the planner's `read_request` still has to check; without one nobody can be put in a seat (`without_level` names them)."""
    return [planned_person(person, on=on, with_pay=with_pay) for person in people if person.post(on).level]


def without_level(people: Iterable[Any], *, on: date) -> list[str]:
    return [person.name for person in people if not person.post(on).level]


def planned_person(person: Any, *, on: date, with_pay: bool) -> dict[str, Any]:
    """`person` as `with_records` fetched it. Without `with_pay` the planner reckons with the pay band of the level."""
    post = person.post(on)
    return {
        "id": person.personnel_number,
        "name": person.name,
        "level": post.level.number if post.level else None,
        "experience_months": person.experience_months(on),
        "skills": sorted(row.skill.code for row in person.skill_rows),
        "certifications": [
            {"code": row.held.certification.code, "issued_on": row.held.issued_on, "ends_on": row.ends_on}
            for row in sorted(in_force(person.held_rows, on), key=lambda row: (row.held.certification.code, row.held.issued_on))
        ],
        "yearly_pay": _yearly_pay(person.pay_rows) if with_pay else None,
        "study_hours_per_week": person.study_hours_per_week,
        "may_be_trained": person.may_be_trained,
        "starts_on": post.started_on if post.is_coming else None,
        "leaves_on": post.ended_on,
    }


def _yearly_pay(periods: Sequence[PayPeriod]) -> Any:
    """The newest pay, in the plan's currency; pay in another is not converted in silence but left to the band."""
    if not periods or periods[0].currency != settings.CURRENCY:
        return None
    return periods[0].yearly


def growth(cluster: Cluster) -> tuple[GrowthStep, ...]:
    return tuple(GrowthStep(on=step.on, gpus=step.gpus) for step in sorted(cluster.steps.all(), key=lambda step: step.on))
