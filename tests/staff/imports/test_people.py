from datetime import date
from decimal import Decimal

import pytest

from aiteam.staff.imports.undo import ChangedSince, undo_import
from aiteam.staff.models import LevelPeriod, PayPeriod, Person
from aiteam.staff.posts import Post
from tests.builders import make_cluster, make_held, make_person, set_level
from tests.staff.imports.helpers import ON, asked, csv, dry, run, sample, told, xlsx

pytestmark = pytest.mark.django_db
HEAD = "Personnel number,Given name,Family name,Email,Hire date"


def person(number: str) -> Person:
    return Person.objects.get(personnel_number=number)


def post(number: str) -> Post:
    return person(number).post(ON)


def pay_of(number: str) -> list[tuple[Decimal, str, str]]:
    return [(pay.amount, pay.currency, pay.per) for pay in person(number).pay.all()]


def test_a_german_list_comes_out_whole() -> None:
    check, _run = run("people", sample("people-de.csv"))
    assert check.keys("created") == ["00031", "00032", "00033", "00034", "00035"]
    assert told(check) == []
    assert post("00034").started_on == date(2024, 7, 1)
    assert pay_of("00034") == [(Decimal(91_000), "USD", "year")]
    assert pay_of("00032") == [(Decimal("88650.50"), "USD", "year")]
    assert post("00032").started_on == date(2024, 2, 29)
    assert person("00032").job_title == "Ingenieurin; Nachtdienst"
    assert post("00031").role.code == "infrastructure-lead"
    assert post("00033").role.code == "storage-specialist"
    assert not post("00033").is_active
    assert post("00033").ended_on is None
    assert Person.objects.active(on=ON).count() == 4
    assert (person("00035").email, pay_of("00035")) == ("", [])
    assert Person.objects.matching("mussig").get() == person("00031")
    assert [column for column, _reason in check.not_taken_over] == ["Abteilung", "Standort"]
    assert asked(check) == {"role", "currency"}


def test_an_english_list_comes_out_whole_and_its_bad_cells_are_told() -> None:
    check, _run = run("people", sample("people-en.csv"))
    assert check.keys("created") == [f"020{number}" for number in range(1, 8)]
    assert told(check) == [(9, "Pay rate", "-4,000.00"), (9, "Reporting to", "Nobody, Known"), (11, "", "surplus")]
    assert person("0202").job_title == "Operations Engineer\n(night shift)"
    assert pay_of("0203") == [(Decimal(7900), "USD", "month")]
    assert pay_of("0204") == [(Decimal(64), "USD", "hour")]
    assert post("0204").is_contractor
    assert pay_of("0205") == [(Decimal(131_100), "EUR", "year")]
    assert post("0205").has_left
    assert pay_of("0206") == []
    assert person("0203").email == "zodwa.dlamini@example.com"
    assert (person("0207").given_name, person("0207").family_name) == ("", "Hawke")
    assert check.extras["managers"] == [{"name": "Birchwood, Nell", "key": "0201", "people": 3}]


@pytest.mark.parametrize("name", ["people-de.csv", "people-en.csv"])
def test_the_same_file_twice_changes_nothing(name: str) -> None:
    first, _run = run("people", sample(name))
    second, again = run("people", sample(name))
    assert second.keys("unchanged") == first.keys("created")
    assert not second.keys("created")
    assert not second.keys("updated")
    assert not again.rows.exists()


@pytest.mark.parametrize("name", ["people-de.csv", "people-en.csv"])
def test_a_dry_run_says_what_the_real_run_does_and_writes_nothing(name: str) -> None:
    shown = dry("people", sample(name)).as_json()
    assert not Person.objects.exists()
    assert run("people", sample(name))[0].as_json() == shown


def test_a_whole_import_is_undone() -> None:
    known = make_person(personnel_number="K-1", family_name="Old", email="k@example.com")
    content = csv(
        HEAD + ",Salary (EUR),Pay per,Level", "K-1,Kim,New,,,90000,year,L2", "K-2,Kai,Fresh,kai@example.com,2024-01-02,80000,year,L3"
    )
    _check, done = run("people", content)
    known.refresh_from_db()
    assert known.family_name == "New"
    undo_import(done)
    known.refresh_from_db()
    assert (known.family_name, known.given_name) == ("Old", "Alex")
    assert Person.objects.matching("old").get() == known
    assert list(Person.objects.all()) == [known]
    assert not PayPeriod.objects.exists()
    assert not LevelPeriod.objects.exists()


def test_an_import_is_not_undone_over_newer_work() -> None:
    _check, done = run("people", csv(HEAD, "K-1,Kim,One,,2024-01-02", "K-2,Kai,Two,,2024-01-02", "K-3,Kit,Three,,2024-01-02"))
    Person.objects.filter(personnel_number="K-1").update(family_name="Married")
    make_held(person("K-2"))
    with pytest.raises(ChangedSince) as refused:
        undo_import(done)
    assert refused.value.rows == ["K-1", "K-2"]
    assert Person.objects.count() == 3


def test_people_are_matched_by_number_then_by_address_whatever_its_case() -> None:
    by_number, by_address = make_person(personnel_number="A-1"), make_person(personnel_number="A-2", email="Kim.Two@example.com")
    check, _run = run("people", csv("Personnel number,Email,Family name", "A-1,,One", ",kim.two@EXAMPLE.com,Two"))
    assert check.keys("updated") == ["A-1", "A-2"]
    by_number.refresh_from_db()
    by_address.refresh_from_db()
    assert (by_number.family_name, by_address.family_name, by_address.email) == ("One", "Two", "Kim.Two@example.com")


def test_a_number_and_an_address_of_two_people_are_refused() -> None:
    make_person(personnel_number="A-1", email="one@example.com")
    make_person(personnel_number="A-2", email="two@example.com")
    check, _run = run("people", csv("Personnel number,Email,Family name", "A-1,two@example.com,X"))
    assert told(check) == [(2, "Email", "two@example.com")]
    assert check.keys("left_out") == ["A-1"]


def test_an_address_known_under_another_number_is_told_and_the_number_kept() -> None:
    known = make_person(personnel_number="A-1", email="one@example.com")
    check, _run = run("people", csv("Personnel number,Email,Family name", "B-9,one@example.com,New"))
    known.refresh_from_db()
    assert (known.personnel_number, known.family_name) == ("A-1", "New")
    assert told(check) == [(2, "Personnel number", "B-9")]


def test_a_possible_duplicate_is_put_to_the_user() -> None:
    make_person(personnel_number="A-1", given_name="Zoë", family_name="Muller", email="")
    content = csv(HEAD, "B-1,Zoe,Müller,zoe@example.com,2024-01-02")
    check, _run = run("people", content)
    assert asked(check) == {"twin"}
    assert check.keys("left_out") == ["B-1"]
    check, _run = run("people", content, twins={2: "create"})
    assert check.keys("created") == ["B-1"]


def test_namesakes_with_two_addresses_are_two_people() -> None:
    make_person(given_name="Anna", family_name="Schmidt", email="anna.1@example.com")
    check, _run = run("people", csv(HEAD, "B-1,Anna,Schmidt,anna.2@example.com,2024-01-02"))
    assert check.keys("created") == ["B-1"]


def test_a_repeated_line_is_told() -> None:
    check, _run = run(
        "people", csv(HEAD, "B-1,A,One,a@example.com,2024-01-02", "B-1,B,Two,,2024-01-02", "B-3,C,Three,A@example.com,2024-01-02")
    )
    assert check.keys("created") == ["B-1"]
    assert told(check) == [(3, "Personnel number", "B-1"), (4, "Email", "A@example.com")]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (",A,One,a@example.com,2024-01-02", "Personnel number"),
        ("has space,A,One,a@example.com,2024-01-02", "Personnel number"),
        ("B-1,,,a@example.com,2024-01-02", "Family name"),
        ("B-1,A,One,no address,2024-01-02", "Email"),
        ("B-1,A,One,a@example.com,", "Hire date"),
        ("B-1,A,One,a@example.com,2023-02-29", "Hire date"),
        ("B-1,A,One,a@example.com,01/02/24", "Hire date"),
    ],
)
def test_somebody_new_needs_number_name_and_first_day(line: str, column: str) -> None:
    check, _run = run("people", csv(HEAD, line))
    assert [name for _line, name, _value in told(check)] == [column]
    assert not Person.objects.exists()


def test_an_empty_cell_changes_nothing() -> None:
    known = make_person(personnel_number="A-1", given_name="Kim", email="kim@example.com")
    check, _run = run("people", csv(HEAD, "A-1,,,,"))
    known.refresh_from_db()
    assert check.keys("unchanged") == ["A-1"]
    assert (known.given_name, known.email) == ("Kim", "kim@example.com")


def test_new_pay_and_level_start_a_period_and_keep_the_old_one() -> None:
    known = make_person(personnel_number="A-1", level=2)
    PayPeriod.objects.create(person=known, amount=80_000, currency="EUR", starts_on=date(2020, 1, 1))
    run("people", csv("Personnel number,Annual salary (EUR),Level", "A-1,90000.00,Professional"), on=date(2026, 6, 1))
    assert [(pay.amount, pay.starts_on) for pay in known.pay.all()] == [(90_000, date(2026, 6, 1)), (80_000, date(2020, 1, 1))]
    assert [(period.level.number, period.starts_on) for period in known.levels.all()] == [(3, date(2026, 6, 1)), (2, date(2020, 1, 1))]


def test_pay_without_a_period_is_asked_about_and_never_taken_for_yearly() -> None:
    content = csv(HEAD + ",Salary,Currency", "B-1,A,One,,2024-01-02,70.00,EUR")
    check, _run = run("people", content)
    assert asked(check) == {"pay_per"}
    assert pay_of("B-1") == []
    run("people", content, pay_per="hour")
    assert pay_of("B-1") == [(Decimal(70), "EUR", "hour")]


def test_pay_columns_are_not_read_without_the_right() -> None:
    check, _run = run("people", sample("people-en.csv"), pay_visible=False)
    assert not PayPeriod.objects.exists()
    assert {"Pay rate", "Currency", "Pay per"} <= {column for column, _reason in check.not_taken_over}
    assert "Pay rate" not in {column for _line, column, _value in told(check)}


def test_amounts_that_could_be_read_in_two_ways_are_asked_about() -> None:
    content = csv(HEAD.replace(",", ";") + ";Jahresgehalt", "B-1;A;One;;2024-01-02;95.000")
    check, _run = run("people", content)
    assert asked(check) >= {"point"}
    assert pay_of("B-1") == []
    run("people", content, point=",", currency="EUR")
    assert pay_of("B-1") == [(Decimal(95_000), "EUR", "year")]


def test_a_german_reader_writes_thousands_with_a_point() -> None:
    run("people", csv(HEAD.replace(",", ";") + ";Jahresgehalt", "B-1;A;One;;2024-01-02;95.000"), language="de")
    assert pay_of("B-1") == [(Decimal(95_000), "USD", "year")]


def test_day_and_month_are_decided_once_per_file_or_asked() -> None:
    lines = ["B-1,A,One,,03/04/2024", "B-2,B,Two,,05/06/2024"]
    check, _run = run("people", csv(HEAD, *lines))
    assert asked(check) == {"date_order"}
    assert not Person.objects.exists()
    run("people", csv(HEAD, *lines, "B-3,C,Three,,25/06/2024"))
    assert post("B-1").started_on == date(2024, 4, 3)


def test_an_answer_decides_the_order_of_day_and_month() -> None:
    run("people", csv(HEAD, "B-1,A,One,,03/04/2024"), date_order="mdy")
    assert post("B-1").started_on == date(2024, 3, 4)


def test_a_job_title_becomes_a_role_only_where_it_names_one_or_the_user_says_so() -> None:
    content = csv(HEAD + ",Job title", "B-1,A,One,,2024-01-02,Engineer", "B-2,B,Two,,2024-01-02,Netwerkspecialist")
    check, _run = run("people", content)
    assert [(question.kind, question.value) for question in check.questions] == [("role", "Engineer")]
    assert post("B-1").role is None
    assert post("B-2").role.code == "network-specialist"
    check, _run = run("people", content, roles={"Engineer": "senior-engineer"})
    assert post("B-1").role.code == "senior-engineer"
    assert check.keys("updated") == ["B-1"]


def test_working_here_does_not_bring_back_who_left_on_a_known_day() -> None:
    known = make_person(personnel_number="A-1", ended_on=date(2026, 1, 31))
    check, _run = run("people", csv("Personnel number,Active", "A-1,yes"))
    known.refresh_from_db()
    assert told(check) == [(2, "Active", "yes")]
    assert known.post(ON).ended_on == date(2026, 1, 31)


def test_a_workbook_keeps_real_dates_and_tells_formulas_without_a_value() -> None:
    head = [*HEAD.split(","), "Annual salary (EUR)"]
    content = xlsx(
        head, ["00077", "Ada", "Lang", "", date(2024, 2, 29), 98750.5], ["00078", "Bo", "Kurz", "", "2024-03-01", "=1+1"], hidden="Old"
    )
    check, _run = run("people", content)
    assert post("00077").started_on == date(2024, 2, 29)
    assert pay_of("00077") == [(Decimal("98750.50"), "EUR", "year")]
    assert told(check) == [(3, "Annual salary (EUR)", "")]
    assert pay_of("00078") == []
    assert any("Old" in note for note in check.notes)


def test_levels_of_a_future_starter_count_from_the_first_day() -> None:
    known = make_person(personnel_number="A-1", started_on=date(2027, 1, 1))
    set_level(known, 2, date(2027, 1, 1))
    check, _run = run("people", csv("Personnel number,Level", "A-1,L2"))
    assert check.keys("unchanged") == ["A-1"]


def test_a_row_of_nothing_but_a_formula_is_told() -> None:
    check, _run = run("people", xlsx(HEAD.split(","), ["", "", "=1+1", "", ""], ["B-2", "A", "One", "", "2024-01-02"]))
    assert check.counts()["left_out"] == 1
    assert (2, "Family name", "") in told(check)


def test_a_first_day_after_the_last_one_is_a_new_employment() -> None:
    known = make_person(personnel_number="A-1", started_on=date(2020, 1, 1), ended_on=date(2024, 6, 30))
    content = csv("Personnel number,Hire date", "A-1,2026-02-01")
    check, done = run("people", content)
    assert check.keys("updated") == ["A-1"]
    assert list(known.employments.values_list("starts_on", "ends_on")) == [
        (date(2026, 2, 1), None),
        (date(2020, 1, 1), date(2024, 6, 30)),
    ]
    assert run("people", content)[0].keys("unchanged") == ["A-1"]
    undo_import(done)
    assert known.employments.count() == 1


def test_a_contractor_told_to_be_an_employee_starts_a_new_employment_and_keeps_the_old_one() -> None:
    known = make_person(personnel_number="A-1", started_on=date(2020, 1, 1), is_contractor=True)
    content = csv("Personnel number,Hire date,Contractor", "A-1,2020-01-01,no")
    run("people", content, on=date(2026, 6, 1))
    assert list(known.employments.values_list("kind", "starts_on", "ends_on")) == [
        ("employee", date(2026, 6, 1), None),
        ("contractor", date(2020, 1, 1), date(2026, 5, 31)),
    ]
    assert run("people", content, on=date(2026, 7, 1))[0].keys("unchanged") == ["A-1"]


def test_a_corrected_first_day_takes_the_first_level_along() -> None:
    known = make_person(2, personnel_number="A-1", started_on=date(2020, 1, 1))
    run("people", csv("Personnel number,Hire date,Level", "A-1,2019-03-01,L2"))
    assert known.employments.get().starts_on == date(2019, 3, 1)
    assert known.levels.get().starts_on == date(2019, 3, 1)


def test_a_changed_role_and_cluster_start_a_record_and_keep_the_old_one() -> None:
    first, second = make_cluster(name="One"), make_cluster(name="Two")
    known = make_person(personnel_number="A-1", cluster=first)
    run("people", csv("Personnel number,Cluster,Role", "A-1,Two,network-specialist"), on=date(2026, 6, 1))
    assert [(one.cluster, one.starts_on) for one in known.assignments.all()] == [(second, date(2026, 6, 1)), (first, date(2020, 1, 1))]
    assert [(one.role.code, one.starts_on) for one in known.roles.all()] == [("network-specialist", date(2020, 1, 1))]


@pytest.mark.parametrize(
    ("written", "share"), [("0.8", "0.8"), ("80", "0.8"), ("80 %", "0.8"), ("1", "1"), ("100%", "1"), ("0.75", "0.75")]
)
def test_a_share_of_full_time_is_read_however_it_is_written(written: str, share: str) -> None:
    run("people", csv(HEAD + ",Salary (EUR),Pay per,FTE", f"B-1,A,One,,2024-01-02,60000.00,year,{written}"))
    assert person("B-1").pay.get().fte == Decimal(share)


@pytest.mark.parametrize("written", ["0", "-0.5", "120", "half"])
def test_a_share_that_cannot_be_is_told_and_not_guessed(written: str) -> None:
    check, _run = run("people", csv(HEAD + ",Salary (EUR),Pay per,FTE", f"B-1,A,One,,2024-01-02,60000.00,year,{written}"))
    assert told(check) == [(2, "FTE", written)]
