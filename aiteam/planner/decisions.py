"""What the plan does about open seats: whom to train for which, what to renew, whom to hire, where a contractor stands in.

Method: docs/planner.md, "Decisions".
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from aiteam.planner.assignment import assign
from aiteam.planner.catalogue import SeatRule
from aiteam.planner.composition import MonthDemand
from aiteam.planner.coverage import ORDER, Filled, fill, role_of, seat_ids
from aiteam.planner.months import add_months
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import SeatState, TrainingStep
from aiteam.planner.state import Asked, State, lacks
from aiteam.planner.training import Draft, Renewal, reach, renewals

ROUNDS = 3  # a trainee may free somebody else for a further seat; after three rounds nothing was ever left to gain in trials


@dataclass(frozen=True)
class ChosenTraining:
    person: str
    role: str
    draft: Draft
    needed_on: date


@dataclass(frozen=True)
class Hire:
    """A seat filled from outside: recruiting starts on `order_by`, pay on `arrives_on`, the seat is covered from `ready_on`."""

    seat: str
    needed_on: date
    order_by: date
    arrives_on: date
    ready_on: date


@dataclass(frozen=True)
class Decided:
    """The plan before money: today's filling, the planned one, and what leads from one to the other."""

    demand: tuple[MonthDemand, ...]
    today: tuple[Filled, ...]
    planned: tuple[Filled, ...]
    recorded: Mapping[str, State]
    renewed: Mapping[str, State]
    trainings: tuple[ChosenTraining, ...]
    renewals: tuple[Renewal, ...]
    hires: Mapping[str, Hire]
    states: Mapping[tuple[int, str], SeatState]

    def rule(self, seat: str) -> SeatRule:
        """The seat's rule in the last month that needs it."""
        return _last_rule(self.demand, role_of(seat))

    def steps(self) -> Iterator[tuple[str, TrainingStep]]:
        """(person, step) of every training and renewal."""
        yield from ((training.person, step) for training in self.trainings for step in training.draft.steps)
        yield from ((renewal.person, renewal.step) for renewal in self.renewals)


def decide(request: PlanRequest, demand: tuple[MonthDemand, ...], recorded: Mapping[str, State]) -> Decided:
    today = fill(request, demand, recorded)
    renewed, kept = _renewed(request, demand, recorded)
    trainings, kept_after_training, planned, final = _train(request, demand, renewed)
    hires = _hires(request, planned) if request.options.hire else {}
    return Decided(
        demand=demand,
        today=today,
        planned=planned,
        recorded=recorded,
        renewed=renewed,
        trainings=trainings,
        renewals=_needed_renewals(request, (*kept, *kept_after_training), planned, final),
        hires=hires,
        states=_seat_states(request, planned, recorded, renewed, hires),
    )


def _renewed(
    request: PlanRequest, demand: Sequence[MonthDemand], states: Mapping[str, State]
) -> tuple[dict[str, State], tuple[Renewal, ...]]:
    """Everybody with every certificate kept valid that some seat of the plan asks for."""
    if not request.options.renew:
        return dict(states), ()
    asked = {code for month in demand for rule in month.rules.values() for code in rule.certifications_any_of}
    codes = sorted({request.catalogue.certification[code].code for code in asked})
    kept, done = dict[str, State](), list[Renewal]()
    for person, state in states.items():
        kept[person], more = renewals(state, [code for code in codes if code in state.certificates], request)
        done += more
    return kept, tuple(done)


def _train(
    request: PlanRequest, demand: Sequence[MonthDemand], states: Mapping[str, State]
) -> tuple[tuple[ChosenTraining, ...], tuple[Renewal, ...], tuple[Filled, ...], Mapping[str, State]]:
    """Chooses trainings until no further one covers another seat-month. One training for a seat per person.

    Returns the trainings, the renewals of what they earn, and who sits where with everybody's state in the end.
    """
    chosen, kept = list[ChosenTraining](), list[Renewal]()
    current = dict(states)
    planned = fill(request, demand, current)
    for _ in range(ROUNDS if request.options.train and _open_seats(planned) else 0):
        busy = {training.person for training in chosen}
        free = {key: state for key, state in current.items() if key not in busy}
        tried = [_tried(request, demand, current, more) for more in _proposals(request, demand, planned, free)]
        best = max(tried, key=_Tried.worth)
        if best.cover <= _cover(planned):
            break
        chosen += best.trainings
        current |= best.trained
        kept += best.renewals
        planned = best.planned
    return _that_serve(chosen, planned, states, request), tuple(kept), planned, current


@dataclass(frozen=True)
class _Tried:
    """A set of trainings and what would come of it."""

    trainings: Sequence[ChosenTraining]
    trained: Mapping[str, State]
    renewals: Sequence[Renewal]
    planned: tuple[Filled, ...]

    @property
    def cover(self) -> int:
        return _cover(self.planned)

    def worth(self) -> tuple[int, Decimal]:
        """More seat-months first, then less money."""
        return self.cover, -sum((training.draft.cost for training in self.trainings), Decimal(0))


def _tried(
    request: PlanRequest, demand: Sequence[MonthDemand], current: Mapping[str, State], trainings: Sequence[ChosenTraining]
) -> _Tried:
    trained, renewed = _renewed(request, demand, {training.person: training.draft.after for training in trainings})
    return _Tried(trainings, trained, renewed, fill(request, demand, {**current, **trained}))


def _cover(planned: Sequence[Filled]) -> int:
    """Seat-months filled."""
    return sum(len(month.seats) for month in planned)


def _proposals(
    request: PlanRequest, demand: Sequence[MonthDemand], planned: Sequence[Filled], states: Mapping[str, State]
) -> Iterator[list[ChosenTraining]]:
    """Two ways to choose: people without a seat take the open ones; or all people are put in their best role anew, so that somebody who
    sits below the own level moves up and another learns to follow. Each is optimal in its way; the months filled anew tell which is better."""
    open_months, idle = _open_seats(planned), [frozenset(states) - month.seated for month in planned]
    yield _chosen(request, demand, states, open_months, idle)
    all_months = {role: [month.rules[role].count if role in month.rules else 0 for month in demand] for role in _roles(demand)}
    yield _chosen(request, demand, states, all_months, [frozenset(states)] * len(planned))


def _roles(demand: Sequence[MonthDemand]) -> list[str]:
    return sorted({role for month in demand for role in month.rules})


def _chosen(
    request: PlanRequest,
    demand: Sequence[MonthDemand],
    states: Mapping[str, State],
    seats: Mapping[str, Sequence[int]],
    free: Sequence[frozenset[str]],
) -> list[ChosenTraining]:
    """The trainings that together cover most seat-months of `seats` (role -> seats by month) by people `free` in the month, and among
    those the cheapest; people who fit a role as they are need none."""
    drafts, score = dict[tuple[str, str], ChosenTraining](), dict[tuple[str, str], int]()
    order = {person: ORDER - ORDER * place // len(states) for place, person in enumerate(states)}
    for role, months in seats.items():
        first = next(index for index, count in enumerate(months) if count)
        asked = Asked.of(_last_rule(demand, role), request)
        for person, state in states.items():
            draft = reach(state, asked, demand[first].first, request)
            if not isinstance(draft, Draft) or draft.ready_on > latest_useful(request, demand[first].first):
                continue
            gained = _gained(draft, asked, demand, months, [person in month for month in free])
            if gained:
                drafts[role, person] = ChosenTraining(person, role, draft, demand[first].first)
                score[role, person] = (gained * 10_000 - min(draft.hours + int(draft.cost / 100), 9_000)) * (ORDER + 1) + order[person]
    assigned = assign({role: max(months) for role, months in seats.items()}, score)
    return [drafts[role, person] for person, role in sorted(assigned.items()) if drafts[role, person].draft.steps]


def latest_useful(request: PlanRequest, needed_on: date) -> date:
    """The last day on which a training still beats a hire for a seat needed on `needed_on`; without hiring any day does."""
    if not request.options.hire:
        return date.max
    lead = int(request.assumption("hiring_lead_months")) + int(request.assumption("ramp_up_months"))
    patience = int(request.assumption("training_patience_months"))
    return add_months(max(needed_on, add_months(request.as_of, lead)), patience)


def _open_seats(planned: Sequence[Filled]) -> dict[str, list[int]]:
    """Role -> number of open seats in each month, for the roles that have any."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0] * len(planned))
    for index, month in enumerate(planned):
        for role in open_roles(month):
            counts[role][index] += 1
    return dict(sorted(counts.items()))


def open_roles(month: Filled) -> list[str]:
    """The role of each seat that nobody sits in."""
    return [role_of(seat) for seat in seat_ids(month.demand) if seat not in month.seats]


def _last_rule(demand: Sequence[MonthDemand], role: str) -> SeatRule:
    return next(month.rules[role] for month in reversed(demand) if role in month.rules)


def _gained(draft: Draft, asked: Asked, demand: Sequence[MonthDemand], open_seats: Sequence[int], free: Sequence[bool]) -> int:
    """Open seat-months of the role that the trained person could take: ready, fit, and free."""
    return sum(
        1
        for month, seats, is_free in zip(demand, open_seats, free, strict=True)
        if seats and is_free and draft.ready_on <= month.first and not lacks(draft.after, asked, month.first, month.last)
    )


def _that_serve(
    chosen: Sequence[ChosenTraining], planned: Sequence[Filled], before: Mapping[str, State], request: PlanRequest
) -> tuple[ChosenTraining, ...]:
    """Those whose person then sits in a seat that needed it."""
    serving = []
    for training in chosen:
        seats = [(month.demand, seat) for month in planned for seat, person in month.seats.items() if person == training.person]
        if any(
            lacks(before[training.person], Asked.of(month.rules[role_of(seat)], request), month.first, month.last) for month, seat in seats
        ):
            serving.append(training)
    return tuple(sorted(serving, key=lambda training: (training.needed_on, training.draft.ready_on, training.person)))


def _hires(request: PlanRequest, planned: Sequence[Filled]) -> dict[str, Hire]:
    """One hire for each seat that is still open in the last month that needs it. Gaps that close by themselves are no opening, nor is a
    seat that is needed no more by the time somebody new could sit in it."""
    lead, ramp = int(request.assumption("hiring_lead_months")), int(request.assumption("ramp_up_months"))
    hires, last_needed = dict[str, Hire](), _last_needed(planned)
    for seat, needed_on in _open_to_the_end(planned).items():
        order_by = max(add_months(needed_on, -lead - ramp), request.as_of)
        arrives_on = add_months(order_by, lead)
        ready_on = max(add_months(arrives_on, ramp), needed_on)
        if ready_on <= last_needed[seat].first or last_needed[seat] == planned[-1].demand:
            hires[seat] = Hire(seat, needed_on, order_by, arrives_on, ready_on)
    return hires


def _last_needed(planned: Sequence[Filled]) -> dict[str, MonthDemand]:
    """Seat -> the last month that needs it."""
    return {seat: month.demand for month in planned for seat in seat_ids(month.demand)}


def _open_to_the_end(planned: Sequence[Filled]) -> dict[str, date]:
    """Seat -> first day from which it stays open as long as it is needed."""
    since = dict[str, date]()
    for month in planned:
        for seat in seat_ids(month.demand):
            if seat in month.seats:
                since.pop(seat, None)
            else:
                since.setdefault(seat, month.demand.first)
    return dict(sorted(since.items(), key=lambda item: (item[1], item[0])))


def _needed_renewals(
    request: PlanRequest, possible: Sequence[Renewal], planned: Sequence[Filled], final: Mapping[str, State]
) -> tuple[Renewal, ...]:
    """The renewals without which somebody would drop out of a seat held in the plan. Dear and late ones are the first to be spared."""
    sits: dict[str, list[tuple[MonthDemand, Asked]]] = defaultdict(list)
    for month in planned:
        for seat, person in month.seats.items():
            sits[person].append((month.demand, Asked.of(month.demand.rules[role_of(seat)], request)))
    states, needed = dict(final), list[Renewal]()
    for renewal in sorted(possible, key=_dearest_and_latest_first):
        without = states[renewal.person].without_certificate(renewal.certification, renewal.step.starts_on)
        if any(lacks(without, asked, month.first, month.last) for month, asked in sits[renewal.person]):
            needed.append(renewal)
        else:
            states[renewal.person] = without
    return tuple(sorted(needed, key=lambda renewal: (renewal.step.starts_on, renewal.person, renewal.certification)))


def _dearest_and_latest_first(renewal: Renewal) -> tuple[Decimal, int, str, str]:
    return (-renewal.step.cost, -renewal.step.starts_on.toordinal(), renewal.certification, renewal.person)


def _seat_states(
    request: PlanRequest,
    planned: Sequence[Filled],
    recorded: Mapping[str, State],
    renewed: Mapping[str, State],
    hires: Mapping[str, Hire],
) -> dict[tuple[int, str], SeatState]:
    """(month index, seat) -> by what means it is covered."""
    states = dict[tuple[int, str], SeatState]()
    for index, month in enumerate(planned):
        for seat in seat_ids(month.demand):
            person = month.seats.get(seat)
            if person is None:
                states[index, seat] = _without_person(request, month.demand, hires.get(seat))
            else:
                asked = Asked.of(month.demand.rules[role_of(seat)], request)
                window = (month.demand.first, month.demand.last)
                at_hand = not lacks(recorded[person], asked, *window)
                kept = not lacks(renewed[person], asked, *window)
                states[index, seat] = "at_hand" if at_hand else "renewed" if kept else "trained"
    return states


def _without_person(request: PlanRequest, month: MonthDemand, hire: Hire | None) -> SeatState:
    if hire and hire.ready_on <= month.first:
        return "hired"
    return "contractor" if request.options.contractors else "open"
