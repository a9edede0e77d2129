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
from aiteam.planner.request import MAX_GPUS, SEARCHED_WITH, Options
from aiteam.plans.complaints import complaint_text
from aiteam.plans.inputs import candidates, growth, planned_people, without_level

HORIZON_MONTHS = 24
FAR_AHEAD = 60 * 366

SWITCHES = ("train", "hire", "contractors", "bootcamps", "renew", "certificate_may_be_open")
# What only a search for the least cost reckons with.
SEARCH_SWITCHES = ("apprenticeships", "group_prices", "retention")
LIMITS = ("reserve_per_heads", "months_in_grade", "hires_per_month", "bootcamp_seats_per_month", "gap_price")
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
    "exam_retake_days",
    "attrition_percent",
    "exam_pass_percent",
)
SEARCH_FIGURES = SEARCHED_WITH
WHOLE = (
    "exam_lead_days",
    "hiring_lead_months",
    "ramp_up_months",
    "training_patience_months",
    "contract_months_min",
    "apprenticeship_months",
    "juniors_per_mentor",
    "mentor_level_min",
    "vendor_group_size",
    "exam_retake_days",
)


class Listed(forms.CheckboxSelectMultiple):
    """Several boxes, kept among the answers of a plan as one text with commas."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        sent = data.getlist(name) if hasattr(data, "getlist") else [data.get(name, "")]
        return [part for text in sent for part in str(text).split(",") if part]


class PlanForm(forms.Form):
    submission = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    title = forms.CharField(label=_("Title"), max_length=200, required=False, help_text=_("Left empty, the cluster's name serves."))
    cluster = forms.ModelChoiceField(
        queryset=Cluster.objects.none(), required=False, label=_("Cluster"), empty_label=_("A cluster not recorded yet")
    )
    clusters_beside = forms.ModelMultipleChoiceField(
        queryset=Cluster.objects.none(),
        required=False,
        label=_("Clusters planned with it"),
        widget=Listed,
        help_text=_("Their teams come out of the same people: one seat at a time, over the months in several clusters."),
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
    depth = forms.ChoiceField(
        label=_("How thoroughly"),
        required=False,
        choices=[
            ("quick", gettext_lazy("Quick estimate with groups of people: any number of them, shown and not stored")),
            ("rules", gettext_lazy("By rules: at once, no proof")),
            ("standard", gettext_lazy("Search for the least cost, to 1 %: for about 60 people")),
            ("deep", gettext_lazy("Search for the least cost, to 0.01 %: for about 200 people")),
        ],
        help_text=_("A search runs in the background when the plan is saved. What stands here is by the rules."),
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
    reserve_per_heads = WholeNumberField(
        label=_("A seat in reserve for so many heads of a role"), required=False, min_value=1, max_value=1000, help_text=_("Empty: none.")
    )
    months_in_grade = WholeNumberField(
        label=_("Months in a level before the next"), required=False, max_value=120, help_text=_("Empty: experience alone decides.")
    )
    hires_per_month = WholeNumberField(
        label=_("Most hires that arrive in a month"), required=False, max_value=1000, help_text=_("Empty: any number.")
    )
    bootcamp_seats_per_month = WholeNumberField(
        label=_("Places in bootcamps that begin in a month"), required=False, max_value=1000, help_text=_("Empty: any number.")
    )
    gap_price = DecimalField(
        label=_("Price of a seat left open for a month"),
        required=False,
        max_value=1_000_000_000,
        help_text=_("Empty: that of so many contractor months as below. The higher, the more the plan spends to fill seats."),
    )
    apprenticeships = forms.BooleanField(label=_("Apprenticeships: a mentor speeds up experience"), required=False)
    group_prices = forms.BooleanField(label=_("Vendor's price for groups that start together"), required=False)
    retention = forms.BooleanField(label=_("Premiums where keeping somebody costs less than replacing"), required=False)
    directives = forms.JSONField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, user: Any, initial: dict[str, Any] | None = None) -> None:
        self.user, self.today = user, timezone.localdate()
        self.catalogue = planner_catalogue()
        super().__init__(data, initial=_initial(self.today) | (initial or {}))
        recorded = Cluster.objects.visible_to(user).prefetch_related("steps")
        self.fields["cluster"].queryset = self.fields["clusters_beside"].queryset = recorded  # type: ignore[attr-defined]
        if not may(user, "pay.view"):
            del self.fields["pay"]
        self.fields |= _figure_fields(self.catalogue)
        self.roi: Any = RoiLineFormSet(data, prefix="roi")
        self.budgets: Any = BudgetFormSet(_with_budget_lines(data), prefix="budget")
        self.request: PlanRequest | None = None
        self.left_out: list[str] = []
        self.people_rows: list[dict[str, Any]] = []

    @classmethod
    def of_answers(cls, answers: Mapping[str, Any], *, user: Any) -> "PlanForm":
        """The form as if it had been sent with its first values and `answers`, so that it shows the answer at once."""
        first = {name: _typed(value) for name, value in _initial(timezone.localdate()).items()}
        lines = {"roi-TOTAL_FORMS": str(ROI_ROWS), "roi-INITIAL_FORMS": "0"}
        lines |= {"budget-TOTAL_FORMS": str(BUDGET_ROWS), "budget-INITIAL_FORMS": "0"}
        return cls(lines | first | {name: str(value) for name, value in answers.items() if name != "submission"}, user=user)

    def answers(self) -> dict[str, str]:
        """What was typed, to start another plan from; a box that is not ticked is an answer too."""
        lines = (*self.roi.forms, *self.budgets.forms)
        names = {
            *self.fields,
            *(f"{form.prefix}-{name}" for form in lines for name in form.fields),
            "roi-TOTAL_FORMS",
            "budget-TOTAL_FORMS",
        }
        names -= {"submission"}
        typed = {name: str(self.data[name]).replace("\0", "") for name in sorted(names) if name in self.data}
        beside = Listed().value_from_datadict(self.data, None, "clusters_beside")
        typed |= {"clusters_beside": ",".join(beside)} if beside else {}
        return dict.fromkeys((*SWITCHES, *SEARCH_SWITCHES), "") | typed

    @classmethod
    def with_more_lines(cls, data: Any, *, user: Any) -> "PlanForm":
        """What was typed so far, and empty lines after it."""
        more = data.copy()
        typed = str(data.get("roi-TOTAL_FORMS", ""))
        lines = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0
        more["roi-TOTAL_FORMS"] = str(min(lines + ROI_ROWS, ROI_MOST))
        return cls(more, user=user)

    @property
    def is_estimate(self) -> bool:
        """Whether an estimate is asked for, which is no plan and cannot be stored."""
        return self.cleaned_data.get("depth") == "quick"

    def groups(self) -> Iterator[tuple[Any, list[forms.BoundField]]]:
        """The fields in the order of the page, under their headings."""
        for heading, names in GROUPS:
            yield heading, [self[name] for name in names if name in self.fields]

    def is_valid(self) -> bool:
        return all([self.roi.is_valid(), self.budgets.is_valid(), super().is_valid()])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("cluster") is None:
            for name in ("gpus", "live_on"):
                if name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, _("Needed where no recorded cluster is chosen."))
        if self.data.get("action") == "save" and self.is_estimate:
            self.add_error("depth", _("An estimate is only shown. To store a plan, choose the rules or a search."))
        if not self.errors and self.roi.is_valid() and self.budgets.is_valid():
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
        options = {name: cleaned.get(name) for name in (*SWITCHES, *FIGURES, *SEARCH_SWITCHES, *LIMITS, *SEARCH_FIGURES)} | {
            "boundary": cleaned["boundary"],
            "ending_days": settings.ENDING_DAYS,
            "depth": "rules" if self.is_estimate else cleaned["depth"] or "rules",
            "months_in_grade": cleaned["months_in_grade"] or 0,
            "budgets": self.budgets.request_data(),
        }
        return {
            "title": cleaned["title"] or name,
            "organisation": settings.ORGANISATION,
            "as_of": self.today,
            "currency": settings.CURRENCY,
            "cluster": {"name": name, "site": cluster.site if cluster else "", "growth": steps},
            "clusters_beside": [
                {"name": one.name, "site": one.site, "growth": growth(one)} for one in self._beside(cleaned) if growth(one)
            ],
            "starts_on": cleaned["starts_on"],
            "ends_on": cleaned["ends_on"],
            "people": self._people(cleaned),
            "without_level": self.left_out,
            "options": options,
            "directives": cleaned["directives"] or (),
            "roi": self.roi.request_data(),
            "catalogue": self.catalogue,
        }

    @staticmethod
    def _beside(cleaned: dict[str, Any]) -> list[Cluster]:
        """Without the plan's own cluster, which may have been ticked too."""
        return [one for one in cleaned.get("clusters_beside") or () if one != cleaned["cluster"]]

    def _people(self, cleaned: dict[str, Any]) -> list[Any]:
        if cleaned["people"] == "nobody":
            return []
        everybody = cleaned["people"] == "everybody"
        clusters = [one for one in (cleaned["cluster"], *self._beside(cleaned)) if one]
        rows = list(candidates(self.user, clusters=clusters, everybody=everybody, on=self.today))
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
    (_("Cluster"), ("title", "cluster", "clusters_beside", "gpus", "live_on", "starts_on", "ends_on")),
    (_("People"), ("people", "pay")),
    (_("Options"), ("depth", *SWITCHES, "boundary")),
    (_("Search for the least cost"), (*SEARCH_SWITCHES, *LIMITS, *SEARCH_FIGURES)),
    (_("Assumptions"), FIGURES),
)


def _with_budget_lines(data: Any) -> Any:
    """Answers of a time when the form had no budgets are answers without any."""
    if data is None or "budget-TOTAL_FORMS" in data:
        return data
    more = data.copy()
    more["budget-TOTAL_FORMS"] = more["budget-INITIAL_FORMS"] = "0"
    return more


def _initial(today: date) -> dict[str, Any]:
    start = month_of(today)
    return {
        "submission": str(uuid4()),
        "starts_on": today,
        "ends_on": last_day(add_months(start, HORIZON_MONTHS - 1)),
        "people": "cluster",
        "pay": "bands",
        "boundary": "smaller",
        "depth": "standard",
        **{name: Options.model_fields[name].default for name in (*SWITCHES, *SEARCH_SWITCHES)},
    }


def _typed(value: Any) -> str:
    """A first value as a browser sends it."""
    if isinstance(value, bool):
        return "on" if value else ""
    return value.isoformat() if isinstance(value, date) else str(value)


def _figure_fields(catalogue: Catalogue) -> dict[str, forms.Field]:
    """A field for each assumption: empty means the catalogue's value, which is shown in it."""
    fields: dict[str, forms.Field] = {}
    for code in (*FIGURES, *SEARCH_FIGURES):
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


BUDGET_ROWS = 2
BUDGET_MOST = 50


class BudgetForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("What for"),
        choices=[
            ("all", gettext_lazy("everything the plan decides")),
            ("training", gettext_lazy("courses, bootcamps and exams")),
            ("hiring", gettext_lazy("recruiting")),
            ("pay", gettext_lazy("pay of new people, rises and premiums")),
            ("contractors", gettext_lazy("contractors")),
        ],
    )
    amount = DecimalField(label=_("At most"), max_value=1_000_000_000_000)
    year = forms.ChoiceField(label=_("For"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        this_year = timezone.localdate().year
        years = [(str(year), str(year)) for year in range(this_year, this_year + BUDGET_YEARS)]
        self.fields["year"].choices = [("plan", _("the whole plan")), ("each", _("each year")), *years]  # type: ignore[attr-defined]

    def has_changed(self) -> bool:
        """A browser always sends the choices; a line is empty as long as no amount is typed."""
        return "amount" in self.changed_data


BUDGET_YEARS = 6


class BaseBudgets(forms.BaseFormSet):  # type: ignore[type-arg]  # only the stubs know it as generic
    def request_data(self) -> list[dict[str, Any]]:
        """The lines filled in, as the planner's options want them."""
        return [_budget(form.cleaned_data) for form in self.forms if form.has_changed() and "amount" in form.cleaned_data]


def _budget(cleaned: dict[str, Any]) -> dict[str, Any]:
    year = cleaned["year"] or "plan"
    per = "plan" if year == "plan" else "year"
    return {"kind": cleaned["kind"], "amount": cleaned["amount"], "per": per, "year": int(year) if year.isdigit() else None}


BudgetFormSet = forms.formset_factory(
    BudgetForm, formset=BaseBudgets, extra=BUDGET_ROWS, max_num=BUDGET_MOST, absolute_max=BUDGET_MOST, validate_max=True
)
RoiLineFormSet = forms.formset_factory(
    RoiLineForm, formset=BaseRoiLines, extra=ROI_ROWS, max_num=ROI_MOST, absolute_max=ROI_MOST, validate_max=True
)
