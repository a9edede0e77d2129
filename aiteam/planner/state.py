"""What a person can do on a day: level, specialities and certificates, as recorded and as a plan would change them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Literal

from aiteam.planner.catalogue import Catalogue, SeatRule
from aiteam.planner.certificates import Lifetime, lifetime
from aiteam.planner.months import add_months, month_span
from aiteam.planner.request import Person, PlanRequest

Lack = Literal["away", "level_low", "level_high", "speciality", "certificate"]


@dataclass(frozen=True, eq=False)  # a state is told from another by identity, which makes it a quick key
class State:
    """A person with dated abilities. `levels` are (from day, number) in order, the first with no day; `skills` by the day they are there.

    `absent` are times, both days included, in which a training takes the person away from work.
    """

    person: Person
    levels: tuple[tuple[date, int], ...]
    skills: Mapping[str, date] = field(default_factory=dict)
    certificates: Mapping[str, tuple[Lifetime, ...]] = field(default_factory=dict)
    absent: tuple[tuple[date, date], ...] = ()

    def is_here(self, first: date, last: date) -> bool:
        """Whether the person works on every day from `first` to `last`."""
        employed = self.person.is_here(first) and self.person.is_here(last)
        return employed and not any(start <= last and first <= end for start, end in self.absent)

    def level_on(self, day: date) -> int:
        return next(number for since, number in reversed(self.levels) if since <= day)

    def has_skill(self, code: str, day: date) -> bool:
        return code in self.skills and self.skills[code] <= day

    def holds(self, codes: Iterable[str], first: date, last: date) -> bool:
        """Whether on every day from `first` to `last` one of `codes` is valid."""
        lives = [life for code in codes for life in self.certificates.get(code, ()) if life.known]
        day = first
        while day <= last:
            ends = [life.ends_on or date.max for life in lives if life.is_valid(day)]
            if not ends:
                return False
            if max(ends) >= last:
                return True
            day = max(ends) + timedelta(days=1)
        return True

    def ever_held(self, code: str) -> bool:
        return code in self.certificates

    def last_end(self, code: str) -> date | None:
        """The last valid day of a certificate with an end, over all its renewals; None where none is held or it never ends."""
        ends = [life.ends_on for life in self.certificates.get(code, ()) if life.known]
        return max((end for end in ends if end), default=None) if None not in ends else None

    def with_certificate(self, code: str, life: Lifetime) -> "State":
        return replace(self, certificates={**self.certificates, code: (*self.certificates.get(code, ()), life)})

    def without_certificate(self, code: str, issued_on: date) -> "State":
        kept = tuple(life for life in self.certificates[code] if life.issued_on != issued_on)
        return replace(self, certificates={**self.certificates, code: kept})

    def with_level(self, number: int, since: date) -> "State":
        return replace(self, levels=(*self.levels, (since, number)))

    def with_skill(self, code: str, since: date) -> "State":
        return replace(self, skills={**self.skills, code: since})

    def with_absence(self, first: date, last: date) -> "State":
        return replace(self, absent=(*self.absent, (first, last)))


def recorded(person: Person, catalogue: Catalogue) -> State:
    """A person as the request tells. Codes of certifications become today's code of each."""
    certificates: dict[str, tuple[Lifetime, ...]] = {}
    for held in person.certifications:
        certification = catalogue.certification[held.code]
        life = lifetime(certification.validity, held.issued_on, held.ends_on, certification.grace_days)
        certificates[certification.code] = (*certificates.get(certification.code, ()), life)
    return State(person, ((date.min, person.level),), dict.fromkeys(person.skills, date.min), certificates)


def experience_reached(person: Person, months: int, request: PlanRequest, apprenticed_from: date | None = None) -> date:
    """The first day with so many months of experience (the day of reference itself when they are there already).

    A month of an apprenticeship counts for `apprenticeship_experience_percent` of one; what it gains in all is rounded down to whole months.
    """
    missing = max(0, months - _experience_now(person, request.catalogue))
    alone = add_months(request.as_of, missing)
    if apprenticed_from is None or alone <= apprenticed_from:
        return alone
    before = month_span(request.as_of, apprenticed_from) - (apprenticed_from.day < request.as_of.day)
    left, worth = missing - before, int(request.assumption("apprenticeship_experience_percent"))
    length = int(request.assumption("apprenticeship_months"))
    within = -(-left * 100 // worth)
    needed = within if within <= length else left - length * (worth - 100) // 100
    return min(alone, add_months(apprenticed_from, needed))


def promoted_from(person: Person, request: PlanRequest) -> date:
    """The first day on which the time in the present level is long enough for the next; where nobody recorded its start, it is."""
    return add_months(person.level_since, request.options.months_in_grade) if person.level_since else date.min


def _experience_now(person: Person, catalogue: Catalogue) -> int:
    return person.experience_months if person.experience_months is not None else catalogue.level[person.level].experience_months_min


@dataclass(frozen=True)
class Asked:
    """What a seat asks: the rule, the speciality of its role, certifications by today's codes, and how strictly the level is read."""

    rule: SeatRule
    speciality: str | None
    certifications: tuple[str, ...]
    overqualified: int

    @classmethod
    def of(cls, rule: SeatRule, request: PlanRequest) -> "Asked":
        catalogue, options = request.catalogue, request.options
        named = () if options.certificate_may_be_open else rule.certifications_any_of
        today = tuple(dict.fromkeys(catalogue.certification[code].code for code in named))
        return cls(rule, catalogue.role[rule.role].speciality, today, options.overqualified_levels)


def lacks(state: State, asked: Asked, first: date, last: date) -> list[Lack]:
    """What keeps somebody from a seat on any day of the period; empty when nothing does."""
    found = list[Lack]()
    if not state.is_here(first, last):
        found.append("away")
    if state.level_on(first) < asked.rule.level_min:
        found.append("level_low")
    if state.level_on(last) > asked.rule.level_max + asked.overqualified:
        found.append("level_high")
    if asked.speciality and not state.has_skill(asked.speciality, first):
        found.append("speciality")
    if asked.certifications and not state.holds(asked.certifications, first, last):
        found.append("certificate")
    return found


def excess(state: State, asked: Asked, day: date) -> int:
    """Levels above the highest that the seat names."""
    return max(0, state.level_on(day) - asked.rule.level_max)


def states_of(people: Collection[Person], catalogue: Catalogue) -> dict[str, State]:
    return {person.id: recorded(person, catalogue) for person in sorted(people, key=lambda person: person.id)}
