"""Trainings: on days that exist, in an order that is allowed, by people who may, at prices that hold."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from aiteam.planner.checking.abilities import ONE_DAY, People
from aiteam.planner.checking.findings import Finding
from aiteam.planner.money import cents
from aiteam.planner.months import add_months, month_of, months_between
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import PlanResult, Training, TrainingStep
from aiteam.planner.workdays import Calendar

STUDIES = {"course", "bootcamp", "exam"}


def check_trainings(request: PlanRequest, result: PlanResult, people: People) -> Iterator[Finding]:
    for training in result.trainings:
        if training.person not in people.planned:
            yield Finding("person_unknown", "training", training.person)
            continue
        yield from _allowed(request, training, people)
        yield from _days(request, training)
        yield from _steps(request, result, training)
        yield from _prerequisites(request, training, people)
        if training.kind == "seat":
            yield from _outcome(request, training, people)
        yield from _equal("start_wrong", _where(training), training.starts_on, training.steps[0].starts_on)
    yield from _one_at_a_time(result, people)
    yield from _mentors(request, result, people)


def _where(training: Training, step: TrainingStep | None = None) -> str:
    return f"{training.person} {training.kind}" + (f" {step.code} {step.starts_on}" if step else "")


def _allowed(request: PlanRequest, training: Training, people: People) -> Iterator[Finding]:
    options = request.options
    if training.kind == "renewal" and not options.renew:
        yield Finding("not_allowed", _where(training), "renewal")
    if training.kind == "seat" and not (options.train and people.recorded[training.person].person.may_be_trained):
        yield Finding("not_allowed", _where(training), "training")
    if not options.bootcamps and any(step.kind == "bootcamp" for step in training.steps):
        yield Finding("not_allowed", _where(training), "bootcamp")
    if not options.apprenticeships and any(step.kind == "apprenticeship" for step in training.steps):
        yield Finding("not_allowed", _where(training), "apprenticeship")


def _days(request: PlanRequest, training: Training) -> Iterator[Finding]:
    """Studies on working days, one after the other, from the first day on which there is somebody to learn."""
    calendar = Calendar.of(request.options.holidays)
    person = next(person for person in request.people if person.id == training.person)
    earliest = max(request.as_of, request.starts_on if training.kind == "seat" else request.as_of, person.starts_on or date.min)
    before: TrainingStep | None = None
    for step in training.steps:
        where = _where(training, step)
        if step.ends_on < step.starts_on or step.starts_on < earliest:
            yield Finding("day_impossible", where, step.starts_on, earliest)
        if step.kind not in STUDIES:
            continue
        if not (calendar.is_workday(step.starts_on) and calendar.is_workday(step.ends_on)):
            yield Finding("no_working_day", where, step.starts_on)
        if before and step.starts_on <= before.ends_on:
            yield Finding("steps_overlap", where, step.starts_on, before.ends_on)
        if step.kind == "exam" and before and step.starts_on < before.ends_on + _wait(request, before):
            yield Finding("exam_too_soon", where, step.starts_on, before.ends_on + _wait(request, before))
        if step.hours and _working_days(calendar, step) < _days_of_study(request, training, step):
            yield Finding("too_little_time", where, _working_days(calendar, step), _days_of_study(request, training, step))
        before = step


def _wait(request: PlanRequest, before: TrainingStep) -> timedelta:
    return timedelta(days=int(request.assumption("exam_lead_days" if before.passed else "exam_retake_days")))


def _working_days(calendar: Calendar, step: TrainingStep) -> int:
    return sum(1 for _day in calendar.workdays(step.starts_on, step.ends_on))


def _days_of_study(request: PlanRequest, training: Training, step: TrainingStep) -> int:
    """Five days a week, of eight hours in a bootcamp, else of a fifth of the weekly hours of study."""
    if step.kind == "bootcamp":
        return step.hours // 8
    person = next(person for person in request.people if person.id == training.person)
    per_day = (person.study_hours_per_week or request.assumption("study_hours_per_week")) / 5
    return max(1, int(-(-Decimal(step.hours) // per_day)))


def _steps(request: PlanRequest, result: PlanResult, training: Training) -> Iterator[Finding]:
    """Prices, certificates and sums."""
    for step in training.steps:
        where = _where(training, step)
        if step.kind == "exam":
            row = request.catalogue.certification[step.code]
            price = row.price_on(step.starts_on)
            yield from _equal("price_wrong", where, step.cost, cents(price.amount) if price else Decimal(0))
            rule = next((rule for rule in row.validity if rule.covers(step.starts_on)), None)
            until = add_months(step.starts_on, rule.months) if rule and rule.months and step.passed else None
            yield from _equal("certificate_end_wrong", where, step.certificate_until, until)
        elif step.kind == "course" and step.code in request.catalogue.course:
            yield from _equal("hours_wrong", where, step.hours, request.catalogue.course[step.code].hours)
            yield from _equal("price_wrong", where, step.cost, _course_price(request, result, step))
        elif step.kind == "bootcamp":
            yield from _equal("price_wrong", where, step.cost, cents(request.assumption("bootcamp_price")))
    yield from _equal("sum_wrong", _where(training) + " hours", training.hours, sum(step.hours for step in training.steps))
    yield from _equal("sum_wrong", _where(training) + " cash", training.cash, sum((step.cost for step in training.steps), Decimal(0)))
    if training.kind == "seat":
        yield from _equal("in_time_wrong", _where(training), training.in_time, training.ready_on <= training.needed_on)


def _course_price(request: PlanRequest, result: PlanResult, step: TrainingStep) -> Decimal:
    """That of a group where enough people start in the same month."""
    price = cents(request.assumption("course_price"))
    if request.options.depth == "rules" or not request.options.group_prices:
        return price
    learners = {
        row.person
        for row in result.trainings
        for other in row.steps
        if (other.kind, other.code, month_of(other.starts_on)) == ("course", step.code, month_of(step.starts_on)) and other.cost
    }
    large = len(learners) >= request.assumption("vendor_group_size")
    return cents(price * (1 - request.assumption("vendor_group_discount_percent") / 100)) if large else price


def _equal(what: str, where: str, told: object, found: object) -> Iterator[Finding]:
    if told != found:
        yield Finding(what, where, told, found)


def _prerequisites(request: PlanRequest, training: Training, people: People) -> Iterator[Finding]:
    """What an exam requires is held on its day: by the records or by an earlier exam."""
    catalogue, able = request.catalogue, people.planned[training.person]
    for step in training.steps if training.kind == "seat" else ():
        if step.kind != "exam":
            continue
        for row in catalogue.certification[step.code].prerequisites:
            codes = [catalogue.certification[code].code for code in row.any_of]
            if row.required and codes and not able.holds(codes, step.starts_on, step.starts_on):
                yield Finding("prerequisite_missing", _where(training, step), step.code, codes)


def _outcome(request: PlanRequest, training: Training, people: People) -> Iterator[Finding]:
    """Ready when the last of exams, retraining and levels is there; and no sooner."""
    person, where = people.recorded[training.person].person, _where(training)
    days = [day for day, _level in people.levels_of(training, person)]
    days += [step.starts_on for step in training.steps if step.kind == "exam" and step.passed]
    if training.speciality:
        days.append(people.retrained_on(training))
        yield from _retraining(request, training, people)
    begin = min(step.starts_on for step in training.steps)
    yield from _equal("ready_wrong", where, training.ready_on, max([begin, *days]))
    earned = tuple(step.code for step in training.steps if step.kind == "exam" and step.passed)
    yield from _equal("certifications_wrong", where, training.certifications, earned)
    for number in range(person.level + 1, training.target_level + 1):
        level = request.catalogue.level[number]
        codes = [request.catalogue.certification[code].code for code in level.certifications]
        asked = level.certifications_are in {"required", "target"} and codes
        start = max(request.as_of, request.starts_on)
        held = people.recorded[training.person].holds(codes, start, start) or bool(set(codes) & set(earned)) if asked else True
        if not held:
            yield Finding("level_certificate_missing", where, f"L{number}", codes)


def _retraining(request: PlanRequest, training: Training, people: People) -> Iterator[Finding]:
    steps = [step for step in training.steps if step.kind == "cross_training"]
    rows = {row.code: row for row in request.catalogue.cross_training}
    if len(steps) != 1 or steps[0].code not in rows:
        yield Finding("retraining_missing", _where(training), training.speciality)
        return
    row = rows[steps[0].code]
    if row.to_skill != training.speciality or row.from_skill not in people.recorded[training.person].skills:
        yield Finding("retraining_wrong", _where(training), row.code)
    yield from _equal(
        "retraining_too_short", _where(training), steps[0].ends_on, add_months(steps[0].starts_on, row.months_planned) - ONE_DAY
    )


def _one_at_a_time(result: PlanResult, people: People) -> Iterator[Finding]:
    """One training for a seat per person, and no exam of a renewal while somebody is away in a bootcamp."""
    for row in result.trainings:
        away = people.planned[row.person].away if row.person in people.planned and row.kind == "renewal" else ()
        yield from (Finding("steps_overlap", _where(row), row.starts_on, start) for start, end in away if start <= row.starts_on <= end)
    counts = Counter(row.person for row in result.trainings if row.kind == "seat")
    yield from (Finding("two_trainings", person, count, 1) for person, count in sorted(counts.items()) if count > 1)


def _mentors(request: PlanRequest, result: PlanResult, people: People) -> Iterator[Finding]:
    """A mentor in every month of an apprenticeship in the plan: senior enough, here, of the field, and with few enough juniors."""
    load: Counter[tuple[date, str]] = Counter()
    for training in result.trainings:
        person = people.recorded[training.person].person
        taught = {
            month for row in training.mentors for month in months_between(row.first_month, add_months(row.first_month, row.months - 1))
        }
        for step in training.steps:
            if step.kind == "apprenticeship":
                wanted = {month for month in months_between(step.starts_on, step.ends_on) if month in result.months}
                yield from _equal("mentor_missing", _where(training), sorted(taught), sorted(wanted))
        for row in training.mentors:
            mentor = people.recorded[row.person]
            lowest = max(int(request.assumption("mentor_level_min")), person.level + 1)
            if mentor.person.level < lowest or (training.speciality and training.speciality not in mentor.person.skills):
                yield Finding("mentor_unfit", _where(training), row.person)
            for month in months_between(row.first_month, add_months(row.first_month, row.months - 1)):
                load[month, row.person] += 1
    most = int(request.assumption("juniors_per_mentor")) if load else 0
    for (month, name), count in sorted(load.items()):
        if count > most:
            yield Finding("too_many_juniors", f"{month:%Y-%m} {name}", count, most)
