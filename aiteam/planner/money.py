"""Amounts of money. Only this module rounds; every line is rounded, and totals are sums of rounded lines, so tables add up on paper."""

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def cents(amount: Decimal | int) -> Decimal:
    """`amount` to the cent, half up. Raises TypeError for a float, whose digits nobody asked for."""
    if isinstance(amount, float):
        raise TypeError(f"{amount!r} is a float; money is Decimal")
    return Decimal(amount).quantize(CENT, rounding=ROUND_HALF_UP)


def one_decimal(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)


def two_decimals(value: Decimal) -> Decimal:
    return value.quantize(CENT, rounding=ROUND_HALF_UP)
