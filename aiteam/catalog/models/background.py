"""What surrounds a plan: the market, the outlook, published cases and the published return on investment."""

from decimal import Decimal

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models.base import Coded, Contradiction, Named, Part, Sourced, Words, moment_words, one_place_each, ordered
from aiteam.catalog.models.certifications import Vendor
from aiteam.catalog.models.teams import Level
from aiteam.planner.explanations import Explanation
from aiteam.planner.result import RoiLineResult, RoiResult
from aiteam.planner.roi import roi_of


class MarketFact(Coded, Sourced):
    """What is said about the labour market."""

    statement = Words(_("statement"))
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2, null=True, blank=True)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    contradictions = models.ManyToManyField(Contradiction, related_name="market_facts", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("market fact")
        verbose_name_plural = _("market facts")

    def __str__(self) -> str:
        return self.statement


class WatchItem(Coded, Named, Sourced):
    """Something to keep an eye on. `happened` is a year, month or day as far as it is known (2025-09)."""

    class Kind(models.TextChoices):
        SPECIALISATION = "specialisation", _("emerging specialisation")
        SKILLS = "skills", _("change of skills")
        VENDOR = "vendor", _("news of a vendor")

    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    vendor = models.ForeignKey(
        Vendor, models.PROTECT, to_field="code", null=True, blank=True, related_name="news", verbose_name=_("vendor")
    )
    happened = models.CharField(_("date"), max_length=10, blank=True)
    statement = Words(_("statement"), blank=True)
    url = models.URLField(_("address"), max_length=500, blank=True)
    contradictions = models.ManyToManyField(Contradiction, related_name="watch_items", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("item to watch")
        verbose_name_plural = _("items to watch")

    @property
    def happened_words(self) -> str:
        return moment_words(self.happened)


class RetentionGroup(Coded, Named, Sourced):
    """A group of means to keep people."""

    premium_percent_min = models.DecimalField(_("lowest premium over the market"), max_digits=6, decimal_places=2, null=True, blank=True)
    premium_percent_max = models.DecimalField(_("highest premium over the market"), max_digits=6, decimal_places=2, null=True, blank=True)

    class Meta(Coded.Meta):
        verbose_name = _("group of retention levers")
        verbose_name_plural = _("groups of retention levers")
        constraints = [ordered("retentiongroup", "premium_percent_min", "premium_percent_max")]


class RetentionLever(Part, Named):
    group = models.ForeignKey(RetentionGroup, models.CASCADE, related_name="levers")
    value_field = "name"

    class Meta(Part.Meta):
        verbose_name = _("retention lever")
        verbose_name_plural = _("retention levers")
        constraints = [one_place_each("retentionlever", "group")]


class CaseStudy(Coded, Named, Sourced):
    """A published case. Months of its events count from 1 at its start."""

    sector = Words(_("sector"))
    start = Words(_("starting point"))
    goal = Words(_("goal"), blank=True)
    gpus = models.PositiveIntegerField(_("GPUs"), null=True, blank=True)
    people_start = models.PositiveIntegerField(_("people at the start"))
    people_end = models.PositiveIntegerField(_("people at the end"))
    duration_months = models.PositiveIntegerField(_("duration in months"))
    contradictions = models.ManyToManyField(Contradiction, related_name="case_studies", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("case study")
        verbose_name_plural = _("case studies")


class CaseEvent(Part):
    """An event of a case, from one month to another; without months it is the state at the end, undated."""

    class Kind(models.TextChoices):
        TRAINING = "training", _("training")
        BOOTCAMP = "bootcamp", _("bootcamp")
        SHADOWING = "shadowing", _("shadowing")
        OPERATION = "operation", _("operation")
        HIRE = "hire", _("hire")
        BUILD = "build", _("build")
        PROMOTION = "promotion", _("promotion")
        CERTIFICATION = "certification", _("certification")
        TAKEOVER = "takeover", _("takeover")
        STATE = "state", _("state")

    case = models.ForeignKey(CaseStudy, models.CASCADE, related_name="events")
    code = models.CharField(_("code"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    month_start = models.PositiveSmallIntegerField(_("first month"), null=True, blank=True)
    month_end = models.PositiveSmallIntegerField(_("last month"), null=True, blank=True)
    statement = Words(_("statement"))
    people = models.PositiveIntegerField(_("people"), null=True, blank=True)
    level = models.ForeignKey(Level, models.PROTECT, to_field="code", null=True, blank=True, related_name="+", verbose_name=_("level"))
    gpus = models.PositiveIntegerField(_("GPUs"), null=True, blank=True)
    percent = models.DecimalField(_("percent"), max_digits=6, decimal_places=2, null=True, blank=True)

    class Meta(Part.Meta):
        verbose_name = _("event of a case")
        verbose_name_plural = _("events of a case")
        constraints = [
            one_place_each("caseevent", "case"),
            ordered("caseevent", "month_start", "month_end"),
            models.CheckConstraint(condition=Q(month_start__isnull=True) | Q(month_start__gte=1), name="caseevent_months_from_1"),
        ]

    def __str__(self) -> str:
        return self.statement


class CaseResult(Part):
    """What a case came to; without a value the source gives words only."""

    class Unit(models.TextChoices):
        PEOPLE = "people", _("people")
        COUNT = "count", _("count")
        PERCENT = "percent", _("percent")
        FACTOR = "factor", _("factor")
        MONEY = "money", _("money")

    case = models.ForeignKey(CaseStudy, models.CASCADE, related_name="results")
    statement = Words(_("statement"))
    value = models.DecimalField(_("value"), max_digits=14, decimal_places=2, null=True, blank=True)
    out_of = models.PositiveIntegerField(_("out of"), null=True, blank=True)
    unit = models.CharField(_("unit"), max_length=20, choices=Unit, blank=True)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta(Part.Meta):
        verbose_name = _("result of a case")
        verbose_name_plural = _("results of a case")
        constraints = [one_place_each("caseresult", "case")]

    def __str__(self) -> str:
        return self.statement


class RoiExample(Coded, Named, Sourced):
    """A published return on investment, with the totals and percentages as printed."""

    gpus = models.PositiveIntegerField(_("GPUs"))
    currency = models.CharField(_("currency"), max_length=3)
    investment_total = models.DecimalField(_("investment"), max_digits=14, decimal_places=2)
    yearly_return_total = models.DecimalField(_("yearly return"), max_digits=14, decimal_places=2)
    first_year_percent = models.DecimalField(_("first year, printed"), max_digits=8, decimal_places=2)
    ongoing_percent = models.DecimalField(_("later years, printed"), max_digits=8, decimal_places=2)
    contradictions = models.ManyToManyField(Contradiction, related_name="roi_examples", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("example of a return on investment")
        verbose_name_plural = _("examples of a return on investment")
        constraints = [models.CheckConstraint(condition=Q(investment_total__gt=0), name="roiexample_something_invested")]

    @property
    def computed(self) -> RoiResult:
        """What the planner makes of the printed lines."""
        results: dict[str, list[RoiLineResult]] = {kind: [] for kind in RoiExampleLine.Kind.values}
        for line in self.lines.all():
            results[line.kind].append(line.result)
        return roi_of(results[RoiExampleLine.Kind.INVESTMENT], results[RoiExampleLine.Kind.YEARLY_RETURN], self.currency)


class RoiExampleLine(Part, Named):
    """`quantity` x `amount` is invested once or returned each year; `share_percent` of what is the source's reason for it."""

    class Kind(models.TextChoices):
        INVESTMENT = "investment", _("investment")
        YEARLY_RETURN = "yearly_return", _("yearly return")

    example = models.ForeignKey(RoiExample, models.CASCADE, related_name="lines")
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    quantity = models.DecimalField(_("quantity"), max_digits=12, decimal_places=2, default=1)
    amount = models.DecimalField(_("amount"), max_digits=14, decimal_places=2)
    share_percent = models.DecimalField(_("share in percent"), max_digits=6, decimal_places=2, null=True, blank=True)
    note = models.TextField(_("note"), blank=True)

    class Meta(Part.Meta):
        verbose_name = _("line of an example")
        verbose_name_plural = _("lines of an example")
        constraints = [one_place_each("roiexampleline", "example")]

    @property
    def total(self) -> Decimal:
        return self.quantity * self.amount

    @property
    def result(self) -> RoiLineResult:
        why = Explanation.of("roi_line", quantity=self.quantity, each_amount=self.amount, note=self.note)
        return RoiLineResult(label=RoiExampleLine.name.translated(self), amount=self.total, why=why)


class RoiBenefit(Coded, Sourced):
    """A benefit that the source names, mostly without a figure."""

    statement = Words(_("statement"))
    percent_min = models.DecimalField(_("percent from"), max_digits=6, decimal_places=2, null=True, blank=True)
    percent_max = models.DecimalField(_("percent to"), max_digits=6, decimal_places=2, null=True, blank=True)

    class Meta(Coded.Meta):
        verbose_name = _("benefit")
        verbose_name_plural = _("benefits")
        constraints = [ordered("roibenefit", "percent_min", "percent_max")]

    def __str__(self) -> str:
        return self.statement
