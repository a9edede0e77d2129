"""Ways of training, and the figures a plan assumes."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from aiteam.catalog.models.base import Coded, Contradiction, Named, Part, Sourced, Words, one_place_each, ordered
from aiteam.catalog.models.certifications import Skill, Vendor
from aiteam.lib.units import unit_words


class TrainingStrategy(Coded, Named, Sourced):
    """A way of training. Weeks or months, whichever the source names; cost per person."""

    weeks_min = models.PositiveIntegerField(_("weeks from"), null=True, blank=True)
    weeks_max = models.PositiveIntegerField(_("weeks to"), null=True, blank=True)
    months_min = models.PositiveIntegerField(_("months from"), null=True, blank=True)
    months_max = models.PositiveIntegerField(_("months to"), null=True, blank=True)
    cost_low = models.DecimalField(_("lowest cost"), max_digits=14, decimal_places=2, null=True, blank=True)
    cost_high = models.DecimalField(_("highest cost"), max_digits=14, decimal_places=2, null=True, blank=True)
    cost_currency = models.CharField(_("currency"), max_length=3, null=True, blank=True)  # noqa: DJ001 # no cost, no currency
    mentor_loss_percent = models.DecimalField(_("productivity a mentor gives up"), max_digits=6, decimal_places=2, null=True, blank=True)
    discount_percent_min = models.DecimalField(_("lowest discount"), max_digits=6, decimal_places=2, null=True, blank=True)
    discount_percent_max = models.DecimalField(_("highest discount"), max_digits=6, decimal_places=2, null=True, blank=True)
    group_size_min = models.PositiveIntegerField(_("smallest group"), null=True, blank=True)
    vendors = models.ManyToManyField(Vendor, related_name="strategies", blank=True, verbose_name=_("vendors"))
    effect = Words(_("effect"))
    contradictions = models.ManyToManyField(Contradiction, related_name="strategies", blank=True, verbose_name=_("contradictions"))

    class Meta(Coded.Meta):
        verbose_name = _("training strategy")
        verbose_name_plural = _("training strategies")
        constraints = [
            ordered("strategy", "weeks_min", "weeks_max"),
            ordered("strategy", "months_min", "months_max"),
            ordered("strategy", "cost_low", "cost_high"),
            ordered("strategy", "discount_percent_min", "discount_percent_max"),
        ]


class StrategyInclude(Part, Named):
    """One thing that a training strategy includes."""

    strategy = models.ForeignKey(TrainingStrategy, models.CASCADE, related_name="includes")
    value_field = "name"

    class Meta(Part.Meta):
        verbose_name = _("included")
        verbose_name_plural = _("included")
        constraints = [one_place_each("strategyinclude", "strategy")]


class CrossTraining(Coded, Named, Sourced):
    """From a background to a speciality in so many months; a plan reckons with `months_planned`."""

    from_skill = models.ForeignKey(Skill, models.PROTECT, to_field="code", related_name="leads_to", verbose_name=_("from"))
    to_skill = models.ForeignKey(Skill, models.PROTECT, to_field="code", related_name="reached_from", verbose_name=_("to"))
    months_min = models.PositiveIntegerField(_("months from"))
    months_max = models.PositiveIntegerField(_("months to"))
    months_planned = models.PositiveIntegerField(_("months planned"))

    class Meta(Coded.Meta):
        verbose_name = _("cross-training")
        verbose_name_plural = _("cross-training")
        constraints = [
            ordered("crosstraining", "months_min", "months_planned"),
            ordered("crosstraining", "months_planned", "months_max"),
        ]


class Assumption(Coded, Named, Sourced):
    """A default that a plan may replace."""

    value = models.DecimalField(_("value"), max_digits=16, decimal_places=4)
    unit = models.CharField(_("unit"), max_length=20)

    class Meta(Coded.Meta):
        verbose_name = _("assumption")
        verbose_name_plural = _("assumptions")

    @property
    def unit_words(self) -> str:
        return unit_words(self.unit, self.value)
