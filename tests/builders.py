"""Rows for tests. Each builder makes a sound row; a test names what matters to it."""

from datetime import date, timedelta
from itertools import count
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.catalog.models import Certification, Level
from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.planner import plan
from aiteam.planner.request import read_request
from aiteam.plans.models import Plan
from aiteam.plans.services import store_plan
from aiteam.staff.evidence import Evidence
from aiteam.staff.models import Assignment, Employment, HeldCertification, LevelPeriod, Person, RolePeriod

_numbers = count(1)


def days_ago(days: int) -> date:
    """Negative: days ahead."""
    return timezone.localdate() - timedelta(days=days)


def make_user(role: Role = Role.ADMINISTRATOR, **changes: Any) -> User:
    password = changes.pop("password", None)
    user = User(**{"username": f"user{next(_numbers)}", "role": role} | changes)
    user.set_password(password) if password else user.set_unusable_password()
    user.save()
    return user


def make_person(level: int | None = None, **changes: Any) -> Person:
    """Somebody who works here since 2020 (`started_on`); level, role and cluster hold from the first day if given."""
    number = next(_numbers)
    role, cluster, started_on = changes.pop("role", None), changes.pop("cluster", None), changes.pop("started_on", date(2020, 1, 1))
    kind = Employment.Kind.CONTRACTOR if changes.pop("is_contractor", False) else Employment.Kind.EMPLOYEE
    end = {"ends_on": changes.pop("ended_on", None), "left_undated": changes.pop("left_undated", False)}
    person = Person.objects.create(**{"personnel_number": f"P-{number}", "given_name": "Alex", "family_name": f"Example{number}"} | changes)
    Employment.objects.create(person=person, kind=kind, starts_on=started_on, **end)
    if level:
        set_level(person, level, started_on)
    if role:
        RolePeriod.objects.create(person=person, role=role, starts_on=started_on)
    if cluster:
        Assignment.objects.create(person=person, cluster=cluster, starts_on=started_on)
    return person


def set_level(person: Person, level: int, starts_on: date) -> LevelPeriod:
    return LevelPeriod.objects.create(person=person, level=Level.objects.get(number=level), starts_on=starts_on)


def make_held(person: Person, code: str = "NCA-AIIO", issued_on: date | None = None, **changes: Any) -> HeldCertification:
    certification = Certification.objects.get(code=code)
    return HeldCertification.objects.create(person=person, certification=certification, issued_on=issued_on or days_ago(30), **changes)


def make_evidence(held: HeldCertification, name: str = "badge.pdf", **changes: Any) -> Evidence:
    """A file of a few bytes; tests of its content send one through the page."""
    file = ContentFile(b"%PDF-1.7", name)
    return Evidence.objects.create(**{"held": held, "file": file, "name": name, "content_type": "application/pdf", "size": 8} | changes)


def make_cluster(*steps: tuple[date, int], **changes: Any) -> Cluster:
    """A cluster with these (day, GPUs); without any, 64 GPUs since 2024."""
    cluster = Cluster.objects.create(**{"name": f"Cluster {next(_numbers)}"} | changes)
    for on, gpus in steps or ((date(2024, 1, 1), 64),):
        GrowthStep.objects.create(cluster=cluster, on=on, gpus=gpus)
    return cluster


def make_plan(author: User | None = None, **changes: Any) -> Plan:
    """A stored plan of a year for a cluster of 64 GPUs and nobody at hand."""
    cluster = {"name": "Frankfurt 1", "growth": [{"on": "2026-01-01", "gpus": 64}]}
    period = {"as_of": "2026-01-01", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
    request = read_request({"organisation": "Example", "cluster": cluster} | period | changes)
    return store_plan(request=request, result=plan(request), author=author or make_user(), cluster=None, answers={})
