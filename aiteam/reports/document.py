"""A plan made ready to be read: names looked up, figures written, reasons said, pictures drawn. Page and PDF show this and nothing else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import groupby
from typing import TypeVar

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from aiteam.lib import formats
from aiteam.planner.explanations import Explanation
from aiteam.planner.months import add_months, month_of, months_between
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import (
    Alternatives,
    ContractLine,
    CostMonth,
    CostTotals,
    GapMonth,
    Mentoring,
    MoneyRange,
    Note,
    Opening,
    PlanChange,
    PlanResult,
    Retention,
    RoiLineResult,
    Seat,
    SeatMonth,
    Training,
)
from aiteam.reports import charts, words
from aiteam.reports.reasons import AlternativesPart, BudgetRow, DirectiveRow, Fact, Reasons

T = TypeVar("T")
ROWS_PER_PICTURE = 24  # more would not fit on a page
SUPPLY = ("at_hand", "trained", "renewed", "hired", "contractor")
COST_KINDS = ("staff_pay", "rises", "premiums", "new_pay", "hiring", "training", "exams", "contractors")


@dataclass(frozen=True)
class Figure:
    label: str
    value: str
    note: str


@dataclass(frozen=True)
class Picture:
    """`title` states the finding, `measure` what is drawn in which unit; several drawings where one would be longer than a page."""

    title: str
    measure: str
    drawings: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    on: str
    what: str
    who: str
    cost: str
    because: str
    late: bool
    month_name: str = ""
    reasons: tuple[str, ...] = ()
    # To lay it down or forbid it: "training", "hire" or "contract" (empty for what follows from others), about whom, in which month.
    kind: str = ""
    person: str = ""
    role: str = ""
    month: str = ""


@dataclass(frozen=True)
class SizeRow:
    since: str
    gpus: str
    size: str
    headcount: str
    printed_cost: str
    pay_band_cost: str
    why: str
    noted: bool  # a note says why, too
    marks: tuple[int, ...]


@dataclass(frozen=True)
class Stay:
    """Somebody (or nobody) in a seat for some months."""

    who: str
    state: str
    kind: str
    period: str


@dataclass(frozen=True)
class SeatRow:
    name: str
    levels: str
    asks: str
    speciality: str
    needed_from: str
    today: str
    stays: tuple[Stay, ...]
    why: str
    marks: tuple[int, ...]


@dataclass(frozen=True)
class PersonRow:
    name: str
    level: str
    seats: str
    months: str
    why: str


@dataclass(frozen=True)
class GapRow:
    month: str
    gpus: str
    size: str
    needed: int
    filled: tuple[int, ...]
    open: int


@dataclass(frozen=True)
class OpeningRow:
    count: int
    role: str
    levels: str
    speciality: str
    needed: str
    order_by: str
    ready_on: str
    late: bool
    asks: str
    pay: str
    why: str
    marks: tuple[int, ...]


@dataclass(frozen=True)
class Profile:
    role: str
    text: str
    skills: tuple[str, ...]


@dataclass(frozen=True)
class StepRow:
    kind: str
    name: str
    period: str
    hours: str
    cost: str


@dataclass(frozen=True)
class TrainingRow:
    name: str
    goal: str
    steps: tuple[StepRow, ...]
    period: str
    ready_on: str
    needed_on: str
    late: bool
    hours: str
    cash: str
    opportunity: str
    why: str


@dataclass(frozen=True)
class CertificateRow:
    name: str
    certification: str
    issued_on: str
    ends_on: str
    state: str
    ends_in_plan: bool
    renewal_on: str
    marks: tuple[int, ...]


@dataclass(frozen=True)
class TeamCertificationRow:
    any_of: str
    why: str
    asked_from: str
    holders: str
    needed: int
    missing: int


@dataclass(frozen=True)
class CoverRow:
    """Holders of certifications of which any one will do; `is_short` where at some month too few hold one for sure."""

    any_of: str
    wanted: int
    at_start: int
    at_end: int
    expected_at_end: str
    first_short: str
    first_expected_short: str
    is_short: bool
    why: str


@dataclass(frozen=True)
class CostRow:
    """Amounts in the order of `CostTable.columns`."""

    label: str
    amounts: tuple[str, ...]


@dataclass(frozen=True)
class CostTable:
    currency: str
    columns: tuple[str, ...]
    rows: tuple[CostRow, ...]
    total: CostRow


@dataclass(frozen=True)
class RoiRow:
    label: str
    amount: str
    why: str


@dataclass(frozen=True)
class Roi:
    currency: str
    investment: tuple[RoiRow, ...]
    investment_total: str
    yearly_return: tuple[RoiRow, ...]
    yearly_return_total: str
    figures: tuple[Figure, ...]
    explanations: tuple[str, ...]


@dataclass(frozen=True)
class AssumptionRow:
    name: str
    value: str
    given: bool
    basis: str
    marks: tuple[int, ...]


@dataclass(frozen=True)
class NoteRow:
    text: str
    about: str
    marks: tuple[int, ...]


@dataclass(frozen=True)
class SourceRow:
    mark: int
    publisher: str
    title: str
    published: str
    url: str
    standing: str


@dataclass(frozen=True)
class PlanDocument:
    """Everything is text in the reader's language, but for counts and what decides on a look (`late`, `state`)."""

    language: str
    title: str
    organisation: str
    cluster: str
    site: str
    period: str
    as_of: date
    as_of_text: str
    number: str
    status: str
    version: str
    author: str
    fingerprint: str
    planner_version: str
    sentence: str
    figures: tuple[Figure, ...]
    lacking: str
    decisions: tuple[Decision, ...]
    no_decision: str
    cover: Picture
    seats_picture: Picture
    growth: Picture
    timeline: Picture
    costs_picture: Picture
    sizes: tuple[SizeRow, ...]
    at_start: str
    seats: tuple[SeatRow, ...]
    people: tuple[PersonRow, ...]
    gap_columns: tuple[str, ...]
    gaps: tuple[GapRow, ...]
    openings: tuple[OpeningRow, ...]
    profiles: tuple[Profile, ...]
    trainings: tuple[TrainingRow, ...]
    certificates: tuple[CertificateRow, ...]
    team_certifications: tuple[TeamCertificationRow, ...]
    cover_forecast: tuple[CoverRow, ...]
    costs: CostTable
    cost_explanations: tuple[str, ...]
    pay_basis: str
    roi: Roi
    assumptions: tuple[AssumptionRow, ...]
    notes: dict[str, tuple[NoteRow, ...]]
    sources: tuple[SourceRow, ...]
    search: tuple[Fact, ...]
    directives: tuple[DirectiveRow, ...]
    budgets: tuple[BudgetRow, ...]
    changes: tuple[str, ...]
    alternatives: AlternativesPart | None

    @property
    def first_decisions(self) -> tuple[Decision, ...]:
        """What has to be decided first; the summary has room for three."""
        return self.decisions[:3]


def build_document(
    request: PlanRequest,
    result: PlanResult,
    *,
    language: str,
    number: str = "",
    status: str = "",
    version: str = "",
    author: str = "",
    alternatives: Alternatives | None = None,
    changes: Sequence[PlanChange] = (),
) -> PlanDocument:
    """`number`, `status` and `version` name the saved plan; they stay empty for one that is only looked at. `changes` are those against the
    plan it came out of."""
    with translation.override(language):
        writer = _Writer(request, result, language, alternatives)
        return writer.document(number=number, status=status, version=version, author=author, changes=changes)


class _Marks:
    """Sources numbered in the order in which the document first leans on them."""

    def __init__(self) -> None:
        self.codes: list[str] = []

    def of(self, *codes: str) -> tuple[int, ...]:
        for code in codes:
            if code not in self.codes:
                self.codes.append(code)
        return tuple(sorted({self.codes.index(code) + 1 for code in codes}))


class _Writer:
    def __init__(self, request: PlanRequest, result: PlanResult, language: str, alternatives: Alternatives | None) -> None:
        self.request, self.result, self.language = request, result, language
        self.catalogue = request.catalogue
        self.words = words.Words(request, language)
        self.states = words.seat_states()
        self.marks = _Marks()
        self.reasons = Reasons(request, result, alternatives, self.words)

    def document(self, *, number: str, status: str, version: str, author: str, changes: Sequence[PlanChange]) -> PlanDocument:
        request, result = self.request, self.result
        return PlanDocument(
            language=self.language,
            title=request.title or _("Team plan for %(cluster)s") % {"cluster": request.cluster.name},
            organisation=request.organisation,
            cluster=self._clusters(),
            site=request.cluster.site,
            period=formats.month_range(result.months[0], result.months[-1], self.language),
            as_of=result.as_of,
            as_of_text=formats.long_day(result.as_of, self.language),
            number=number,
            status=status,
            version=version,
            author=author,
            fingerprint=result.request_hash[:12],
            planner_version=result.planner_version,
            sentence=self._sentence(),
            figures=tuple(self._figures()),
            lacking=self._lacking(),
            decisions=tuple(self._decisions()),
            no_decision=self._no_decision(),
            cover=self._cover(),
            seats_picture=self._seats_picture(),
            growth=self._growth(),
            timeline=self._timeline(),
            costs_picture=self._costs_picture(),
            sizes=tuple(self._sizes()),
            at_start=_("At hand in %(month)s") % {"month": self.words.month(result.months[0])},
            seats=tuple(self._seat(seat) for seat in result.seats),
            people=tuple(self._people()),
            gap_columns=tuple(self.states[kind] for kind in SUPPLY),
            gaps=tuple(self._gap(month) for month in result.gaps),
            openings=tuple(self._openings()),
            profiles=tuple(self._profiles()),
            trainings=tuple(self._training(training) for training in result.trainings),
            certificates=tuple(self._certificates()),
            team_certifications=tuple(self._team_certifications()),
            cover_forecast=tuple(self._cover_rows()),
            costs=self._costs(),
            cost_explanations=tuple(self.words.explain(why) for why in result.costs.explanations),
            pay_basis=_("recorded pay, bands where none is recorded")
            if result.costs.pay_basis == "records"
            else _("middle of the pay bands"),
            roi=self._roi(),
            assumptions=tuple(self._assumptions()),
            notes=self._notes(),
            sources=tuple(self._sources()),
            search=self.reasons.search(),
            directives=self.reasons.directives(),
            budgets=self.reasons.budgets(),
            changes=self.reasons.changes(changes),
            alternatives=self.reasons.part(),
        )

    # --- Summary

    def _sentence(self) -> str:
        summary, cluster = self.result.summary, self._clusters()
        if not summary.seats_needed:
            no_rule = self._no_rule()
            if no_rule:
                return f"{cluster}: {self.words.explain(no_rule)}"
            return _("%(cluster)s needs no team in this period.") % {"cluster": cluster}
        parts = [
            ngettext("%(cluster)s needs a team of %(count)s;", "%(cluster)s needs a team of %(count)s;", summary.seats_needed)
            % {"cluster": cluster, "count": summary.seats_needed},
            ngettext("today's staff fill %(count)s seat.", "today's staff fill %(count)s seats.", summary.seats_at_hand)
            % {"count": summary.seats_at_hand},
        ]
        parts.append(self._finding())
        return " ".join(parts)

    def _clusters(self) -> str:
        return ", ".join(cluster.name for cluster in self.request.clusters)

    def _no_rule(self) -> Explanation | None:
        """Why GPUs without a team rule ask for no seat, where the whole plan has none."""
        if self.result.summary.seats_needed:
            return None
        return next((reading.explanation for reading in self.result.sizes if reading.gpus and not reading.size), None)

    def _finding(self) -> str:
        """What the plan comes to."""
        summary = self.result.summary
        if not summary.first_open_month:
            return _("With this plan no seat is ever open.")
        if summary.fully_covered_from:
            months = {"open": self.words.month(summary.first_open_month), "filled": self.words.month(summary.fully_covered_from)}
            return _("With this plan seats are open from %(open)s, and every seat is filled from %(filled)s on.") % months
        values = {"count": summary.seats_open_at_end, "month": self.words.month(summary.first_open_month)}
        return (
            ngettext(
                "With this plan seats are open from %(month)s, %(count)s still at the end.",
                "With this plan seats are open from %(month)s, %(count)s still at the end.",
                summary.seats_open_at_end,
            )
            % values
        )

    def _figures(self) -> Iterable[Figure]:
        summary = self.result.summary
        peak = _("in %(month)s") % {"month": self.words.month(summary.peak_month)} if summary.peak_month else _("in no month")
        yield Figure(_("Seats needed"), str(summary.seats_needed), peak)
        yield Figure(
            _("Filled by today's staff"),
            str(summary.seats_at_hand),
            ngettext("%(count)s seat open without action", "%(count)s seats open without action", summary.seats_open_today)
            % {"count": summary.seats_open_today},
        )
        yield Figure(_("To train and to hire"), f"{summary.people_to_train} + {summary.people_to_hire}", _("people trained + hired"))
        yield Figure(_("Cash"), self.words.money(summary.cash_total.quantize(Decimal(1), ROUND_HALF_UP)), self._cash_note())

    def _cash_note(self) -> str:
        count = len(self.result.months)
        return ngettext(
            "over %(count)s month, with the pay only of people in a seat or learning for one",
            "over %(count)s months, with the pay only of people in a seat or learning for one",
            count,
        ) % {"count": count}

    def _lacking(self) -> str:
        """Certifications the team as a whole has too few holders of, the plan carried out."""
        lines = [line for line in self.result.team_certifications if len(line.holders) < line.holders_needed]
        return ", ".join(dict.fromkeys(self.words.any_of(line.any_of) for line in lines))

    def _no_decision(self) -> str:
        """What stands where no decision does."""
        if not self.result.summary.seats_needed:
            return _("Nothing has to be decided: no seat is needed.")
        count = max(gap.open for gap in self.result.gaps)
        if not count:
            return _("Nothing has to be decided: today's staff fill every seat.")
        return ngettext(
            "The options of this plan leave %(count)s seat open, and nothing in it closes the gap.",
            "The options of this plan leave %(count)s seats open, and nothing in it closes the gap.",
            count,
        ) % {"count": count}

    def _decisions(self) -> Iterable[Decision]:
        """What somebody has to set going, by the day on which it has to start."""
        dated = [
            *((training.starts_on, self._training_decision(training)) for training in self.result.trainings),
            *self._opening_decisions(),
            *((group[0].first_month, self._contract_decision(group)) for group in self._contract_groups()),
            *((self.result.months[0], self._premium_decision(row)) for row in self.result.retentions),
        ]
        return [decision for _day, decision in sorted(dated, key=lambda entry: entry[0])]

    def _training_decision(self, training: Training) -> Decision:
        person = next((row for row in self.request.people if row.id == training.person), None)
        is_promotion = training.kind == "seat" and person is not None and training.target_level > person.level
        starts = {"renewal": _("Start renewal"), "seat": _("Start training for a promotion") if is_promotion else _("Start training")}
        mentors = ", ".join(self._mentor(row) for row in training.mentors)
        goal = self._goal(training)
        return Decision(
            on=self.words.day(training.starts_on),
            what=starts[training.kind],
            who=training.name,
            cost=self.words.money(training.cash),
            because=_("%(goal)s, mentor: %(names)s") % {"goal": goal, "names": mentors} if mentors else goal,
            late=not training.in_time,
            month_name=self.words.month(month_of(training.starts_on)),
            reasons=self.reasons.of("training", [training.person], training.person) if training.kind == "seat" else (),
            kind="training" if training.kind == "seat" else "",
            person=training.person,
            month=month_of(training.starts_on).isoformat(),
        )

    def _mentor(self, row: Mentoring) -> str:
        last = add_months(row.first_month, row.months - 1)
        return f"{row.name} ({formats.month_range(row.first_month, last, self.language)})"

    def _contract_groups(self) -> list[list[ContractLine]]:
        """Contracts that are the same but for their number."""

        def alike(contract: ContractLine) -> tuple[date, str, int]:
            return contract.first_month, contract.role, contract.months

        return [list(group) for _key, group in groupby(sorted(self.result.contracts, key=alike), key=alike)]

    def _contract_decision(self, group: Sequence[ContractLine]) -> Decision:
        contract, count = group[0], len(group)
        last = add_months(contract.first_month, contract.months - 1)
        return Decision(
            on=self.words.day(contract.first_month),
            what=ngettext("Contractor for %(count)s month", "Contractor for %(count)s months", contract.months)
            % {"count": contract.months},
            who=f"{count} × {self.words.role(contract.role)}" if count > 1 else self.words.role(contract.role),
            cost=self.words.money(sum((row.cash for row in group), Decimal(0))),
            because=_("covers %(months)s") % {"months": formats.month_range(contract.first_month, last, self.language)},
            late=False,
            month_name=self.words.month(contract.first_month),
            reasons=self.reasons.of("contract", [row.id for row in group], contract.role),
            kind="contract",
            role=contract.role,
            month=contract.first_month.isoformat(),
        )

    def _premium_decision(self, row: Retention) -> Decision:
        first = self.result.months[0]
        return Decision(
            on=self.words.day(first),
            what=_("Pay a retention premium"),
            who=row.name,
            cost=_("%(amount)s a year") % {"amount": self.words.money(row.yearly_premium)},
            because=self.words.explain(row.why),
            late=False,
            month_name=self.words.month(first),
        )

    def _opening_decisions(self) -> Iterable[tuple[date, Decision]]:
        for group in self._opening_groups():
            first, count = group[0], len(group)
            what = ngettext("Open %(count)s position", "Open %(count)s positions", count) % {"count": count}
            because = _("needed from %(day)s") % {"day": self.words.day(first.needed_on)}
            pay = _("%(pay)s a year each") % {"pay": self._range(first.pay)}
            yield (
                first.order_by,
                Decision(
                    self.words.day(first.order_by),
                    what,
                    self.words.role(first.role),
                    pay,
                    because,
                    not first.in_time,
                    month_name=self.words.month(month_of(first.order_by)),
                    reasons=self.reasons.of("hire", [row.id for row in group], first.role),
                    kind="hire",
                    role=first.role,
                    month=month_of(first.order_by).isoformat(),
                ),
            )

    # --- Pictures

    def _say(self, title: str, measure: str, empty: str) -> charts.Words:
        return charts.Words(title=title, description=measure, empty=empty, language=self.language)

    def _cover(self) -> Picture:
        gaps = self.result.gaps
        supply = [charts.Series(self.states[kind], tuple(getattr(gap, kind) for gap in gaps), charts.CELL_COLOURS[kind]) for kind in SUPPLY]
        said = self._say(
            self._finding(), _("Seats by month: needed, filled by each means, and open"), _("No seats are needed in this period.")
        )
        drawing = charts.supply_and_demand(
            self.result.months, [gap.needed for gap in gaps], supply, said, needed_label=_("needed"), open_label=self.states["open"]
        )
        return Picture(said.title, said.description, (drawing,))

    def _seats_picture(self) -> Picture:
        months = self.result.months
        said = self._say(
            _("Who fills which seat"), _("Each seat by month; hatched where nobody does"), _("No seats are needed in this period.")
        )
        strips = [self._strip(seat) for seat in self.result.seats]
        return Picture(
            said.title, said.description, tuple(charts.cover_strip(part, months, said, kinds=self.states) for part in _chunks(strips))
        )

    def _strip(self, seat: Seat) -> charts.Strip:
        filled = {entry.month: charts.Cell(entry.state, self._who(entry)) for entry in seat.months}
        return charts.Strip(self.words.seat(seat.id), tuple(filled.get(month) for month in self.result.months))

    def _who(self, entry: SeatMonth) -> str:
        return self.words.person(entry.person) if entry.person else self.states[entry.state]

    def _growth(self) -> Picture:
        clusters = [sorted((step.on, step.gpus) for step in cluster.growth) for cluster in self.request.clusters]
        days = sorted({day for steps in clusters for day, _gpus in steps})
        steps = [(day, sum(_in_force(steps, day) for steps in clusters)) for day in days]
        said = self._say(
            _("How %(cluster)s grows") % {"cluster": self._clusters()},
            _("GPUs by date"),
            _("The cluster has no GPUs in this period."),
        )
        return Picture(said.title, said.description, (charts.growth_stair(steps, self.result.months, said, unit=_("GPUs")),))

    def _timeline(self) -> Picture:
        rows = list(self._timeline_rows())
        months = self._timeline_months()
        said = self._say(
            _("Who learns what, and when"), _("Calendar days; certificates that end are ringed"), _("Nobody needs training in this period.")
        )
        drawings = tuple(
            charts.gantt(
                part,
                months,
                said,
                kinds=words.step_kinds(),
                marks={"exam": words.step_kinds()["exam"], "end": _("certificate ends")},
                today=(self.result.as_of, self.words.day(self.result.as_of)),
            )
            for part in _chunks(rows)
        )
        return Picture(said.title, said.description, drawings)

    def _timeline_months(self) -> tuple[date, ...]:
        """The plan's months, and those before and after them in which somebody learns."""
        steps = [step for training in self.result.trainings for step in training.steps]
        days = [day for step in steps for day in (step.starts_on, step.ends_on)]
        months = self.result.months
        return months_between(min([months[0], *days]), max([months[-1], *days]))

    def _timeline_rows(self) -> Iterable[charts.Row]:
        """A row for everybody who learns or whose certificate ends within the plan."""
        trainings, ending = self.result.trainings, [line for line in self.result.certificates if line.ends_in_plan]
        names = {training.person: training.name for training in trainings} | {line.person: line.name for line in ending}
        for person, name in names.items():
            steps = [step for training in trainings if training.person == person for step in training.steps]
            bars = [
                charts.Bar(step.kind, step.starts_on, step.ends_on, self.words.said(step.name)) for step in steps if step.kind != "exam"
            ]
            marks = [charts.Mark("exam", step.starts_on, self.words.said(step.name)) for step in steps if step.kind == "exam"]
            marks += [charts.Mark("end", line.ends_on, line.certification) for line in ending if line.person == person and line.ends_on]
            yield charts.Row(name, tuple(bars), tuple(marks))

    def _costs_picture(self) -> Picture:
        months, costs = self.result.months, self.result.costs
        labels = _cost_labels()
        series = [
            charts.Series(labels[kind], tuple(getattr(month, kind) for month in costs.months), COST_KINDS.index(kind))
            for kind in self._cost_kinds()
        ]
        dearest = max(costs.months, key=lambda month: month.cash, default=None)
        title = (
            _("The dearest month is %(month)s") % {"month": self.words.month(dearest.month)}
            if dearest and dearest.cash
            else _("Cost by month")
        )
        said = self._say(title, _("Cash by month in %(currency)s") % {"currency": costs.currency}, _("This plan costs nothing."))
        return Picture(said.title, said.description, (charts.cost_by_month(months, series, said, currency=costs.currency),))

    # --- Team

    def _sizes(self) -> Iterable[SizeRow]:
        for reading in self.result.sizes:
            size = self.catalogue.size.get(reading.size or "")
            yield SizeRow(
                since=f"{reading.cluster}, {self.words.day(reading.since)}" if reading.cluster else self.words.day(reading.since),
                gpus=self.words.number(reading.gpus),
                size=self.words.size(reading.size) if reading.size else _("no rule"),
                headcount=str(reading.headcount) + (f" ({reading.other_headcount})" if reading.other_headcount is not None else ""),
                printed_cost=self._range(reading.printed_cost),
                pay_band_cost=self._range(reading.pay_band_cost),
                why=self.words.explain(reading.explanation),
                noted=any(note.explanation == reading.explanation for note in self.result.notes),
                marks=self.marks.of(size.source) if size else (),
            )

    def _range(self, amounts: MoneyRange | None) -> str:
        return formats.NOTHING if amounts is None else formats.money_range(amounts.low, amounts.high, amounts.currency, self.language)

    def _seat(self, seat: Seat) -> SeatRow:
        sources = [self.catalogue.certification[code].source for code in seat.certifications_any_of]
        return SeatRow(
            name=self.words.seat(seat.id),
            levels=self.words.levels(seat.level_min, seat.level_max),
            asks=self.words.any_of(seat.certifications_any_of) or formats.NOTHING,
            speciality=self._speciality(seat),
            needed_from=self.words.month(seat.needed_from),
            today=self._at_start(seat),
            stays=tuple(self._stays(seat)),
            why=self.words.explain(seat.why),
            marks=self.marks.of(*sources),
        )

    def _speciality(self, place: Seat | Opening) -> str:
        return self.words.skill(place.speciality) if place.speciality else ""

    def _at_start(self, seat: Seat) -> str:
        """Who has the seat in the plan's first month without any action."""
        first = seat.months[0]
        if first.month != self.result.months[0]:
            return _("not needed yet")
        return self.words.person(first.today) if first.today else _("nobody")

    def _stays(self, seat: Seat) -> Iterable[Stay]:
        for (state, person, _outsider), run in groupby(seat.months, key=lambda entry: (entry.state, entry.person, entry.outsider)):
            months = [entry.month for entry in run]
            period = formats.month_range(months[0], months[-1], self.language)
            yield Stay(self.words.person(person) if person else "", self.states[state], state, period)

    def _people(self) -> Iterable[PersonRow]:
        for outcome in self.result.people:
            yield PersonRow(
                name=outcome.name,
                level=f"L{outcome.level}",
                seats=", ".join(self.words.seat(seat) for seat in outcome.seats) or formats.NOTHING,
                months=_("%(seated)s of %(here)s") % {"seated": outcome.months_in_seat, "here": outcome.months_here},
                why=self.words.explain(outcome.why),
            )

    def _gap(self, gap: GapMonth) -> GapRow:
        return GapRow(
            month=self.words.month(gap.month),
            gpus=self.words.number(gap.gpus),
            size=self.words.size(gap.size) if gap.size else formats.NOTHING,
            needed=gap.needed,
            filled=tuple(getattr(gap, kind) for kind in SUPPLY),
            open=gap.open,
        )

    # --- Openings

    def _opening_groups(self) -> list[list[Opening]]:
        """Positions that are the same but for their number."""

        def alike(opening: Opening) -> tuple[date, date, str, int, int, str, bool]:
            levels = opening.level_min, opening.level_max
            return (opening.order_by, opening.needed_on, opening.role, *levels, opening.speciality or "", opening.in_time)

        return [list(group) for _key, group in groupby(sorted(self.result.openings, key=alike), key=alike)]

    def _openings(self) -> Iterable[OpeningRow]:
        for group in self._opening_groups():
            first = group[0]
            levels = [
                self.catalogue.level[number] for number in range(first.level_min, first.level_max + 1) if number in self.catalogue.level
            ]
            yield OpeningRow(
                count=len(group),
                role=self.words.role(first.role),
                levels=self.words.levels(first.level_min, first.level_max),
                speciality=self._speciality(first),
                needed=self.words.day(first.needed_on),
                order_by=self.words.day(first.order_by),
                ready_on=self.words.day(first.ready_on),
                late=not first.in_time,
                asks=", ".join(filter(None, (self.words.any_of(first.certifications_any_of), self._speciality(first)))) or formats.NOTHING,
                pay=self._range(first.pay),
                why=self.words.explain(first.why),
                marks=self.marks.of(*(level.source for level in levels)),
            )

    def _profiles(self) -> Iterable[Profile]:
        for code in dict.fromkeys(opening.role for opening in self.result.openings):
            role = self.catalogue.role[code]
            yield Profile(
                self.words.said(role.name), self.words.said(role.profile), tuple(self.words.skill(skill) for skill in role.skills)
            )

    # --- Training and certificates

    def _goal(self, training: Training) -> str:
        if training.kind == "renewal":
            return _("keeps %(certifications)s valid") % {"certifications": ", ".join(training.certifications)}
        seat = self.words.seat(training.seat) if training.seat else self.words.role(training.role or "")
        return _("for %(seat)s at %(level)s") % {"seat": seat, "level": f"L{training.target_level}"}

    def _training(self, training: Training) -> TrainingRow:
        kinds = words.step_kinds()
        return TrainingRow(
            name=training.name,
            goal=self._goal(training),
            steps=tuple(
                StepRow(
                    kind=kinds[step.kind],
                    name=f"{step.code} {self.words.said(step.name)}" if step.kind == "experience" else self.words.said(step.name),
                    period=formats.day_range(step.starts_on, step.ends_on, self.language),
                    hours=self.words.number(step.hours) if step.hours else formats.NOTHING,
                    cost=self.words.money(step.cost) if step.cost else formats.NOTHING,
                )
                for step in training.steps
            ),
            period=formats.day_range(training.starts_on, training.ready_on, self.language),
            ready_on=self.words.day(training.ready_on),
            needed_on=self.words.day(training.needed_on),
            late=not training.in_time,
            hours=self.words.number(training.hours) if training.hours else formats.NOTHING,
            cash=self.words.money(training.cash),
            opportunity=self.words.money(training.opportunity) if training.opportunity else "",
            why=f"{self.words.explain(training.why)} {self.words.explain(training.binding)}",
        )

    def _certificates(self) -> Iterable[CertificateRow]:
        for line in self.result.certificates:
            yield CertificateRow(
                name=line.name,
                certification=line.certification,
                issued_on=self.words.day(line.issued_on),
                ends_on=self.words.day(line.ends_on),
                state=line.state,
                ends_in_plan=line.ends_in_plan,
                renewal_on=self.words.day(line.renewal_on),
                marks=self.marks.of(self.catalogue.certification[line.certification].source),
            )

    def _team_certifications(self) -> Iterable[TeamCertificationRow]:
        for line in self.result.team_certifications:
            yield TeamCertificationRow(
                any_of=self.words.any_of(line.any_of),
                why=self.words.said(line.why),
                asked_from=self.words.day(line.asked_from),
                holders=", ".join(self.words.person(person) for person in line.holders) or formats.NOTHING,
                needed=line.holders_needed,
                missing=max(0, line.holders_needed - len(line.holders)),
            )

    def _cover_rows(self) -> Iterable[CoverRow]:
        for row in self.result.cover:
            wanted = [month for month in row.months if month.wanted]
            if wanted:
                yield CoverRow(
                    any_of=self.words.any_of(row.any_of),
                    wanted=max(month.wanted for month in wanted),
                    at_start=wanted[0].certain,
                    at_end=wanted[-1].certain,
                    expected_at_end=self.words.number(wanted[-1].expected),
                    first_short=self.words.month(row.first_short),
                    first_expected_short=self.words.month(row.first_expected_short),
                    is_short=row.first_short is not None,
                    why=self.words.explain(row.why) if row.why else "",
                )

    # --- Money

    def _costs(self) -> CostTable:
        costs = self.result.costs
        columns = (*self._cost_kinds(), "cash", "opportunity")
        every = [getattr(row, kind) for row in (*costs.months, costs.total) for kind in columns]
        decimals = 2 if any(amount != int(amount) for amount in every) else 0

        def amounts(row: CostMonth | CostTotals) -> tuple[str, ...]:
            return tuple(formats.number(getattr(row, kind), self.language, decimals) for kind in columns)

        rows = tuple(CostRow(self.words.month(month.month), amounts(month)) for month in costs.months)
        labels = _cost_labels()
        return CostTable(costs.currency, tuple(labels[kind] for kind in columns), rows, CostRow(_("Total"), amounts(costs.total)))

    def _cost_kinds(self) -> list[str]:
        """Those the plan has any of."""
        return [kind for kind in COST_KINDS if getattr(self.result.costs.total, kind)]

    def _roi(self) -> Roi:
        roi = self.result.roi
        return Roi(
            currency=roi.currency,
            investment=self._roi_rows(roi.investment),
            investment_total=formats.money(roi.investment_total, roi.currency, self.language),
            yearly_return=self._roi_rows(roi.yearly_return),
            yearly_return_total=formats.money(roi.yearly_return_total, roi.currency, self.language),
            figures=(
                Figure(_("First year"), self._percent(roi.first_year_percent), _("(return − investment) / investment")),
                Figure(_("Each year after"), self._percent(roi.ongoing_percent), _("return / investment")),
                Figure(_("Benefit to cost"), self._plain(roi.benefit_cost_ratio), _("return of one year to investment")),
                Figure(_("Paid back after"), self._plain(roi.payback_months), _("months")),
            ),
            explanations=tuple(self.words.explain(why) for why in roi.explanations),
        )

    def _roi_rows(self, lines: Sequence[RoiLineResult]) -> tuple[RoiRow, ...]:
        currency = self.result.roi.currency
        return tuple(
            RoiRow(self.words.said(line.label), formats.money(line.amount, currency, self.language), self.words.explain(line.why))
            for line in lines
        )

    def _percent(self, value: Decimal | None) -> str:
        return formats.NOTHING if value is None else formats.percent(value, self.language)

    def _plain(self, value: Decimal | None) -> str:
        return formats.NOTHING if value is None else self.words.number(value)

    # --- Assumptions, notes, sources

    def _assumptions(self) -> Iterable[AssumptionRow]:
        bases = {"quoted": pgettext("basis of a figure", "quoted"), "derived": pgettext("basis of a figure", "derived")}
        for line in self.result.assumptions:
            yield AssumptionRow(
                name=self.words.said(line.name),
                value=self.words.quantity(line.value, line.unit),
                given=line.given,
                basis=_("set for this plan") if line.given else bases.get(line.basis, pgettext("basis of a figure", "assumed")),
                marks=() if line.given else self.marks.of(line.source),
            )

    def _notes(self) -> dict[str, tuple[NoteRow, ...]]:
        """Notes by the part of the document they belong to; what the first sentence says is not said again."""
        parts = ("team", "people", "training", "costs", "roi")
        said = self._no_rule()
        notes = [note for note in self.result.notes if note.contradiction or note.explanation != said]
        return {part: tuple(self._note(note) for note in notes if note.where == part) for part in parts}

    def _note(self, note: Note) -> NoteRow:
        """A contradiction of the sources in its own words, anything else as its sentence."""
        found = self.catalogue.contradiction.get(note.contradiction or "")
        if found is None:
            return NoteRow(self.words.explain(note.explanation), "", ())
        return NoteRow(self.words.said(found.statement), self.words.said(found.about), self.marks.of(found.source))

    def _sources(self) -> Iterable[SourceRow]:
        standings = words.standings()
        for mark, code in enumerate(self.marks.codes, start=1):
            source = self.catalogue.source_by_code[code]
            yield SourceRow(mark, source.publisher, source.title, source.published, source.url, standings[source.standing])


def _in_force(steps: Sequence[tuple[date, int]], day: date) -> int:
    """GPUs of a cluster on a day; `steps` in order of day."""
    return next((gpus for since, gpus in reversed(steps) if since <= day), 0)


def _cost_labels() -> dict[str, str]:
    return {
        "staff_pay": _("Staff pay"),
        "rises": _("Rises"),
        "premiums": _("Premiums"),
        "new_pay": _("Pay of new people"),
        "hiring": _("Hiring"),
        "training": _("Training"),
        "exams": _("Exams"),
        "contractors": _("Contractors"),
        "cash": _("Cash"),
        "opportunity": _("Learning hours"),
    }


def _chunks(rows: Sequence[T]) -> list[Sequence[T]]:
    """Rows by the picture; at least one, empty if need be."""
    return [rows[start : start + ROWS_PER_PICTURE] for start in range(0, max(len(rows), 1), ROWS_PER_PICTURE)]
