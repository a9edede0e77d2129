"""Days as people type or pick them, and the day a page is shown for."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

EARLIEST = date(1990, 1, 1)
LATEST_ASKED = timedelta(days=20 * 366)


def asked_day(request: HttpRequest, asked: str | None = None) -> date:
    """The day for which a page is asked by `?on=2027-01-31`, else today; what is no day, or far off, counts as today.

    The page's frame then offers to choose another one, and its navigation keeps it. `asked` stands for what is in the address.
    """
    today = timezone.localdate()
    request.has_day = True  # type: ignore[attr-defined] # for `accounts.context.frame`
    try:
        day = date.fromisoformat(request.GET.get("on", "") if asked is None else asked)
    except ValueError:
        return today
    return day if EARLIEST <= day <= today + LATEST_ASKED else today


class DayField(forms.DateField):
    """A day from 1990 on and at most `days_ahead` after today, which catches a mistyped year."""

    default_error_messages = {
        "invalid": _("This is not a day of the calendar. Write it as 2027-01-31."),
        "too_early": _("This is before 1990; is the year right?"),
        "too_late": _("This is too far ahead; is the year right?"),
        "in_future": _("This day is still to come; choose today or earlier."),
    }

    def __init__(self, *, days_ahead: int, **kwargs: Any) -> None:
        self.days_ahead = days_ahead
        # The browser's picker reads and writes ISO days whatever the language of the page.
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **kwargs)

    def validate(self, value: date | None) -> None:
        super().validate(value)
        if value is None:
            return
        if value < EARLIEST:
            raise ValidationError(self.error_messages["too_early"], code="too_early")
        if value > timezone.localdate() + timedelta(days=self.days_ahead):
            code = "too_late" if self.days_ahead else "in_future"
            raise ValidationError(self.error_messages[code], code=code)
