"""Who will hold the certificates that a cluster asks for, month by month: for sure by the records, and on average with exams that may be failed
and people who may leave. Method: docs/planner.md, "Certificate cover"."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from aiteam.planner.certificates import lifetime
from aiteam.planner.composition import MonthDemand, demand
from aiteam.planner.explanations import Explanation
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import CertificateCover, CoverMonth, PlanResult
from aiteam.planner.state import State, states_of
from aiteam.planner.values import Code, Day, Frozen

HUNDREDTH = Decimal("0.01")


class BookedExam(Frozen):
    """An exam somebody is to sit `on` a day, for the first time or to renew."""

    person: Code
    certification: Code
    on: Day


def exams_of(result: PlanResult) -> tuple[BookedExam, ...]:
    """The exams that a plan sets, renewals included; those reckoned to be failed count for nothing."""
    return tuple(
        BookedExam(person=training.person, certification=step.code, on=step.starts_on)
        for training in result.trainings
        for step in training.steps
        if step.kind == "exam" and step.passed
    )


def cover_forecast(request: PlanRequest, exams: Sequence[BookedExam] = ()) -> tuple[CertificateCover, ...]:
    """For every set of certifications that a seat or the team as a whole asks for in the months of the request."""
    months = demand(request)
    forecast = _Forecast(request, months, exams)
    return tuple(forecast.cover(codes, wanted) for codes, wanted in sorted(_wanted(request, months).items()))


def _wanted(request: PlanRequest, months: Sequence[MonthDemand]) -> dict[tuple[str, ...], list[int]]:
    """Holders by set of certifications (today's codes) and month: a seat asks for one, a rule of the whole team for as many as it says."""
    found: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0] * len(months))
    for number, month in enumerate(months):
        for rule in month.rules.values():
            if rule.certifications_any_of:
                found[_today(request, rule.certifications_any_of)][number] += rule.count
        for team in month.size.team_certifications if month.size else ():
            codes = _today(request, team.any_of)
            found[codes][number] = max(found[codes][number], team.holders)
    return dict(found)


def _today(request: PlanRequest, codes: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(request.catalogue.certification[code].code for code in codes))


class _Forecast:
    def __init__(self, request: PlanRequest, months: Sequence[MonthDemand], exams: Sequence[BookedExam]) -> None:
        self.request, self.months = request, months
        self.people = states_of(request.people, request.catalogue)
        self.passed = request.assumption("exam_pass_percent") / 100
        stays = 1 - request.assumption("attrition_percent") / 100
        monthly = stays ** (Decimal(1) / 12)
        self.stays = [monthly**number for number in range(len(months))]
        self.exams: dict[str, list[BookedExam]] = defaultdict(list)
        for exam in exams:
            self.exams[exam.person].append(exam)

    def cover(self, codes: tuple[str, ...], wanted: Sequence[int]) -> CertificateCover:
        certain, expected = [0] * len(self.months), [Decimal(0)] * len(self.months)
        for person, state in self.people.items():
            for number, is_sure, chance in self._chances(person, state, codes):
                certain[number] += is_sure
                expected[number] += chance * self.stays[number]
        rows = tuple(
            CoverMonth(month=month.month, wanted=need, certain=sure, expected=mean.quantize(HUNDREDTH, ROUND_HALF_UP))
            for month, need, sure, mean in zip(self.months, wanted, certain, expected, strict=True)
        )
        first = next((row for row in rows if row.certain < row.wanted), None)
        first_expected = next((row.month for row in rows if row.expected < row.wanted), None)
        return CertificateCover(
            any_of=codes,
            months=rows,
            first_short=first.month if first else None,
            first_expected_short=first_expected,
            why=self._why(codes, first) if first else None,
        )

    def _chances(self, person: str, state: State, codes: tuple[str, ...]) -> Iterator[tuple[int, bool, Decimal]]:
        """(month number, whether held for sure, chance to hold) for the months in which the person is here all through and may hold one."""
        exams = [exam for exam in self.exams[person] if self.request.catalogue.certification[exam.certification].code in codes]
        if not exams and not any(code in state.certificates for code in codes):
            return
        for number, month in enumerate(self.months):
            if not state.is_here(month.first, month.last):
                continue
            is_sure = state.holds(codes, month.first, month.last)
            if is_sure:
                yield number, True, Decimal(1)
            elif sat := self._attempts(exams, month.first):
                yield number, False, 1 - (1 - self.passed) ** sat

    def _attempts(self, exams: Sequence[BookedExam], first: date) -> int:
        """Exams sat by the month whose certificate would still be valid in it."""
        return sum(exam.on <= first and self._lasts(exam, first) for exam in exams)

    def _lasts(self, exam: BookedExam, day: date) -> bool:
        certification = self.request.catalogue.certification[exam.certification]
        return lifetime(certification.validity, exam.on, grace_days=certification.grace_days).is_valid(day)

    def _why(self, codes: tuple[str, ...], first: CoverMonth) -> Explanation:
        """Whose certificate has ended by then; or that too few ever held one."""
        number = [month.month for month in self.months].index(first.month)
        month = self.months[number]
        lost = [
            state.person.name
            for state in self.people.values()
            if state.holds(codes, self.request.as_of, self.request.as_of)
            and not (state.is_here(month.first, month.last) and state.holds(codes, month.first, month.last))
        ]
        params: Mapping[str, object] = {"month": first.month, "wanted": first.wanted, "certain": first.certain, "certifications": codes}
        return Explanation.of("cover_lost", **params, names=lost) if lost else Explanation.of("cover_too_few", **params)
