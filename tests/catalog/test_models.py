"""Words, dated figures and what must never be false."""

from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from aiteam.catalog.models import Certification, ClusterSize, LearningPath, Level, RoiExample, Role, WatchItem

pytestmark = pytest.mark.django_db


def certification(code: str) -> Certification:
    return Certification.objects.get(code=code)


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Storage specialist"), ("nl", "Storagespecialist"), ("de", "Storage-Spezialist"), ("de-at", "Storage-Spezialist")],
)
def test_a_name_is_given_in_the_readers_language(language: str, name: str) -> None:
    with translation.override(language):
        assert str(Role.objects.get(code="storage-specialist")) == name


@pytest.mark.parametrize(
    ("code", "issued_on", "ends_on"),
    [
        ("CKA", date(2024, 3, 31), date(2027, 3, 31)),
        ("CKA", date(2024, 4, 1), date(2026, 4, 1)),
        ("NCP-AII", date(2025, 8, 31), date(2027, 8, 31)),
        ("RHCE", date(2024, 2, 29), date(2027, 2, 28)),
        ("VCP-DCV", date(2015, 6, 1), None),
        ("LINUX+", date(2010, 12, 31), None),
        ("LINUX+", date(2011, 1, 1), date(2014, 1, 1)),
    ],
)
def test_validity_depends_on_the_day_the_certificate_was_earned(code: str, issued_on: date, ends_on: date | None) -> None:
    life = certification(code).lifetime(issued_on)
    assert life.known
    assert life.ends_on == ends_on


def test_the_printed_end_wins() -> None:
    assert certification("CKA").lifetime(date(2024, 6, 1), date(2026, 5, 31)).ends_on == date(2026, 5, 31)


def test_an_end_that_no_rule_tells_is_unknown() -> None:
    assert not certification("SIX-SIGMA").lifetime(date(2024, 1, 1)).known


def test_grace_comes_from_the_certification() -> None:
    assert certification("CISSP").lifetime(date(2023, 1, 1)).state(date(2026, 2, 1)) == "grace"


def test_the_price_in_force_is_the_newest_that_has_begun() -> None:
    before, after = certification("NCP-AIO").price_on(date(2026, 7, 30)), certification("NCP-AIO").price_on(date(2026, 7, 31))
    assert (before and before.amount, after and after.amount) == (400, 500)
    assert certification("HPE-ATP-AI").price_on(date(2026, 7, 31)) is None


def test_teams_have_the_seats_of_the_source() -> None:
    assert [size.headcount for size in ClusterSize.objects.all()] == [4, 10, 22]


def test_paths_have_the_hours_of_their_courses() -> None:
    assert [path.hours for path in LearningPath.objects.all()] == [48, 136]


def test_the_published_return_adds_up_and_its_two_percentages_lie_100_points_apart() -> None:
    example = RoiExample.objects.get()
    lines = {kind: sum(line.total for line in example.lines.all() if line.kind == kind) for kind in ("investment", "yearly_return")}
    assert lines == {"investment": example.investment_total, "yearly_return": example.yearly_return_total}
    computed = example.computed
    assert (computed.first_year_percent, computed.ongoing_percent, computed.payback_months) == (
        Decimal("365.5"),
        Decimal("465.5"),
        Decimal("2.58"),
    )


@pytest.mark.parametrize(("moment", "words"), [("", ""), ("2025", "2025"), ("2025-09", "September 2025"), ("2025-12-03", "3. Dez. 2025")])
def test_a_moment_is_written_as_far_as_it_is_known(moment: str, words: str) -> None:
    with translation.override("de"):
        assert WatchItem(happened=moment).happened_words == words


@pytest.mark.parametrize("changes", [{"pay_low": 100_000, "pay_high": 90_000}, {"experience_months_min": 13}, {"number": 0}, {"number": 3}])
def test_a_level_with_impossible_bounds_is_refused(changes: dict[str, int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Level.objects.filter(code="L2").update(**changes)
