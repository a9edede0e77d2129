from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.utils import translation

from aiteam.lib.numbers import DecimalField, NumberError, WholeNumberField, decimal_number, whole_number


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("1.000", "nl", 1000),
        ("1.000", "de", 1000),
        ("1.234.567", "de", 1234567),
        ("1,000", "en", 1000),
        ("1000", "en", 1000),
        (" 1 000 ", "nl", 1000),
        ("1\u202f000", "de", 1000),
        ("0", "en", 0),
        ("007", "en", 7),
    ],
)
def test_whole_numbers_are_read_by_the_rule_of_the_language(text: str, language: str, number: int) -> None:
    assert whole_number(text, language) == number


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize(
    "text", ["", "  ", "12,5", "12.5", "1e3", "acht", "-8", "−8", "+8", "1.00", "1,0000", "1.000,00", "1..000", "٣", "0x10", "9" * 5000]
)
def test_what_is_no_whole_number_is_refused(text: str, language: str) -> None:
    with pytest.raises(NumberError):
        whole_number(text, language)


@pytest.mark.parametrize(("text", "language"), [("1.000", "en"), ("1,000", "nl"), ("1,000", "de")])
def test_the_other_languages_thousand_is_refused_and_explained_never_read_as_one(text: str, language: str) -> None:
    with pytest.raises(NumberError, match="two ways"):
        whole_number(text, language)


@pytest.mark.parametrize(
    ("text", "language", "amount"),
    [
        ("182.500,00", "nl", "182500.00"),
        ("182.500", "de", "182500"),
        ("182500,5", "de", "182500.5"),
        ("182,500.00", "en", "182500.00"),
        ("182,500", "en", "182500"),
        ("0.25", "en", "0.25"),
    ],
)
def test_amounts_are_read_by_the_rule_of_the_language(text: str, language: str, amount: str) -> None:
    assert decimal_number(text, language) == Decimal(amount)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("182.500", "en"),
        ("182,500", "nl"),
        ("182.500,00", "en"),
        ("182,500.00", "nl"),
        ("1.234", "en"),
        ("-5", "en"),
        ("NaN", "en"),
        ("1e5", "en"),
        ("", "en"),
        (",50", "nl"),
        ("5.", "en"),
    ],
)
def test_amounts_of_the_other_rule_are_refused(text: str, language: str) -> None:
    with pytest.raises(NumberError):
        decimal_number(text, language)


def test_a_field_names_its_bounds() -> None:
    field = WholeNumberField(max_value=10_000_000)
    with translation.override("de"):
        assert field.clean("10.000.000") == 10_000_000
        with pytest.raises(ValidationError, match=r"10\.000\.000"):
            field.clean("10.000.001")


def test_a_field_asks_for_what_is_missing_and_takes_nothing_where_it_may() -> None:
    with pytest.raises(ValidationError, match="required"):
        WholeNumberField().clean("  ")
    assert WholeNumberField(required=False).clean("") is None


@pytest.mark.parametrize(("language", "shown"), [("en", "182500.5"), ("nl", "182500,5")])
def test_a_stored_amount_is_shown_so_that_it_reads_back_the_same(language: str, shown: str) -> None:
    field = DecimalField()
    with translation.override(language):
        assert field.prepare_value(Decimal("182500.50")) == shown
        assert field.clean(shown) == Decimal("182500.5")


def test_a_models_own_bound_is_told_in_djangos_words() -> None:
    field = DecimalField(validators=[MinValueValidator(Decimal("0.25"))])
    with pytest.raises(ValidationError, match=r"0\.25"):
        field.clean("0.1")
