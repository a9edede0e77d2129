from datetime import date
from decimal import Decimal

import pytest

from aiteam.lib import formats

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "$1,234,567"), ("nl", f"US${NBSP}1.234.567"), ("de", f"1.234.567{NBSP}$")],
)
def test_whole_money_has_no_cents(language: str, written: str) -> None:
    assert formats.money(Decimal("1234567.00"), "USD", language) == written


@pytest.mark.parametrize(("language", "written"), [("en", "€98,750.50"), ("nl", f"€{NBSP}98.750,50"), ("de", f"98.750,50{NBSP}€")])
def test_cents_are_never_dropped(language: str, written: str) -> None:
    assert formats.money(Decimal("98750.50"), "EUR", language) == written


def test_a_range_of_one_amount_is_that_amount() -> None:
    assert formats.money_range(Decimal(95000), Decimal(95000), "USD", "en") == "$95,000"
    assert formats.money_range(Decimal(75000), Decimal(95000), "USD", "en") == "$75,000 – $95,000"


@pytest.mark.parametrize(("language", "written"), [("en", "365.5%"), ("nl", "365,5%"), ("de", f"365,5{NBSP}%")])
def test_percent_is_given_as_percent(language: str, written: str) -> None:
    assert formats.percent(Decimal("365.5"), language) == written


def test_decimals_are_those_there_are_or_as_many_as_asked() -> None:
    assert formats.number(Decimal("1234.50"), "nl") == "1.234,5"
    assert formats.number(Decimal("1234.5"), "nl", 2) == "1.234,50"
    assert formats.number(400, "de", 0) == "400"


@pytest.mark.parametrize(("language", "written"), [("en", "1 Mar 2027"), ("nl", "1 mrt 2027"), ("de", "1. März 2027")])
def test_the_day_stands_before_the_month(language: str, written: str) -> None:
    assert formats.day(date(2027, 3, 1), language) == written


def test_a_range_of_months_names_a_shared_year_once() -> None:
    assert formats.month_range(date(2027, 1, 1), date(2027, 3, 1), "nl") == "januari–maart 2027"
    assert formats.month_range(date(2027, 1, 1), date(2027, 1, 1), "de") == "Januar 2027"


def test_an_axis_shortens_amounts_where_the_language_has_a_word_for_it() -> None:
    assert [formats.short_money(amount, "USD", "en") for amount in (0, 500, 50_000, 2_500_000)] == ["$0", "$500", "$50K", "$2.5M"]
    assert formats.short_money(50_000, "USD", "de") == f"50.000{NBSP}$"


def test_an_unknown_language_reads_as_english() -> None:
    assert formats.money(1000, "USD", "fr") == "$1,000"
