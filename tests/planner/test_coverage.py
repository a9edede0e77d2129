from collections.abc import Sequence
from datetime import date

from aiteam.planner import plan
from aiteam.planner.composition import demand
from aiteam.planner.coverage import Filled, Fits, fill
from aiteam.planner.request import PlanRequest
from aiteam.planner.state import states_of
from tests.planner.builders import (
    growth,
    held,
    infrastructure_lead,
    make_options,
    make_person,
    make_request,
    network_specialist,
    operations_engineer,
    seat_of,
    small_team,
    with_seats_asking,
)


def filled(request: PlanRequest) -> Sequence[Filled]:
    return fill(Fits(request), demand(request), states_of(request.people, request.catalogue))


def people_in(month: Filled, role: str) -> set[str]:
    return {person for seat, person in month.seats.items() if seat.startswith(role)}


def test_people_who_fit_fill_every_seat_of_the_small_team() -> None:
    months = filled(make_request(people=small_team()))
    assert [dict(month.seats) for month in months] == [
        {
            "infrastructure-lead-1": "LEAD-1",
            "network-specialist-1": "NET-1",
            "operations-engineer-1": "OPS-1",
            "operations-engineer-2": "OPS-2",
        }
    ] * 6


def test_without_people_no_seat_is_filled() -> None:
    assert [month.seats for month in filled(make_request())] == [{}] * 6


def test_whoever_fits_two_roles_leaves_the_one_that_others_fit() -> None:
    # A-NET fits as networker and as operator and comes first; taking the first seat offered would leave a seat open
    versatile = network_specialist(id="A-NET", certifications=(held("NCP-AIN"), held("NCA-AIIO")))
    month = filled(make_request(people=(versatile, operations_engineer(1), operations_engineer(2))))[0]
    assert people_in(month, "network") == {"A-NET"}
    assert people_in(month, "operations") == {"OPS-1", "OPS-2"}


def test_the_exact_level_goes_before_the_higher_one() -> None:
    expert = make_person(id="A-EXPERT", level=4)
    month = filled(make_request(people=(expert, operations_engineer(1), operations_engineer(2))))[0]
    assert people_in(month, "operations") == {"OPS-1", "OPS-2"}


def test_a_higher_level_fills_a_seat_that_would_be_open_otherwise() -> None:
    month = filled(make_request(people=(make_person(id="A-EXPERT", level=4), operations_engineer(1))))[0]
    assert people_in(month, "operations") == {"A-EXPERT", "OPS-1"}


def test_more_levels_above_the_seat_than_allowed_are_too_many() -> None:
    architect = make_person(level=5)  # an operations engineer's seat ends at level 3
    assert filled(make_request(people=(architect,)))[0].seats == {}
    assert filled(make_request(people=(architect,), options=make_options(overqualified_levels=2)))[0].seated == {"P-1"}
    assert filled(make_request(people=(make_person(level=4),), options=make_options(overqualified_levels=0)))[0].seats == {}


def test_a_level_below_the_seat_does_not_fit() -> None:
    assert filled(make_request(people=(make_person(level=1),)))[0].seats == {}


def test_a_seat_with_a_speciality_asks_for_it() -> None:
    assert people_in(filled(make_request(people=(network_specialist(skills=()),)))[0], "network") == set()


def test_a_seat_with_certificates_takes_any_one_of_them() -> None:
    people = (make_person(id="A", certifications=(held("NCP-AIO"),)), make_person(id="B", certifications=(held("CKA"),)))
    assert filled(make_request(people=people))[0].seated == {"A"}


def test_a_former_code_of_a_certification_counts_as_the_new_one() -> None:
    assert filled(make_request(people=(infrastructure_lead(certifications=(held("NCP-AIOL"),)),)))[0].seated == {"LEAD-1"}


def test_a_seat_that_names_a_former_code_takes_holders_of_the_new_one() -> None:
    catalogue = with_seats_asking("NCP-AIOL", role="infrastructure-lead")
    person = infrastructure_lead(certifications=(held("NCP-AIO"),))
    assert filled(make_request(people=(person,), catalogue=catalogue))[0].seated == {"LEAD-1"}


def test_the_certificate_may_be_left_open_as_an_option() -> None:
    request = make_request(people=(make_person(certifications=()),), options=make_options(certificate_may_be_open=True))
    assert filled(request)[0].seated == {"P-1"}


def test_people_stay_in_their_seats_when_a_better_match_arrives() -> None:
    # A-OPS comes in March and is first by id; the two who sit there keep their seats
    newcomer = operations_engineer(0, id="A-OPS", starts_on=date(2027, 3, 1))
    months = filled(make_request(people=(newcomer, operations_engineer(1), operations_engineer(2))))
    assert [people_in(month, "operations") for month in months] == [{"OPS-1", "OPS-2"}] * 6


def test_a_person_keeps_the_numbered_seat_when_a_neighbour_leaves() -> None:
    people = (operations_engineer(1, leaves_on=date(2027, 2, 28)), operations_engineer(2))
    months = filled(make_request(people=people))
    assert [month.seats.get("operations-engineer-2") for month in months] == ["OPS-2"] * 6
    assert [month.seats.get("operations-engineer-1") for month in months] == ["OPS-1", "OPS-1", None, None, None, None]


def test_a_seat_needs_its_person_all_month() -> None:
    people = (operations_engineer(1, starts_on=date(2027, 2, 2)), operations_engineer(2, leaves_on=date(2027, 4, 29)))
    months = filled(make_request(people=people))
    assert [sorted(month.seated) for month in months] == [
        ["OPS-2"],
        ["OPS-2"],
        ["OPS-1", "OPS-2"],
        ["OPS-1"],
        ["OPS-1"],
        ["OPS-1"],
    ]


def test_first_and_last_working_day_on_the_bounds_of_a_month_count() -> None:
    person = operations_engineer(1, starts_on=date(2027, 2, 1), leaves_on=date(2027, 4, 30))
    assert [bool(month.seats) for month in filled(make_request(people=(person,)))] == [False, True, True, True, False, False]


def test_a_certificate_that_ends_in_mid_month_opens_the_seat_from_that_month() -> None:
    person = operations_engineer(1, certifications=(held("NCA-AIIO", date(2025, 3, 15)),))  # valid to 15 March 2027
    assert [bool(month.seats) for month in filled(make_request(people=(person,)))] == [True, True, False, False, False, False]


def test_a_certificate_that_ends_on_the_last_day_of_a_month_covers_that_month() -> None:
    person = operations_engineer(1, certifications=(held("NCA-AIIO", date(2025, 3, 15), date(2027, 3, 31)),))
    assert [bool(month.seats) for month in filled(make_request(people=(person,)))] == [True, True, True, False, False, False]


def test_two_certificates_one_after_the_other_cover_a_month_together() -> None:
    certificates = (held("NCA-AIIO", date(2025, 3, 15)), held("NCP-AIO", date(2026, 1, 10)))
    months = filled(make_request(people=(operations_engineer(1, certifications=certificates),)))
    assert [bool(month.seats) for month in months] == [True] * 6


def test_a_certificate_with_an_unknown_end_proves_nothing() -> None:
    catalogue = with_seats_asking("NCA-GENM")
    unknown = operations_engineer(1, certifications=(held("NCA-GENM"),))
    printed = operations_engineer(1, certifications=(held("NCA-GENM", ends_on=date(2028, 6, 15)),))
    assert not filled(make_request(people=(unknown,), catalogue=catalogue))[0].seats
    assert filled(make_request(people=(printed,), catalogue=catalogue))[0].seats


def test_a_team_that_shrinks_sits_in_the_seats_that_are_left() -> None:
    people = tuple(operations_engineer(number) for number in (2, 3, 4)) + (operations_engineer(1, leaves_on=date(2027, 2, 28)),)
    request = make_request(cluster=growth((date(2027, 1, 1), 500), (date(2027, 4, 1), 50)), people=people)
    for month in filled(request)[3:]:
        assert set(month.seats) == {"operations-engineer-1", "operations-engineer-2"}


def test_every_open_seat_and_every_left_over_person_has_a_reason() -> None:
    people = (
        make_person(id="LOW", level=1, may_be_trained=False),
        make_person(id="HIGH", level=5),
        make_person(id="GONE", leaves_on=date(2026, 12, 31)),
        network_specialist(certifications=(), may_be_trained=False),
        *(operations_engineer(number) for number in range(1, 4)),
    )
    result = plan(make_request(people=people, options=make_options(train=False, hire=False)))
    reasons = {person.person: person.why.code for person in result.people}
    assert reasons == {
        "LOW": "left_level_low",
        "HIGH": "left_certificate",  # level 5 may lead, one level above the seat, but holds no professional certificate
        "GONE": "person_away",
        "NET-1": "left_certificate",
        "OPS-1": "person_seated",
        "OPS-2": "person_seated",
        "OPS-3": "left_seats_taken",
    }
    why = seat_of(result, "infrastructure-lead-1").why
    assert why.code == "open_nobody_fits"
    counted = ("seated", "level", "speciality", "certificate", "away")
    assert sum(int(str(why.params[name])) for name in counted) == why.params["people"] == len(people)
    assert {name: why.params[name] for name in counted} == {"seated": 2, "level": 3, "speciality": 0, "certificate": 1, "away": 1}


def test_without_people_the_open_seats_say_so() -> None:
    result = plan(make_request(options=make_options(hire=False)))
    assert {seat.why.code for seat in result.seats} == {"open_no_people"}


def test_where_all_who_fit_are_needed_elsewhere_the_open_seat_says_so() -> None:
    # both leads fit as operators; one must lead, one takes an operator's seat, the other operator's seat stays open
    people = (infrastructure_lead(), infrastructure_lead(id="LEAD-2"))
    result = plan(make_request(people=people, options=make_options(hire=False, train=False)))
    assert {seat.why.code for seat in result.seats if seat.first_open and seat.role == "operations-engineer"} == {
        "open_all_needed_elsewhere"
    }
