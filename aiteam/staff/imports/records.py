"""What is recorded already and matters to the rows of a file, fetched in a few queries however long the file is."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeVar

from django.db.models.functions import Lower

from aiteam.catalog.models import Certification, Level, Role
from aiteam.staff.imports.headers import plain
from aiteam.staff.models import Person

BATCH = 500
Item = TypeVar("Item")


def batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """At most as many at a time as any database takes in one query."""
    every = list(items)
    for start in range(0, len(every), BATCH):
        yield every[start : start + BATCH]


class People:
    """People by personnel number and by address, whatever its case; only those that a file names."""

    def __init__(self, numbers: Iterable[str], emails: Iterable[str]) -> None:
        self.by_number: dict[str, Person] = {}
        self.by_email: dict[str, Person] = {}
        for some in batches({number for number in numbers if number}):
            self._take(Person.objects.filter(personnel_number__in=some))
        for some in batches({email.lower() for email in emails if email} - set(self.by_email)):
            self._take(Person.objects.annotate(small_email=Lower("email")).filter(small_email__in=some))

    def _take(self, people: Iterable[Person]) -> None:
        for person in people:
            known = self.by_number.setdefault(person.personnel_number, person)
            if known.email:
                self.by_email[known.email.lower()] = known

    @property
    def all(self) -> list[Person]:
        return list(self.by_number.values())


class Namesake(NamedTuple):
    """What tells people of one name apart."""

    given_name: str
    family_name: str
    personnel_number: str
    email: str

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


def names_of_everybody(wanted: set[str]) -> dict[str, list[Namesake]]:
    """Those whose name, compared without case and marks, is in `wanted`."""
    found: dict[str, list[Namesake]] = {}
    for columns in Person.objects.values_list(*Namesake._fields).iterator(chunk_size=2000):
        person = Namesake(*columns)
        if (name := plain(person.name)) in wanted:
            found.setdefault(name, []).append(person)
    return found


def split_name(whole: str) -> tuple[str, str]:
    """Given and family name out of "Last, First"; what has no comma is one name and stays whole."""
    family, comma, given = whole.partition(",")
    return (given.strip(), family.strip()) if comma else ("", whole.strip())


def roles_by_title() -> dict[str, Role | None]:
    """Roles by code and by name in each language, also in the German feminine form; None where two would answer to one name."""

    return _once((name, role) for role in Role.objects.all() for name in _forms(role.code.replace("-", " "), *_names(role)))


def _forms(*names: str) -> set[str]:
    return {form for name in names for form in (plain(name), f"{plain(name)}in")}


def levels_by_name() -> dict[str, Level | None]:
    return _once((name, level) for level in Level.objects.all() for name in _level_names(level))


def _level_names(level: Level) -> set[str]:
    number = str(level.number)
    numbered = {number, f"l{number}", f"level {number}", f"niveau {number}", f"stufe {number}"}
    return numbered | {plain(name) for name in _names(level)}


def _names(row: Role | Level) -> tuple[str, str, str]:
    words = Role.name.translated(row)
    return words.en, words.nl, words.de


def certifications_by_name() -> dict[str, Certification | None]:
    rows = Certification.objects.prefetch_related("aliases", "validity")
    return _once((plain(name), row) for row in rows for name in {row.code, row.name, *(alias.code for alias in row.aliases.all())})


def _once(pairs: "Iterable[tuple[str, Item]]") -> "dict[str, Item | None]":
    """By name; None for a name that stands for more than one."""
    found: dict[str, Item | None] = {}
    for name, item in pairs:
        found[name] = item if found.get(name, item) == item else None
    return found
