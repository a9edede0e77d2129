"""Names found and put in order as people expect, in each language and on each database."""

import unicodedata

import pytest
from django.test import Client

from aiteam.staff.models import Person
from aiteam.staff.people_list import chosen_people
from aiteam.staff.search import searchable, sort_name, sort_number
from tests.builders import make_cluster, make_person, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Überfeld", "uberfeld"),
        ("Überfeld", "ueberfeld"),
        ("Überfeld", "ÜBERFELD"),
        (unicodedata.normalize("NFD", "Überfeld"), "überfeld"),
        ("Überfeld", unicodedata.normalize("NFD", "überfeld")),
        (unicodedata.normalize("NFD", "Überfeld"), "ueberfeld"),
        ("Groß", "gross"),
        ("Ĳsbrand", "ijsbrand"),
        ("O’Connor", "o'connor"),
        ("O'Connor", "o’connor"),
        ("Müller‑Lüdenscheidt", "müller-lüd"),
        ("Åström", "astrom"),
        ("Đorđević", "dordevic"),
    ],
)
def test_a_name_is_found_however_it_is_spelt(name: str, typed: str) -> None:
    make_person(family_name="Other")
    person = make_person(family_name=name)
    assert list(Person.objects.matching(typed)) == [person]


def ordered(language: str, sort: str = "name") -> list[str]:
    found = chosen_people(make_user(), {}, sort, language, on=make_person().employments.get().starts_on)
    return [person.family_name for person in found if not person.family_name.startswith("Example")]


NAMES = (
    "Zuid",
    "Ärmel",
    "Arm",
    "van der Heijden",
    "Hansen",
    "Ives",
    "de Vries",
    "Öz",
    "Otto",
    "Vos",
    "'t Hart",
    "d’Hondt",
    "Bakker",
    "O'Brien",
    "Obrien",
)


def test_german_and_english_put_umlauts_beside_their_letter_and_prefixes_first() -> None:
    for name in NAMES:
        make_person(family_name=name)
    for language in ("de", "en"):
        assert ordered(language) == [
            "Arm", "Ärmel", "Bakker", "de Vries", "d’Hondt", "Hansen", "Ives", "O'Brien", "Obrien", "Otto", "Öz", "'t Hart",
            "van der Heijden", "Vos", "Zuid",
        ]  # fmt: skip


def test_dutch_passes_over_the_parts_before_the_name() -> None:
    for name in NAMES:
        make_person(family_name=name)
    assert ordered("nl") == [
        "Arm", "Ärmel", "Bakker", "Hansen", "'t Hart", "van der Heijden", "d’Hondt", "Ives", "O'Brien", "Obrien", "Otto", "Öz", "Vos",
        "de Vries", "Zuid",
    ]  # fmt: skip


def test_names_that_differ_in_marks_alone_stand_together_in_a_fixed_order() -> None:
    for name in ("Müller", "Muller", "Muller Bos", "MULLER"):
        make_person(family_name=name, given_name="A")
    assert ordered("de") == ["MULLER", "Muller", "Müller", "Muller Bos"]


def test_the_key_of_an_order_is_made_of_signs_that_every_database_orders_alike() -> None:
    for key in (sort_name("Zoë", "d'Órë Ωmega 李", "nl"), sort_number("A-10"), sort_name("x" * 100, "ẞ" * 100, "de")):
        assert set(key) <= set("0123456789abcdef")
        assert len(key) <= 240


def test_personnel_numbers_count_up() -> None:
    for number in ("A-10", "A-2", "00017", "17", "B-1", "9"):
        make_person(personnel_number=number, family_name=number)
    assert ordered("en", "number") == ["9", "00017", "17", "A-2", "A-10", "B-1"]


def test_clusters_and_roles_sort_by_the_words_that_are_read(hr: Client) -> None:
    from aiteam.catalog.models import Role

    for name in ("Ämsterdam", "Berlin", "amsterdam 2"):
        make_person(family_name=name, cluster=make_cluster(name=name))
    assert ordered("de", "cluster") == ["Ämsterdam", "amsterdam 2", "Berlin"]
    for code in ("network-specialist", "senior-engineer", "infrastructure-lead"):
        make_person(family_name=code, role=Role.objects.get(code=code))
    in_order = sorted(("network-specialist", "senior-engineer", "infrastructure-lead"), key=lambda code: Role.objects.get(code=code).name)
    assert [name for name in ordered("en", "role") if "-" in name] == in_order


def test_the_text_that_is_searched_holds_both_spellings_once() -> None:
    assert searchable("Müller", "A-1") == "muller a-1 mueller a-1"
    assert searchable("Jansen") == "jansen"
