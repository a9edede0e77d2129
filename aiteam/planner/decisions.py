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
from aiteam.planner.certificates import Lifetime
from aiteam.planner.composition import MonthDemand
from aiteam.planner.contracts import Contract, of_open_seats
from aiteam.planner.coverage import ORDER, Filled, Fits, fill, role_of, seat_ids
from aiteam.planner.hiring import Hire, first_hired, hire
from aiteam.planner.months import add_months
from aiteam.planner.request import PlanRequest
from aiteam.planner.result import SeatState, TrainingStep
from aiteam.planner.state import Asked, State, experience_reached, lacks
from aiteam.planner.training import Draft, Renewal, prerequisites_hold, reach, renewals

STRETCHES = 4
ROUNDS = 3  # a trainee may free somebody else for a further seat; after three rounds nothing was ever left to gain in trials


@dataclass(frozen=True)
class ChosenTraining:
    person: str
    role: str
    draft: Draft
    needed_on: date
    mentors: tuple[tuple[int, str], ...] = ()  # (month number, person)


@dataclass(frozen=True)
class Premium:
    """Paid by the year to keep somebody; what it saves a year on average."""

    person: str
    yearly: Decimal
    saving: Decimal


@dataclass(frozen=True)
class Decided:
    """The plan before money: today's filling, the planned one, and what leads from one to the other.

    People by id as `recorded`, with certificates `renewed`, and as they are in the end (`final`, trained and renewed). `outsiders` tells by
    (month number, seat) who sits where nobody at hand does.
    """

    demand: tuple[MonthDemand, ...]
    today: tuple[Filled, ...]
    planned: tuple[Filled, ...]
    recorded: Mapping[str, State]
    renewed: Mapping[str, State]
    final: Mapping[str, State]
    trainings: tuple[ChosenTraining, ...]
    renewals: tuple[Renewal, ...]
    new_people: tuple[Hire, ...]
    contracts: tuple[Contract, ...]
    outsiders: Mapping[tuple[int, str], Hire | Contract]
    states: Mapping[tuple[int, str], SeatState]
    premiums: tuple[Premium, ...] = ()

    def rule(self, seat: str) -> SeatRule:
        """The seat's rule in the last month that needs it."""
        return _last_rule(self.demand, role_of(seat))

    def steps(self) -> Iterator[tuple[str, TrainingStep]]:
        """(person, step) of every training and renewal."""
        yield from ((training.person, step) for training in self.trainings for step in training.draft.steps)
        yield from ((renewal.person, renewal.step) for renewal in self.renewals)


def decide(request: PlanRequest, demand: tuple[MonthDemand, ...], recorded: Mapping[str, State]) -> Decided:
    fits = Fits(request)
    today = fill(fits, demand, recorded)
    renewed, kept = _renewed(request, demand, recorded)
    trainings, kept_after_training, planned, final = _train(fits, demand, renewed)
    hires = hire(request, planned) if request.options.hire else {}
    outsiders = _outsiders(request, planned, hires)
    needed = needed_renewals(request, (*kept, *kept_after_training), planned, final, trainings)
    return Decided(
        demand=demand,
        today=today,
        planned=planned,
        recorded=recorded,
        renewed=renewed,
        final=final,
        trainings=trainings,
        renewals=needed,
        new_people=tuple(row for row in hires.values() if row.moved_from is None),
        contracts=tuple(dict.fromkeys(row for row in outsiders.values() if isinstance(row, Contract))),
        outsiders=outsiders,
        states=seat_states(request, planned, recorded, needed, outsiders),
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
    fits: Fits, demand: Sequence[MonthDemand], states: Mapping[str, State], useless: frozenset[tuple[str, str]] = frozenset()
) -> tuple[tuple[ChosenTraining, ...], tuple[Renewal, ...], tuple[Filled, ...], Mapping[str, State]]:
    """Chooses trainings until no further one covers another seat-month. One training for a seat per person.

    Returns the trainings, the renewals of what they earn, and who sits where with everybody's state in the end. Trainings (role, person)
    that turn out `useless`, because the person never sits in that role, are left out and the choice made again.
    """
    request = fits.request
    reached = _Reached(request, useless)
    chosen, kept = list[ChosenTraining](), list[Renewal]()
    current = dict(states)
    planned = fill(fits, demand, current)
    for _ in range(ROUNDS if request.options.train and _open_seats(planned) else 0):
        busy = {training.person for training in chosen}
        free = {key: state for key, state in current.items() if key not in busy}
        proposals = {tuple((each.role, each.person) for each in more): more for more in _proposals(reached, demand, planned, free) if more}
        if not proposals:
            break
        tried = [_tried(fits, demand, current, more) for more in proposals.values()]
        best = max(tried, key=lambda way: (_worth(request, way.planned), -way.cost))
        if _worth(request, best.planned) <= _worth(request, planned):
            break
        chosen += best.trainings
        current |= best.trained
        kept += best.renewals
        planned = best.planned
    wasted = useless | {(training.role, training.person) for training in chosen if not _serves(training, planned, states, request)}
    if wasted != useless:
        return _train(fits, demand, states, wasted)
    chosen.sort(key=lambda training: (training.needed_on, training.draft.ready_on, training.person))
    return tuple(chosen), tuple(kept), planned, current


class _Reached:
    """Trainings laid out, each once: the same person is asked about the same role in many a proposal."""

    def __init__(self, request: PlanRequest, useless: frozenset[tuple[str, str]]) -> None:
        self.request, self.useless = request, useless
        self.known: dict[tuple[str, str, date, int], Draft | None] = {}

    def draft(self, state: State, asked: Asked, needed_on: date) -> Draft | None:
        """The training for a role, None where none leads there in useful time."""
        role, person = asked.rule.role, state.person.id
        if (role, person) in self.useless:
            return None
        key = (role, person, needed_on, id(state))
        if key not in self.known and self._too_far(state, asked, needed_on):
            self.known[key] = None
        if key not in self.known:
            found = reach(state, asked, needed_on, self.request)
            useful = isinstance(found, Draft) and found.ready_on <= latest_useful(self.request, needed_on)
            self.known[key] = found if useful and isinstance(found, Draft) else None
        return self.known[key]

    def _too_far(self, state: State, asked: Asked, needed_on: date) -> bool:
        """Whether the experience alone comes too late, which spares laying out the courses."""
        months = self.request.catalogue.level[asked.rule.level_min].experience_months_min
        rises = state.person.level < asked.rule.level_min
        return rises and experience_reached(state.person, months, self.request) > latest_useful(self.request, needed_on)


@dataclass(frozen=True)
class _Tried:
    """A set of trainings and what would come of it."""

    trainings: Sequence[ChosenTraining]
    trained: Mapping[str, State]
    renewals: Sequence[Renewal]
    planned: tuple[Filled, ...]

    @property
    def cost(self) -> Decimal:
        return sum((training.draft.cost for training in self.trainings), Decimal(0))


def _tried(fits: Fits, demand: Sequence[MonthDemand], current: Mapping[str, State], trainings: Sequence[ChosenTraining]) -> _Tried:
    trained, renewed = _renewed(fits.request, demand, {training.person: training.draft.after for training in trainings})
    return _Tried(trainings, trained, renewed, fill(fits, demand, {**current, **trained}))


def _worth(request: PlanRequest, planned: Sequence[Filled]) -> tuple[int, int]:
    """The fewest seat-months left open once hires are made, a new person weighing as much as `training_patience_months` of them; then the
    most filled by people at hand."""
    hires = hire(request, planned) if request.options.hire else {}
    left = sum(
        1
        for month in planned
        for seat in seat_ids(month.demand)
        if seat not in month.seats and not (seat in hires and hires[seat].ready_on <= month.demand.first)
    )
    new = sum(row.moved_from is None for row in hires.values())
    filled = sum(len(month.seats) for month in planned)
    return -left - int(request.assumption("training_patience_months")) * new, filled


def _proposals(
    reached: _Reached, demand: Sequence[MonthDemand], planned: Sequence[Filled], states: Mapping[str, State]
) -> Iterator[list[ChosenTraining]]:
    """Ways to choose, each the best for the months it looks at: the whole plan, and every stretch with one team.

    For each, people without a seat take the open ones; or all people are put in their best role anew, so that somebody who sits below the own
    level moves up and another learns to follow. The months filled anew tell which way is best.
    """
    open_months, idle = _open_seats(planned), [frozenset(states) - month.seated for month in planned]
    all_months = {role: [month.rules[role].count if role in month.rules else 0 for month in demand] for role in _roles(demand)}
    everybody = [frozenset(states)] * len(planned)
    for stretch in _stretches(demand):
        for seats, free in ((open_months, idle), (all_months, everybody)):
            yield _chosen(reached, demand, states, _within(seats, stretch), free)


def _stretches(demand: Sequence[MonthDemand]) -> list[range]:
    """The whole plan, and each run of months with the same team where there are several (the first few: each costs a full choice)."""
    starts = [index for index, month in enumerate(demand) if month.size and (index == 0 or demand[index - 1].size != month.size)]
    ends = [*starts[1:], len(demand)]
    runs = [range(start, end) for start, end in zip(starts, ends, strict=True)]
    return [range(len(demand)), *(runs[:STRETCHES] if len(runs) > 1 else [])]


def _within(seats: Mapping[str, Sequence[int]], stretch: range) -> dict[str, list[int]]:
    """Seats by month, none outside the stretch; roles without any are left out."""
    cut = {role: [count if index in stretch else 0 for index, count in enumerate(months)] for role, months in seats.items()}
    return {role: months for role, months in cut.items() if any(months)}


def _roles(demand: Sequence[MonthDemand]) -> list[str]:
    return sorted({role for month in demand for role in month.rules})


def _chosen(
    reached: _Reached,
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
        asked = Asked.of(_last_rule(demand, role), reached.request)
        for person, state in states.items():
            draft = reached.draft(state, asked, demand[first].first)
            gained = _gained(draft, asked, demand, months, [person in month for month in free]) if draft else 0
            if draft and gained:
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


def _serves(training: ChosenTraining, planned: Sequence[Filled], before: Mapping[str, State], request: PlanRequest) -> bool:
    """Whether the person then sits in the role of the training in a month in which nothing but the training makes it possible."""
    months = [
        month.demand
        for month in planned
        if any(who == training.person and role_of(seat) == training.role for seat, who in month.seats.items())
    ]
    state = before[training.person]
    return any(lacks(state, Asked.of(month.rules[training.role], request), month.first, month.last) for month in months)


def needed_renewals(
    request: PlanRequest,
    possible: Sequence[Renewal],
    planned: Sequence[Filled],
    final: Mapping[str, State],
    trainings: Sequence[ChosenTraining],
) -> tuple[Renewal, ...]:
    """The renewals without which somebody would drop out of a seat held in the plan, or not be let in to an exam of it. Dear and late ones
    are the first to be spared."""
    drafts = {training.person: training.draft for training in trainings}
    sits: dict[str, list[tuple[MonthDemand, Asked]]] = defaultdict(list)
    for month in planned:
        for seat, person in month.seats.items():
            sits[person].append((month.demand, Asked.of(month.demand.rules[role_of(seat)], request)))
    states, needed = dict(final), list[Renewal]()
    for renewal in sorted(possible, key=_dearest_and_latest_first):
        without = states[renewal.person].without_certificate(renewal.certification, renewal.step.starts_on)
        draft = drafts.get(renewal.person)
        is_let_in = draft is None or prerequisites_hold(without, draft, request)
        if not is_let_in or any(lacks(without, asked, month.first, month.last) for month, asked in sits[renewal.person]):
            needed.append(renewal)
        else:
            states[renewal.person] = without
    return tuple(sorted(needed, key=lambda renewal: (renewal.step.starts_on, renewal.person, renewal.certification)))


def _dearest_and_latest_first(renewal: Renewal) -> tuple[Decimal, int, str, str]:
    return (-renewal.step.cost, -renewal.step.starts_on.toordinal(), renewal.certification, renewal.person)


def _outsiders(request: PlanRequest, planned: Sequence[Filled], hires: Mapping[str, Hire]) -> dict[tuple[int, str], Hire | Contract]:
    """(month number, seat) -> the new person or contractor in a seat that nobody at hand takes."""
    empty = [(index, seat) for index, month in enumerate(planned) for seat in seat_ids(month.demand) if seat not in month.seats]
    found: dict[tuple[int, str], Hire | Contract] = {
        (index, seat): first_hired(hires, seat)
        for index, seat in empty
        if seat in hires and hires[seat].ready_on <= planned[index].demand.first
    }
    if request.options.contractors:
        found |= of_open_seats(key for key in empty if key not in found)
    return found


def seat_states(
    request: PlanRequest,
    planned: Sequence[Filled],
    recorded: Mapping[str, State],
    needed: Sequence[Renewal],
    outsiders: Mapping[tuple[int, str], Hire | Contract],
) -> dict[tuple[int, str], SeatState]:
    """(month number, seat) -> by what means it is covered: by nothing, by the renewals that are `needed`, or by a training."""
    states, renewed = dict[tuple[int, str], SeatState](), _with_renewals(recorded, needed)
    for index, month in enumerate(planned):
        for seat in seat_ids(month.demand):
            person = month.seats.get(seat)
            if person is None:
                states[index, seat] = _without_person(outsiders.get((index, seat)))
            else:
                asked = Asked.of(month.demand.rules[role_of(seat)], request)
                window = (month.demand.first, month.demand.last)
                at_hand = not lacks(recorded[person], asked, *window)
                kept = not lacks(renewed[person], asked, *window)
                states[index, seat] = "at_hand" if at_hand else "renewed" if kept else "trained"
    return states


def _with_renewals(recorded: Mapping[str, State], needed: Sequence[Renewal]) -> dict[str, State]:
    """Everybody with the renewals of what is valid without any training; what a training earns and renews is part of the training."""
    states = dict(recorded)
    for renewal in sorted(needed, key=lambda row: row.step.starts_on):
        state, day = states[renewal.person], renewal.step.starts_on
        if state.holds([renewal.certification], day, day):
            life = Lifetime(day, renewal.step.certificate_until)
            states[renewal.person] = state.with_certificate(renewal.certification, life)
    return states


def _without_person(outsider: Hire | Contract | None) -> SeatState:
    if outsider is None:
        return "open"
    return "hired" if isinstance(outsider, Hire) else "contractor"
