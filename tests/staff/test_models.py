from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError

from aiteam.accounts.policy import Role
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, PayPeriod, Person
from aiteam.staff.search import fold
from aiteam.staff.states import certificate_rows
from tests.builders import make_held, make_person, make_user, set_level

pytestmark = pytest.mark.django_db
DAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Müller", "muller"),
        ("Straße", "STRASSE"),
        ("Sørensen", "sorensen"),
        ("Łukasz", "lukasz"),
        ("O’Connor", "o’con"),
        ("Zieliński", "ZIELIN"),
    ],
)
def test_search_ignores_case_and_diacritics(name: str, typed: str) -> None:
    assert fold(typed) in fold(name)
    make_person(family_name=name)
    make_person(family_name="Other")
    assert [person.family_name for person in Person.objects.matching(typed)] == [name]


def test_every_word_of_a_search_has_to_occur_somewhere() -> None:
    make_person(given_name="Anne", family_name="de Boer", email="anne@example.com", personnel_number="AT-7")
    assert Person.objects.matching("boer anne").count() == 1
    assert Person.objects.matching("at-7 example.com").count() == 1
    assert Person.objects.matching("boer jan").count() == 0
    assert Person.objects.matching("100% _").count() == 0


def test_first_and_last_day_of_work_are_days_of_work() -> None:
    make_person(started_on=date(2026, 2, 1), ended_on=date(2026, 11, 30))
    days = [date(2026, 1, 31), date(2026, 2, 1), date(2026, 11, 30), date(2026, 12, 1)]
    assert [Person.objects.active(on=day).count() for day in days] == [0, 1, 1, 0]
    assert [Person.objects.not_left(on=day).count() for day in days] == [1, 1, 1, 0]
    assert [Person.objects.coming(on=day).count() for day in days] == [1, 0, 0, 0]
    assert [Person.objects.left(on=day).count() for day in days] == [0, 0, 0, 1]


def test_the_newest_level_that_has_started_counts() -> None:
    person = make_person()
    set_level(person, 2, date(2025, 1, 1))
    set_level(person, 3, date(2026, 12, 1))
    levels = [Person.objects.with_level(on=day).get().level_number for day in (date(2024, 1, 1), DAY, date(2026, 12, 1))]
    assert levels == [None, 2, 3]
    assert Person.objects.at_level(2, on=DAY).exists()
    assert not Person.objects.at_level(3, on=DAY).exists()


def test_somebody_still_to_come_has_the_level_of_their_first_day() -> None:
    person = make_person(level=2, started_on=date(2027, 1, 1))
    set_level(person, 3, date(2027, 6, 1))
    assert Person.objects.with_level(on=DAY).get().level_number == 2


def test_an_address_belongs_to_one_person_whatever_its_case_and_none_to_many() -> None:
    make_person(email="a@example.com")
    make_person(email="")
    make_person(email="")
    with pytest.raises(IntegrityError):
        make_person(email="A@Example.com")


def test_nobody_leaves_before_the_first_day() -> None:
    with pytest.raises(IntegrityError):
        make_person(started_on=date(2026, 2, 1), ended_on=date(2026, 1, 31))


def test_experience_is_counted_in_whole_months() -> None:
    assert make_person(experience_since=date(2026, 5, 30)).experience_months(DAY) == 6
    assert make_person(experience_since=date(2026, 5, 31)).experience_months(DAY) == 5
    assert make_person().experience_months(DAY) is None


@pytest.mark.parametrize(("amount", "per", "yearly"), [("120000", "year", "120000"), ("5000", "month", "60000"), ("50", "hour", "104000")])
def test_pay_is_reckoned_by_the_year(amount: str, per: str, yearly: str) -> None:
    assert PayPeriod(amount=Decimal(amount), per=per).yearly == Decimal(yearly)


@pytest.mark.parametrize(
    ("code", "issued_on", "printed", "state", "ends_on"),
    [
        ("NCA-AIIO", date(2025, 6, 1), None, "valid", date(2027, 6, 1)),
        ("NCA-AIIO", date(2024, 11, 30), None, "ending", date(2026, 11, 30)),
        ("NCA-AIIO", date(2024, 11, 29), None, "ended", date(2026, 11, 29)),
        ("NCA-AIIO", date(2025, 6, 1), date(2026, 10, 1), "ended", date(2026, 10, 1)),
        ("CKA", date(2024, 3, 31), None, "valid", date(2027, 3, 31)),
        ("CKA", date(2024, 4, 1), None, "ended", date(2026, 4, 1)),
        ("CISSP", date(2023, 10, 1), None, "grace", date(2026, 10, 1)),
        ("VCP-DCV", date(2016, 1, 1), None, "no_end", None),
        ("SIX-SIGMA", date(2020, 1, 1), None, "unknown", None),
    ],
)
def test_the_state_of_a_certificate_follows_from_the_day_and_the_rules(
    code: str, issued_on: date, printed: date | None, state: str, ends_on: date | None
) -> None:
    held = make_held(make_person(), code, issued_on, printed_ends_on=printed)
    [row] = certificate_rows([held], DAY)
    assert (row.state, row.ends_on) == (state, ends_on)
    [line] = register.lines(HeldCertification.objects.all(), DAY)
    assert (line.state, line.ends_on) == (state, ends_on)


def test_only_the_newest_of_a_certification_counts() -> None:
    person = make_person()
    old = make_held(person, "NCA-AIIO", date(2024, 12, 1))
    new = make_held(person, "NCA-AIIO", date(2026, 11, 1), renews=old)
    other = make_held(person, "NCP-AII", date(2026, 1, 1))
    make_held(make_person(), "NCA-AIIO", date(2026, 1, 1))
    rows = certificate_rows(person.certificates.all(), DAY)
    assert [(row.held, row.state) for row in rows] == [(new, "valid"), (other, "valid"), (old, "superseded")]
    assert [row.held for row in rows if row.counts] == [new, other]
    lines = register.lines(HeldCertification.objects.all(), DAY)
    assert [line.pk for line in lines if line.state == "superseded"] == [old.pk]
    assert len(lines.in_state("")) == 3
    assert len(lines.in_state("all")) == 4


def test_what_leavers_hold_counts_nowhere() -> None:
    make_held(make_person(ended_on=date(2026, 11, 29)))
    kept = make_held(make_person(ended_on=DAY))
    assert list(HeldCertification.objects.of_staff(on=DAY)) == [kept]


def test_a_certificate_is_recorded_once_and_does_not_end_before_its_issue() -> None:
    person = make_person()
    make_held(person, "CKA", date(2026, 1, 1))
    with pytest.raises(IntegrityError, match="certificate|UNIQUE"):
        make_held(person, "CKA", date(2026, 1, 1))


def test_a_certificate_cannot_end_before_it_was_issued() -> None:
    with pytest.raises(IntegrityError):
        make_held(make_person(), "CKA", date(2026, 1, 1), printed_ends_on=date(2025, 12, 31))


def test_who_sees_which_records() -> None:
    engineer = make_user(Role.ENGINEER)
    own, other = make_person(user=engineer), make_person()
    make_held(own), make_held(other)
    PayPeriod.objects.create(person=own, amount=1, currency="EUR", starts_on=DAY)
    seen = {role: Person.objects.visible_to(make_user(role)).count() for role in Role}
    assert seen == {Role.ADMINISTRATOR: 2, Role.HR_LEAD: 2, Role.INFRASTRUCTURE_LEAD: 2, Role.ENGINEER: 0, Role.AUDITOR: 2}
    assert list(Person.objects.visible_to(engineer)) == [own]
    assert [held.person for held in HeldCertification.objects.visible_to(engineer)] == [own]
    assert {role for role in Role if PayPeriod.objects.visible_to(make_user(role)).exists()} == {Role.HR_LEAD}
    assert not PayPeriod.objects.visible_to(engineer).exists()
