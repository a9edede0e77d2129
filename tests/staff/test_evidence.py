"""Files that prove a certificate: what is taken, who gets it, who decides, and when it goes."""

import io
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageFile

from aiteam.accounts.policy import Role
from aiteam.staff import evidence as module
from aiteam.staff.evidence import Evidence, clean_name
from tests.builders import make_evidence, make_held, make_person, make_user
from tests.forms import untouched

pytestmark = pytest.mark.django_db
PDF_BYTES = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n20\n%%EOF\n"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.EVIDENCE_DIR = tmp_path
    return tmp_path


def picture(kind: str) -> bytes:
    found = io.BytesIO()
    Image.new("RGB", (40, 30), "white").save(found, kind)
    return found.getvalue()


def send(client: Client, held: Any, content: bytes, name: str = "badge.pdf") -> Any:
    return client.post(reverse("certifications:evidence_upload", args=[held.pk]), {"file": SimpleUploadedFile(name, content)})


@pytest.mark.parametrize(
    ("content", "name", "kept_as", "kind"),
    [
        (PDF_BYTES, "badge.pdf", "badge.pdf", "application/pdf"),
        (picture("PNG"), "scan.png", "scan.png", "image/png"),
        (picture("JPEG"), "scan.jpeg", "scan.jpeg", "image/jpeg"),
        (picture("PNG"), "really-a-picture.pdf", "really-a-picture.png", "image/png"),
    ],
)
def test_a_file_is_kept_for_what_it_is(hr: Client, folder: Path, content: bytes, name: str, kept_as: str, kind: str) -> None:
    held = make_held(make_person())
    assert send(hr, held, content, name).status_code == 302
    evidence = Evidence.objects.get()
    assert (evidence.name, evidence.content_type, evidence.size, evidence.decision) == (kept_as, kind, len(content), "waiting")
    assert [path.name for path in folder.iterdir()] == [evidence.file.name]
    assert "badge" not in str(evidence.file.name)
    assert "scan" not in str(evidence.file.name)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html><script>alert(1)</script></html>",
        b"%PDF-1.7\n<script>",
        b"MZ" + PDF_BYTES,
        picture("PNG")[:60],
        picture("JPEG")[:200],
        b"\x89PNG\r\n\x1a\n" + b"x" * 100,
        picture("GIF"),
    ],
)
def test_what_is_no_whole_pdf_or_picture_is_refused_at_its_field(
    hr: Client, folder: Path, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as after a PDF was drawn in the same process
    page = send(hr, make_held(make_person()), content, "badge.pdf")
    assert page.status_code == 200
    assert page.context["evidence_form"].errors["file"]
    assert not Evidence.objects.exists()
    assert list(folder.iterdir()) == []


def test_a_file_over_the_limit_is_refused_by_name_of_the_limit(hr: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BYTES", len(PDF_BYTES) - 1)
    page = send(hr, make_held(make_person()), PDF_BYTES)
    assert "10 MB" in str(page.context["evidence_form"].errors["file"])


def test_a_picture_of_too_many_points_is_refused(hr: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_PIXELS", 40 * 30 - 1)
    assert send(hr, make_held(make_person()), picture("PNG"), "a.png").status_code == 200
    assert not Evidence.objects.exists()


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("../../etc/passwd", "passwd.pdf"),
        ("C:\\Users\\x\\Zertifikat Müller.PDF", "Zertifikat Müller.pdf"),
        ("a\r\nSet-Cookie: x.pdf", "aSet-Cookie x.pdf"),
        ("gpj.\u202efdp", "gpj.pdf"),
        ("...", "evidence.pdf"),
        ("x" * 300 + ".pdf", "x" * 120 + ".pdf"),
        ("page.html", "page.pdf"),
    ],
)
def test_a_name_is_made_safe_for_download(name: str, cleaned: str) -> None:
    assert clean_name(name, "application/pdf") == cleaned


def test_a_file_is_downloaded_under_its_own_name_and_never_shown_within_the_site(hr: Client) -> None:
    held = make_held(make_person())
    send(hr, held, PDF_BYTES, "Zertifikat Müller.pdf")
    response = hr.get(reverse("certifications:evidence", args=[Evidence.objects.get().pk]))
    assert response.content == PDF_BYTES
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == "attachment; filename*=utf-8''Zertifikat%20M%C3%BCller.pdf"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-store"


def test_holder_and_readers_get_the_file_and_other_engineers_do_not_learn_of_it(client: Client) -> None:
    holder = make_user(Role.ENGINEER)
    evidence = make_evidence(make_held(make_person(user=holder)))
    url = reverse("certifications:evidence", args=[evidence.pk])
    answers = []
    for user in (holder, make_user(Role.AUDITOR), make_user(Role.HR_LEAD), make_user(Role.ENGINEER)):
        client.force_login(user)
        answers.append(client.get(url).status_code)
    assert answers == [200, 200, 200, 404]


def test_a_file_that_is_gone_is_not_found(hr: Client) -> None:
    evidence = make_evidence(make_held(make_person()))
    Path(evidence.file.path).unlink()
    assert hr.get(reverse("certifications:evidence", args=[evidence.pk])).status_code == 404


def test_an_engineer_uploads_for_the_own_certificate_only(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    client.force_login(user)
    own, other = make_held(make_person(user=user)), make_held(make_person())
    assert send(client, own, PDF_BYTES).status_code == 302
    assert Evidence.objects.get().uploaded_by == user
    assert send(client, other, PDF_BYTES).status_code == 404


def test_a_rejection_needs_a_reason_and_the_engineer_reads_it(client: Client) -> None:
    engineer, lead = make_user(Role.ENGINEER), make_user(Role.INFRASTRUCTURE_LEAD)
    evidence = make_evidence(make_held(make_person(user=engineer)))
    url = reverse("certifications:evidence_review", args=[evidence.pk])
    client.force_login(lead)
    assert "needs a reason" in client.post(url, {"decision": "rejected"}).content.decode()
    assert client.post(url, {"decision": "rejected", "reason": "The name is cut off."}).status_code == 302
    evidence.refresh_from_db()
    assert (evidence.decision, evidence.decided_by) == ("rejected", lead)
    client.force_login(engineer)
    assert "The name is cut off." in client.get(reverse("certifications:detail", args=[evidence.held_id])).content.decode()


def test_two_reviewers_who_disagree_are_told_of_each_other(hr: Client) -> None:
    evidence = make_evidence(make_held(make_person()))
    url = reverse("certifications:evidence_review", args=[evidence.pk])
    [(_evidence, opened)] = hr.get(reverse("certifications:detail", args=[evidence.held_id])).context["evidence"]
    first_tab, second_tab = untouched(opened), untouched(opened)
    first_tab["decision"], first_tab["reason"] = "rejected", "The name is cut off."
    second_tab["decision"] = "accepted"
    assert hr.post(url, first_tab).status_code == 302
    [(_evidence, refused)] = hr.post(url, second_tab).context["evidence"]
    assert "stored now: rejected." in str(refused.errors["decision"])
    assert Evidence.objects.get().decision == "rejected"
    assert hr.post(url, untouched(refused)).status_code == 302
    assert Evidence.objects.get().decision == "accepted"


def test_nobody_decides_on_their_own_evidence(client: Client) -> None:
    lead = make_user(Role.HR_LEAD)
    evidence = make_evidence(make_held(make_person(user=lead)))
    client.force_login(lead)
    assert client.post(reverse("certifications:evidence_review", args=[evidence.pk]), {"decision": "accepted"}).status_code == 403


def test_a_holder_takes_back_only_what_nobody_has_judged(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    held = make_held(make_person(user=user))
    judged, waiting = make_evidence(held, decision="accepted"), make_evidence(held)
    client.force_login(user)
    assert client.post(reverse("certifications:evidence_remove", args=[judged.pk])).status_code == 403
    assert client.post(reverse("certifications:evidence_remove", args=[waiting.pk])).status_code == 302
    assert list(Evidence.objects.all()) == [judged]


def test_removing_a_certificate_removes_its_files_once_that_is_final(
    hr: Client, folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    held = make_held(make_person())
    make_evidence(held)
    with django_capture_on_commit_callbacks() as callbacks:
        hr.post(reverse("certifications:remove", args=[held.pk]))
    assert not Evidence.objects.exists()
    assert len(list(folder.iterdir())) == 1  # a roll-back would still need it
    for callback in callbacks:
        callback()
    assert list(folder.iterdir()) == []
