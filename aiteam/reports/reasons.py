"""Why a decision is in the plan and what doing without it would cost, in words; other plans, changes and the search itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from aiteam.lib import formats
from aiteam.planner.request import Directive, PlanRequest
from aiteam.planner.result import Alternative, Alternatives, BudgetLine, Change, GapReason, Grounds, PlanChange, PlanResult, Variant
from aiteam.reports import charts
from aiteam.reports.words import Words

NAMES_TOLD = 3


@dataclass(frozen=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True)
class BudgetRow:
    label: str
    amount: str
    spent: str
    left: str
    is_used_up: bool


@dataclass(frozen=True)
class DirectiveRow:
    """`what`, `person`, `role` and `month` are those of the request, to leave it free again."""

    text: str
    is_kept: bool
    what: str
    person: str
    role: str
    month: str


@dataclass(frozen=True)
class VariantRow:
    """Differences are to the plan itself; empty in its own row."""

    name: str
    is_plan: bool
    is_same: bool  # in every figure
    cash: str
    difference: str
    open: str
    covered_from: str
    risk: str
    trained: str
    hired: str
    contractor_months: str
    is_efficient: bool


@dataclass(frozen=True)
class CurveRow:
    percent: str
    amount: str
    cash: str
    open: str
    gap: str


@dataclass(frozen=True)
class GapRow:
    role: str
    period: str
    seat_months: str
    ways: tuple[str, ...]


@dataclass(frozen=True)
class AlternativesPart:
    variants: tuple[VariantRow, ...]
    curve: tuple[CurveRow, ...]
    curve_drawing: str
    curve_title: str
    without: tuple[str, ...]
    left_out: str
    gaps: tuple[GapRow, ...]


class Reasons:
    def __init__(self, request: PlanRequest, result: PlanResult, alternatives: Alternatives | None, words: Words) -> None:
        self.request, self.result, self.alternatives, self.words = request, result, alternatives, words
        self.grounds: dict[tuple[str, str], Grounds] = {(row.of, row.subject): row for row in result.grounds}
        found = alternatives.without if alternatives else ()
        self.without: dict[tuple[str, str], Alternative] = {(row.of, row.subject): row for row in found}

    # --- one decision

    def of(self, kind: str, subjects: Sequence[str], priced_by: str) -> tuple[str, ...]:
        """Sentences about like decisions; `priced_by` is what stands for them among the alternatives: the person, or the role."""
        grounds = [self.grounds[kind, subject] for subject in subjects if (kind, subject) in self.grounds]
        without = self.without.get((kind, priced_by))
        told = [*self._grounds(_together(grounds))] if grounds else []
        return (*told, *(self._without(without, kind) if without else ()))

    def _grounds(self, row: Grounds) -> Iterator[str]:
        if row.first_month and row.last_month:
            months = formats.month_range(row.first_month, row.last_month, self.words.language)
            yield ngettext(
                "Serves %(count)s seat-month as %(role)s, %(months)s.",
                "Serves %(count)s seat-months as %(role)s, %(months)s.",
                row.seat_months,
            ) % {"count": self.words.number(row.seat_months), "role": self.words.role(row.role), "months": months}
        else:
            yield _("Serves a need that begins after the plan.")
        if row.first_month and row.qualified:
            yield _("Could sit there as they are: %(names)s; in this plan they are needed elsewhere or come too few.") % {
                "names": self._names(row.qualified)
            }
        elif row.first_month:
            yield _("Nobody could sit there then as they are.")
        if row.trainable and row.trainable_from:
            values = {"name": self.words.person(row.trainable), "day": self.words.day(row.trainable_from)}
            yield _("By training %(name)s could be ready first, for %(day)s.") % values
        else:
            yield _("Nobody could be trained for it within the plan.")
        if row.order_by:
            text = (
                _("To hire for the first of these months, recruiting would have had to start by %(day)s.")
                if row.order_by < self.request.as_of
                else _("To hire for the first of these months, recruiting has to start by %(day)s.")
            )
            yield text % {"day": self.words.day(row.order_by)}

    def _names(self, people: Sequence[str]) -> str:
        names = [self.words.person(person) for person in people[:NAMES_TOLD]]
        more = len(people) - len(names)
        return ", ".join(names) + (ngettext(" and %(count)s more", " and %(count)s more", more) % {"count": more} if more else "")

    def _without(self, row: Alternative, kind: str) -> Iterator[str]:
        fewer = {
            "hire": _("Without one of these hires"),
            "contract": _("With one contractor month less for this role"),
            "training": _("Without this training"),
        }[kind]
        instead = self._instead([change for change in row.instead if not _is_the_question(change, row)])
        if not row.price_delta:
            yield _("%(fewer)s an equally cheap plan exists: %(instead)s.") % {"fewer": fewer, "instead": instead}
            return
        values = {
            "fewer": fewer,
            "price": self.words.money(row.price_delta),
            "cash": self._signed(row.cash_delta),
            "open": self._signed_number(row.open_delta),
            "instead": instead,
        }
        yield _("%(fewer)s the plan is %(price)s dearer: cash %(cash)s, open seat-months %(open)s; instead %(instead)s.") % values

    def _signed(self, amount: Decimal) -> str:
        return ("+" if amount > 0 else "") + self.words.money(amount)

    def _signed_number(self, count: int) -> str:
        return ("+" if count > 0 else "") + self.words.number(count)

    def _instead(self, changes: Sequence[Change]) -> str:
        told = [self._change(row) for row in changes]
        return ", ".join(told) or pgettext("instead of a decision", "nothing")

    def _change(self, row: Change) -> str:
        count, more = abs(row.delta), row.delta > 0
        if row.what == "training":
            name = {"name": self.words.person(row.person or "")}
            return _("%(name)s trained") % name if more else _("%(name)s not trained") % name
        values = {"count": self.words.number(count), "role": self.words.role(row.role or "")}
        if row.what == "hire":
            text = (
                ngettext("%(count)s hire more (%(role)s)", "%(count)s hires more (%(role)s)", count)
                if more
                else ngettext("%(count)s hire fewer (%(role)s)", "%(count)s hires fewer (%(role)s)", count)
            )
        elif row.what == "contractor_months":
            text = (
                ngettext("%(count)s contractor month more (%(role)s)", "%(count)s contractor months more (%(role)s)", count)
                if more
                else ngettext("%(count)s contractor month fewer (%(role)s)", "%(count)s contractor months fewer (%(role)s)", count)
            )
        else:
            text = (
                ngettext("%(count)s seat-month more open (%(role)s)", "%(count)s seat-months more open (%(role)s)", count)
                if more
                else ngettext("%(count)s seat-month fewer open (%(role)s)", "%(count)s seat-months fewer open (%(role)s)", count)
            )
        return text % values

    # --- other plans

    def part(self) -> AlternativesPart | None:
        found = self.alternatives
        if found is None:
            return None
        base = next(row for row in found.variants if row.code == "plan")
        said = charts.Words(
            title=self._curve_title(),
            description=_("Cash and open seat-months by share of the money"),
            empty=_("No seats are needed in this period."),
            language=self.words.language,
        )
        points = [
            charts.Budgeted(
                formats.percent(row.percent, self.words.language), float(row.cash), self.words.money(row.cash), row.open_seat_months
            )
            for row in found.curve
        ]
        drawing = charts.budget_curve(points, said, cash=_("Cash of the decisions"), left_open=_("Open seat-months"))
        return AlternativesPart(
            variants=tuple(self._variant(row, base) for row in found.variants),
            curve=tuple(
                CurveRow(
                    formats.percent(row.percent, self.words.language),
                    self.words.money(row.amount),
                    self.words.money(row.cash),
                    self.words.number(row.open_seat_months),
                    formats.percent(row.gap_percent, self.words.language, 2),
                )
                for row in found.curve
            ),
            curve_drawing=drawing,
            curve_title=said.title,
            without=tuple(f"{self._subject(row)}: {text}" for row in found.without for text in self._without(row, row.of)),
            left_out=ngettext(
                "%(count)s decision was not tried without, because there are so many.",
                "%(count)s decisions were not tried without, because there are so many.",
                found.left_out,
            )
            % {"count": found.left_out}
            if found.left_out
            else "",
            gaps=tuple(self._gap(row) for row in found.gaps),
        )

    def _curve_title(self) -> str:
        """The finding: how far the money could fall before a seat stays open."""
        assert self.alternatives is not None  # noqa: S101 # the caller's condition
        full = next((row for row in self.alternatives.curve if row.percent == 100), None)
        kept = [row.percent for row in self.alternatives.curve if full and row.open_seat_months <= full.open_seat_months]
        return _("With %(percent)s of the money no more seats stay open") % {
            "percent": formats.percent(min(kept, default=100), self.words.language)
        }

    def _subject(self, row: Alternative) -> str:
        return self.words.person(row.subject) if row.of == "training" else self.words.role(row.subject)

    def _variant(self, row: Variant, base: Variant) -> VariantRow:
        return VariantRow(
            name=variant_names()[row.code],
            is_plan=row.code == "plan",
            is_same=row.code != "plan" and row.model_copy(update={"code": "plan"}) == base,
            cash=self.words.money(row.cash),
            difference="" if row.code == "plan" else self._signed(row.cash - base.cash),
            open=self.words.number(row.open_seat_months),
            covered_from=self.words.month(row.covered_from) if row.covered_from else _("never"),
            risk=self.words.number(row.risk),
            trained=self.words.number(row.trained),
            hired=self.words.number(row.hired),
            contractor_months=self.words.number(row.contractor_months),
            is_efficient=row.is_efficient,
        )

    def _gap(self, row: GapReason) -> GapRow:
        names = relaxation_names()
        ways = [
            _("%(rule)s: %(open)s seat-months would stay open, cash %(cash)s")
            % {"rule": names[way.code], "open": self.words.number(way.open_seat_months), "cash": self._signed(way.cash_delta)}
            for way in row.ways
        ]
        period = formats.month_range(row.first_month, row.last_month, self.words.language)
        return GapRow(self.words.role(row.role), period, self.words.number(row.seat_months), tuple(ways))

    # --- changes, directives, budgets, the search

    def changes(self, rows: Sequence[PlanChange]) -> tuple[str, ...]:
        return tuple(self._plan_change(row) for row in rows)

    def _plan_change(self, row: PlanChange) -> str:
        what = {
            "training": _("Training of %(who)s"),
            "renewal": _("Renewal by %(who)s"),
            "hire": _("Hire for %(who)s"),
            "contract": _("Contractor for %(who)s"),
        }[row.what] % {"who": self.words.person(row.person) if row.person else self.words.role(row.role or "")}
        values = {"what": what, "before": self.words.day(row.before_on), "after": self.words.day(row.after_on)}
        return {
            "added": _("%(what)s: new, %(after)s"),
            "removed": _("%(what)s: no longer (was %(before)s)"),
            "moved": _("%(what)s: from %(before)s to %(after)s"),
        }[row.change] % values

    def directives(self) -> tuple[DirectiveRow, ...]:
        return tuple(self._directive(row, index not in self.result.broken) for index, row in enumerate(self.request.directives))

    def _directive(self, row: Directive, is_kept: bool) -> DirectiveRow:
        what = {"training": _("training of %(who)s"), "hire": _("hire for %(who)s"), "contract": _("contractor for %(who)s")}[row.what]
        who = self.words.person(row.person) if row.person else self.words.role(row.role or "")
        month = " (" + self.words.month(row.month) + ")" if row.month else ""
        head = _("Laid down: %(what)s") if row.action == "fix" else _("Forbidden: %(what)s")
        return DirectiveRow(
            text=head % {"what": what % {"who": who}} + month,
            is_kept=is_kept,
            what=row.what,
            person=row.person or "",
            role=row.role or "",
            month=row.month.isoformat() if row.month else "",
        )

    def budgets(self) -> tuple[BudgetRow, ...]:
        return tuple(self._budget(row) for row in self.result.budgets)

    def _budget(self, row: BudgetLine) -> BudgetRow:
        label = budget_names()[row.kind] + (f", {row.year}" if row.year else "")
        left = row.amount - row.spent
        is_used_up = left <= row.amount / 100  # a budget of nothing, too
        return BudgetRow(label, self.words.money(row.amount), self.words.money(row.spent), self.words.money(left), is_used_up)

    def search(self) -> tuple[Fact, ...]:
        """How the plan was found; nothing for one by the rules."""
        solve = self.result.solve
        if solve is None:
            return ()
        language = self.words.language
        status = {
            "optimal": _("proven: no plan is cheaper"),
            "within_gap": _("within the gap asked for"),
            "stopped": _("the best found before the search was ended"),
        }[solve.status]
        return (
            Fact(_("Outcome"), status),
            Fact(_("Proven gap"), formats.percent(solve.gap_percent, language, 4)),
            Fact(_("What was made small"), self.words.money(solve.price)),
            Fact(_("No plan costs less than"), self.words.money(solve.bound)),
            Fact(_("Courses of action compared"), self.words.number(solve.courses_of_action)),
            Fact(_("People considered for training"), _("everybody") if solve.candidates is None else self.words.number(solve.candidates)),
            Fact(_("Months planned beyond the plan"), self.words.number(solve.tail_months)),
            Fact(_("Seconds"), self.words.number(solve.seconds)),
            Fact(_("Solver"), f"{solve.solver}, {_('seed')} {solve.seed}"),
            Fact(_("Planner"), self.result.planner_version),
            Fact(_("Fingerprint of the request"), self.result.request_hash[:12]),
        )


def _together(rows: Sequence[Grounds]) -> Grounds:
    """Those of like decisions as one: the months of all."""
    firsts, lasts = [row.first_month for row in rows if row.first_month], [row.last_month for row in rows if row.last_month]
    months = {"first_month": min(firsts, default=None), "last_month": max(lasts, default=None)}
    return rows[0].model_copy(update=months | {"seat_months": sum(row.seat_months for row in rows)})


def _is_the_question(change: Change, row: Alternative) -> bool:
    """Whether a change says no more than what is done without."""
    return change.delta == -1 and change.what == row.of and row.subject in {change.person, change.role}


def variant_names() -> Mapping[str, str]:
    return {
        "plan": _("This plan"),
        "patient": _("More patient: an open seat counts a third"),
        "eager": _("Less patient: an open seat counts three times"),
        "no_hires": _("Without hires"),
        "no_contractors": _("Without contractors"),
        "no_training": _("Without training"),
    }


def relaxation_names() -> Mapping[str, str]:
    return {
        "lead_time": _("if hiring took no time"),
        "no_willing_trainee": _("if everybody could be trained"),
        "no_training": _("with training"),
        "time_in_grade": _("without a minimum time in a level"),
        "certificate_end": _("if a certificate could still be open"),
        "mentor_shortage": _("with mentors enough"),
        "budget": _("without budgets"),
        "contract_minimum": _("with contracts of one month"),
        "no_contractors": _("with contractors"),
        "no_hires": _("with hires"),
        "hiring_limit": _("with any number of hires a month"),
    }


def budget_names() -> Mapping[str, str]:
    return {
        "all": _("Everything the plan decides"),
        "training": _("Courses, bootcamps and exams"),
        "hiring": _("Recruiting"),
        "pay": _("Pay of new people, rises and premiums"),
        "contractors": _("Contractors"),
    }
