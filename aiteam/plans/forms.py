"""The question a plan answers, as a form. Its `clean` builds the planner's request and puts the planner's complaints at their fields."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from aiteam.accounts.policy import may
from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.models import Cluster
from aiteam.lib.days import DayField
from aiteam.lib.numbers import DecimalField, WholeNumberField
from aiteam.lib.units import unit_words
from aiteam.planner import PlanRequest, read_request
from aiteam.planner.catalogue import Catalogue
from aiteam.planner.errors import Complaint, RequestError
from aiteam.planner.months import add_months, last_day, month_of
from aiteam.planner.request import MAX_GPUS, Options
from aiteam.plans.complaints import complaint_text
from aiteam.plans.inputs import candidates, growth, planned_people, without_level

HORIZON_MONTHS = 24
FAR_AHEAD = 60 * 366

SWITCHES = ("train", "hire", "contractors", "bootcamps", "renew", "certificate_may_be_open")
FIGURES = (
    "study_hours_per_week",
    "exam_lead_days",
    "hiring_lead_months",
    "ramp_up_months",
    "hiring_cost",
    "course_price",
    "bootcamp_price",
    "on_cost_percent",
    "contractor_rate",
    "employee_rate",
    "contractor_hours_per_month",
    "contractor_hours_avoided",
    "training_patience_months",
)
WHOLE = ("exam_lead_days", "hiring_lead_months", "ramp_up_months", "training_patience_months")


class PlanForm(forms.Form):
    submission = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    title = forms.CharField(label=_("Title"), max_length=200, required=False, help_text=_("Left empty, the cluster's name serves."))
    cluster = forms.ModelChoiceField(
        queryset=Cluster.objects.none(), required=False, label=_("Cluster"), empty_label=_("A cluster not recorded yet")
    )
    gpus = WholeNumberField(label=_("GPUs"), required=False, max_value=MAX_GPUS, help_text=_("For a cluster not recorded yet."))
    live_on = DayField(label=_("Runs from"), days_ahead=FAR_AHEAD, required=False, help_text=_("For a cluster not recorded yet."))
    starts_on = DayField(label=_("Plan from"), days_ahead=FAR_AHEAD)
    ends_on = DayField(label=_("Plan until"), days_ahead=FAR_AHEAD)
    people = forms.ChoiceField(
        label=_("People to reckon with"),
        choices=[
            ("cluster", gettext_lazy("Those of this cluster and those without one")),
            ("everybody", gettext_lazy("Everybody who works here")),
            ("nobody", gettext_lazy("Nobody: a new team")),
        ],
    )
    pay = forms.ChoiceField(
        label=_("Pay"),
        choices=[
            ("bands", gettext_lazy("Pay bands: the plan can be shared")),
            ("records", gettext_lazy("Recorded pay: only for those who may see pay")),
        ],
    )
    boundary = forms.ChoiceField(
        label=_("A count on the bound of two sizes"),
        choices=[("smaller", gettext_lazy("belongs to the smaller size")), ("larger", gettext_lazy("belongs to the larger size"))],
    )
    train = forms.BooleanField(label=_("Train people"), required=False)
    hire = forms.BooleanField(label=_("Hire people"), required=False)
    contractors = forms.BooleanField(label=_("Contractors stand in where a seat is open"), required=False)
    bootcamps = forms.BooleanField(label=_("Bootcamps where self-study would be too late"), required=False)
    renew = forms.BooleanField(label=_("Renew certificates before they end"), required=False)
    certificate_may_be_open = forms.BooleanField(label=_("A seat may be covered while its certificate is still open"), required=False)

    def __init__(self, data: Any = None, *, user: Any, initial: dict[str, Any] | None = None) -> None:
        self.user, self.today = user, timezone.localdate()
        self.catalogue = planner_catalogue()
        super().__init__(data, initial=_initial(self.today) | (initial or {}))
        self.fields["cluster"].queryset = Cluster.objects.visible_to(user).prefetch_related("steps")  # type: ignore[attr-defined]
        if not may(user, "pay.view"):
            del self.fields["pay"]
        self.fields |= _figure_fields(self.catalogue)
        self.roi: Any = RoiLineFormSet(data, prefix="roi")
        self.request: PlanRequest | None = None
        self.left_out: list[str] = []
        self.people_rows: list[dict[str, Any]] = []

    @classmethod
    def of_answers(cls, answers: Mapping[str, Any], *, user: Any) -> "PlanForm":
        """The form as if it had been sent with its first values and `answers`, so that it shows the answer at once."""
        first = {name: _typed(value) for name, value in _initial(timezone.localdate()).items()}
        lines = {"roi-TOTAL_FORMS": str(ROI_ROWS), "roi-INITIAL_FORMS": "0"}
        return cls(lines | first | {name: str(value) for name, value in answers.items() if name != "submission"}, user=user)

    def answers(self) -> dict[str, str]:
        """What was typed, to start another plan from; a box that is not ticked is an answer too."""
        names = {*self.fields, *(f"{form.prefix}-{name}" for form in self.roi.forms for name in form.fields), "roi-TOTAL_FORMS"} - {
            "submission"
        }
        typed = {name: str(self.data[name]).replace("\0", "") for name in sorted(names) if name in self.data}
        return dict.fromkeys(SWITCHES, "") | typed

    @classmethod
    def with_more_lines(cls, data: Any, *, user: Any) -> "PlanForm":
        """What was typed so far, and empty lines after it."""
        more = data.copy()
        typed = str(data.get("roi-TOTAL_FORMS", ""))
        lines = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
        more["roi-TOTAL_FORMS"] = str(min(lines + ROI_ROWS, ROI_MOST))
        return cls(more, user=user)

    def groups(self) -> Iterator[tuple[Any, list[forms.BoundField]]]:
        """The fields in the order of the page, under their headings."""
        for heading, names in GROUPS:
            yield heading, [self[name] for name in names if name in self.fields]

    def is_valid(self) -> bool:
        return all([self.roi.is_valid(), super().is_valid()])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("cluster") is None:
            for name in ("gpus", "live_on"):
                if name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, _("Needed where no recorded cluster is chosen."))
        if not self.errors and self.roi.is_valid():
            self._build(cleaned)
        return cleaned

    def _build(self, cleaned: dict[str, Any]) -> None:
        try:
            self.request = read_request(self._request_data(cleaned))
        except RequestError as error:
            for complaint in error.complaints:
                self._place(complaint)

    def _request_data(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        cluster = cleaned["cluster"]
        name = cluster.name if cluster else gettext("New cluster")
        steps = growth(cluster) if cluster else ({"on": cleaned["live_on"], "gpus": cleaned["gpus"]},)
        options = {name: cleaned[name] for name in (*SWITCHES, *FIGURES)} | {
            "boundary": cleaned["boundary"],
            "ending_days": settings.ENDING_DAYS,
        }
        return {
            "title": cleaned["title"] or name,
            "organisation": settings.ORGANISATION,
            "as_of": self.today,
            "currency": settings.CURRENCY,
            "cluster": {"name": name, "site": cluster.site if cluster else "", "growth": steps},
            "starts_on": cleaned["starts_on"],
            "ends_on": cleaned["ends_on"],
            "people": self._people(cleaned),
            "without_level": self.left_out,
            "options": options,
            "roi": self.roi.request_data(),
            "catalogue": self.catalogue,
        }

    def _people(self, cleaned: dict[str, Any]) -> list[Any]:
        if cleaned["people"] == "nobody":
            return []
        everybody = cleaned["people"] == "everybody"
        rows = list(candidates(self.user, cluster=cleaned["cluster"], everybody=everybody, on=self.today))
        self.left_out = without_level(rows, on=self.today)
        self.people_rows = planned_people(rows, on=self.today, with_pay=cleaned.get("pay") == "records")
        return self.people_rows

    def _place(self, complaint: Complaint) -> None:
        """At the field it names, or above the form, with the person's name, where the form has no such field."""
        name = FIELD_OF.get(complaint.field, complaint.field.removeprefix("options."))
        if name in self.fields:
            self.add_error(name, complaint_text(complaint))
            return
        where = re.match(r"people\.(\d+)\.", complaint.field)
        text = complaint_text(complaint)
        self.add_error(None, f"{self.people_rows[int(where[1])]['name']}: {text}" if where else text)


FIELD_OF = {"cluster.growth": "cluster", "cluster.growth.0.gpus": "gpus", "cluster.growth.0.on": "live_on"}

GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_("Cluster"), ("title", "cluster", "gpus", "live_on", "starts_on", "ends_on")),
    (_("People"), ("people", "pay")),
    (_("Options"), (*SWITCHES, "boundary")),
    (_("Assumptions"), FIGURES),
)


def _initial(today: date) -> dict[str, Any]:
    start = month_of(today)
    return {
        "submission": str(uuid4()),
        "starts_on": today,
        "ends_on": last_day(add_months(start, HORIZON_MONTHS - 1)),
        "people": "cluster",
        "pay": "bands",
        "boundary": "smaller",
        **{name: Options.model_fields[name].default for name in SWITCHES},
    }


def _typed(value: Any) -> str:
    """A first value as a browser sends it."""
    if isinstance(value, bool):
        return "on" if value else ""
    return value.isoformat() if isinstance(value, date) else str(value)


def _figure_fields(catalogue: Catalogue) -> dict[str, forms.Field]:
    """A field for each assumption: empty means the catalogue's value, which is shown in it."""
    fields: dict[str, forms.Field] = {}
    for code in FIGURES:
        row = catalogue.assumption.get(code)
        if row is None:
            continue
        kind = WholeNumberField if code in WHOLE else DecimalField
        field = kind(label=f"{_named(row)} ({unit_words(row.unit)})", required=False, max_value=1_000_000_000)
        field.widget.attrs["placeholder"] = field.prepare_value(Decimal(row.value))
        fields[code] = field
    return fields


def _named(row: Any) -> str:
    return str(row.name.text(get_language() or "en"))


class RoiLineForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Kind"), choices=[("investment", gettext_lazy("Investment, once")), ("yearly_return", gettext_lazy("Return, a year"))]
    )
    label = forms.CharField(label=_("What"), max_length=200)
    amount = DecimalField(label=_("Amount"), max_value=1_000_000_000_000)

    def has_changed(self) -> bool:
        """A browser always sends a kind; a line is empty as long as nothing else is typed."""
        return bool({"label", "amount"} & set(self.changed_data))


ROI_ROWS = 3
ROI_MOST = 200


class BaseRoiLines(forms.BaseFormSet):  # type: ignore[type-arg]  # only the stubs know it as generic
    def request_data(self) -> dict[str, list[dict[str, Any]]]:
        """The lines filled in, as the planner's request wants them."""
        lines: dict[str, list[dict[str, Any]]] = {"investment": [], "yearly_return": []}
        for form in self.forms:
            if form.has_changed() and "amount" in form.cleaned_data:
                cleaned = form.cleaned_data
                lines[cleaned["kind"]].append({"label": cleaned["label"], "amount": cleaned["amount"]})
        return lines


RoiLineFormSet = forms.formset_factory(
    RoiLineForm, formset=BaseRoiLines, extra=ROI_ROWS, max_num=ROI_MOST, absolute_max=ROI_MOST, validate_max=True
)
