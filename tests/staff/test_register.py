"""The register computes on whole columns what `standings` tells of each certificate one by one."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from aiteam.catalog.models import Certification, ValidityRule
from aiteam.staff import register
from aiteam.staff.models import HeldCertification
from aiteam.staff.periods import Record, standings
from tests.builders import make_person

pytestmark = pytest.mark.django_db
CODES = ("NCA-AIIO", "CKA", "CISSP", "VCP-DCV", "AWS-SAA", "AWS-SAP", "SIX-SIGMA", "RHCE")
DAYS = some.dates(date(2021, 1, 1), date(2028, 12, 31))

histories = some.lists(
    some.fixed_dictionaries(
        {
            "person": some.integers(0, 2),
            "code": some.sampled_from(CODES),
            "issued_on": DAYS,
            "printed": some.none() | some.integers(0, 1500),
            "counts_from": some.none() | some.integers(-400, 400),
            "revoked": some.none() | some.integers(0, 1500),
        }
    ),
    max_size=12,
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories, day=DAYS)
def test_every_state_and_end_is_the_one_that_a_single_certificate_has(history: list[dict[str, Any]], day: date) -> None:
    HeldCertification.objects.all().delete()
    people = [make_person() for _ in range(3)]
    keys = {row.code: row.pk for row in Certification.objects.filter(code__in=CODES)}
    rows = {}
    for one in history:
        issued = one["issued_on"]
        rows[one["person"], one["code"], issued] = HeldCertification(
            person=people[one["person"]],
            certification_id=keys[one["code"]],
            issued_on=issued,
            printed_ends_on=issued + timedelta(days=one["printed"]) if one["printed"] is not None else None,
            counts_from=issued + timedelta(days=one["counts_from"]) if one["counts_from"] is not None else None,
            revoked_on=issued + timedelta(days=one["revoked"]) if one["revoked"] is not None else None,
            revocation_reason="x",
        )
    HeldCertification.objects.bulk_create(rows.values())
    held = HeldCertification.objects.all()
    certifications = {row.pk: row for row in Certification.objects.prefetch_related("validity", "renewed_by")}
    expected = standings((Record(*row) for row in held.values_list(*Record._fields)), certifications, day)
    found = {line.pk: (line.starts_on, line.ends_on, line.state) for line in register.lines(held, day)}
    assert found == {pk: (one.life.issued_on, one.life.ends_on, one.state) for pk, one in expected.items()}


def test_the_month_arithmetic_is_that_of_the_calendar() -> None:
    from aiteam.planner.months import add_months

    days = [date(2023, 1, 1) + timedelta(days=number) for number in range(1500)]
    import numpy as np

    ordinals = np.array([day.toordinal() for day in days])
    for months in (1, 6, 12, 24, 36):
        assert register._months_later(ordinals, months).tolist() == [add_months(day, months).toordinal() for day in days]


def test_the_rule_of_the_day_of_issue_decides() -> None:
    rules = ValidityRule.objects.filter(certification__code="CKA")
    assert rules.count() == 2
    person = make_person()
    for day in (date(2024, 3, 31), date(2024, 4, 1)):
        HeldCertification.objects.create(person=person, certification=Certification.objects.get(code="CKA"), issued_on=day)
    ends = {line.starts_on: line.ends_on for line in register.lines(HeldCertification.objects.all(), date(2024, 5, 1))}
    assert ends == {date(2024, 3, 31): date(2027, 3, 31), date(2024, 4, 1): date(2026, 4, 1)}
