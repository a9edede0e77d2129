"""What stored plans add to a private calendar: exams, courses and other training."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from pydantic import TypeAdapter

from aiteam.lib.addresses import public_address
from aiteam.lib.tags import translated
from aiteam.notices.calendars import Entry
from aiteam.notices.models import CalendarAddress
from aiteam.planner.result import Training, TrainingStep
from aiteam.plans.models import Plan
from aiteam.reports.words import step_kinds
from aiteam.staff.models import Person

TRAININGS = TypeAdapter(tuple[Training, ...])


def training_entries(address: CalendarAddress, day: date) -> Iterator[Entry]:
    """Trainings of people who have not left, from the plans that hold: all that the address's owner may see."""
    people = Person.objects.visible_to(address.owner).not_left(on=day)
    if address.person_id:
        people = people.filter(pk=address.person_id)
    by_number = {person.personnel_number: person for person in people.only("personnel_number", "given_name", "family_name")}
    for plan in plans_that_hold(address.owner, address.cluster_id):
        seen: Counter[str] = Counter()
        for training in TRAININGS.validate_python(plan.trainings):
            if person := by_number.get(training.person):
                shown = (step for step in training.steps if step.kind != "experience")  # months at work are no appointment
                yield from (_entry(plan, person, step, seen) for step in shown)


def plans_that_hold(user: Any, cluster: int | None = None) -> QuerySet[Any]:
    """The newest plan of each cluster (or of one), among those that no later version replaces. Of the result come only the `trainings`."""
    plans = Plan.objects.visible_to(user).filter(replaced_by=None, cluster__isnull=False)
    if cluster:
        plans = plans.filter(cluster=cluster)
    newest = dict(plans.order_by("created_at", "pk").values_list("cluster_id", "pk"))
    return Plan.objects.filter(pk__in=newest.values()).order_by("pk").for_list().annotate(trainings=F("result_data__trainings"))


def _entry(plan: Plan, person: Person, step: TrainingStep, seen: Counter[str]) -> Entry:
    """Its identity names cluster, person and step but no plan, so that the next version of the plan moves the event."""
    what = f"plan-{plan.cluster_id}-{person.pk}-{step.kind}-{step.code}"
    seen[what] += 1  # an exam may be sat again two years later
    words = {"name": person.name, "kind": step_kinds()[step.kind], "title": translated(step.name)}
    return Entry(
        uid=f"{what}-{seen[what]}@aiteam",
        stamp=plan.created_at,
        first=step.starts_on,
        last=step.ends_on,
        summary=_("%(name)s: %(kind)s %(title)s") % words,
        address=public_address("plans:detail", plan.pk),
        description=_("Planned in %(plan)s") % {"plan": plan},
    )
