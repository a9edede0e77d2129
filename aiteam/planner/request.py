"""What a plan is asked for: the organisation's people, its cluster and its wishes.

`read_request` is the one way in, for the web form, the command line and the tests: whatever is wrong comes back as complaints that name
the field.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, WithJsonSchema

from aiteam.planner.beside import with_roles_of
from aiteam.planner.catalogue import Catalogue, shipped
from aiteam.planner.certificates import ENDING_WITHIN_DAYS
from aiteam.planner.errors import Complaint, RequestError
from aiteam.planner.months import months_between
from aiteam.planner.values import Code, Currency, Day, Frozen, Money, Name, Percent, Translated, Whole

MAX_PEOPLE = 5000
MAX_GPUS = 10_000_000
MAX_MONTHS = 60
MAX_CLUSTERS = 20
MAX_STEPS = 120
MAX_LINES = 200
MAX_DIRECTIVES = 500


def _level_number(value: object) -> object:
    """ "L3" and 3 are the same level."""
    return value[1:] if isinstance(value, str) and value[:1] in {"L", "l"} else value


LEVEL_SCHEMA = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 9}, {"type": "string", "pattern": "^[Ll][1-9]$"}]}
LevelNumber = Annotated[Whole, BeforeValidator(_level_number), Field(ge=1, le=9), WithJsonSchema(LEVEL_SCHEMA)]


class HeldCertificate(Frozen):
    """`ends_on` is the last valid day printed on the certificate; without it the catalogue's rule for the day of issue decides."""

    code: Code
    issued_on: Day
    ends_on: Day | None = None


class Person(Frozen):
    """Somebody at hand. `experience_months` is GPU experience on the plan's day; without it the least that the level asks for.

    `level_since` is the day of the last promotion, which counts where the options ask for time in grade.
    """

    id: Code
    name: Name
    level: LevelNumber
    experience_months: Whole | None = Field(default=None, ge=0, le=720)
    skills: tuple[Code, ...] = ()
    certifications: tuple[HeldCertificate, ...] = ()
    yearly_pay: Money | None = None
    study_hours_per_week: Decimal | None = Field(default=None, ge=Decimal("0.25"), le=40)
    may_be_trained: bool = True
    starts_on: Day | None = None
    leaves_on: Day | None = None
    level_since: Day | None = None

    def is_here(self, day: date) -> bool:
        """Whether the person works here on `day`; `leaves_on` is the last day."""
        return (self.starts_on is None or self.starts_on <= day) and (self.leaves_on is None or day <= self.leaves_on)


class GrowthStep(Frozen):
    """From `on` the cluster has this many GPUs in all. 0 closes it."""

    on: Day
    gpus: Whole = Field(ge=0, le=MAX_GPUS)


class Cluster(Frozen):
    """At `sites` places alike, each with the GPUs of `growth` and a team of its own."""

    name: Name
    site: str = Field(default="", max_length=200)
    sites: Whole = Field(default=1, ge=1, le=50)
    growth: tuple[GrowthStep, ...] = Field(min_length=1, max_length=MAX_STEPS)


Depth = Literal["rules", "standard", "deep"]
Spending = Literal["training", "hiring", "pay", "contractors"]


class Budget(Frozen):
    """Most cash that the plan's decisions may cost: of one kind or of `all`; in the whole plan, or in a calendar year (None: in each).

    Courses, bootcamps and exams are training; recruiting is hiring; pay is that of new people, and rises and premiums of people at hand.
    Their present pay is due anyway and counts in no budget.
    """

    amount: Money
    kind: Literal["all", "training", "hiring", "pay", "contractors"] = "all"
    per: Literal["plan", "year"] = "plan"
    year: Whole | None = Field(default=None, ge=1900, le=2199)


class Directive(Frozen):
    """A decision laid down by a person: what has to be in the plan ("fix"), or may not be ("forbid").

    A training names its person, perhaps the role and the month of its first day. A hire or contract names its role, perhaps a month (that in
    which recruiting starts, or one on duty); `count` of them at least.
    """

    action: Literal["fix", "forbid"]
    what: Literal["training", "hire", "contract"]
    person: Code | None = None
    role: Code | None = None
    month: Day | None = None
    count: Whole = Field(default=1, ge=1, le=1000)

    @property
    def about(self) -> tuple[str, str | None, str | None, date | None]:
        """What is laid down, whatever is laid down about it."""
        return self.what, self.person, self.role, self.month.replace(day=1) if self.month else None


class Commitment(Frozen):
    """A decision already taken, which a new plan keeps where that does not cost more than `change_price`: a training by who, when and to what,
    a hire by role and the day on which recruiting starts, a contract by role, first month and months."""

    what: Literal["training", "hire", "contract"]
    starts_on: Day
    person: Code | None = None
    target_level: LevelNumber | None = None
    certifications: tuple[Code, ...] = ()
    speciality: Code | None = None
    bootcamp: bool = False
    role: Code | None = None
    months: Whole = Field(default=1, ge=1, le=MAX_MONTHS)


class HiringDelay(Frozen):
    """Recruiting for a role takes so many months longer than for others."""

    role: Code
    months: Whole = Field(ge=1, le=36)


class FailedExam(Frozen):
    """Somebody's first attempt at an exam that fails: it is sat again `exam_retake_days` later."""

    person: Code
    certification: Code


class Options(Frozen):
    """What the plan may do. None means: the catalogue's assumption of the same name.

    `depth`: "rules" answers at once by the rules of docs/planner.md; "standard" and "deep" search for the plan of least cost and prove how
    near it is (docs/optimum.md). What stands below `depth` counts only for those two.
    """

    boundary: Literal["smaller", "larger"] = "smaller"
    train: bool = True
    hire: bool = True
    contractors: bool = False
    bootcamps: bool = True
    renew: bool = True
    certificate_may_be_open: bool = False
    overqualified_levels: Whole = Field(default=1, ge=0, le=8)
    study_hours_per_week: Decimal | None = Field(default=None, ge=Decimal("0.25"), le=40)
    exam_lead_days: Whole | None = Field(default=None, ge=0, le=365)
    hiring_lead_months: Whole | None = Field(default=None, ge=0, le=36)
    ramp_up_months: Whole | None = Field(default=None, ge=0, le=24)
    hiring_cost: Money | None = None
    course_price: Money | None = None
    on_cost_percent: Percent | None = None
    contractor_rate: Money | None = None
    employee_rate: Money | None = None
    contractor_hours_per_month: Decimal | None = Field(default=None, gt=0, le=744)
    bootcamp_price: Money | None = None
    training_patience_months: Whole | None = Field(default=None, ge=0, le=60)
    contractor_hours_avoided: Decimal | None = Field(default=None, ge=0, le=8784)
    holidays: tuple[Day, ...] = Field(default=(), max_length=2000)
    ending_days: Whole = Field(default=ENDING_WITHIN_DAYS, ge=0, le=3650)
    reserve_per_heads: Whole | None = Field(default=None, ge=1, le=1000)
    months_in_grade: Whole = Field(default=0, ge=0, le=120)
    depth: Depth = "rules"
    gap_price: Money | None = None
    gap_contractor_months: Decimal | None = Field(default=None, ge=0, le=100)
    yearly_discount_percent: Percent | None = None
    contract_months_min: Whole | None = Field(default=None, ge=1, le=36)
    hires_per_month: Whole | None = Field(default=None, ge=0, le=1000)
    budgets: tuple[Budget, ...] = Field(default=(), max_length=50)
    bootcamp_seats_per_month: Whole | None = Field(default=None, ge=0, le=1000)
    apprenticeships: bool = False
    apprenticeship_months: Whole | None = Field(default=None, ge=1, le=24)
    apprenticeship_experience_percent: Decimal | None = Field(default=None, ge=100, le=400)
    mentor_loss_percent: Percent | None = None
    juniors_per_mentor: Whole | None = Field(default=None, ge=1, le=10)
    mentor_level_min: Whole | None = Field(default=None, ge=1, le=9)
    group_prices: bool = False
    vendor_group_discount_percent: Percent | None = None
    vendor_group_size: Whole | None = Field(default=None, ge=2, le=100)
    change_price: Money | None = None
    exam_retake_days: Whole | None = Field(default=None, ge=0, le=365)
    exam_pass_percent: Percent | None = None
    retention: bool = False
    attrition_percent: Percent | None = None
    retention_premium_percent: Percent | None = None
    retention_effect_percent: Percent | None = None


class RoiLine(Frozen):
    """One line of investment (once) or yearly return. Its amount is quantity x amount x percent / 100."""

    label: Name | Translated
    quantity: Decimal = Field(default=Decimal(1), ge=0, le=Decimal("1e9"))
    amount: Money
    percent: Decimal = Field(default=Decimal(100), ge=0, le=1000)
    note: str = Field(default="", max_length=500)


class Roi(Frozen):
    """Lines typed by a person. Without investment lines the plan's own training cost is the investment."""

    investment: tuple[RoiLine, ...] = Field(default=(), max_length=MAX_LINES)
    yearly_return: tuple[RoiLine, ...] = Field(default=(), max_length=MAX_LINES)


class PlanRequest(Frozen):
    """`as_of` is the day the records speak of. The plan covers the days from `starts_on` to `ends_on` in months; pay is that of whole months.

    `clusters_beside` draw on the same people; their seats go under role codes of their own (`beside.py`). `without_level` names people who were left out because nobody recorded their level; the result says so.
    """

    title: str = Field(default="", max_length=200)
    organisation: Name
    as_of: Day
    currency: Currency = "USD"
    cluster: Cluster
    clusters_beside: tuple[Cluster, ...] = Field(default=(), max_length=MAX_CLUSTERS)
    starts_on: Day
    ends_on: Day
    people: tuple[Person, ...] = Field(default=(), max_length=MAX_PEOPLE)
    without_level: tuple[Name, ...] = Field(default=(), max_length=MAX_PEOPLE)
    options: Options = Options()
    directives: tuple[Directive, ...] = Field(default=(), max_length=MAX_DIRECTIVES)
    committed: tuple[Commitment, ...] = Field(default=(), max_length=MAX_PEOPLE)
    hiring_delays: tuple[HiringDelay, ...] = Field(default=(), max_length=MAX_LINES)
    failed_exams: tuple[FailedExam, ...] = Field(default=(), max_length=MAX_DIRECTIVES)
    roi: Roi = Roi()
    catalogue: Catalogue = Field(default_factory=shipped, repr=False)

    @property
    def clusters(self) -> tuple[Cluster, ...]:
        return (self.cluster, *self.clusters_beside)

    @property
    def months(self) -> tuple[date, ...]:
        """First days of the months planned."""
        return months_between(self.starts_on, self.ends_on)

    def hiring_lead(self, role: str) -> int:
        """Months from the start of recruiting to the first day of work."""
        return int(self.assumption("hiring_lead_months")) + sum(row.months for row in self.hiring_delays if row.role == role)

    def assumption(self, code: str) -> Decimal:
        """The figure to reckon with: the option if one was given, else the catalogue's."""
        given = getattr(self.options, code, None)
        return Decimal(given) if given is not None else self.catalogue.assumption[code].value


def read_request(data: Mapping[str, Any] | str | bytes) -> PlanRequest:
    """A checked request out of JSON text or plain values. Raises RequestError with every complaint found."""
    try:
        request = PlanRequest.model_validate_json(data) if isinstance(data, str | bytes) else PlanRequest.model_validate(data)
    except ValidationError as error:
        raise RequestError(_complaints(error)) from error
    if request.clusters_beside:
        catalogue = with_roles_of(request.catalogue, [cluster.name for cluster in request.clusters_beside])
        request = request.model_copy(update={"catalogue": catalogue})
    complaints = list(check(request))
    if complaints:
        raise RequestError(complaints)
    return request


def _complaints(error: ValidationError) -> Iterable[Complaint]:
    """A list whose entries are wrong is not also too short."""
    found = error.errors()
    for details in found:
        where = details["loc"]
        entries_wrong = any(other["loc"][: len(where)] == where for other in found if other is not details)
        if details["type"] != "too_short" or not entries_wrong:
            yield Complaint.from_pydantic(details)


def check(request: PlanRequest) -> Iterable[Complaint]:
    """What only the whole request can show to be wrong."""
    yield from _check_period(request)
    yield from _check_growth(request)
    yield from _check_people(request)
    yield from _check_assumptions(request)
    yield from _check_directives(request)
    yield from _check_events(request)


def _check_period(request: PlanRequest) -> Iterable[Complaint]:
    if request.ends_on < request.starts_on:
        yield Complaint.of("ends_on", "end_before_start", start_on=request.starts_on, end_on=request.ends_on)
    elif len(request.months) > MAX_MONTHS:
        yield Complaint.of("ends_on", "period_too_long", months=len(request.months), limit=MAX_MONTHS)


def _check_growth(request: PlanRequest) -> Iterable[Complaint]:
    for where, cluster in (("cluster", request.cluster), *((f"clusters_beside.{n}", one) for n, one in enumerate(request.clusters_beside))):
        seen: set[date] = set()
        for index, step in enumerate(cluster.growth):
            if step.on in seen:
                yield Complaint.of(f"{where}.growth.{index}.on", "day_twice", day_on=step.on)
            seen.add(step.on)


def _check_people(request: PlanRequest) -> Iterable[Complaint]:
    catalogue, seen = request.catalogue, set[str]()
    for index, person in enumerate(request.people):
        where = f"people.{index}"
        if person.id in seen:
            yield Complaint.of(f"{where}.id", "id_twice", value=person.id)
        seen.add(person.id)
        if person.level not in catalogue.level:
            yield Complaint.of(f"{where}.level", "unknown_code", value=f"L{person.level}")
        for skill_index, skill in enumerate(person.skills):
            if skill not in catalogue.skill:
                yield Complaint.unknown(f"{where}.skills.{skill_index}", skill, catalogue.skill)
        if person.starts_on and person.leaves_on and person.leaves_on < person.starts_on:
            yield Complaint.of(f"{where}.leaves_on", "end_before_start", start_on=person.starts_on, end_on=person.leaves_on)
        for held_index, held in enumerate(person.certifications):
            yield from _check_held(held, f"{where}.certifications.{held_index}", request)


def _check_held(held: HeldCertificate, where: str, request: PlanRequest) -> Iterable[Complaint]:
    if held.code not in request.catalogue.certification:
        yield Complaint.unknown(f"{where}.code", held.code, request.catalogue.certification)
    if held.issued_on > request.as_of:
        yield Complaint.of(f"{where}.issued_on", "certificate_from_the_future", issued_on=held.issued_on, today_on=request.as_of)
    if held.ends_on and held.ends_on < held.issued_on:
        yield Complaint.of(f"{where}.ends_on", "end_before_start", start_on=held.issued_on, end_on=held.ends_on)


def _check_directives(request: PlanRequest) -> Iterable[Complaint]:
    people = {person.id: person for person in request.people}
    said: dict[tuple[object, ...], str] = {}
    for index, row in enumerate(request.directives):
        where = f"directives.{index}"
        if row.what == "training":
            yield from _check_training(row, where, request, people)
        elif row.role is None:
            yield Complaint.of(f"{where}.role", "directive_needs_role")
        if row.role is not None and row.role not in request.catalogue.role:
            yield Complaint.unknown(f"{where}.role", row.role, request.catalogue.role)
        allowed = {"training": request.options.train, "hire": request.options.hire, "contract": request.options.contractors}[row.what]
        if row.action == "fix" and not allowed:
            yield Complaint.of(f"{where}.what", "directive_switched_off")
        if said.setdefault(row.about, row.action) != row.action:
            yield Complaint.of(f"{where}.action", "directive_contradiction")


def _check_events(request: PlanRequest) -> Iterable[Complaint]:
    people, catalogue = {person.id for person in request.people}, request.catalogue
    for index, delay in enumerate(request.hiring_delays):
        if delay.role not in catalogue.role:
            yield Complaint.unknown(f"hiring_delays.{index}.role", delay.role, catalogue.role)
    for index, failed in enumerate(request.failed_exams):
        if failed.person not in people:
            yield Complaint.of(f"failed_exams.{index}.person", "unknown_person", value=failed.person)
        if failed.certification not in catalogue.certification:
            yield Complaint.unknown(f"failed_exams.{index}.certification", failed.certification, catalogue.certification)


def _check_training(row: Directive, where: str, request: PlanRequest, people: Mapping[str, Person]) -> Iterable[Complaint]:
    if row.person is None:
        yield Complaint.of(f"{where}.person", "directive_needs_person")
    elif row.person not in people:
        yield Complaint.of(f"{where}.person", "unknown_person", value=row.person)
    elif row.action == "fix" and not people[row.person].may_be_trained:
        yield Complaint.of(f"{where}.person", "directive_not_to_be_trained", name=people[row.person].name)


def _check_assumptions(request: PlanRequest) -> Iterable[Complaint]:
    known = {row.code: (index, row.value) for index, row in enumerate(request.catalogue.assumptions)}
    for code in assumption_codes(request):
        if code not in known:
            yield Complaint.of("catalogue.assumptions", "missing_assumption", value=code)
        else:
            index, value = known[code]
            yield from _check_assumption(f"catalogue.assumptions.{index}.value", code, value)
    if not request.catalogue.cluster_sizes:
        yield Complaint.of("catalogue.cluster_sizes", "missing_assumption", value="cluster_sizes")


def _check_assumption(where: str, code: str, value: Decimal) -> Iterable[Complaint]:
    """A default has the bounds of the option that replaces it; the figures no option replaces are whole or at least positive."""
    try:
        if code in ASSUMPTIONS or code in SEARCHED_WITH:
            Options.model_validate({code: value})
        else:
            RECKONED_WITH[code].validate_python(value)
    except ValidationError as error:
        yield from (Complaint.from_pydantic(details | {"loc": (where,)}) for details in error.errors())


ASSUMPTIONS = (
    "study_hours_per_week",
    "exam_lead_days",
    "hiring_lead_months",
    "ramp_up_months",
    "hiring_cost",
    "course_price",
    "on_cost_percent",
    "contractor_rate",
    "employee_rate",
    "contractor_hours_per_month",
    "bootcamp_price",
    "training_patience_months",
    "contractor_hours_avoided",
    "exam_retake_days",
    "attrition_percent",
    "exam_pass_percent",
)

# Asked for by the depths that search.
SEARCHED_WITH = (
    "gap_contractor_months",
    "yearly_discount_percent",
    "contract_months_min",
    "apprenticeship_months",
    "apprenticeship_experience_percent",
    "mentor_loss_percent",
    "juniors_per_mentor",
    "mentor_level_min",
    "vendor_group_discount_percent",
    "vendor_group_size",
    "change_price",
    "retention_premium_percent",
    "retention_effect_percent",
)

# What the catalogue alone decides.
RECKONED_WITH: Mapping[str, TypeAdapter[Any]] = {
    "hours_per_year": TypeAdapter(Annotated[Decimal, Field(gt=0, le=8784)]),
    "preparation_hours": TypeAdapter(Annotated[int, Field(ge=1, le=2000)]),
    "renewal_lead_days": TypeAdapter(Annotated[int, Field(ge=0, le=365)]),
}


def assumption_codes(request: PlanRequest) -> tuple[str, ...]:
    """Every figure that a plan of this depth reckons with and that is no record."""
    return (*ASSUMPTIONS, *RECKONED_WITH, *(SEARCHED_WITH if request.options.depth != "rules" else ()))
