"""What each person can do on a day, by the records and by the trainings that the plan tells."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from aiteam.planner.catalogue import SeatRule
from aiteam.planner.certificates import lifetime
from aiteam.planner.months import add_months
from aiteam.planner.request import Person, PlanRequest
from aiteam.planner.result import PlanResult, Training

ONE_DAY = timedelta(days=1)


@dataclass
class Abilities:
    """Levels by the day they are reached, skills by their first day, certificates as (code, first day, last day or none), and times away."""

    person: Person
    levels: list[tuple[date, int]]
    skills: dict[str, date]
    certificates: list[tuple[str, date, date | None]]
    away: list[tuple[date, date]] = field(default_factory=list)

    def level_on(self, day: date) -> int:
        return max(level for since, level in self.levels if since <= day)

    def holds(self, codes: Iterable[str], first: date, last: date) -> bool:
        """Whether on every day one of `codes` is valid."""
        wanted = frozenset(codes)
        lives = [(start, end) for code, start, end in self.certificates if code in wanted]
        day = first
        while day <= last:
            ends = [end for start, end in lives if start <= day and (end is None or day <= end)]
            if not ends:
                return False
            if any(end is None or end >= last for end in ends):
                return True
            day = max(end for end in ends if end) + ONE_DAY
        return True

    def misfit(self, rule: SeatRule, request: PlanRequest, first: date, last: date) -> str | None:
        """Why the person cannot sit in such a seat from `first` to `last`; None where nothing speaks against it."""
        if not (self.person.is_here(first) and self.person.is_here(last)):
            return "not_employed"
        if any(start <= last and first <= end for start, end in self.away):
            return "away"
        if self.level_on(first) < rule.level_min:
            return "level_too_low"
        if self.level_on(last) > rule.level_max + request.options.overqualified_levels:
            return "level_too_high"
        speciality = request.catalogue.role[rule.role].speciality
        if speciality and not (speciality in self.skills and self.skills[speciality] <= first):
            return "speciality_missing"
        asked = () if request.options.certificate_may_be_open else rule.certifications_any_of
        if asked and not self.holds((request.catalogue.certification[code].code for code in asked), first, last):
            return "certificate_missing"
        return None


class People:
    """Everybody by the records, with the renewals, and with renewals and trainings."""

    def __init__(self, request: PlanRequest, result: PlanResult) -> None:
        self.request = request
        of_person: dict[str, list[Training]] = {person.id: [] for person in request.people}
        for row in result.trainings:
            of_person.setdefault(row.person, []).append(row)
        self.trainings = of_person
        self.recorded = {person.id: self._recorded(person) for person in request.people}
        self.renewed = {person.id: self._with(person, self._renewals_of_records(person)) for person in request.people}
        self.planned = {person.id: self._with(person, of_person[person.id]) for person in request.people}

    def _recorded(self, person: Person) -> Abilities:
        catalogue = self.request.catalogue
        certificates = []
        for held in person.certifications:
            row = catalogue.certification[held.code]
            life = lifetime(row.validity, held.issued_on, held.ends_on, row.grace_days)
            if life.known:
                certificates.append((row.code, life.issued_on, life.ends_on))
        return Abilities(person, [(date.min, person.level)], dict.fromkeys(person.skills, date.min), certificates)

    def _renewals_of_records(self, person: Person) -> list[Training]:
        """Renewals that keep what the records tell, one after the other; one of a certificate that a training earns needs that training."""
        held, kept = self.recorded[person.id], list[Training]()
        for row in sorted((row for row in self.trainings[person.id] if row.kind == "renewal"), key=lambda row: row.starts_on):
            if held.holds(row.certifications, row.starts_on, row.starts_on):
                kept.append(row)
                held = self._with(person, kept)
        return kept

    def _with(self, person: Person, trainings: Sequence[Training]) -> Abilities:
        able = self._recorded(person)
        for training in trainings:
            for step in training.steps:
                if step.kind == "exam" and step.passed and self._is_known(step.code, step.starts_on):
                    able.certificates.append((step.code, step.starts_on, step.certificate_until))
                elif step.kind == "bootcamp":
                    able.away.append((step.starts_on, step.ends_on))
            if training.kind == "seat":
                if training.speciality:
                    able.skills[training.speciality] = self.retrained_on(training)
                able.levels += self.levels_of(training, person)
        return able

    def _is_known(self, code: str, day: date) -> bool:
        return any(rule.covers(day) for rule in self.request.catalogue.certification[code].validity)

    def retrained_on(self, training: Training) -> date:
        ends = [step.ends_on for step in training.steps if step.kind == "cross_training"]
        return max(ends) + ONE_DAY if ends else date.max

    def levels_of(self, training: Training, person: Person) -> list[tuple[date, int]]:
        """Levels on the way, each once what was learnt is passed, the experience is there and the level before was held long enough."""
        learnt = [step.starts_on for step in training.steps if step.kind == "exam"]
        if training.speciality:
            learnt.append(self.retrained_on(training))
        day = max([training.starts_on, *learnt])
        in_grade = self.request.options.months_in_grade
        earliest = add_months(person.level_since, in_grade) if person.level_since else date.min
        found = []
        for level in range(person.level + 1, training.target_level + 1):
            day = max(day, self.experienced_on(person, level, training), earliest)
            found.append((day, level))
            earliest = add_months(day, in_grade)
        return found

    def experienced_on(self, person: Person, level: int, training: Training) -> date:
        """The first day with the months of experience that the level asks; months with a mentor count for more."""
        catalogue, request = self.request.catalogue, self.request
        now = person.experience_months
        if now is None:
            now = catalogue.level[person.level].experience_months_min
        missing = max(0, catalogue.level[level].experience_months_min - now)
        plain = add_months(request.as_of, missing)
        mentored = [step for step in training.steps if step.kind == "apprenticeship"]
        if not mentored or plain <= mentored[0].starts_on:
            return plain
        start = mentored[0].starts_on
        before = max(months for months in range(missing + 1) if add_months(request.as_of, months) <= start)
        worth, length = int(request.assumption("apprenticeship_experience_percent")), int(request.assumption("apprenticeship_months"))
        left, within = missing - before, 0
        while within < length and within * worth < left * 100:
            within += 1
        if within * worth < left * 100:
            within = left - length * (worth - 100) // 100
        return min(plain, add_months(start, within))
