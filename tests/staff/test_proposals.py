"""Engineers propose for their own record; nothing changes until somebody else accepts it."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.catalog.models import Certification, Skill
from aiteam.staff.evidence import Evidence
from aiteam.staff.models import HeldCertification, Person
from aiteam.staff.proposals import Proposal
from tests.builders import days_ago, make_held, make_person, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def engineer() -> User:
    return make_user(Role.ENGINEER)


@pytest.fixture
def own(engineer: User) -> Person:
    return make_person(user=engineer)


def propose(client: Client, engineer: User, kind: str, **data: Any) -> Proposal:
    client.force_login(engineer)
    assert client.post(reverse(f"certifications:propose_{kind}"), data).status_code == 302
    return Proposal.objects.latest("pk")


def propose_cka(client: Client, engineer: User, **data: Any) -> Proposal:
    code = Certification.objects.get(code="CKA")
    return propose(client, engineer, "certificate", certification=str(code.pk), issued_on="2024-04-01", number="K-1", **data)


def decide(client: Client, proposal: Proposal, user: User | None = None, **data: str) -> Client:
    client.force_login(user or make_user(Role.HR_LEAD))
    return client.post(reverse("certifications:proposal", args=[proposal.pk]), data)


def test_a_proposed_certificate_counts_only_once_it_is_accepted(client: Client, engineer: User, own: Person) -> None:
    proposal = propose_cka(client, engineer)
    assert not HeldCertification.objects.exists()
    assert decide(client, proposal, decision="accepted").status_code == 302
    held = HeldCertification.objects.get()
    assert (held.person, held.certification.code, held.issued_on, held.number) == (own, "CKA", date(2024, 4, 1), "K-1")
    assert (held.source, held.recorded_by) == ("proposal", engineer)
    proposal.refresh_from_db()
    assert (proposal.decision, proposal.decided_by is not None) == ("accepted", True)


def test_a_proposal_is_for_the_own_record_whoever_is_named(client: Client, engineer: User, own: Person) -> None:
    proposal = propose_cka(client, engineer, person=str(make_person().pk))
    decide(client, proposal, decision="accepted")
    assert HeldCertification.objects.get().person == own


def test_what_cannot_be_is_refused_to_the_engineer_at_its_field(client: Client, engineer: User, own: Person) -> None:
    client.force_login(engineer)
    page = client.post(reverse("certifications:propose_certificate"), {"issued_on": days_ago(-1).isoformat(), "number": "K-7"})
    assert page.status_code == 200
    assert set(page.context["form"].errors) == {"certification", "issued_on"}
    assert "K-7" in page.content.decode()
    assert not Proposal.objects.exists()


def test_a_refusal_needs_a_reason_which_the_engineer_reads(client: Client, engineer: User, own: Person) -> None:
    proposal = propose_cka(client, engineer)
    assert decide(client, proposal, decision="refused").context["form"].errors["reason"]
    assert decide(client, proposal, decision="refused", reason="No such number.").status_code == 302
    assert not HeldCertification.objects.exists()
    client.force_login(engineer)
    assert "No such number." in client.get(reverse("certifications:proposals")).content.decode()


def test_a_proposal_is_decided_once(client: Client, engineer: User, own: Person) -> None:
    proposal = propose_cka(client, engineer)
    decide(client, proposal, decision="refused", reason="No.")
    decide(client, proposal, decision="accepted")
    proposal.refresh_from_db()
    assert proposal.decision == "refused"
    assert not HeldCertification.objects.exists()


def test_what_was_recorded_meanwhile_cannot_be_accepted_again(client: Client, engineer: User, own: Person) -> None:
    proposal = propose_cka(client, engineer)
    make_held(own, "CKA", date(2024, 4, 1))
    page = decide(client, proposal, decision="accepted")
    assert "already recorded" in str(page.context["form"].errors["decision"])
    proposal.refresh_from_db()
    assert proposal.decision == "waiting"


def test_a_lead_does_not_decide_on_the_own_proposal(client: Client) -> None:
    lead = make_user(Role.INFRASTRUCTURE_LEAD)
    proposal = Proposal.objects.create(person=make_person(user=lead), kind="correction", text="x", by=lead)
    assert decide(client, proposal, lead, decision="accepted").status_code == 403


def test_a_proposed_skill_is_added_when_accepted(client: Client, engineer: User, own: Person) -> None:
    skill = Skill.objects.get(code="infiniband-rdma")
    proposal = propose(client, engineer, "skill", skill=str(skill.pk), since="2025-01-31")
    assert not own.skills.exists()
    decide(client, proposal, decision="accepted")
    held = own.skills.get()
    assert (held.skill, held.since) == (skill, date(2025, 1, 31))


def test_a_correction_is_a_request_in_words_that_hr_finds_in_the_list(client: Client, engineer: User, own: Person) -> None:
    proposal = propose(client, engineer, "correction", text="My family name is <b>Überfeld</b>.")
    client.force_login(make_user(Role.HR_LEAD))
    page = client.get(reverse("certifications:proposals")).content.decode()
    assert "My family name is &lt;b&gt;Überfeld" in page
    decide(client, proposal, decision="accepted")
    assert "Überfeld" not in client.get(reverse("certifications:proposals")).content.decode()


def test_engineers_see_their_own_proposals_only(client: Client, engineer: User, own: Person) -> None:
    Proposal.objects.create(person=make_person(family_name="Mulder"), kind="correction", text="x")
    client.force_login(engineer)
    assert "Mulder" not in client.get(reverse("certifications:proposals")).content.decode()


def test_an_account_without_a_record_and_a_leaver_have_nothing_to_propose_for(client: Client) -> None:
    leaver = make_user(Role.ENGINEER)
    make_person(user=leaver, ended_on=days_ago(1))
    for user in (make_user(Role.ENGINEER), leaver):
        client.force_login(user)
        assert client.get(reverse("certifications:propose_correction")).status_code == 404


PDF_BYTES = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n20\n%%EOF\n"


def test_the_file_of_an_accepted_proposal_is_the_evidence_of_the_record(
    client: Client, engineer: User, own: Person, settings: Any, tmp_path: Path
) -> None:
    settings.EVIDENCE_DIR = tmp_path
    proposal = propose_cka(client, engineer, file=SimpleUploadedFile("cka.pdf", PDF_BYTES))
    address = reverse("certifications:proposal_file", args=[proposal.pk])
    client.force_login(make_user(Role.HR_LEAD))
    assert address in client.get(reverse("certifications:proposal", args=[proposal.pk])).content.decode()
    assert client.get(address).content == PDF_BYTES
    client.force_login(make_user(Role.ENGINEER))
    assert client.get(address).status_code == 404
    decide(client, proposal, decision="accepted")
    evidence = Evidence.objects.get()
    assert (evidence.held.person, evidence.name, evidence.decision, evidence.uploaded_by) == (own, "cka.pdf", "accepted", engineer)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [PDF_BYTES]


def test_the_file_of_a_refused_proposal_goes(
    client: Client, engineer: User, own: Person, settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    settings.EVIDENCE_DIR = tmp_path
    proposal = propose_cka(client, engineer, file=SimpleUploadedFile("cka.pdf", PDF_BYTES))
    with django_capture_on_commit_callbacks(execute=True):
        decide(client, proposal, decision="refused", reason="Not yours.")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_proves_nothing_is_refused_at_its_field(client: Client, engineer: User, own: Person) -> None:
    client.force_login(engineer)
    code = Certification.objects.get(code="CKA")
    data = {"certification": str(code.pk), "issued_on": "2024-04-01", "file": SimpleUploadedFile("x.pdf", b"MZ")}
    page = client.post(reverse("certifications:propose_certificate"), data)
    assert page.context["files"].errors["file"]
    assert not Proposal.objects.exists()
