from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.catalog.models import Certification
from aiteam.staff.models import HeldCertification, Person
from tests.builders import days_ago, make_held, make_person, make_user
from tests.forms import untouched

pytestmark = pytest.mark.django_db
LIST = "/certifications/"


def data(person: Person, code: str = "NCA-AIIO", **changes: str) -> dict[str, str]:
    return {"person": str(person.pk), "certification": str(Certification.objects.get(code=code).pk), "issued_on": "2026-01-15"} | changes


def codes(client: Client, **query: str) -> list[str]:
    return [row.held.certification.code for row in client.get(LIST, query).context["rows"]]


def test_the_register_shows_what_ends_first_first(hr: Client) -> None:
    person = make_person(family_name="Mulder")
    make_held(person, "VCP-DCV", date(2016, 1, 1))
    make_held(person, "NCP-AII", days_ago(30))
    make_held(person, "NCA-AIIO", days_ago(700))
    make_held(make_person(), "SIX-SIGMA", days_ago(50))
    make_held(make_person(ended_on=days_ago(1)), "CKA")
    assert codes(hr) == ["NCA-AIIO", "NCP-AII", "VCP-DCV", "SIX-SIGMA"]
    assert codes(hr, state="ending") == ["NCA-AIIO"]
    assert codes(hr, state="unknown") == ["SIX-SIGMA"]
    assert codes(hr, state="no_end") == ["VCP-DCV"]
    assert codes(hr, certification="NCP-AII") == ["NCP-AII"]
    assert len(codes(hr, q="mulder")) == 3


def test_the_register_is_a_page_and_its_part_a_fragment(hr: Client) -> None:
    make_held(make_person())
    assert "<html" in hr.get(LIST).content.decode()
    part = hr.get(LIST, headers={"hx-request": "true"}).content.decode()
    assert part.strip().startswith('<section id="certificates"')


def test_the_register_asks_the_database_the_same_for_three_and_three_hundred(
    hr: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        make_held(make_person())
    with django_assert_max_num_queries(30) as three:
        hr.get(LIST)
    for _ in range(297):
        make_held(make_person())
    with django_assert_num_queries(len(three)):
        hr.get(LIST)


def test_engineers_find_their_own_certificates_only(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    make_held(make_person(user=user), "CKA")
    make_held(make_person(), "RHCE")
    client.force_login(user)
    assert codes(client) == ["CKA"]


def test_a_certificate_is_recorded_from_a_persons_page(hr: Client) -> None:
    person = make_person()
    assert f'value="{person.pk}" selected' in hr.get(reverse("certifications:create"), {"person": person.pk}).content.decode()
    response = hr.post(reverse("certifications:create"), data(person, verification_url="https://example.com/badge/1"))
    assert response.url == reverse("staff:detail", args=[person.pk]) + "?tab=certificates"
    assert "https://example.com/badge/1" in hr.get(response.url).content.decode()


@pytest.mark.parametrize("person", ["x", "999999", "²", "٣"])
def test_an_odd_person_in_the_address_is_no_server_error(hr: Client, person: str) -> None:
    assert hr.get(reverse("certifications:create"), {"person": person}).status_code == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("issued_on", "2099-01-01"),
        ("issued_on", days_ago(-1).isoformat()),
        ("issued_on", "1989-12-31"),
        ("issued_on", ""),
        ("printed_ends_on", "2026-01-14"),
        ("printed_ends_on", "9999-01-01"),
        ("verification_url", "javascript:alert(1)"),
        ("verification_url", "ftp://example.com/x"),
        ("number", "x" * 101),
        ("certification", "0"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(hr: Client, field: str, value: str) -> None:
    page = hr.post(reverse("certifications:create"), data(make_person(), **{field: value}))
    assert page.status_code == 200
    assert page.context["form"].errors[field]
    assert not HeldCertification.objects.exists()


def test_a_certificate_issued_today_is_accepted(hr: Client) -> None:
    assert hr.post(reverse("certifications:create"), data(make_person(), issued_on=days_ago(0).isoformat())).status_code == 302


def test_the_same_certificate_sent_twice_is_recorded_once(hr: Client) -> None:
    person = make_person()
    hr.post(reverse("certifications:create"), data(person))
    again = hr.post(reverse("certifications:create"), data(person))
    assert "already recorded" in str(again.context["form"].errors["issued_on"])
    assert HeldCertification.objects.count() == 1


def test_leavers_get_no_new_certificates(hr: Client) -> None:
    page = hr.post(reverse("certifications:create"), data(make_person(ended_on=days_ago(1))))
    assert page.context["form"].errors["person"]


def test_a_renewal_is_a_new_certificate_of_the_same_person_and_certification(hr: Client) -> None:
    person, other = make_person(), make_person()
    old = make_held(person, "NCA-AIIO", date(2024, 6, 1))
    url = reverse("certifications:renew", args=[old.pk])
    assert "after the certificate" in str(hr.post(url, {"issued_on": "2024-06-01"}).context["form"].errors["issued_on"])
    assert hr.post(url, data(other, "CKA", issued_on="2026-05-01")).status_code == 302
    new = HeldCertification.objects.get(renews=old)
    assert (new.person, new.certification, new.issued_on) == (person, old.certification, date(2026, 5, 1))


def test_a_certificate_is_corrected_without_changing_hands(hr: Client) -> None:
    person, other = make_person(), make_person()
    held = make_held(person, "NCA-AIIO")
    hr.post(reverse("certifications:edit", args=[held.pk]), data(other, "CKA", number="K-1"))
    held.refresh_from_db()
    assert (held.person, held.certification.code, held.number) == (person, "CKA", "K-1")


def test_removing_asks_first(hr: Client) -> None:
    held = make_held(make_person())
    url = reverse("certifications:remove", args=[held.pk])
    assert hr.get(url).status_code == 200
    assert HeldCertification.objects.exists()
    hr.post(url)
    assert not HeldCertification.objects.exists()


def test_two_tabs_that_save_one_certificate_lose_nothing_of_each_other(hr: Client) -> None:
    held = make_held(make_person(), "NCA-AIIO", date(2026, 1, 15))
    url = reverse("certifications:edit", args=[held.pk])
    first_tab, second_tab = (untouched(hr.get(url).context["form"]) for _ in range(2))
    first_tab["number"], first_tab["printed_ends_on"] = "A-1", "2028-01-31"
    assert hr.post(url, first_tab).status_code == 302
    second_tab["verification_url"] = "https://example.org/a-1"
    assert hr.post(url, second_tab).status_code == 302
    held.refresh_from_db()
    assert (held.number, held.printed_ends_on, held.verification_url) == ("A-1", date(2028, 1, 31), "https://example.org/a-1")


def test_two_tabs_that_disagree_on_a_certificate_are_both_shown_and_the_second_may_insist(hr: Client) -> None:
    held = make_held(make_person(), "NCA-AIIO", date(2026, 1, 15))
    url = reverse("certifications:edit", args=[held.pk])
    data = untouched(hr.get(url).context["form"])
    HeldCertification.objects.filter(pk=held.pk).update(issued_on=date(2026, 2, 20))
    data["issued_on"], data["number"] = "2026-03-03", "B-2"
    form = hr.post(url, data).context["form"]
    assert list(form.errors) == ["issued_on"]
    assert "stored now: 20 Feb 2026." in str(form.errors["issued_on"])
    assert 'value="2026-03-03"' in str(form["issued_on"])
    assert HeldCertification.objects.filter(issued_on=date(2026, 2, 20), number="").exists()
    assert hr.post(url, untouched(form)).status_code == 302
    assert HeldCertification.objects.filter(issued_on=date(2026, 3, 3), number="B-2").exists()


def test_a_revocation_and_a_correction_at_the_same_time_are_both_kept(hr: Client) -> None:
    held = make_held(make_person(), "NCA-AIIO", days_ago(30))
    revoking = untouched(hr.get(reverse("certifications:revoke", args=[held.pk])).context["form"])
    editing = untouched(hr.get(reverse("certifications:edit", args=[held.pk])).context["form"])
    editing["number"], revoking["revoked_on"], revoking["revocation_reason"] = "C-3", days_ago(3).isoformat(), "Misconduct"
    assert hr.post(reverse("certifications:revoke", args=[held.pk]), revoking).status_code == 302
    assert hr.post(reverse("certifications:edit", args=[held.pk]), editing).status_code == 302
    held.refresh_from_db()
    assert (held.number, held.revoked_on) == ("C-3", days_ago(3))


def test_a_renewal_follows_when_the_end_before_it_is_corrected(hr: Client) -> None:
    """CISSP lasts three years, and credits renew it from the old end on."""
    person = make_person()
    old = make_held(person, "CISSP", date(2023, 9, 1))
    renewal = make_held(person, "CISSP", date(2026, 7, 1), renews=old, counts_from=date(2026, 9, 1))
    form = hr.get(reverse("certifications:edit", args=[old.pk])).context["form"]
    data = {field.html_name: field.value() or "" for field in form} | {"issued_on": "2023-08-15"}
    assert hr.post(reverse("certifications:edit", args=[old.pk]), data).status_code == 302
    renewal.refresh_from_db()
    assert renewal.counts_from == date(2026, 8, 15)


def test_a_certificate_is_not_moved_behind_its_renewal(hr: Client) -> None:
    person = make_person()
    old = make_held(person, "NCA-AIIO", date(2024, 1, 1))
    make_held(person, "NCA-AIIO", date(2025, 12, 1), renews=old)
    form = hr.get(reverse("certifications:edit", args=[old.pk])).context["form"]
    data = {field.html_name: field.value() or "" for field in form} | {"issued_on": "2025-12-02"}
    assert "renewal of this certificate" in str(
        hr.post(reverse("certifications:edit", args=[old.pk]), data).context["form"].errors["issued_on"]
    )


def test_a_certificate_with_a_renewal_stays_of_its_certification(hr: Client) -> None:
    person = make_person()
    old = make_held(person, "CISSP", date(2023, 9, 1))
    make_held(person, "CISSP", date(2026, 7, 1), renews=old, counts_from=date(2026, 9, 1))
    address = reverse("certifications:edit", args=[old.pk])
    data = {field.html_name: field.value() or "" for field in hr.get(address).context["form"]}
    hr.post(address, data | {"certification": str(Certification.objects.get(code="CCSP").pk)})
    old.refresh_from_db()
    assert old.certification.code == "CISSP"
