"""What the reader must know beside the figures: boundaries, contradictions of the sources, prices nobody names."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from aiteam.planner.composition import readings
from aiteam.planner.decisions import Decided
from aiteam.planner.explanations import Explanation
from aiteam.planner.months import month_of
from aiteam.planner.request import PlanRequest, assumption_codes
from aiteam.planner.result import AssumptionLine, Note, RoiResult

Where = Literal["team", "people", "training", "costs", "roi"]

# What the sources say against themselves about the return on investment.
ROI_CONTRADICTIONS = ("INC-07", "INC-08", "INC-09", "INC-04", "INC-11")


def notes(request: PlanRequest, decided: Decided, returned: RoiResult) -> tuple[Note, ...]:
    found = [*_team(request), *_people(request), *_training(request, decided), *_costs(request, decided), *_roi(request, returned)]
    return tuple({(note.where, note.contradiction, note.explanation.text): note for note in found}.values())


def _contradictions(request: PlanRequest, where: Where, codes: Iterable[str]) -> Iterator[Note]:
    for code in codes:
        row = request.catalogue.contradiction.get(code)
        if row:
            yield Note(
                where=where, explanation=Explanation.of("contradiction", contradiction=code), contradiction=code, statement=row.statement
            )


def _team(request: PlanRequest) -> Iterator[Note]:
    for reading in readings(request):
        if reading.other_reading or (reading.size is None and reading.gpus):
            yield Note(where="team", explanation=reading.explanation)
        yield from _contradictions(request, "team", reading.contradictions)


def _people(request: PlanRequest) -> Iterator[Note]:
    if not request.people:
        yield Note(where="people", explanation=Explanation.of("nobody_at_hand"))
    if request.without_level:
        yield Note(where="people", explanation=Explanation.of("people_without_level", names=request.without_level))
    if request.options.certificate_may_be_open:
        yield Note(where="people", explanation=Explanation.of("certificates_may_be_open"))


def _training(request: PlanRequest, decided: Decided) -> Iterator[Note]:
    catalogue = request.catalogue
    codes = list(dict.fromkeys(step.code for _, step in decided.steps() if step.kind == "exam"))
    for code in codes:
        if not any(price.valid_from is None or price.valid_from <= request.ends_on for price in catalogue.certification[code].prices):
            yield Note(where="training", explanation=Explanation.of("exam_price_unknown", certification=code))
        yield from _contradictions(request, "training", catalogue.certification[code].contradictions)
    if request.options.group_prices and request.options.depth != "rules":
        yield from _groups(request, decided)
    if any(step.kind == "bootcamp" for _, step in decided.steps()):
        yield from _contradictions(request, "training", catalogue.strategy["bootcamp"].contradictions)


def _groups(request: PlanRequest, decided: Decided) -> Iterator[Note]:
    """Courses that so many people start in the same month that they get the price for groups."""
    learners = Counter((month_of(step.starts_on), step.code) for _, step in decided.steps() if step.kind == "course" and step.cost)
    for (_month, code), count in sorted(learners.items()):
        if count >= request.assumption("vendor_group_size"):
            percent = request.assumption("vendor_group_discount_percent")
            yield Note(where="training", explanation=Explanation.of("group_price", learners=count, course=code, percent=percent))


def _costs(request: PlanRequest, decided: Decided) -> Iterator[Note]:
    """People who arrive too late to cost anything yet; amounts in another currency, which without a rate nobody can convert."""
    late = sum(row.arrives_on > request.ends_on for row in decided.new_people)
    if late:
        yield Note(where="costs", explanation=Explanation.of("hires_after_plan", count=late))
    catalogue = request.catalogue
    used = {level.pay.currency for level in catalogue.levels} | {price.currency for row in catalogue.certifications for price in row.prices}
    other = tuple(sorted(used - {request.currency}))
    if other:
        yield Note(where="costs", explanation=Explanation.of("other_currency", currencies=other, currency=request.currency))


def _roi(request: PlanRequest, returned: RoiResult) -> Iterator[Note]:
    if request.roi.investment or request.roi.yearly_return:
        yield from _contradictions(request, "roi", ROI_CONTRADICTIONS)
    if returned.investment_total and returned.yearly_return_total:
        yield Note(where="roi", explanation=Explanation.of("roi_leaves_out"))
    if not request.roi.yearly_return and returned.yearly_return:
        yield Note(where="roi", explanation=Explanation.of("roi_is_derived"))


def assumptions(request: PlanRequest) -> tuple[AssumptionLine, ...]:
    """Every figure reckoned with that was not a record."""
    return tuple(_assumption(request, code) for code in assumption_codes(request))


def _assumption(request: PlanRequest, code: str) -> AssumptionLine:
    row = request.catalogue.assumption[code]
    return AssumptionLine(
        code=code,
        name=row.name,
        value=request.assumption(code),
        unit=row.unit,
        given=getattr(request.options, code, None) is not None,
        source=row.source,
        basis=row.basis,
    )
