"""What a plan answers. Everything a page, a PDF or a spreadsheet shows is in here; none of them computes."""

from datetime import date
from decimal import Decimal
from typing import Literal

from aiteam.planner.explanations import Explanation
from aiteam.planner.values import Code, Currency, Frozen, Translated


class MoneyRange(Frozen):
    low: Decimal
    high: Decimal
    currency: Currency


class SizeReading(Frozen):
    """The team rule that a GPU count asks for; `cluster` says of which, where there are several. `size` None: no rule covers the count, `nearest` is the closest size."""

    since: date
    gpus: int
    size: Code | None
    nearest: Code | None = None
    other_reading: Code | None = None
    headcount: int
    other_headcount: int | None = None
    printed_cost: MoneyRange | None = None
    pay_band_cost: MoneyRange | None = None
    contradictions: tuple[Code, ...] = ()
    explanation: Explanation
    cluster: str = ""


SeatState = Literal["at_hand", "trained", "renewed", "hired", "contractor", "open"]


class SeatMonth(Frozen):
    """Who sits in a seat in a month, and by what means; `today` says who would without any action. None: nobody.

    `outsider` is the id of the opening or the contract of somebody from outside.
    """

    month: date
    state: SeatState
    person: Code | None = None
    outsider: str | None = None
    today: Code | None = None


class Seat(Frozen):
    """One chair of the team. `id` is role-number; it is needed in the months listed, no others."""

    id: str
    role: Code
    number: int
    level_min: int
    level_max: int
    speciality: Code | None = None
    certifications_any_of: tuple[Code, ...] = ()
    months: tuple[SeatMonth, ...]
    why: Explanation

    @property
    def needed_from(self) -> date:
        return self.months[0].month

    @property
    def first_open(self) -> date | None:
        return next((month.month for month in self.months if month.state == "open"), None)


class PersonOutcome(Frozen):
    """Where a person ends up: `seats` from first to last, empty for somebody left over; `why` gives the reason."""

    person: Code
    name: str
    level: int
    seats: tuple[str, ...]
    months_in_seat: int
    months_here: int
    why: Explanation


class GapMonth(Frozen):
    """Seats of a month. `covered_today` is what today's staff covers without the plan; the rest tells by what means the plan covers."""

    month: date
    gpus: int
    size: Code | None
    needed: int
    covered_today: int
    at_hand: int
    trained: int
    renewed: int
    hired: int
    contractor: int
    open: int

    @property
    def covered(self) -> int:
        return self.needed - self.open


StepKind = Literal["course", "bootcamp", "cross_training", "apprenticeship", "experience", "exam"]


class TrainingStep(Frozen):
    """One step of a training. `starts_on` and `ends_on` are both days of it; hours are hours of study."""

    kind: StepKind
    code: Code
    name: str | Translated
    starts_on: date
    ends_on: date
    hours: int = 0
    cost: Decimal = Decimal(0)
    certificate_until: date | None = None
    passed: bool = True  # of an exam; one reckoned to fail is sat again


class Mentoring(Frozen):
    """Who takes a junior by the hand, from `first_month` on for so many `months`."""

    person: Code
    name: str
    first_month: date
    months: int


class Training(Frozen):
    """What a person does to be ready for a seat (or, kind "renewal", to stay so). `ready_on` is the first day it counts; `binding` is what makes it so late."""

    person: Code
    name: str
    kind: Literal["seat", "renewal"]
    seat: str | None
    role: Code | None
    target_level: int
    certifications: tuple[Code, ...]
    speciality: Code | None = None
    steps: tuple[TrainingStep, ...]
    starts_on: date
    ready_on: date
    needed_on: date
    in_time: bool
    hours: int
    cash: Decimal
    opportunity: Decimal
    why: Explanation
    binding: Explanation
    mentors: tuple[Mentoring, ...] = ()


class Opening(Frozen):
    """A position to be filled from outside. `order_by` is the day recruiting has to start, `arrives_on` the first working day, `ready_on` the first day it counts."""

    id: str
    role: Code
    level_min: int
    level_max: int
    seat: str
    needed_on: date
    order_by: date
    arrives_on: date
    ready_on: date
    in_time: bool
    speciality: Code | None = None
    skills: tuple[Code, ...] = ()
    certifications_any_of: tuple[Code, ...] = ()
    pay: MoneyRange
    why: Explanation


class ContractLine(Frozen):
    """A contractor from `first_month` on for so many `months` of the plan, the seats covered in them, and what that costs."""

    id: str
    role: Code
    first_month: date
    months: int
    seats: tuple[str, ...]
    cash: Decimal = Decimal(0)


class Retention(Frozen):
    """A premium a year that keeps somebody, and what it saves a year on average."""

    person: Code
    name: str
    yearly_premium: Decimal
    yearly_saving: Decimal
    why: Explanation


class BudgetLine(Frozen):
    """A budget in the plan (`year` None) or in a calendar year, and what the plan's decisions take of it."""

    kind: Literal["all", "training", "hiring", "pay", "contractors"]
    year: int | None
    amount: Decimal
    spent: Decimal


CertificateState = Literal["valid", "ending", "grace", "ended", "unknown", "no_end"]


class CertificateLine(Frozen):
    """A certificate of the team on the plan's day. `ends_on` is its last valid day; `ends_in_plan` says that it falls within the plan."""

    person: Code
    name: str
    certification: Code
    issued_on: date
    ends_on: date | None
    state: CertificateState
    ends_in_plan: bool
    renewal_on: date | None = None


class TeamCertificationLine(Frozen):
    """A certification the team as a whole must hold, on the first day it is asked and with the plan carried out."""

    any_of: tuple[Code, ...]
    kind: Literal["additional", "specialised"]
    why: Translated
    asked_from: date
    holders_needed: int
    holders: tuple[Code, ...]


class CoverMonth(Frozen):
    """Holders wanted, those who hold one all through the month for sure (nobody leaves, nothing is renewed), and as many as are to be expected."""

    month: date
    wanted: int
    certain: int
    expected: Decimal


class CertificateCover(Frozen):
    """The cover of certifications of which any one will do. `first_short` is the first month with fewer certain holders than wanted,
    `first_expected_short` that with fewer expected ones; None where there is none."""

    any_of: tuple[Code, ...]
    months: tuple[CoverMonth, ...]
    first_short: date | None
    first_expected_short: date | None
    why: Explanation | None


class CostMonth(Frozen):
    """Money of one month. `cash` is paid out; `opportunity` is the pay of hours spent learning and mentoring, which no invoice shows.

    `rises` is what people at hand are paid more for a level that the plan raises; `premiums` what keeps them.
    """

    month: date
    staff_pay: Decimal
    rises: Decimal = Decimal(0)
    premiums: Decimal = Decimal(0)
    new_pay: Decimal
    hiring: Decimal
    training: Decimal
    exams: Decimal
    contractors: Decimal
    cash: Decimal
    opportunity: Decimal


class CostTotals(Frozen):
    staff_pay: Decimal
    rises: Decimal = Decimal(0)
    premiums: Decimal = Decimal(0)
    new_pay: Decimal
    hiring: Decimal
    training: Decimal
    exams: Decimal
    contractors: Decimal
    cash: Decimal
    opportunity: Decimal


class Costs(Frozen):
    currency: Currency
    pay_basis: Literal["bands", "records"]
    months: tuple[CostMonth, ...]
    total: CostTotals
    explanations: tuple[Explanation, ...]


class RoiLineResult(Frozen):
    label: str | Translated
    amount: Decimal
    why: Explanation


class RoiResult(Frozen):
    """Percentages are percent (365.5 means 365.5 %), to one decimal, half up. None where there is no investment to divide by."""

    currency: Currency
    investment: tuple[RoiLineResult, ...]
    investment_total: Decimal
    yearly_return: tuple[RoiLineResult, ...]
    yearly_return_total: Decimal
    first_year_percent: Decimal | None
    ongoing_percent: Decimal | None
    benefit_cost_ratio: Decimal | None
    payback_months: Decimal | None
    explanations: tuple[Explanation, ...]


class AssumptionLine(Frozen):
    """A figure the plan reckoned with; `given` says that the request named it, otherwise `source` is where the catalogue has it from."""

    code: Code
    name: Translated
    value: Decimal
    unit: str
    given: bool
    source: Code
    basis: Literal["quoted", "derived", "assumed"]


class Note(Frozen):
    """Something the reader must know: a boundary, a contradiction of the sources, a thing left out. `where` is the part it belongs to.

    `statement` is what a contradiction says, as the catalogue has it.
    """

    where: Literal["team", "people", "training", "costs", "roi"]
    explanation: Explanation
    contradiction: Code | None = None
    statement: Translated | None = None


SolveStatus = Literal["optimal", "within_gap", "stopped"]


class SolveRecord(Frozen):
    """How a plan of least cost was found. `price` is what was made small: discounted cash of the decisions, learning and mentoring time, and
    the price of open seats, over the plan and the months planned beyond it. `bound` is what no plan can be cheaper than; `gap_percent`
    the share of the price between the two. `candidates` are the people considered for training where there are too many to consider all, and
    the bound holds for plans that train nobody else; None: everybody. `seconds` of the search are the one figure that differs from run to run.
    """

    depth: Literal["standard", "deep"]
    status: SolveStatus
    price: Decimal
    bound: Decimal
    gap_percent: Decimal
    courses_of_action: int
    columns: int
    rows: int
    nodes: int
    seconds: Decimal
    seed: int
    solver: str
    candidates: int | None = None
    tail_months: int


class Grounds(Frozen):
    """What speaks for a decision: the seat-months that need it, who could sit there today, and when training could help at the earliest.

    `subject` is the id of the opening or contract, or the person trained. `qualified` are people who fit the role in its first month as they
    are. `trainable` is who could be ready first by training, in `trainable_from`; None where nobody could. `order_by` is the last day on
    which recruiting could start for the first of the months.
    """

    of: Literal["training", "hire", "contract"]
    subject: str
    role: Code
    first_month: date | None
    last_month: date | None
    seat_months: int
    qualified: tuple[Code, ...]
    trainable: Code | None
    trainable_from: date | None
    order_by: date | None


class Change(Frozen):
    """How a plan differs from another: `delta` more (or fewer) trainings of a person, hires or contractor months of a role, or open
    seat-months."""

    what: Literal["training", "hire", "contractor_months", "open"]
    person: Code | None = None
    role: Code | None = None
    delta: int


class Alternative(Frozen):
    """The plan without one decision, everything else chosen anew: what it costs more, and what is done `instead`.

    `price_delta` of 0 says that an equally cheap plan exists. `subject` is the role of a hire or contract, the person of a training.
    """

    of: Literal["training", "hire", "contract"]
    subject: Code
    price_delta: Decimal
    cash_delta: Decimal
    open_delta: int
    instead: tuple[Change, ...]


VariantCode = Literal["plan", "patient", "eager", "no_hires", "no_contractors", "no_training"]


class Variant(Frozen):
    """Another plan for the same request, by what is different in it ("patient" and "eager": a third, or thrice the price of an open seat).

    `cash` is that of the decisions, without the pay of people at hand. `risk` is the number of seat-months of the plan expected to be lost by
    people who leave and exams that are failed, open ones included."""

    code: VariantCode
    cash: Decimal
    open_seat_months: int
    covered_from: date | None
    risk: Decimal
    trained: int
    hired: int
    contractor_months: int
    is_efficient: bool = True  # no other variant is better in cash, time and risk


class CurvePoint(Frozen):
    """The plan under a share of the money."""

    percent: int
    amount: Decimal
    cash: Decimal
    open_seat_months: int
    gap_percent: Decimal


RelaxationCode = Literal[
    "lead_time", "no_willing_trainee", "no_training", "time_in_grade", "certificate_end", "mentor_shortage", "budget", "contract_minimum",
    "no_contractors", "no_hires", "hiring_limit",
]  # fmt: skip


class Relaxation(Frozen):
    """What becomes of a gap where one rule is given up: seat-months still open, and the cash it takes."""

    code: RelaxationCode
    open_seat_months: int
    cash_delta: Decimal


class GapReason(Frozen):
    """Open seat-months of a role in the plan, the rules that force them (each alone would let them shrink), cheapest way out first."""

    role: Code
    first_month: date
    last_month: date
    seat_months: int
    ways: tuple[Relaxation, ...]


class Alternatives(Frozen):
    """Other plans, each solved anew. `curve` is by rising share of the money: of the budgets, else of what the plan spends."""

    without: tuple[Alternative, ...]
    left_out: int  # decisions that were not tried without, because there are so many
    variants: tuple[Variant, ...]
    curve: tuple[CurvePoint, ...]
    gaps: tuple[GapReason, ...]
    seconds: Decimal


class PlanChange(Frozen):
    """What one plan does otherwise than another: something is added, removed, or moved from one day to another."""

    change: Literal["added", "removed", "moved"]
    what: Literal["training", "hire", "contract", "renewal"]
    person: Code | None = None
    role: Code | None = None
    before_on: date | None = None
    after_on: date | None = None


class Searched(Frozen):
    """What only a search for the least cost can tell; empty where there was none."""

    broken: tuple[int, ...] = ()
    grounds: tuple[Grounds, ...] = ()
    solve: SolveRecord | None = None


class Summary(Frozen):
    """The figures of the first sentence. Counts are of the month with most seats."""

    peak_month: date | None
    seats_needed: int
    seats_at_hand: int
    seats_open_today: int
    seats_open_at_end: int
    first_open_month: date | None
    fully_covered_from: date | None
    people_to_train: int
    people_to_hire: int
    cash_total: Decimal


class PlanResult(Frozen):
    planner_version: str
    request_hash: str
    as_of: date
    currency: Currency
    months: tuple[date, ...]
    summary: Summary
    sizes: tuple[SizeReading, ...]
    seats: tuple[Seat, ...]
    people: tuple[PersonOutcome, ...]
    gaps: tuple[GapMonth, ...]
    trainings: tuple[Training, ...]
    openings: tuple[Opening, ...]
    contracts: tuple[ContractLine, ...] = ()
    certificates: tuple[CertificateLine, ...]
    team_certifications: tuple[TeamCertificationLine, ...]
    costs: Costs
    roi: RoiResult
    assumptions: tuple[AssumptionLine, ...]
    notes: tuple[Note, ...]
    cover: tuple[CertificateCover, ...] = ()
    retentions: tuple[Retention, ...] = ()
    budgets: tuple[BudgetLine, ...] = ()
    broken: tuple[int, ...] = ()  # directives of the request, by number, that no plan can keep
    grounds: tuple[Grounds, ...] = ()
    solve: SolveRecord | None = None
