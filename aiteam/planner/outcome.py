"""Decisions told as results: seats, people, gaps, trainings, openings, certificates, each with its reason."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby

from aiteam.planner.catalogue import SeatRule, TeamCertification
from aiteam.planner.composition import MonthDemand
from aiteam.planner.contracts import Contract
from aiteam.planner.cost import contractor_month, mentoring_pay, replacement_cost, yearly_pay
from aiteam.planner.coverage import role_of, seat_ids
from aiteam.planner.decisions import ChosenTraining, Decided, Premium, latest_useful, open_roles
from aiteam.planner.explanations import Explanation
from aiteam.planner.hiring import Hire
from aiteam.planner.money import cents
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import (
    CertificateLine,
    ContractLine,
    GapMonth,
    Mentoring,
    MoneyRange,
    Opening,
    PersonOutcome,
    Retention,
    Seat,
    SeatMonth,
    TeamCertificationLine,
    Training,
    TrainingStep,
)
from aiteam.planner.state import Asked, Lack, State, lacks
from aiteam.planner.training import Draft, Renewal, reach


def seats(request: PlanRequest, decided: Decided) -> tuple[Seat, ...]:
    """Every seat that some month needs, in the order of the team rule."""
    order = {seat: None for month in decided.demand for seat in seat_ids(month)}
    return tuple(_seat(request, decided, seat) for seat in order)


def _seat(request: PlanRequest, decided: Decided, seat: str) -> Seat:
    rule = decided.rule(seat)
    months = tuple(_seat_months(decided, seat))
    return Seat(
        id=seat,
        role=rule.role,
        number=int(seat.rpartition("-")[2]),
        level_min=rule.level_min,
        level_max=rule.level_max,
        speciality=request.catalogue.role[rule.role].speciality,
        certifications_any_of=rule.certifications_any_of,
        months=months,
        why=_why_seat(request, decided, seat, months),
    )


def _seat_months(decided: Decided, seat: str) -> Iterator[SeatMonth]:
    for index, (today, planned) in enumerate(zip(decided.today, decided.planned, strict=True)):
        state = decided.states.get((index, seat))
        if state:
            outsider = decided.outsiders.get((index, seat))
            yield SeatMonth(
                month=planned.demand.month,
                state=state,
                person=planned.seats.get(seat),
                outsider=outsider.id if outsider else None,
                today=today.seats.get(seat),
            )


def _why_seat(request: PlanRequest, decided: Decided, seat: str, months: Sequence[SeatMonth]) -> Explanation:
    """Why the seat stands open in its first open month, or by what it is covered."""
    names = {person.id: person.name for person in request.people}
    first_open = next((month for month in months if month.state == "open"), None)
    if first_open is None:
        last = months[-1]
        if last.person is None:
            return Explanation.of(f"seat_{last.state}")
        since = next(month.month for month in months if month.person == last.person)
        return Explanation.of(f"seat_{last.state}", person=names[last.person], month=since)
    index = next(index for index, month in enumerate(decided.demand) if month.month == first_open.month)
    return _why_open(request, decided, index, role_of(seat))


def _why_open(request: PlanRequest, decided: Decided, index: int, role: str) -> Explanation:
    """What the people lack who do not sit elsewhere; or that all who could sit here are needed in other seats."""
    month, filled = decided.demand[index], decided.planned[index]
    asked = Asked.of(month.rules[role], request)
    lacking = {person: lacks(state, asked, month.first, month.last) for person, state in decided.renewed.items()}
    if not lacking:
        return Explanation.of("open_no_people", month=month.month)
    fit = [person for person, missing in lacking.items() if not missing]
    if fit:
        return Explanation.of("open_all_needed_elsewhere", month=month.month, fit=len(fit))
    counts = Counter[Lack](missing[0] for person, missing in lacking.items() if person not in filled.seated)
    seated = sum(1 for person in lacking if person in filled.seated)
    return Explanation.of(
        "open_nobody_fits",
        month=month.month,
        people=len(lacking),
        seated=seated,
        away=counts["away"],
        level=counts["level_low"] + counts["level_high"],
        speciality=counts["speciality"],
        certificate=counts["certificate"],
    )


def people(request: PlanRequest, decided: Decided) -> tuple[PersonOutcome, ...]:
    return tuple(_person(request, decided, state) for state in decided.recorded.values())


def _person(request: PlanRequest, decided: Decided, state: State) -> PersonOutcome:
    person = state.person
    taken = [seat for month in decided.planned for seat, who in month.seats.items() if who == person.id]
    here = sum(1 for month in decided.demand if person.is_here(month.first) and person.is_here(month.last))
    return PersonOutcome(
        person=person.id,
        name=person.name,
        level=person.level,
        seats=tuple(dict.fromkeys(taken)),
        months_in_seat=len(taken),
        months_here=here,
        why=_why_person(request, decided, state, taken, here),
    )


def _why_person(request: PlanRequest, decided: Decided, state: State, taken: Sequence[str], here: int) -> Explanation:
    if not here:
        return Explanation.of("person_away")
    if any(training.person == state.person.id for training in decided.trainings):
        training = next(training for training in decided.trainings if training.person == state.person.id)
        return Explanation.of("person_trained", role=training.role, ready_on=training.draft.ready_on)
    if taken:
        return Explanation.of("person_seated", role=role_of(taken[0]), months=len(taken))
    return _why_left_over(request, decided, state)


def _why_left_over(request: PlanRequest, decided: Decided, state: State) -> Explanation:
    """The nearest seat and what it would take; or that no seat is left which the person fits."""
    month = next((month for month in reversed(decided.demand) if month.size), None)
    if month is None:
        return Explanation.of("left_no_seats")
    found: dict[str, list[Lack]] = {
        role: lacks(state, Asked.of(rule, request), month.first, month.last) for role, rule in month.rules.items()
    }
    fitting = sorted(role for role, missing in found.items() if not missing)
    if fitting:
        return Explanation.of("left_seats_taken", role=tuple(fitting))
    nearest = min(found, key=lambda role: (len(found[role]), role))
    if "away" not in found[nearest] and request.options.train:
        drafts = {role: reach(state, Asked.of(month.rules[role], request), month.first, request) for role in found}
        reachable = {role: draft for role, draft in drafts.items() if isinstance(draft, Draft)}
        if reachable:
            return _why_not_trained(request, decided, month, reachable)
    return Explanation.of(f"left_{found[nearest][0]}", role=nearest, level=f"L{state.person.level}")


def _why_not_trained(request: PlanRequest, decided: Decided, last: MonthDemand, reachable: Mapping[str, Draft]) -> Explanation:
    """Why the soonest of the trainings that lead to a seat was not chosen. `last` is the last month with seats."""
    role, draft = min(reachable.items(), key=lambda item: (item[1].ready_on, item[0]))
    if draft.ready_on > last.first:
        return Explanation.of("left_too_late", role=role, ready_on=draft.ready_on)
    open_from = next((month.demand.first for month in decided.planned if role in open_roles(month)), None)
    if open_from and draft.ready_on > latest_useful(request, open_from):
        return Explanation.of("left_hire_sooner", role=role, ready_on=draft.ready_on)
    return Explanation.of("left_not_needed", role=role, ready_on=draft.ready_on)


def gaps(decided: Decided) -> tuple[GapMonth, ...]:
    return tuple(_gap(decided, index) for index in range(len(decided.demand)))


def _gap(decided: Decided, index: int) -> GapMonth:
    month = decided.demand[index]
    states = Counter(decided.states[index, seat] for seat in seat_ids(month))
    return GapMonth(
        month=month.month,
        gpus=month.gpus,
        size=month.size.code if month.size else None,
        needed=sum(states.values()),
        covered_today=len(decided.today[index].seats),
        **{state: states[state] for state in ("at_hand", "trained", "renewed", "hired", "contractor", "open")},
    )


def trainings(request: PlanRequest, decided: Decided) -> tuple[Training, ...]:
    lines = [_training(request, decided, training) for training in decided.trainings]
    lines += [_renewal(request, decided, renewal) for renewal in decided.renewals]
    return tuple(sorted(lines, key=lambda line: (line.starts_on, line.name, line.person)))


def _training(request: PlanRequest, decided: Decided, training: ChosenTraining) -> Training:
    draft, person = training.draft, decided.recorded[training.person].person
    seat = next(
        (seat for month in decided.planned for seat, who in month.seats.items() if who == person.id and role_of(seat) == training.role),
        None,
    )
    in_time = draft.ready_on <= training.needed_on
    why = Explanation.of(
        "training_in_time" if in_time else "training_late", role=training.role, needed_on=training.needed_on, ready_on=draft.ready_on
    )
    return Training(
        person=person.id,
        name=person.name,
        kind="seat",
        seat=seat,
        role=training.role,
        target_level=draft.level,
        certifications=draft.certifications,
        speciality=draft.speciality,
        steps=draft.steps,
        starts_on=draft.steps[0].starts_on,
        ready_on=draft.ready_on,
        needed_on=training.needed_on,
        in_time=in_time,
        hours=draft.hours,
        cash=draft.cost,
        opportunity=_learning_pay(request, decided, person.id, draft.steps) + _mentoring_pay(request, decided, training),
        why=why,
        binding=draft.binding,
        mentors=tuple(_mentorings(decided, training)),
    )


def _mentorings(decided: Decided, training: ChosenTraining) -> Iterator[Mentoring]:
    """Unbroken runs of months with the same mentor, those of the plan."""
    months = [month.month for month in decided.demand]
    shown = [(number, mentor) for number, mentor in training.mentors if number < len(months)]
    for _key, run in groupby(enumerate(shown), key=lambda item: (item[1][1], item[1][0] - item[0])):
        [(_place, (first, mentor)), *more] = run
        yield Mentoring(person=mentor, name=decided.recorded[mentor].person.name, first_month=months[first], months=1 + len(more))


def _mentoring_pay(request: PlanRequest, decided: Decided, training: ChosenTraining) -> Decimal:
    months = [month.month for month in decided.demand]
    return cents(
        sum(
            (
                mentoring_pay(request, decided.recorded[mentor], months[number])
                for number, mentor in training.mentors
                if number < len(months)
            ),
            Decimal(0),
        )
    )


def _renewal(request: PlanRequest, decided: Decided, renewal: Renewal) -> Training:
    person, step = decided.recorded[renewal.person].person, renewal.step
    seat = next((seat for month in reversed(decided.planned) for seat, who in month.seats.items() if who == person.id), None)
    return Training(
        person=person.id,
        name=person.name,
        kind="renewal",
        seat=seat,
        role=role_of(seat) if seat else None,
        target_level=person.level,
        certifications=(renewal.certification,),
        steps=(step,),
        starts_on=step.starts_on,
        ready_on=step.ends_on,
        needed_on=renewal.old_end,
        in_time=True,
        hours=step.hours,
        cash=step.cost,
        opportunity=_learning_pay(request, decided, person.id, (step,)),
        why=Explanation.of("renewal", certification=renewal.certification, end_on=renewal.old_end),
        binding=Explanation.of("ready_by_exam", certification=renewal.certification, exam_on=step.starts_on),
    )


def _learning_pay(request: PlanRequest, decided: Decided, person: str, steps: Sequence[TrainingStep]) -> Decimal:
    year = request.catalogue.assumption["hours_per_year"].value
    return cents(sum((step.hours * yearly_pay(request, decided.recorded[person], step.starts_on) / year for step in steps), Decimal(0)))


def openings(request: PlanRequest, decided: Decided) -> tuple[Opening, ...]:
    return tuple(_opening(request, decided, hire) for hire in decided.new_people)


def _opening(request: PlanRequest, decided: Decided, hire: Hire) -> Opening:
    seat, rule = hire.seat, hire.rule
    role = request.catalogue.role[rule.role]
    index = next((index for index, month in enumerate(decided.demand) if month.last >= hire.needed_on and seat in seat_ids(month)), None)
    return Opening(
        id=hire.id,
        role=rule.role,
        level_min=rule.level_min,
        level_max=rule.level_max,
        seat=seat,
        needed_on=hire.needed_on,
        order_by=hire.order_by,
        arrives_on=hire.arrives_on,
        ready_on=hire.ready_on,
        in_time=hire.ready_on <= hire.needed_on,
        speciality=role.speciality,
        skills=tuple(dict.fromkeys((*role.skills, *_level_skills(request, rule)))),
        certifications_any_of=rule.certifications_any_of,
        pay=MoneyRange(
            low=request.catalogue.level[rule.level_min].pay.low,
            high=request.catalogue.level[rule.level_max].pay.high,
            currency=request.catalogue.level[rule.level_min].pay.currency,
        ),
        why=Explanation.of("opening_after_plan", needed_on=hire.needed_on)
        if index is None
        else _why_open(request, decided, index, role_of(seat)),
    )


def contracts(request: PlanRequest, decided: Decided) -> tuple[ContractLine, ...]:
    """Every contract, with the seats it covers, in the order of their months."""
    seats: dict[str, dict[str, None]] = {}
    for (_, seat), outsider in sorted(decided.outsiders.items()):
        seats.setdefault(outsider.id, {})[seat] = None
    lines = [_contract(request, decided, row, tuple(seats.get(row.id, ()))) for row in decided.contracts]
    return tuple(sorted(lines, key=lambda line: (line.first_month, line.id)))


def _contract(request: PlanRequest, decided: Decided, row: Contract, seats: tuple[str, ...]) -> ContractLine:
    within = [number for number in row.month_numbers if number < len(decided.demand)]
    cash = len(within) * cents(contractor_month(request))
    return ContractLine(id=row.id, role=row.role, first_month=decided.demand[row.first].month, months=len(within), seats=seats, cash=cash)


def retentions(request: PlanRequest, decided: Decided) -> tuple[Retention, ...]:
    return tuple(_retention(request, decided.recorded[premium.person], premium) for premium in decided.premiums)


def _retention(request: PlanRequest, state: State, premium: Premium) -> Retention:
    why = Explanation.of(
        "retention_pays",
        percent=request.assumption("retention_premium_percent"),
        premium_amount=premium.yearly,
        effect_percent=request.assumption("retention_effect_percent"),
        attrition_percent=request.assumption("attrition_percent"),
        replacement_amount=cents(replacement_cost(request, yearly_pay(request, state, request.as_of))),
        saving_amount=premium.saving,
    )
    return Retention(person=premium.person, name=state.person.name, yearly_premium=premium.yearly, yearly_saving=premium.saving, why=why)


def _level_skills(request: PlanRequest, rule: SeatRule) -> tuple[str, ...]:
    return request.catalogue.level[rule.level_min].skills


def certificates(request: PlanRequest, decided: Decided) -> tuple[CertificateLine, ...]:
    """The newest certificate of each kind that each person holds, soonest end first, those without an end last."""
    lines = [_certificate(request, decided, state, code) for state in decided.recorded.values() for code in state.certificates]
    return tuple(sorted(lines, key=lambda line: (line.ends_on or date.max, line.name, line.certification)))


def _certificate(request: PlanRequest, decided: Decided, state: State, code: str) -> CertificateLine:
    life = max(state.certificates[code], key=lambda life: (life.ends_on or date.max, life.issued_on))
    ending_days = request.catalogue.certification[code].ending_days
    renewal = next((row for row in decided.renewals if row.person == state.person.id and row.certification == code), None)
    return CertificateLine(
        person=state.person.id,
        name=state.person.name,
        certification=code,
        issued_on=life.issued_on,
        ends_on=life.ends_on,
        state=life.state(request.as_of, request.options.ending_days if ending_days is None else ending_days),
        ends_in_plan=life.ends_on is not None and request.starts_on <= life.ends_on < request.ends_on,
        renewal_on=renewal.step.starts_on if renewal else None,
    )


def team_certifications(request: PlanRequest, decided: Decided) -> tuple[TeamCertificationLine, ...]:
    """What the team as a whole must hold, each rule once, with the holders among the people of the request on the first day it is asked."""
    first: dict[tuple[str, ...], tuple[TeamCertification, MonthDemand]] = {}
    for month in decided.demand:
        for rule in month.size.team_certifications if month.size else ():
            first.setdefault(rule.any_of, (rule, month))
    return tuple(_team_certification(request, decided, rule, month) for rule, month in first.values())


def _team_certification(request: PlanRequest, decided: Decided, rule: TeamCertification, month: MonthDemand) -> TeamCertificationLine:
    codes = [request.catalogue.certification[code].code for code in rule.any_of]
    holders = tuple(
        person
        for person, state in decided.renewed.items()
        if state.person.is_here(month.first) and state.holds(codes, month.first, month.first)
    )
    return TeamCertificationLine(
        any_of=tuple(codes), kind=rule.kind, why=rule.why, asked_from=month.first, holders_needed=rule.holders, holders=holders
    )
