"""Credits: what is earned within the cycle, and what is still missing."""

from datetime import date
from decimal import Decimal

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.staff.credits import CreditBalance, CreditEntry, balance
from tests.builders import make_evidence, make_held, make_person, make_user


def entry(on: date, credits: str) -> CreditEntry:
    return CreditEntry(on=on, credits=Decimal(credits))


def test_only_credits_of_the_cycle_count_its_first_and_last_day_included() -> None:
    entries = [
        entry(date(2023, 12, 31), "40"),
        entry(date(2024, 1, 1), "40"),
        entry(date(2026, 12, 31), "39.5"),
        entry(date(2027, 1, 1), "40"),
    ]
    found = balance(entries, 120, None, date(2024, 1, 1), date(2026, 12, 31))
    assert found == CreditBalance(120, Decimal("79.5"))
    assert found.missing == Decimal("40.5")


def test_more_than_enough_is_not_missing_less_than_nothing() -> None:
    assert balance([entry(date(2025, 1, 1), "130")], 120, None, date(2024, 1, 1), None).missing == 0


@pytest.mark.django_db
@time_machine.travel("2026-12-01T12:00:00+01:00")
def test_a_cissp_tells_what_is_missing_of_120_the_yearly_40_and_the_fee(hr: Client) -> None:
    held = make_held(make_person(), "CISSP", date(2025, 1, 1))
    url = reverse("certifications:credit", args=[held.pk])
    assert hr.post(url, {"on": "2026-03-01", "credits": "32.5", "kind": "training", "what": "Secure clusters"}).status_code == 302
    page = hr.get(reverse("certifications:detail", args=[held.pk])).content.decode()
    assert "32.5 of 120 credits earned" in page
    assert "87.5 are missing" in page
    assert "40 a year are suggested" in page
    assert "135" in page


@pytest.mark.django_db
def test_a_certificate_that_asks_for_no_credits_shows_none(hr: Client) -> None:
    held = make_held(make_person(), "NCA-AIIO")
    assert hr.get(reverse("certifications:detail", args=[held.pk])).context["credits"] is None


@pytest.mark.django_db
def test_wrong_credits_are_refused_and_nothing_typed_is_lost(hr: Client) -> None:
    held, other = make_held(make_person(), "CISSP"), make_held(make_person(), "CISSP")
    evidence = make_evidence(other)
    data = {"on": "2099-01-01", "credits": "0", "kind": "x", "what": "Secure clusters", "evidence": str(evidence.pk)}
    page = hr.post(reverse("certifications:credit", args=[held.pk]), data)
    assert page.status_code == 200
    assert set(page.context["credit_form"].errors) == {"on", "credits", "kind", "evidence"}
    assert "Secure clusters" in page.content.decode()
    assert not CreditEntry.objects.exists()


@pytest.mark.django_db
def test_credits_are_removed_from_their_own_certificate_only(hr: Client) -> None:
    held, other = make_held(make_person(), "CISSP"), make_held(make_person(), "CISSP")
    row = CreditEntry.objects.create(held=held, on=date(2026, 1, 1), credits=5, kind="other", what="x")
    assert hr.post(reverse("certifications:credit_remove", args=[other.pk, row.pk])).status_code == 404
    assert hr.post(reverse("certifications:credit_remove", args=[held.pk, row.pk])).status_code == 302
    assert not CreditEntry.objects.exists()


@pytest.mark.django_db
def test_auditors_read_credits_and_add_none(client: Client) -> None:
    held = make_held(make_person(), "CISSP")
    client.force_login(make_user(Role.AUDITOR))
    assert "credit_form" not in client.get(reverse("certifications:detail", args=[held.pk])).context
    assert client.post(reverse("certifications:credit", args=[held.pk])).status_code == 403


@pytest.mark.django_db
def test_some_of_the_credits_have_to_be_of_group_a(hr: Client) -> None:
    """CISSP: 120 in three years, at least 90 of them about its own field."""
    held = make_held(make_person(), "CISSP", date(2025, 1, 1))
    address = reverse("certifications:credit", args=[held.pk])
    for credits, group in (("80", {"is_group_a": "on"}), ("40", {})):
        hr.post(address, {"on": "2025-06-01", "credits": credits, "kind": "training", "what": "x"} | group)
    found = hr.get(reverse("certifications:detail", args=[held.pk])).context["credits"]["balance"]
    assert (found.needed, found.earned, found.missing) == (120, 120, 0)
    assert (found.needed_of_group_a, found.earned_of_group_a, found.missing_of_group_a) == (90, 80, 10)


@pytest.mark.django_db
def test_a_certification_without_groups_asks_for_none(hr: Client) -> None:
    held = make_held(make_person(), "CCSP", date(2025, 1, 1))
    page = hr.get(reverse("certifications:detail", args=[held.pk]))
    assert "is_group_a" not in page.context["credit_form"].fields
    assert "group A" not in page.content.decode()
