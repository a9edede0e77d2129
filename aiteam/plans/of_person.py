"""What stored plans say of one person: training ahead, and that they use the record at all."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Model
from django.urls import reverse
from django.utils.translation import gettext as _

from aiteam.lib.tags import translated
from aiteam.lib.uses import Use
from aiteam.plans.calendar_entries import TRAININGS, plans_that_hold
from aiteam.plans.models import Plan
from aiteam.reports.words import step_kinds
from aiteam.staff.models import Person
from aiteam.staff.planned import PlannedStep


def planned_steps(person: Person, user: Any) -> Iterator[PlannedStep]:
    """Steps of training in the plans that hold, among those that `user` may see."""
    kinds = step_kinds()
    for plan in plans_that_hold(user):
        for training in TRAININGS.validate_python(plan.trainings):
            for step in training.steps if training.person == person.personnel_number else ():
                title = str(translated(step.name))
                yield PlannedStep(
                    step.starts_on, step.ends_on, str(kinds[step.kind]), title, str(plan), reverse("plans:detail", args=[plan.pk])
                )


def uses_in_plans(person: Model) -> list[Use]:
    """Plans that reckon with the person, whoever may see them: a count tells nothing of what they say."""
    number = getattr(person, "personnel_number", "")
    asked = Plan.objects.filter(request_data__icontains=f'"{number}"').values_list("request_data", flat=True)
    count = sum(any(one.get("id") == number for one in data.get("people", [])) for data in asked.iterator())
    return [Use(_("plans"), count)] if count else []
