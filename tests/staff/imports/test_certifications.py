import hashlib
import json
from contextlib import suppress
from datetime import date

import pytest

from aiteam.staff.imports.errors import UnreadableFile
from aiteam.staff.imports.undo import undo_import
from aiteam.staff.models import HeldCertification
from tests.builders import make_held, make_person
from tests.staff.imports.helpers import asked, csv, run, sample, told

pytestmark = pytest.mark.django_db


def held() -> list[tuple[str, str, date, date | None]]:
    rows = HeldCertification.objects.select_related("person", "certification").order_by("issued_on")
    return [(row.person.personnel_number, row.certification.code, row.issued_on, row.printed_ends_on) for row in rows]


def test_badges_of_both_key_styles_are_read_and_the_unknown_one_put_aside() -> None:
    make_person(personnel_number="1", email="joern.gross@example.com")
    make_person(personnel_number="2", email="aenne.muessig@example.com")
    check, _run = run("certifications", sample("badges-3.json"))
    assert held() == [("2", "RHCE", date(2023, 1, 31), date(2026, 1, 31)), ("1", "NCP-AII", date(2025, 8, 31), date(2027, 8, 31))]
    assert [(question.kind, question.value, question.lines) for question in check.questions] == [("person", "did:example:xyz", (3,))]
    again, _run = run("certifications", sample("badges-3.json"))
    assert len(again.keys("unchanged")) == 2


def test_a_badge_put_aside_is_matched_by_hand_and_has_no_end() -> None:
    make_person(personnel_number="3")
    run("certifications", sample("badges-3.json"), people={"did:example:xyz": "3"})
    assert held() == [("3", "VCP-DCV", date(2017, 3, 10), None)]


def test_a_hashed_recipient_of_an_open_badge_2_is_found() -> None:
    make_person(personnel_number="1", email="Kim@example.com")
    digest = hashlib.sha256(b"kim@example.comsalty").hexdigest()
    badge = {
        "type": "Assertion",
        "recipient": {"type": "email", "hashed": True, "salt": "salty", "identity": f"sha256${digest}"},
        "issuedOn": "2025-02-28T23:30:00-08:00",
        "expires": "2027-02-28T23:30:00-08:00",
        "badge": {"name": "Certified Kubernetes Administrator"},
    }
    run("certifications", json.dumps(badge).encode())
    assert held() == [("1", "CKA", date(2025, 2, 28), date(2027, 2, 28))]


def test_a_badge_platforms_list_is_read_by_the_day_that_is_written() -> None:
    make_person(personnel_number="1", email="kim@example.com")
    content = csv("Name,E-mail,Badge Template,Issued At", "Kim Lane,KIM@example.com,CompTIA Linux+,2026-03-01 23:30:00 -0800")
    run("certifications", content)
    assert held() == [("1", "LINUX+", date(2026, 3, 1), None)]


def test_a_name_alone_never_decides_whose_certificate_it_is() -> None:
    make_person(personnel_number="1", given_name="Kim", family_name="Lane")
    check, _run = run("certifications", csv("Name,Badge,Issued on", '"Lane, Kim",CKA,2026-03-01'))
    assert held() == []
    assert [(question.kind, [value for value, _words in question.choices]) for question in check.questions] == [("person", ["1"])]


def test_an_unknown_certification_is_asked_about() -> None:
    make_person(personnel_number="1")
    content = csv("Personnel number,Certification,Issued on", "1,Master of Racks,2026-03-01")
    check, _run = run("certifications", content)
    assert asked(check) == {"certification"}
    run("certifications", content, certifications={"Master of Racks": "CKA"})
    assert held() == [("1", "CKA", date(2026, 3, 1), None)]


def test_an_end_that_follows_from_the_rules_is_no_change() -> None:
    person = make_person(personnel_number="1")
    make_held(person, "NCA-AIIO", date(2025, 2, 28))
    check, _run = run("certifications", csv("Personnel number,Certification,Issued on,Valid until", "1,NCA-AIIO,2025-02-28,2027-02-28"))
    assert len(check.keys("unchanged")) == 1
    run("certifications", csv("Personnel number,Certification,Issued on,Valid until", "1,NCA-AIIO,2025-02-28,2026-12-31"))
    assert held() == [("1", "NCA-AIIO", date(2025, 2, 28), date(2026, 12, 31))]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("1,CKA,,", "Issued on"),
        ("1,CKA,2999-01-01,", "Issued on"),
        ("1,CKA,2025-01-01,2024-01-01", "Expires"),
        ("1,,2025-01-01,", "Certification"),
        (",CKA,2025-01-01,", "Personnel number"),
    ],
)
def test_what_a_certificate_lacks_is_told(line: str, column: str) -> None:
    make_person(personnel_number="1")
    check, _run = run("certifications", csv("Personnel number,Certification,Issued on,Expires", line))
    assert [name for _line, name, _value in told(check)] == [column]
    assert held() == []


def test_a_character_that_no_database_takes_is_told() -> None:
    badge = {"recipient": {"identity": "kim\x00@example.com"}, "issuedOn": "2025-02-28", "badge": {"name": "CKA"}}
    check, _run = run("certifications", json.dumps(badge).encode())
    assert [name for _line, name, _value in told(check)] == ["email"]


@pytest.mark.parametrize("content", [b"{}", b"[1, null]", b"{broken", b"[" * 5000, b'{"recipient": 3, "badge": []}'])
def test_odd_json_is_refused_or_asked_about_and_never_breaks(content: bytes) -> None:
    with suppress(UnreadableFile):
        run("certifications", content)
    assert held() == []


def test_a_renewal_follows_an_imported_end_and_goes_back_with_the_undo() -> None:
    person = make_person(personnel_number="7")
    old = make_held(person, "CISSP", date(2023, 9, 1))
    renewal = make_held(person, "CISSP", date(2026, 7, 1), renews=old, counts_from=date(2026, 9, 1))
    third = make_held(person, "CISSP", date(2029, 8, 1), renews=renewal, counts_from=date(2029, 9, 1))

    def starts() -> list[date | None]:
        return list(
            HeldCertification.objects.filter(pk__in=[renewal.pk, third.pk]).order_by("issued_on").values_list("counts_from", flat=True)
        )

    _check, done = run("certifications", csv("personnel number,certification,issued on,ends on", "7,CISSP,2023-09-01,2026-08-15"))
    assert starts() == [date(2026, 8, 15), date(2029, 8, 15)]
    undo_import(done)
    assert starts() == [date(2026, 9, 1), date(2029, 9, 1)]
