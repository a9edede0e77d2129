"""The choice told as decisions: who sits where in every month, who is trained, hired, put under contract, and which certificates are renewed.

Seats are given out beyond the end of the plan, so that what is decided in the plan for a need after it can be told, and cut off last.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from aiteam.planner.catalogue import SeatRule
from aiteam.planner.contracts import Contract
from aiteam.planner.coverage import Filled, Fits, best_roles, fill, numbered, role_of, seat_id, seat_ids
from aiteam.planner.decisions import ChosenTraining, Decided, needed_renewals, seat_states
from aiteam.planner.hiring import Hire
from aiteam.planner.money import cents
from aiteam.planner.months import month_of
from aiteam.planner.optimum.market import Offer, fitting_roles
from aiteam.planner.optimum.master import Choice
from aiteam.planner.optimum.mentors import assigned_mentors
from aiteam.planner.optimum.paths import Path
from aiteam.planner.optimum.retention import premiums
from aiteam.planner.optimum.scene import Scene
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import TrainingStep
from aiteam.planner.state import Asked, State, lacks
from aiteam.planner.training import Draft, Renewal, lay_out, renewals

Outsiders = dict[tuple[int, str], Hire | Contract]


@dataclass(frozen=True)
class _Course:
    """A path taken: the person `kept` (with certificates renewed as the path says) and in the end (`after`)."""

    kept: State
    draft: Draft | None
    after: State
    renewals: tuple[Renewal, ...]


def staffed(
    request: PlanRequest, scene: Scene, recorded: Mapping[str, State], paths: Sequence[Path], offers: Sequence[Offer], choice: Choice
) -> Decided:
    """`request` is that of the plan, without the months beyond it; `paths` and `offers` are those that `choice` numbers."""
    chosen = {paths[index].person: paths[index] for index in choice.paths}
    courses = {person: _course(scene, state, chosen.get(person)) for person, state in recorded.items()}
    if request.options.group_prices:
        courses = _at_group_prices(scene, courses)
    mentors = assigned_mentors(scene, recorded, {person: course.draft for person, course in courses.items() if course.draft})
    final = {person: course.after for person, course in courses.items()}
    newcomers = list(_newcomers(scene, offers, choice.offers))
    contracts = _contracts(scene, choice)
    planned, seats = _seated(scene, final, newcomers, contracts)
    hires = _hires(scene, newcomers, planned, seats)
    shown, last = scene.shown, request.ends_on
    outsiders: Outsiders = {
        (index, seat): hires.get(who) or contracts[who] for index, month in enumerate(seats[:shown]) for seat, who in month.items()
    }
    kept = {person: course.kept for person, course in courses.items()}
    within = planned[:shown]
    possible = [renewal for course in courses.values() for renewal in course.renewals]
    trainings = [
        replace(_training(scene, person, course, planned, seats), mentors=mentors.get(person, ()))
        for person, course in courses.items()
        if course.draft
    ]
    needed = tuple(row for row in needed_renewals(scene.request, possible, planned, final, trainings) if row.step.starts_on <= last)
    return Decided(
        demand=scene.months[:shown],
        today=fill(Fits(request), scene.months[:shown], recorded),
        planned=within,
        recorded=recorded,
        renewed=kept,
        final=final,
        trainings=tuple(sorted(trainings, key=lambda row: (row.needed_on, row.draft.ready_on, row.person))),
        renewals=needed,
        new_people=tuple(hire for hire in hires.values() if hire.order_by <= last),
        contracts=tuple(contract for contract in contracts.values() if contract.first < shown),
        outsiders=outsiders,
        states=seat_states(request, within, recorded, needed, outsiders),
        premiums=premiums(request, recorded, within),
    )


# --- people


def _course(scene: Scene, state: State, path: Path | None) -> _Course:
    """What is begun only after the plan is left to the next one."""
    codes = sorted({code for asked in scene.last_asked for code in asked.certifications})
    is_renewed = path is not None and path.renewed
    kept, done = _renewed(scene, state, codes) if is_renewed else (state, ())
    end = scene.months[scene.shown - 1].last
    if path is None or path.way is None or path.begin is None or path.begin > end:
        return _Course(kept, None, kept, done)
    draft = lay_out(kept, path.way, scene.request, path.begin)
    after, more = (
        _renewed(scene, draft.after, [code for code in codes if code in draft.certifications]) if is_renewed else (draft.after, ())
    )
    return _Course(kept, draft, after, (*done, *more))


def _renewed(scene: Scene, state: State, codes: Sequence[str]) -> tuple[State, tuple[Renewal, ...]]:
    kept, done = renewals(state, [code for code in codes if code in state.certificates], scene.request)
    return kept, tuple(done)


def _at_group_prices(scene: Scene, courses: Mapping[str, _Course]) -> dict[str, _Course]:
    """The price for groups for everybody who starts a course in a month in which enough people do."""
    request = scene.request
    size, share = int(request.assumption("vendor_group_size")), 1 - request.assumption("vendor_group_discount_percent") / 100
    learners = Counter(key for course in courses.values() for key in dict.fromkeys(_paid_courses(course)))

    def priced(step: TrainingStep) -> TrainingStep:
        in_group = step.kind == "course" and learners[step.code, month_of(step.starts_on)] >= size
        return step.model_copy(update={"cost": cents(step.cost * share)}) if in_group else step

    return {
        person: replace(course, draft=replace(course.draft, steps=tuple(map(priced, course.draft.steps)))) if course.draft else course
        for person, course in courses.items()
    }


def _paid_courses(course: _Course) -> Iterator[tuple[str, date]]:
    """(course, month in which it starts)."""
    for step in course.draft.steps if course.draft else ():
        if step.kind == "course" and step.cost:
            yield step.code, month_of(step.starts_on)


def _training(scene: Scene, person: str, course: _Course, planned: Sequence[Filled], seats: Sequence[Mapping[str, str]]) -> ChosenTraining:
    """For the first seat that the person could not have taken without it; where none shows that, for what it leads to."""
    draft = course.draft
    assert draft is not None  # noqa: S101 # the caller's condition
    own = [(index, seat) for index, month in enumerate(planned) for seat, who in month.seats.items() if who == person]
    for index, seat in own:
        month = scene.months[index]
        if lacks(course.kept, Asked.of(month.rules[role_of(seat)], scene.request), month.first, month.last):
            return ChosenTraining(person, role_of(seat), draft, _needed_from(scene, planned, seats, index, seat))
    ready = next((month.first for month in scene.months if month.first >= draft.ready_on), scene.months[-1].first)
    role = role_of(own[-1][1]) if own else next(asked.rule.role for asked in scene.last_asked if asked.rule.level_min <= draft.level)
    return ChosenTraining(person, role, draft, ready)


def _needed_from(scene: Scene, planned: Sequence[Filled], seats: Sequence[Mapping[str, str]], index: int, seat: str) -> date:
    """The first day of the months, without a break up to month `index`, in which the seat is needed and nobody sits in it."""

    def is_held(number: int) -> bool:
        return seat in planned[number].seats or seat in seats[number] or seat not in seat_ids(scene.months[number])

    while index and not is_held(index - 1):
        index -= 1
    return scene.months[index].first


# --- from outside


def _newcomers(scene: Scene, offers: Sequence[Offer], taken: Mapping[int, int]) -> Iterator[tuple[str, Offer]]:
    """(id, offer) of everybody hired, in the order in which recruiting starts."""
    numbers = Counter[int]()
    for index in sorted(taken, key=lambda index: (offers[index].order_by, offers[index].role)):
        offer = offers[index]
        for _ in range(taken[index]):
            numbers[offer.role] += 1
            yield f"hire-{scene.roles[offer.role]}-{numbers[offer.role]:04}", offer


def _contracts(scene: Scene, choice: Choice) -> dict[str, Contract]:
    """Those on duty by month, as contracts: who came first leaves first."""
    found: list[Contract] = []
    for role, counts in zip(scene.roles, choice.contractors.tolist(), strict=True):
        running: list[int] = []  # months of their start
        ended: list[tuple[int, int]] = []
        for month, count in enumerate([*counts, 0]):
            while len(running) > count:
                ended.append((running.pop(0), month))
            running += [month] * (count - len(running))
        found += [Contract(role, number, first, end - first) for number, (first, end) in enumerate(sorted(ended), start=1)]
    return {contract.id: contract for contract in found}


def _hires(
    scene: Scene, newcomers: Sequence[tuple[str, Offer]], planned: Sequence[Filled], seats: Sequence[Mapping[str, str]]
) -> dict[str, Hire]:
    """By id as a newcomer, told by the first seat."""
    numbers = Counter[str]()
    found: dict[str, Hire] = {}
    for who, offer in newcomers:
        rule = scene.last_asked[offer.role].rule
        index, seat = next(
            ((index, seat) for index, month in enumerate(seats) for seat, sitting in month.items() if sitting == who),
            (offer.ready, seat_id(rule.role, 1)),
        )
        numbers[seat] += 1
        needed_on = _needed_from(scene, planned, seats, index, seat)
        found[who] = Hire(seat, rule, needed_on, offer.order_by, offer.arrives_on, offer.ready_on, number=numbers[seat])
    return found


# --- seats


def _seated(
    scene: Scene, final: Mapping[str, State], newcomers: Sequence[tuple[str, Offer]], contracts: Mapping[str, Contract]
) -> tuple[tuple[Filled, ...], list[dict[str, str]]]:
    """Month by month: seat -> person, and seat -> id of who comes from outside. Contractors take what their number leaves to them."""
    fits, order = Fits(scene.request), [*final, *(who for who, _offer in newcomers)]
    roles_of = {who: [scene.roles[role] for role in fitting_roles(scene, offer.role)] for who, offer in newcomers}
    planned, outside, before = list[Filled](), list[dict[str, str]](), dict[str, str]()
    known: dict[object, dict[str, str]] = {}
    for index, month in enumerate(scene.months):
        on_duty = [contract for contract in contracts.values() if index in contract.month_numbers]
        taken = Counter(contract.role for contract in on_duty)
        rules = [
            rule.model_copy(update={"count": rule.count - taken[rule.role]})
            for rule in month.rules.values()
            if rule.count > taken[rule.role]
        ]
        fit = {
            (rule.role, person): above
            for rule in rules
            for person, state in final.items()
            if (above := fits.excess(state, rule.role, month)) is not None
        }
        fit |= {(rule.role, who): 0 for rule in rules for who, offer in newcomers if offer.ready <= index and rule.role in roles_of[who]}
        question = (tuple(rules), tuple(fit.items()), tuple(before.items()), tuple(on_duty))
        if question not in known:
            roles = best_roles(rules, fit, before, order)
            roles |= _contractors(month.rules, on_duty, Counter(roles.values()))
            known[question] = numbered(roles, before, seat_ids(month))
        before = known[question]
        planned.append(Filled(month, {seat: who for seat, who in before.items() if who in final}))
        outside.append({seat: who for seat, who in before.items() if who not in final})
    return tuple(planned), outside


def _contractors(rules: Mapping[str, SeatRule], on_duty: Sequence[Contract], filled: Mapping[str, int]) -> dict[str, str]:
    """Contract -> role, for as many as the role has seats left."""
    found = dict[str, str]()
    for role, rule in rules.items():
        own = [contract.id for contract in sorted(on_duty, key=lambda row: (row.first, row.number)) if contract.role == role]
        found |= dict.fromkeys(own[: rule.count - filled.get(role, 0)], role)
    return found
