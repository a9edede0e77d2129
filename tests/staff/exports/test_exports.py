import io
from datetime import date

import pytest
from django.test import Client
from django.utils import translation
from python_calamine import CalamineWorkbook

from aiteam.accounts.policy import Role
from aiteam.staff.exports.tables import Table, as_csv, as_xlsx
from aiteam.staff.models import PayPeriod, Person
from tests.builders import days_ago, make_cluster, make_held, make_person, make_user
from tests.staff.imports.helpers import dry

pytestmark = pytest.mark.django_db


def make_team() -> None:
    from aiteam.catalog.models import Role as JobRole

    one = make_person(
        level=3, personnel_number="00017", given_name="Zoë", family_name="=Lane", email="zoe@example.com", job_title="-Lead; \"A\"\nB",
        role=JobRole.objects.get(code="network-specialist"), cluster=make_cluster(name="Delft 1"), study_hours_per_week="4.50",
        experience_since=date(2022, 2, 28),
    )  # fmt: skip
    PayPeriod.objects.create(person=one, amount="98750.50", currency="EUR", per="month", starts_on=date(2020, 1, 1))
    make_person(personnel_number="00018", given_name="", family_name="'+Gantz", is_contractor=True, ended_on=days_ago(-30))
    make_cluster((date(2024, 1, 1), 1200), (days_ago(30), 64), (days_ago(-30), 0), name="=Delft 2", site='Delft; "A"', notes="-A\nB")
    make_held(one, number="@1", verification_url="https://example.com/1")
    make_held(one, "CKA", date(2024, 2, 29), printed_ends_on=date(2026, 2, 28))


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("columns", ["", "all"])
@pytest.mark.parametrize(
    ("list_", "kind", "rows"), [("people", "people", 2), ("certifications", "certifications", 2), ("clusters", "clusters", 4)]
)
def test_what_is_exported_imports_again_without_a_change(
    hr: Client, form: str, language: str, list_: str, kind: str, rows: int, columns: str
) -> None:
    make_team()
    content = hr.get(f"/{list_}/export.{form}", {"columns": columns}, headers={"accept-language": language}).content
    with translation.override(language):
        check = dry(kind, content, language=language, on=date.today())  # noqa: DTZ011
    assert (check.counts()["unchanged"], check.complaints) == (rows, [])


def test_an_export_holds_what_the_list_shows_in_its_order(hr: Client) -> None:
    for name in ("Beta", "Alpha", "Gamma"):
        make_person(family_name=name, personnel_number=name)
    make_person(family_name="Gone", ended_on=days_ago(1))
    lines = hr.get("/people/export.csv", {"sort": "-name", "columns": "number"}).content.decode("utf-8-sig").splitlines()
    assert [line.split(",")[1] for line in lines[1:]] == ["Gamma", "Beta", "Alpha"]
    lines = hr.get("/people/export.csv", {"q": "alp"}).content.decode("utf-8-sig").splitlines()
    assert len(lines) == 2


def test_pay_is_exported_only_to_those_who_may_see_it(hr: Client, client: Client) -> None:
    make_team()
    assert b"98750.50" in hr.get("/people/export.csv?columns=all").content
    client.force_login(make_user(Role.ADMINISTRATOR))
    content = client.get("/people/export.csv?columns=all").content
    assert b"98750" not in content
    assert "Pay" not in content.decode("utf-8-sig").splitlines()[0]


def test_engineers_export_their_own_certificates_alone(client: Client) -> None:
    make_team()
    user = make_user(Role.ENGINEER)
    client.force_login(user)
    assert client.get("/people/export.csv").status_code == 403
    assert len(client.get("/certifications/export.csv").content.decode("utf-8-sig").splitlines()) == 1
    Person.objects.filter(personnel_number="00017").update(user=user)
    assert len(client.get("/certifications/export.csv").content.decode("utf-8-sig").splitlines()) == 3


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@cmd", "\t=1", "'=1"])
def test_no_text_becomes_a_formula(text: str) -> None:
    table = Table("T", ["A"], [[text]])
    assert as_csv(table, "en").decode("utf-8-sig").splitlines()[1].strip('"').startswith("'")
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(as_xlsx(table))).get_sheet_by_index(0)
    assert sheet.to_python()[1] == [text]


def test_negative_numbers_stay_numbers() -> None:
    table = Table("T", ["A"], [[-5]])
    assert as_csv(table, "en").decode("utf-8-sig").splitlines()[1] == "-5"
    assert CalamineWorkbook.from_filelike(io.BytesIO(as_xlsx(table))).get_sheet_by_index(0).to_python()[1] == [-5]
