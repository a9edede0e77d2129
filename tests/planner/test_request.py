import json
import re
from copy import deepcopy
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from aiteam.planner import PlanRequest, plan, read_request
from aiteam.planner.catalogue import shipped
from aiteam.planner.errors import COMPLAINTS, PYDANTIC, Complaint, PlanningError, RequestError
from tests.planner.builders import changed_catalogue, held, make_person, make_request, with_assumption

PERSON: dict[str, Any] = {"id": "P-1", "name": "Alice", "level": 2, "certifications": [{"code": "NCA-AIIO", "issued_on": "2026-06-15"}]}
PLAIN: dict[str, Any] = {
    "organisation": "Example",
    "as_of": "2026-12-01",
    "cluster": {"name": "Frankfurt 1", "growth": [{"on": "2027-01-01", "gpus": 50}]},
    "starts_on": "2027-01-01",
    "ends_on": "2027-06-30",
    "people": [PERSON],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """The plain request with the value at a dotted path replaced or added."""
    request = deepcopy(PLAIN)
    *parents, last = path.split(".")
    place: Any = request
    for part in parents:
        place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
    place[int(last) if isinstance(place, list) else last] = value
    return request


def complaints_about(request: Any) -> list[Complaint]:
    with pytest.raises(RequestError) as raised:
        read_request(json.dumps(request))
    return list(raised.value.complaints)


def test_a_plain_request_is_read() -> None:
    request = read_request(json.dumps(PLAIN))
    assert request.people[0].level == 2
    assert request.months == tuple(date(2027, month, 1) for month in range(1, 7))
    assert read_request(PLAIN) == request


BAD = [
    ("cluster.growth.0.gpus", 12.5, "not a whole number"),
    ("cluster.growth.0.gpus", "12,5", "not a whole number"),
    ("cluster.growth.0.gpus", "1.000", "not a whole number"),
    ("cluster.growth.0.gpus", "", "not a whole number"),
    ("cluster.growth.0.gpus", "many", "not a whole number"),
    ("cluster.growth.0.gpus", None, "not a whole number"),
    ("cluster.growth.0.gpus", [50], "not a whole number"),
    ("cluster.growth.0.gpus", -1, "least is 0"),
    ("cluster.growth.0.gpus", 10_000_001, "most is 10000000"),
    ("cluster.growth.0.gpus", "9" * 5000, "too large"),
    ("cluster.growth.0.on", "31.01.2027", "not a date"),
    ("cluster.growth.0.on", "2027-02-29", "not a date"),
    ("cluster.growth.0.on", "", "not a date"),
    ("cluster.growth.0.on", "0001-01-01", "least is 1900-01-01"),
    ("cluster.growth.0.on", "9999-12-31", "most is 2199-12-31"),
    ("cluster.growth", [], "At least 1"),
    ("cluster.growth", [{"on": f"{2027 + index // 12}-{index % 12 + 1:02}-01", "gpus": 50} for index in range(121)], "at most 120"),
    ("cluster.name", " ", "may not be empty"),
    ("organisation", "", "may not be empty"),
    ("organisation", "x" * 201, "at most 200"),
    ("as_of", "yesterday", "not a date"),
    ("as_of", "9999-12-31", "most is 2199-12-31"),
    ("starts_on", "0001-01-01", "least is 1900-01-01"),
    ("ends_on", "9999-12-31", "most is 2199-12-31"),
    ("ends_on", "2026-12-31", "before the start"),
    ("ends_on", "2032-01-01", "at most 60 months; these are 61"),
    ("currency", "euro", ""),
    ("people.0.id", "", ""),
    ("people.0.id", "a b", ""),
    ("people.0.name", "", "may not be empty"),
    ("people.0.level", 0, "least is 1"),
    ("people.0.level", 6, "“L6” is not in the catalogue"),
    ("people.0.level", 10, "most is 9"),
    ("people.0.level", "Lx", "not a whole number"),
    ("people.0.experience_months", -1, "least is 0"),
    ("people.0.experience_months", 1.5, "not a whole number"),
    ("people.0.skills", ["basket-weaving"], "“basket-weaving” is not in the catalogue"),
    ("people.0.certifications.0.code", "NCP-AIIO", "“NCP-AIIO” is not in the catalogue"),
    ("people.0.certifications.0.issued_on", "2026-12-02", "cannot be issued on 2026-12-02, after 2026-12-01"),
    ("people.0.certifications.0.issued_on", "0001-01-01", "least is 1900-01-01"),
    ("people.0.certifications.0.ends_on", "2026-06-14", "before the start"),
    ("people.0.certifications.0.ends_on", "9999-12-31", "most is 2199-12-31"),
    ("people.0.yearly_pay", -1, "least is 0"),
    ("people.0.yearly_pay", "a lot", "not a number"),
    ("people.0.yearly_pay", "100.000,50", "not a number"),
    ("people.0.yearly_pay", 1.005, "decimal"),
    ("people.0.yearly_pay", 1e13, "most is 1000000000000"),
    ("people.0.yearly_pay", "NaN", "finite"),
    ("people.0.yearly_pay", "Infinity", "finite"),
    ("people.0.yearly_pay", float("nan"), "finite"),
    ("people.0.yearly_pay", float("-inf"), "finite"),
    ("people.0.study_hours_per_week", 0, "least is 0.25"),
    ("people.0.study_hours_per_week", "1e-9", "least is 0.25"),
    ("people.0.study_hours_per_week", 41, "most is 40"),
    ("people.0.may_be_trained", "perhaps", ""),
    ("people.0.shoe_size", 42, "no such field"),
    ("options.exam_lead_days", 366, "most is 365"),
    ("options.hiring_lead_months", -1, "least is 0"),
    ("options.on_cost_percent", 101, "most is 100"),
    ("options.contractor_hours_per_month", 0, "more than 0"),
    ("options.boundary", "both", "not one of 'smaller' or 'larger'"),
    ("options.holidays", ["2027-13-01"], "not a date"),
    ("options.overqualified_levels", 9, "most is 8"),
    ("roi.investment", [{"label": "Courses", "amount": "-5"}], "least is 0"),
    ("roi.investment", [{"label": "", "amount": "5"}], ""),
    ("roi.yearly_return", [{"label": "Power", "amount": "5", "percent": 1001}], "most is 1000"),
    ("roi.yearly_return", [{"label": "Power", "quantity": "sNaN", "amount": "5"}], "finite"),
    ("roi.yearly_return", [{"label": "x", "amount": 1}] * 201, "at most 200"),
    ("catalogue", {}, "needed"),
]


@pytest.mark.parametrize(("field", "value", "words"), BAD, ids=[f"{field}={str(value)[:20]}" for field, value, _ in BAD])
def test_a_bad_value_is_told_with_its_field(field: str, value: Any, words: str) -> None:
    complaints = complaints_about(changed(field, value))
    assert all(complaint.field.startswith(field) for complaint in complaints)
    assert words in complaints[0].text
    assert "\n" not in str(complaints[0])


@pytest.mark.parametrize("field", ["organisation", "as_of", "cluster", "starts_on", "ends_on"])
def test_what_is_missing_is_told(field: str) -> None:
    request = {name: value for name, value in PLAIN.items() if name != field}
    assert [(complaint.field, complaint.text) for complaint in complaints_about(request)] == [(field, "This is needed.")]


def test_two_people_with_one_id_are_told() -> None:
    (complaint,) = complaints_about(changed("people", [PERSON, PERSON | {"name": "Bob"}]))
    assert (complaint.field, complaint.text) == ("people.1.id", "“P-1” stands for more than one person.")


def test_two_steps_on_a_day_are_told() -> None:
    steps = [{"on": "2027-01-01", "gpus": 50}, {"on": "2027-03-01", "gpus": 60}, {"on": "2027-01-01", "gpus": 70}]
    (complaint,) = complaints_about(changed("cluster.growth", steps))
    assert complaint.field == "cluster.growth.2.on"
    assert "2027-01-01" in complaint.text


def test_somebody_who_leaves_before_coming_is_told() -> None:
    person = PERSON | {"starts_on": "2027-02-01", "leaves_on": "2027-01-31"}
    assert [complaint.field for complaint in complaints_about(changed("people", [person]))] == ["people.0.leaves_on"]


def test_ten_thousand_people_are_too_many() -> None:
    people = [PERSON | {"id": f"P-{number}"} for number in range(10_000)]
    (complaint,) = complaints_about(changed("people", people))
    assert (complaint.field, complaint.text) == ("people", "These are too many: at most 5000, not 10000.")


def test_every_complaint_is_found_at_once() -> None:
    request = changed("people.0.level", 7) | {"ends_on": "2026-01-01"}
    assert {complaint.field for complaint in complaints_about(request)} == {"ends_on", "people.0.level"}


@pytest.mark.parametrize("text", ["", "[1]", "null", '"x"', "{", "not json", b"\xff\xfe{}", b'{"organisation": "\xe9"}', "[" * 100_000])
def test_what_is_no_json_object_is_told(text: str | bytes) -> None:
    with pytest.raises(RequestError) as raised:
        read_request(text)
    assert [complaint.field for complaint in raised.value.complaints] == ["request"]


def test_a_field_name_with_line_breaks_stays_on_one_line() -> None:
    (complaint,) = complaints_about(PLAIN | {"a\nb": 1, "people": []})
    assert str(complaint) == "a b: There is no such field."
    (complaint,) = complaints_about(changed("people.0.level", "x\ny"))
    assert "\n" not in str(complaint)


@pytest.mark.parametrize(("written", "number"), [(3, 3), ("3", 3), ("L3", 3), ("l3", 3)])
def test_a_level_is_read_with_and_without_its_letter(written: object, number: int) -> None:
    assert read_request(changed("people.0.level", written)).people[0].level == number


@pytest.mark.parametrize(("written", "amount"), [("100000.10", "100000.10"), (100000.1, "100000.1"), (100000, "100000"), ("0.10", "0.1")])
def test_money_is_read_to_the_digit_as_text_or_number(written: object, amount: str) -> None:
    assert read_request(json.dumps(changed("people.0.yearly_pay", written))).people[0].yearly_pay == Decimal(amount)


def test_sixty_months_are_allowed() -> None:
    assert len(read_request(changed("ends_on", "2031-12-31")).months) == 60


def test_a_plan_may_be_a_day_long_and_its_people_none() -> None:
    request = read_request(PLAIN | {"ends_on": "2027-01-01", "people": []})
    assert len(plan(request).gaps) == 1


@pytest.mark.parametrize(
    ("code", "value", "words"),
    [
        ("study_hours_per_week", "0", "least is 0.25"),
        ("hiring_lead_months", "-3", "least is 0"),
        ("exam_lead_days", "10.5", "whole number"),
        ("hours_per_year", "0", "more than 0"),
        ("preparation_hours", "0", "least is 1"),
        ("renewal_lead_days", "-1", "least is 0"),
    ],
)
def test_a_default_that_makes_no_sense_is_told(code: str, value: str, words: str) -> None:
    request = make_request(catalogue=with_assumption(code, value))
    (complaint,) = complaints_about(json.loads(request.model_dump_json()))
    assert re.fullmatch(r"catalogue\.assumptions\.\d+\.value", complaint.field)
    assert words in complaint.text


@pytest.mark.parametrize("code", ["hiring_cost", "hours_per_year", "preparation_hours", "renewal_lead_days"])
def test_a_default_that_is_missing_is_told(code: str) -> None:
    rows = tuple(row for row in shipped().assumptions if row.code != code)
    (complaint,) = complaints_about(json.loads(make_request(catalogue=changed_catalogue(assumptions=rows)).model_dump_json()))
    assert complaint.text == f"The catalogue gives no “{code}”."


def test_a_catalogue_without_sizes_is_told() -> None:
    (complaint,) = complaints_about(json.loads(make_request(catalogue=changed_catalogue(cluster_sizes=())).model_dump_json()))
    assert complaint.field == "catalogue.cluster_sizes"


def edited_catalogue(edit: Any) -> dict[str, Any]:
    request = json.loads(make_request().model_dump_json())
    edit(request["catalogue"])
    return dict(request)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda catalogue: catalogue["levels"].pop(2), "levels: the numbers are [1, 2, 4, 5]"),
        (lambda catalogue: catalogue["cluster_sizes"][0]["seats"][0].update(level_max=9), "asks for levels 4 to 9"),
        (lambda catalogue: catalogue["cluster_sizes"][0]["seats"][1].update(level_min=3, level_max=2), "asks for levels 3 to 2"),
        (
            lambda catalogue: catalogue["cluster_sizes"][0]["seats"][1].update(role="network-specialist"),
            "network-specialist stands more than once",
        ),
        (lambda catalogue: catalogue["cluster_sizes"][0]["seats"][1].update(role="juggler"), "unknown role juggler"),
        (lambda catalogue: catalogue["courses"].append(catalogue["courses"][0]), "C-01 stands more than once"),
        (lambda catalogue: catalogue["paths"][0]["courses"].append("C-99"), "unknown course C-99"),
    ],
)
def test_a_catalogue_that_does_not_hold_together_is_told(edit: Any, words: str) -> None:
    (complaint,) = complaints_about(edited_catalogue(edit))
    assert complaint.field == "catalogue"
    assert words in complaint.text


def test_a_size_without_seats_asks_for_nobody() -> None:
    result = plan(read_request(edited_catalogue(lambda catalogue: catalogue["cluster_sizes"][0].update(seats=[]))))
    assert {gap.needed for gap in result.gaps} == {0}


def test_a_catalogue_whose_courses_never_end_is_refused_in_words() -> None:
    def edit(catalogue: dict[str, Any]) -> None:
        catalogue["cross_training"][0]["months_planned"] = 10**9

    request = edited_catalogue(edit)
    person = {"id": "N", "name": "N", "level": 3, "skills": ["classic-networking"]}
    with pytest.raises(PlanningError, match="too large to reckon with"):
        plan(read_request(request | {"people": [person]}))


@pytest.mark.parametrize(("first", "last"), [("1900-01-01", "1900-03-31"), ("2199-10-01", "2199-12-31")])
def test_a_plan_at_either_end_of_the_calendar_is_computed(first: str, last: str) -> None:
    people = [
        {
            "id": "A",
            "name": "A",
            "level": 1,
            "skills": ["classic-networking"],
            "certifications": [{"code": "NCA-AIIO", "issued_on": "1900-01-01"}],
        },
        {"id": "B", "name": "B", "level": 4, "certifications": [{"code": "CISSP", "issued_on": "1900-01-01", "ends_on": "2199-12-31"}]},
    ]
    growth = [{"on": first, "gpus": 500}]
    request = PLAIN | {"as_of": first, "starts_on": first, "ends_on": last, "people": people, "cluster": {"name": "x", "growth": growth}}
    assert len(plan(read_request(request)).gaps) == 3


def test_a_plan_of_the_past_is_computed() -> None:
    result = plan(make_request(as_of=date(2030, 1, 1), people=(make_person(certifications=(held("NCA-AIIO", date(2026, 1, 1)),)),)))
    assert [gap.covered_today for gap in result.gaps] == [1] * 6
    assert all(opening.order_by >= date(2030, 1, 1) for opening in result.openings)


def test_every_complaint_has_its_values() -> None:
    for message in (*COMPLAINTS.values(), *PYDANTIC.values()):
        assert re.sub(r"%\(\w+\)s", "", message).count("%") == 0


def test_the_default_catalogue_is_the_shipped_one() -> None:
    assert PlanRequest.model_validate(PLAIN).catalogue is shipped()


@pytest.mark.parametrize("written", ["1.000", "1,000", "1_000", "+12", True, "1e3", "12.0"])
def test_a_count_with_separators_is_not_guessed(written: object) -> None:
    (complaint,) = complaints_about(changed("cluster.growth.0.gpus", written))
    assert (complaint.field, complaint.text) == ("cluster.growth.0.gpus", f"“{written}” is not a whole number.")


@pytest.mark.parametrize(("written", "gpus"), [(12, 12), (12.0, 12), ("12", 12), (" 12 ", 12), (0, 0), (10_000_000, 10_000_000)])
def test_a_whole_count_is_read(written: object, gpus: int) -> None:
    assert read_request(json.dumps(changed("cluster.growth.0.gpus", written))).cluster.growth[0].gpus == gpus
