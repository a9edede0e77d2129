"""Periods of one history: which counts on a day, until when, and the same on every page."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Certification
from aiteam.plans.inputs import candidates, planned_people
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, Person
from aiteam.staff.states import certificate_rows
from tests.builders import make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db


def states(person: Person, day: date) -> dict[date, tuple[str, date | None]]:
    """State and end by day of issue, the same on a person's page and in the register."""
    rows = certificate_rows(person.certificates.with_rules(), day)
    lines = {line.pk: (line.state, line.ends_on) for line in register.lines(HeldCertification.objects.all(), day)}
    assert all(lines[row.held.pk] == (row.state, row.ends_on) for row in rows)
    return {row.held.issued_on: (row.state, row.ends_on) for row in rows}


def renew(client: Client, held: HeldCertification, **data: str) -> HeldCertification:
    assert client.post(reverse("certifications:renew", args=[held.pk]), data).status_code == 302
    return HeldCertification.objects.get(renews=held)


def test_the_newest_valid_period_counts_and_an_older_one_that_outlives_it_takes_over() -> None:
    person = make_person()
    old, new = date(2024, 3, 31), date(2024, 4, 1)
    make_held(person, "CKA", old), make_held(person, "CKA", new)
    assert states(person, date(2024, 3, 31)) == {old: ("valid", date(2027, 3, 31)), new: ("upcoming", date(2026, 4, 1))}
    assert states(person, date(2025, 1, 1)) == {old: ("superseded", date(2027, 3, 31)), new: ("valid", date(2026, 4, 1))}
    assert states(person, date(2026, 4, 1))[new][0] == "ending"
    assert states(person, date(2026, 4, 2)) == {old: ("valid", date(2027, 3, 31)), new: ("superseded", date(2026, 4, 1))}
    assert states(person, date(2027, 4, 1)) == {old: ("superseded", date(2027, 3, 31)), new: ("ended", date(2026, 4, 1))}


@time_machine.travel("2026-12-01T12:00:00+01:00")
def test_an_azure_renewal_adds_a_year_to_the_old_end_and_is_to_come_until_then(hr: Client) -> None:
    person = make_person()
    held = make_held(person, "AZURE-SAE", date(2026, 2, 28))
    new = renew(hr, held, issued_on="2026-11-30")
    assert new.counts_from == date(2027, 2, 28)
    assert states(person, date(2027, 2, 28)) == {
        held.issued_on: ("ending", date(2027, 2, 28)),
        new.issued_on: ("upcoming", date(2028, 2, 28)),
    }
    assert states(person, date(2027, 3, 1)) == {
        held.issued_on: ("superseded", date(2027, 2, 28)),
        new.issued_on: ("valid", date(2028, 2, 28)),
    }


@time_machine.travel("2026-12-01T12:00:00+01:00")
@pytest.mark.parametrize(
    ("issued_on", "ends_on"),
    [
        ("2026-11-01", date(2029, 9, 1)),  # within the 90 days of grace after 1 September 2026: three years on the old end
        ("2026-11-30", date(2029, 9, 1)),  # the last day of grace
        ("2026-12-01", date(2029, 12, 1)),  # after it: a new start
    ],
)
def test_a_cissp_renewed_within_its_grace_goes_on_from_the_old_end(hr: Client, issued_on: str, ends_on: date) -> None:
    held = make_held(make_person(), "CISSP", date(2023, 9, 1))
    new = renew(hr, held, issued_on=issued_on)
    assert states(new.person, date(2026, 12, 1)) == {
        held.issued_on: ("superseded", date(2026, 9, 1)),
        new.issued_on: ("valid", ends_on),
    }


def test_a_retake_counts_from_the_day_of_the_exam(hr: Client) -> None:
    held = make_held(make_person(), "NCA-AIIO", date(2024, 2, 29))
    new = renew(hr, held, issued_on="2025-08-31")
    assert new.counts_from is None
    assert states(new.person, date(2026, 1, 1))[new.issued_on] == ("valid", date(2027, 8, 31))


def test_passing_a_higher_exam_extends_while_the_lower_one_is_in_force() -> None:
    person, late = make_person(), make_person()
    held = make_held(person, "AWS-SAA", date(2023, 5, 31))
    make_held(person, "AWS-SAP", date(2026, 5, 31))  # the last valid day
    make_held(late, "AWS-SAA", date(2023, 5, 31)), make_held(late, "AWS-SAP", date(2026, 6, 1))
    assert states(person, date(2026, 12, 1))[held.issued_on] == ("valid", date(2029, 5, 31))
    assert states(late, date(2026, 12, 1))[held.issued_on] == ("ended", date(2026, 5, 31))


def test_the_register_reckons_with_the_exams_that_its_filter_hides(hr: Client) -> None:
    person = make_person()
    make_held(person, "AWS-SAA", date(2023, 5, 31)), make_held(person, "AWS-SAP", date(2026, 5, 31))
    with time_machine.travel("2026-12-01T12:00:00+01:00"):
        [row] = hr.get(reverse("certifications:list"), {"certification": "AWS-SAA"}).context["rows"]
    assert (row.state, row.ends_on) == ("valid", date(2029, 5, 31))


def test_a_revoked_certificate_counts_no_more_from_its_day_and_an_older_valid_one_does(hr: Client) -> None:
    person = make_person()
    make_held(person, "NCA-AIIO", date(2025, 3, 1))
    new = make_held(person, "NCA-AIIO", date(2026, 6, 1))
    url = reverse("certifications:revoke", args=[new.pk])
    assert hr.post(url, {"revoked_on": "2026-09-01"}).context["form"].errors["revocation_reason"]
    assert hr.post(url, {"revoked_on": "2026-05-31", "revocation_reason": "x"}).context["form"].errors["revoked_on"]
    assert hr.post(url, {"revoked_on": "2026-09-01", "revocation_reason": "Exam irregularities"}).status_code == 302
    assert [state for state, _end in states(person, date(2026, 8, 31)).values()] == ["valid", "superseded"]
    assert [state for state, _end in states(person, date(2026, 9, 1)).values()] == ["revoked", "valid"]
    assert hr.post(url, {"revoked_on": "", "revocation_reason": "x"}).status_code == 302
    new.refresh_from_db()
    assert (new.revoked_on, new.revocation_reason) == (None, "")


def test_a_certification_may_have_a_warning_time_of_its_own(settings: Any) -> None:
    held = make_held(make_person(), "NCA-AIIO", date(2025, 1, 1))
    day = date(2027, 1, 1) - timedelta(days=60)
    assert states(held.person, day)[held.issued_on][0] == "ending"
    settings.ENDING_DAYS = 59
    assert states(held.person, day)[held.issued_on][0] == "valid"
    Certification.objects.filter(code="NCA-AIIO").update(ending_days=60)
    assert states(held.person, day)[held.issued_on][0] == "ending"


@pytest.mark.parametrize(("moment", "state"), [("2026-06-30T23:59:00+02:00", "ending"), ("2026-07-01T00:01:00+02:00", "ended")])
def test_every_page_changes_on_the_same_day_of_the_sites_time_zone(client: Client, moment: str, state: str) -> None:
    """Amsterdam is two hours ahead in June: at the second moment it is still 30 June in UTC."""
    cluster = make_cluster((date(2024, 1, 1), 64))
    person = make_person(2, cluster=cluster)
    held = make_held(person, "NCA-AIIO", date(2024, 6, 30))
    user = make_user(Role.HR_LEAD)
    with time_machine.travel(moment):
        client.force_login(user)
        register_rows = client.get(reverse("certifications:list")).context["rows"]
        filtered = client.get(reverse("certifications:list"), {"state": state}).context["rows"]
        person_rows = client.get(reverse("staff:detail", args=[person.pk])).context["certificates"]
        detail = client.get(reverse("certifications:detail", args=[held.pk])).context["row"]
        people = client.get(reverse("staff:list")).context["rows"]
        home = client.get(reverse("home:dashboard")).context["overview"]
    assert [row.state for row in (*register_rows, *filtered, *person_rows, detail, *people[0].certificates)] == [state] * 5
    assert (home.ending_count, home.seats_needed - home.seats_open) == ((1, 1) if state == "ending" else (0, 0))


@time_machine.travel("2026-12-01T12:00:00+01:00")
def test_a_plan_reckons_with_the_end_that_the_renewals_give(hr: Client) -> None:
    person = make_person(2)
    azure = make_held(person, "AZURE-SAE", date(2026, 2, 28))
    renew(hr, azure, issued_on="2026-11-30")
    make_held(person, "AWS-SAA", date(2023, 5, 31)), make_held(person, "AWS-SAP", date(2026, 5, 31))
    revoked = make_held(person, "CKA", date(2026, 1, 1))
    HeldCertification.objects.filter(pk=revoked.pk).update(revoked_on=date(2026, 12, 1), revocation_reason="x")
    day = date(2026, 12, 1)
    [planned] = planned_people(list(candidates(make_user(), clusters=[], everybody=True, on=day)), on=day, with_pay=False)
    assert {held["code"]: held["ends_on"] for held in planned["certifications"]} == {
        "AZURE-SAE": date(2028, 2, 28),
        "AWS-SAA": date(2029, 5, 31),
        "AWS-SAP": date(2029, 5, 31),
    }


@time_machine.travel("2026-12-01T12:00:00+01:00")
def test_the_renewal_form_shows_the_new_end_before_anything_is_stored(hr: Client) -> None:
    held = make_held(make_person(), "GCP-PCA", date(2025, 1, 15))
    url = reverse("certifications:renew", args=[held.pk])
    page = hr.get(url).content.decode()
    assert "16 Nov 2026" in page  # 60 days before 15 January 2027
    shown = hr.post(url, {"issued_on": "2026-12-01", "preview": "1"})
    assert shown.context["life"].ends_on == date(2028, 12, 1)
    part = hr.post(url, {"issued_on": "2026-12-01", "preview": "1"}, headers={"hx-request": "true"}).content.decode()
    assert part.strip().startswith('<p id="new_end"')
    assert hr.post(url, {"issued_on": "", "preview": "1"}).context["life"] is None
    assert HeldCertification.objects.count() == 1


def test_the_source_of_an_entry_is_kept_and_shown_and_a_printed_end_is_marked(client: Client) -> None:
    user, person = make_user(Role.HR_LEAD, username="ilse"), make_person()
    client.force_login(user)
    data = {"person": person.pk, "certification": Certification.objects.get(code="CKA").pk, "issued_on": "2024-06-01"}
    client.post(reverse("certifications:create"), data | {"printed_ends_on": "2026-05-31"})
    held = HeldCertification.objects.get()
    assert (held.source, held.recorded_by, held.recorded_at is not None) == ("typed", user, True)
    page = client.get(reverse("certifications:detail", args=[held.pk])).content.decode()
    assert "typed in, ilse" in page
    assert "as printed" in page
