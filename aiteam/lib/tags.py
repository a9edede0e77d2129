"""Template tags and filters that every page may use without loading them."""

from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy

from aiteam.lib import formats

register = template.Library()

# Words of a certificate's state, shared by pages and documents.
STATES = {
    "valid": pgettext_lazy("state of a certificate", "valid"),
    "ending": pgettext_lazy("state of a certificate", "ends soon"),
    "grace": pgettext_lazy("state of a certificate", "in grace period"),
    "ended": pgettext_lazy("state of a certificate", "ended"),
    "unknown": pgettext_lazy("state of a certificate", "end unknown"),
    "no_end": pgettext_lazy("state of a certificate", "no end"),
    "upcoming": pgettext_lazy("state of a certificate", "to come"),
    "revoked": pgettext_lazy("state of a certificate", "revoked"),
    "superseded": pgettext_lazy("state of a certificate", "renewed since"),
}

# States that look like another: (colour, icon).
LOOKS = {"no_end": ("valid", "no_end"), "upcoming": ("info", "next"), "superseded": ("info", "history"), "revoked": ("ended", "close")}


def _language() -> str:
    return get_language() or "en"


@register.filter
def money(amount: Decimal | int | None, currency: str) -> str:
    return formats.NOTHING if amount is None else formats.money(amount, currency, _language())


@register.filter
def number(value: Decimal | int | None, decimals: int | None = None) -> str:
    return formats.NOTHING if value is None else formats.number(value, _language(), decimals)


@register.filter
def percent(value: Decimal | int | None) -> str:
    """`value` is percent: 15 is 15 %."""
    return formats.NOTHING if value is None else formats.percent(value, _language())


@register.filter
def day(value: date | None) -> str:
    if isinstance(value, datetime):
        value = localtime(value).date()
    return formats.day(value, _language()) if value else formats.NOTHING


@register.filter
def long_day(value: date | None) -> str:
    return formats.long_day(value, _language()) if value else formats.NOTHING


@register.filter
def month(value: date | None) -> str:
    return formats.month(value, _language()) if value else formats.NOTHING


@register.filter
def moment(value: datetime | None) -> str:
    return formats.moment(localtime(value), _language()) if value else formats.NOTHING


@register.filter
def translated(words: object) -> str:
    """Words in the reader's language: of a value that knows its languages (`text`), or as they are."""
    if words is None:
        return ""
    text = getattr(words, "text", None)
    return str(text(_language())) if callable(text) else str(words)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """One of static/icons/sprite.svg. Silent for screen readers unless it stands alone and has a `label`."""
    address = f"{static('icons/sprite.svg')}#{name}"
    if label:
        return format_html('<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, address)
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)


@register.simple_tag(takes_context=True)
def state_badge(context: template.Context, state: str) -> SafeString:
    """The state of a certificate as colour, shape and word; on paper (`on_paper` in the context) the frame is the shape."""
    look, drawn = LOOKS.get(state, (state, state))
    shape = "" if context.get("on_paper") else icon(drawn)
    return format_html('<span class="badge badge--{}">{}{}</span>', look, shape, STATES.get(state, state))


@register.simple_tag
def soon_means() -> str:
    """How long before its end a certificate counts as ending; a certification may set its own number of days."""
    days = settings.ENDING_DAYS
    words = ngettext(
        "Soon means within %(days)s day, unless the certification sets another number of days.",
        "Soon means within %(days)s days, unless the certification sets another number of days.",
        days,
    )
    return words % {"days": days}


@register.simple_tag
def level(step: int) -> SafeString:
    return format_html('<span class="level" title="{}">L{}</span>', gettext("Level %(number)s") % {"number": step}, step)


@register.simple_tag
def marks(numbers: Iterable[int]) -> SafeString:
    """Raised numbers that lead to the sources listed at the end of a document."""
    links = format_html_join(", ", '<a href="#source-{}">{}</a>', ((number, number) for number in numbers))
    return format_html('<sup class="mark">{}</sup>', links) if links else SafeString("")
