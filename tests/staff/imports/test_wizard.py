import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.text import capfirst
from python_calamine import CalamineWorkbook

from aiteam.accounts.policy import Role
from aiteam.clusters.models import Cluster
from aiteam.staff.import_models import Import
from aiteam.staff.imports.options import Options
from aiteam.staff.imports.run import FIELDS, read_table
from aiteam.staff.models import Employment, HeldCertification, PayPeriod, Person, RolePeriod
from tests.builders import make_person, make_user
from tests.staff.imports.helpers import ON, csv, sample

pytestmark = pytest.mark.django_db
PEOPLE, HEAD = "/people/import/", "Personnel number,Given name,Family name,Email,Hire date"


def upload(client: Client, content: bytes, url: str = PEOPLE) -> Import:
    response = client.post(url, {"file": SimpleUploadedFile("list.csv", content)})
    assert response.status_code == 302, response.context["form"].errors
    return Import.objects.get(state=Import.State.WAITING)


def address(step: str, run: Import) -> str:
    return reverse(f"staff:import_{step}", args=[run.pk])


def map_as_recognised(client: Client, run: Import) -> None:
    form = client.get(address("columns", run)).context["form"]
    client.post(address("columns", run), {name: field.initial for name, field in form.fields.items()})


def test_a_file_goes_through_all_four_steps_and_back(hr: Client) -> None:
    run = upload(hr, sample("people-en.csv"))
    map_as_recognised(hr, run)
    page = hr.get(address("check", run))
    assert page.context["counts"] == {"created": 7, "updated": 0, "unchanged": 0, "left_out": 1}
    assert [row["line"] for row in page.context["bad"]] == [9, 11]
    assert "Pay below zero" in page.content.decode()
    assert not Person.objects.exists()
    assert hr.post(address("check", run), {"import": "good"}).url == address("done", run)
    assert Person.objects.count() == 7
    assert "Undo the whole import" in hr.get(address("done", run)).content.decode()
    run.refresh_from_db()
    assert (run.state, bytes(run.content), run.created, run.left_out) == ("done", b"", 7, 1)
    hr.post(address("undo", run))
    assert not Person.objects.exists()


def test_the_button_pressed_twice_imports_once(hr: Client) -> None:
    run = upload(hr, csv(HEAD, "B-1,A,One,,2024-01-02"))
    for _click in range(2):
        assert hr.post(address("check", run), {"import": "good"}).status_code == 302
    assert Person.objects.count() == 1
    assert Import.objects.count() == 1


def test_a_waiting_upload_is_its_authors_alone(hr: Client, client: Client) -> None:
    run = upload(hr, csv(HEAD, "B-1,A,One,,2024-01-02"))
    client.force_login(make_user(Role.ADMINISTRATOR))
    for step in ("columns", "check", "wrong", "done"):
        assert client.get(address(step, run)).status_code == 404
    assert client.post(address("check", run), {"import": "good"}).status_code == 404


def test_columns_are_chosen_and_one_field_only_once(hr: Client) -> None:
    run = upload(hr, csv("Nr,A,B,Day", "B-1,Kim,Lane,2024-01-02"))
    form = hr.get(address("columns", run)).context["form"]
    assert form.fields["column_1"].help_text == "Kim"
    twice = {"column_0": "personnel_number", "column_1": "given_name", "column_2": "given_name", "column_3": "started_on"}
    assert "is that already" in str(hr.post(address("columns", run), twice).context["form"].errors["column_2"])
    hr.post(address("columns", run), twice | {"column_2": "family_name"})
    hr.post(address("check", run), {"import": "good"})
    assert Person.objects.get().name == "Kim Lane"


def test_a_column_that_is_missing_is_named(hr: Client) -> None:
    run = upload(hr, csv("Personnel number,Family name", "B-1,Lane"))
    assert "Which column holds: works here since?" in hr.get(address("check", run)).content.decode()


def test_the_order_of_day_and_month_is_asked_and_the_answer_kept(hr: Client) -> None:
    run = upload(hr, csv(HEAD, "B-1,A,One,,03/04/2024"))
    page = hr.get(address("check", run))
    assert page.context["counts"]["created"] == 0
    hr.post(address("check", run), {"question_0": "mdy", "on": "2026-11-30"})
    hr.post(address("check", run), {"import": "good"})
    assert Employment.objects.get().starts_on == date(2024, 3, 4)


def test_a_twin_and_a_role_are_decided_by_the_user(hr: Client) -> None:
    make_person(personnel_number="A-1", given_name="Kim", family_name="Lane", email="")
    run = upload(hr, csv(HEAD + ",Job title", "B-1,Kim,Lane,,2024-01-02,Chief of racks"))
    form = hr.get(address("check", run)).context["form"]
    assert [question.kind for question in form.questions.values()] == ["twin", "role"]
    hr.post(address("check", run), {"question_0": "create", "question_1": "senior-engineer", "on": "2026-11-30"})
    hr.post(address("check", run), {"import": "good"})
    assert RolePeriod.objects.get(person__personnel_number="B-1").role.code == "senior-engineer"


def test_the_bad_rows_come_as_a_workbook(hr: Client) -> None:
    run = upload(hr, sample("people-en.csv"))
    book = CalamineWorkbook.from_filelike(io.BytesIO(hr.get(address("wrong", run)).content))
    rows = book.get_sheet_by_index(0).to_python()
    assert [row[0] for row in rows[1:]] == [9, 11]
    assert "Pay rate: Pay below zero." in str(rows[1][1])


@pytest.mark.parametrize("content", [b"", b"   ", b"%PDF-1.7", b"PK\x03\x04 broken", b"\x00\x01\x02\x03", b'"never closed', b"a\x00b,c"])
def test_a_file_that_is_no_table_is_told_at_its_field(hr: Client, content: bytes) -> None:
    page = hr.post(PEOPLE, {"file": SimpleUploadedFile("x.csv", content)})
    assert page.status_code == 200
    assert page.context["form"].errors["file"]
    assert not Import.objects.exists()


def test_a_file_that_is_too_large_is_told(hr: Client) -> None:
    page = hr.post(PEOPLE, {"file": SimpleUploadedFile("x.csv", b"a,b\n" * 1_400_000)})
    assert "5 MB" in str(page.context["form"].errors["file"])


def test_without_the_right_to_pay_its_columns_are_ignored_and_that_is_said(client: Client) -> None:
    client.force_login(make_user(Role.INFRASTRUCTURE_LEAD))
    run = upload(client, sample("people-en.csv"))
    assert "You may not see or change pay." in client.get(address("check", run)).content.decode()
    client.post(address("check", run), {"import": "good"})
    assert Person.objects.count() == 7
    assert not PayPeriod.objects.exists()


def test_an_undo_over_newer_work_is_refused_and_names_the_rows(hr: Client) -> None:
    run = upload(hr, csv(HEAD, "B-1,A,One,,2024-01-02", "B-2,B,Two,,2024-01-02"))
    hr.post(address("check", run), {"import": "good"})
    Person.objects.filter(personnel_number="B-2").update(family_name="Changed")
    page = hr.post(address("undo", run))
    assert page.context["changed"] == ["B-2"]
    assert Person.objects.count() == 2


def test_badges_go_straight_to_the_check(hr: Client) -> None:
    for email in ("joern.gross@example.com", "aenne.muessig@example.com"):
        make_person(email=email)
    run = upload(hr, sample("badges-3.json"), "/certifications/import/")
    assert hr.get(address("columns", run)).url == address("check", run)
    assert "Signatures are not checked" in hr.get(address("check", run)).content.decode()
    hr.post(address("check", run), {"import": "good"})
    assert HeldCertification.objects.count() == 2


def test_an_imported_certificate_tells_who_imported_it(hr: Client) -> None:
    make_person(personnel_number="B-1")
    run = upload(hr, csv("Personnel number,Certification,Issued on", "B-1,CKA,2024-05-31"), "/certifications/import/")
    hr.post(address("check", run), {"import": "good"})
    held = HeldCertification.objects.get()
    assert (held.recorded_by, held.source) == (run.author, "import")
    page = hr.get(reverse("certifications:detail", args=[held.pk])).content.decode()
    assert f"imported, {run.author}" in page
    hr.post(address("undo", run))
    assert not HeldCertification.objects.exists()


def test_clusters_go_the_same_way_and_back(hr: Client) -> None:
    assert 'href="/clusters/import/"' in hr.get("/clusters/").content.decode()
    run = upload(hr, csv("Cluster,GPUs,From,Site", "Delft 1,64,2026-01-01,Delft", "Delft 2,many,2026-01-01,Delft"), "/clusters/import/")
    assert "<h1>Import clusters" in hr.get("/clusters/import/").content.decode()
    map_as_recognised(hr, run)
    page = hr.get(address("check", run))
    assert (page.context["counts"]["created"], [row["line"] for row in page.context["bad"]]) == (1, [3])
    assert hr.get(address("wrong", run)).status_code == 200
    hr.post(address("check", run), {"import": "good"})
    assert [(cluster.name, cluster.gpus_on(date(2026, 1, 1))) for cluster in Cluster.objects.all()] == [("Delft 1", 64)]
    assert 'href="/clusters/"' in hr.get(address("done", run)).content.decode()
    hr.post(address("undo", run))
    assert not Cluster.objects.exists()


@pytest.mark.parametrize("kind", FIELDS)
def test_the_empty_workbook_has_columns_that_the_import_recognises(hr: Client, kind: str) -> None:
    content = hr.get(reverse("staff:import_template", args=[kind])).content
    heads = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()[0]
    assert heads == [capfirst(str(field.label)) for field in FIELDS[kind].values()]
    table = read_table(kind, ",".join(f'"{head}"' for head in heads).encode() + b"\n" + b"x," * (len(heads) - 1) + b"x", Options(on=ON))
    assert table.unmapped == []


def test_the_empty_workbook_has_pay_only_for_those_who_may_see_it(admin: Client) -> None:
    content = admin.get(reverse("staff:import_template", args=["people"])).content
    heads = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()[0]
    assert not [head for head in heads if "pay" in str(head).lower()]


def test_text_of_a_file_is_never_markup(hr: Client) -> None:
    run = upload(hr, csv("<b>Nr</b>,Family name,Hire date", "<script>alert(1)</script>,<i>x</i>,never"))
    for step in ("columns", "check"):
        page = hr.get(address(step, run)).content.decode()
        assert "<script>alert" not in page
        assert "<i>x</i>" not in page
