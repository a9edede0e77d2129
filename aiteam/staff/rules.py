"""What of a certification decides how long its certificates last, from bare columns: two queries, however many are asked for."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.conf import settings

from aiteam.catalog.models import Certification
from aiteam.planner import catalogue
from aiteam.planner.certificates import Lifetime, lifetime


@dataclass(frozen=True)
class Rules:
    """Of one certification. `renewed_by` are the keys of the exams that renew it."""

    ending_days: int
    grace_days: int
    validity: list[catalogue.ValidityRule] = field(default_factory=list)
    renewed_by: list[int] = field(default_factory=list)

    def lifetime(self, issued_on: date, printed_end: date | None, counts_from: date | None) -> Lifetime:
        return lifetime(self.validity, issued_on, printed_end, self.grace_days, counts_from)


RULE = ("earned_from", "earned_before", "months", "source", "as_of", "basis", "note")


def rules_of(keys: Collection[int]) -> Mapping[int, Rules]:
    """By the key of the certification."""
    found: dict[int, Rules] = {}
    wanted = Certification.objects.filter(pk__in=keys).order_by("pk", "validity__position")
    columns = ("pk", "ending_days", "grace_days", "validity", *(f"validity__{name}" for name in RULE))
    for key, ending_days, grace_days, rule, *values in wanted.values_list(*columns):
        rules = found.setdefault(key, Rules(settings.ENDING_DAYS if ending_days is None else ending_days, grace_days))
        if rule is not None:  # checked when the catalogue was loaded
            rules.validity.append(catalogue.ValidityRule.model_construct(**dict(zip(RULE, values, strict=True))))
    pairs = Certification.renewed_by.through.objects.filter(from_certification__in=keys)
    for key, other in pairs.values_list("from_certification", "to_certification"):
        found[key].renewed_by.append(other)
    return found
