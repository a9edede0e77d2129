from datetime import date
from decimal import Decimal
from typing import Any

from aiteam.planner import PlanResult, plan
from aiteam.planner.request import Person
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
    states_of_seat,
    trainings_of,
    why_of,
    with_seats_asking,
)

ENDS_IN_MARCH = held("NCA-AIIO", date(2025, 3, 15))


def planned(*people: Person, **changes: Any) -> PlanResult:
    return plan(make_request(people=people, **changes))


def test_a_full_team_needs_nothing() -> None:
    result = planned(*small_team())
    assert (result.trainings, result.openings) == ((), ())
    assert (result.summary.seats_needed, result.summary.seats_at_hand, result.summary.seats_open_today) == (4, 4, 0)
    assert (result.summary.first_open_month, result.summary.fully_covered_from) == (None, date(2027, 1, 1))


def test_a_renewal_before_the_end_keeps_the_seat() -> None:
    result = planned(operations_engineer(1, certifications=(ENDS_IN_MARCH,)))
    (renewal,) = trainings_of(result, "OPS-1")
    assert (renewal.kind, renewal.needed_on, renewal.cash) == ("renewal", date(2027, 3, 15), Decimal(125))
    assert renewal.ready_on == date(2027, 2, 12)  # thirty days before is Saturday 13 February
    assert renewal.steps[0].certificate_until == date(2029, 2, 12)
    assert states_of_seat(result, "operations-engineer-1") == ["at_hand", "at_hand", "renewed", "renewed", "renewed", "renewed"]
    assert [month.today for month in seat_of(result, "operations-engineer-1").months] == ["OPS-1", "OPS-1", None, None, None, None]


def test_a_renewal_due_before_the_plan_starts_is_sat_then_and_paid_in_its_first_month() -> None:
    soon = held("NCA-AIIO", date(2025, 1, 10))  # thirty days before its end is 11 December, before the plan
    result = planned(operations_engineer(1, certifications=(soon,)))
    (renewal,) = trainings_of(result, "OPS-1")
    assert renewal.ready_on == date(2026, 12, 11)
    assert (result.months[0], result.costs.months[0].exams) == (date(2027, 1, 1), Decimal(125))


def test_a_renewal_that_is_overdue_is_sat_on_the_next_working_day() -> None:
    late = held("NCA-AIIO", date(2024, 12, 20))  # ends on 20 December; thirty days before is past already
    (renewal,) = trainings_of(planned(operations_engineer(1, certifications=(late,))), "OPS-1")
    assert renewal.ready_on == date(2026, 12, 1)


def test_somebody_below_the_own_level_moves_up_and_another_learns_to_follow() -> None:
    """The lead's seat needs Ada (L4), who sits as operator; only when Ben learns to follow her are both seats filled."""
    ada = operations_engineer(1, id="ADA", level=4, may_be_trained=True)
    ben = make_person(id="BEN", level=2)
    result = plan(make_request(people=(ada, ben, operations_engineer(2)), options=make_options(hire=False), ends_on=date(2028, 6, 30)))
    assert seat_of(result, "infrastructure-lead-1").months[-1].person == "ADA"
    assert {seat_of(result, f"operations-engineer-{number}").months[-1].person for number in (1, 2)} == {"BEN", "OPS-2"}


def test_a_certificate_is_renewed_as_often_as_a_long_plan_needs() -> None:
    result = planned(operations_engineer(1, certifications=(ENDS_IN_MARCH,)), ends_on=date(2031, 6, 30))
    ends = [renewal.needed_on for renewal in trainings_of(result, "OPS-1")]
    assert ends == [date(2027, 3, 15), date(2029, 2, 12), date(2031, 1, 12)]  # 30 days ahead, on Fridays
    assert set(states_of_seat(result, "operations-engineer-1")) == {"at_hand", "renewed"}


def test_no_certificate_is_renewed_for_somebody_who_sits_nowhere() -> None:
    people = [operations_engineer(number, certifications=(ENDS_IN_MARCH,)) for number in (1, 2, 3)]
    assert {line.person for line in planned(*people).trainings} == {"OPS-1", "OPS-2"}


def test_no_certificate_is_renewed_where_another_one_will_do() -> None:
    person = operations_engineer(1, certifications=(ENDS_IN_MARCH, held("NCP-AIO", date(2026, 6, 1))))
    assert planned(person).trainings == ()


def test_of_two_that_end_only_the_cheaper_is_renewed() -> None:
    person = operations_engineer(1, certifications=(ENDS_IN_MARCH, held("NCP-AIO", date(2025, 3, 20))))
    (renewal,) = planned(person).trainings
    assert renewal.certifications == ("NCA-AIIO",)


def test_no_certificate_is_renewed_after_the_last_day_at_work() -> None:
    assert planned(operations_engineer(1, certifications=(ENDS_IN_MARCH,), leaves_on=date(2027, 2, 28))).trainings == ()


def test_a_certificate_that_outlasts_the_plan_is_left_alone() -> None:
    person = operations_engineer(1, certifications=(held("NCA-AIIO", date(2025, 6, 30)),))
    assert planned(person).trainings == ()


def test_a_certificate_that_has_ended_is_retaken_and_not_renewed() -> None:
    (line,) = planned(operations_engineer(1, certifications=(held("NCA-AIIO", date(2024, 6, 15)),))).trainings
    assert (line.kind, line.hours) == ("seat", 40)


def test_without_renewals_the_seat_opens_after_the_end() -> None:
    result = planned(operations_engineer(1, certifications=(ENDS_IN_MARCH,)), options=make_options(renew=False, hire=False))
    assert states_of_seat(result, "operations-engineer-1") == ["at_hand", "at_hand", "open", "open", "open", "open"]
    assert result.trainings == ()


def test_where_the_certificate_may_be_open_none_is_renewed() -> None:
    options = make_options(certificate_may_be_open=True)
    result = planned(operations_engineer(1, certifications=(ENDS_IN_MARCH,)), options=options)
    assert result.trainings == ()
    assert set(states_of_seat(result, "operations-engineer-1")) == {"at_hand"}


def test_an_opening_is_ordered_by_lead_and_ramp_before_the_need() -> None:
    result = planned(cluster=growth((date(2027, 6, 1), 50)))
    for opening in result.openings:
        assert opening.needed_on == date(2027, 6, 1)
        assert opening.order_by == date(2027, 2, 1)  # 3 months to find somebody, 1 to grow in
        assert (opening.arrives_on, opening.ready_on) == (date(2027, 5, 1), date(2027, 6, 1))
        assert opening.in_time
    assert result.summary.fully_covered_from == date(2027, 6, 1)


def test_an_order_that_should_have_been_placed_is_placed_at_once_and_said_to_be_late() -> None:
    result = planned()
    for opening in result.openings:
        assert (opening.order_by, opening.arrives_on, opening.ready_on) == (date(2026, 12, 1), date(2027, 3, 1), date(2027, 4, 1))
        assert not opening.in_time
    assert states_of_seat(result, "infrastructure-lead-1") == ["open"] * 3 + ["hired"] * 3
    assert (result.summary.first_open_month, result.summary.fully_covered_from) == (date(2027, 1, 1), date(2027, 4, 1))


def test_lead_and_ramp_are_those_of_the_request() -> None:
    result = planned(cluster=growth((date(2027, 6, 15), 50)), options=make_options(hiring_lead_months=1, ramp_up_months=0))
    assert {(opening.order_by, opening.ready_on) for opening in result.openings} == {(date(2027, 5, 15), date(2027, 6, 15))}
    assert [gap.hired for gap in result.gaps] == [0, 0, 0, 0, 0, 4]


def test_a_seat_that_closes_by_itself_is_no_opening() -> None:
    result = planned(operations_engineer(1), operations_engineer(2, starts_on=date(2027, 3, 1)))
    assert "operations-engineer-2" not in {opening.seat for opening in result.openings}
    assert states_of_seat(result, "operations-engineer-2") == ["open", "open", "at_hand", "at_hand", "at_hand", "at_hand"]


def test_somebody_who_leaves_is_replaced_from_that_month() -> None:
    result = planned(*small_team()[1:], infrastructure_lead(leaves_on=date(2027, 5, 15)))
    (opening,) = result.openings
    assert (opening.seat, opening.needed_on, opening.order_by) == ("infrastructure-lead-1", date(2027, 5, 1), date(2027, 1, 1))


def test_nobody_is_hired_for_a_seat_that_is_needed_no_more_on_arrival() -> None:
    result = planned(*small_team(), cluster=growth((date(2027, 1, 1), 500), (date(2027, 3, 1), 50)))
    assert result.openings == ()
    assert [gap.open for gap in result.gaps] == [6, 6, 0, 0, 0, 0]  # of ten, four are seated: two networkers' seats hold one person


def test_somebody_hired_for_a_while_is_hired_where_the_need_lasts_long_enough() -> None:
    steps = growth((date(2027, 1, 1), 500), (date(2027, 9, 1), 50))
    result = planned(*small_team(), cluster=steps, ends_on=date(2027, 12, 31))
    assert {opening.seat for opening in result.openings} >= {"infrastructure-architect-1", "senior-engineer-2"}


def test_a_hire_who_comes_after_the_plan_is_still_an_opening() -> None:
    result = planned(ends_on=date(2027, 2, 28))
    assert len(result.openings) == 4
    assert [gap.open for gap in result.gaps] == [4, 4]
    assert result.summary.seats_open_at_end == 4


def test_a_contractor_stands_in_until_somebody_is_there() -> None:
    result = planned(options=make_options(contractors=True))
    assert states_of_seat(result, "infrastructure-lead-1") == ["contractor"] * 3 + ["hired"] * 3
    assert result.summary.first_open_month is None


def test_without_hiring_seats_stay_open_or_with_contractors() -> None:
    assert states_of_seat(planned(options=make_options(hire=False)), "infrastructure-lead-1") == ["open"] * 6
    contractors = planned(options=make_options(hire=False, contractors=True))
    assert states_of_seat(contractors, "infrastructure-lead-1") == ["contractor"] * 6
    assert contractors.openings == ()


def test_a_training_may_take_the_patience_longer_than_a_hire_and_no_more() -> None:
    """A hire ordered on 1 December is there on 1 April 2027; three months on is 1 July. Retraining from 1 January takes to 1 October."""
    person = network_specialist(skills=("classic-networking",))
    network_only: dict[str, Any] = {"ends_on": date(2027, 12, 31), "catalogue": with_seats_asking("NCP-AIN", role="network-specialist")}
    short = planned(person, **network_only)
    assert trainings_of(short, "NET-1") == []
    assert why_of(short, "NET-1") == "left_hire_sooner"
    patient = planned(person, **network_only, options=make_options(training_patience_months=6))
    assert [line.ready_on for line in trainings_of(patient, "NET-1")] == [date(2027, 10, 1)]
    impatient = planned(person, **network_only, options=make_options(training_patience_months=5))
    assert trainings_of(impatient, "NET-1") == []


def test_without_hiring_any_training_in_the_plan_is_worth_its_while() -> None:
    person = network_specialist(skills=("classic-networking",))
    catalogue = with_seats_asking("NCP-AIN", role="network-specialist")
    result = planned(person, ends_on=date(2027, 12, 31), catalogue=catalogue, options=make_options(hire=False))
    assert states_of_seat(result, "network-specialist-1") == ["open"] * 9 + ["trained"] * 3


def test_only_as_many_are_trained_as_seats_are_open() -> None:
    people = [operations_engineer(number, certifications=()) for number in range(1, 6)]
    result = planned(*people, cluster=growth((date(2027, 4, 1), 50)))
    assert len({line.person for line in result.trainings}) == result.summary.people_to_train == 2
    assert {person.why.code for person in result.people} == {"person_trained", "left_not_needed"}


def test_nobody_sits_in_two_seats_in_a_month() -> None:
    versatile = make_person(level=4, skills=("infiniband-rdma",), certifications=(held("NCP-AII"), held("NCP-AIN"), held("NCA-AIIO")))
    result = planned(versatile, options=make_options(hire=False, train=False))
    for month in result.months:
        sitting = [row.person for seat in result.seats for row in seat.months if row.month == month and row.person]
        assert sitting == ["P-1"]


def test_an_opening_describes_the_seat() -> None:
    opening = next(opening for opening in planned().openings if opening.role == "network-specialist")
    assert (opening.level_min, opening.level_max, opening.speciality) == (3, 3, "infiniband-rdma")
    assert opening.certifications_any_of == ("NCP-AIN",)
    assert {"infiniband-setup", "multi-gpu"} <= set(opening.skills)
    assert (opening.pay.low, opening.pay.high, opening.pay.currency) == (Decimal(125_000), Decimal(175_000), "USD")


def test_what_the_team_as_a_whole_must_hold_is_listed_with_its_holders() -> None:
    people = (
        make_person(id="A", certifications=(held("CKA"),)),
        make_person(id="B", certifications=(held("VCP-DCV", date(2015, 1, 1)),)),
        make_person(id="C", certifications=(held("CKA", date(2024, 4, 1)),)),
    )
    result = planned(*people, cluster=growth((date(2027, 1, 1), 50), (date(2027, 3, 1), 500)))
    assert [(line.any_of, line.asked_from, line.holders) for line in result.team_certifications] == [
        (("CKA",), date(2027, 3, 1), ("A",)),  # the certificate of C ended on 1 April 2026
        (("RHCE",), date(2027, 3, 1), ()),
        (("VCP-DCV",), date(2027, 3, 1), ("B",)),
    ]


def test_certificates_are_listed_by_their_end_with_their_state_on_the_day_of_reference() -> None:
    people = (
        operations_engineer(1, certifications=(ENDS_IN_MARCH, held("VCP-DCV", date(2015, 1, 1)), held("NCA-GENM", date(2026, 1, 1)))),
        operations_engineer(2, certifications=(held("CISSP", date(2023, 10, 1)), held("NCP-AIO", date(2024, 1, 1)))),
    )
    result = planned(*people)
    assert [(line.certification, line.state, line.ends_in_plan) for line in result.certificates] == [
        ("NCP-AIO", "ended", False),
        ("CISSP", "grace", False),
        ("NCA-AIIO", "valid", True),  # 104 days left
        ("NCA-GENM", "unknown", False),
        ("VCP-DCV", "no_end", False),
    ]
    assert [line.renewal_on for line in result.certificates if line.certification == "NCA-AIIO"] == [date(2027, 2, 12)]


def test_the_newest_of_several_certificates_of_a_kind_is_the_one_listed() -> None:
    person = operations_engineer(1, certifications=(held("NCA-AIIO", date(2022, 5, 1)), held("NCA-AIIO", date(2026, 5, 1))))
    (line,) = planned(person).certificates
    assert (line.issued_on, line.state) == (date(2026, 5, 1), "valid")


def test_a_trained_lead_frees_nobody_and_needs_the_seat() -> None:
    catalogue = with_seats_asking("NCP-AII", role="infrastructure-lead")
    result = planned(make_person(level=4), catalogue=catalogue, options=make_options(hire=False))
    assert states_of_seat(result, "infrastructure-lead-1") == ["open", "open", "trained", "trained", "trained", "trained"]


def test_somebody_hired_for_a_seat_that_ends_moves_on_before_anybody_new_is_sought() -> None:
    """The small team's lead (L4) is needed no more when the medium team comes; its senior engineers are L4 too."""
    cluster = growth((date(2027, 1, 1), 64), (date(2028, 1, 1), 500))
    result = plan(make_request(people=(), cluster=cluster, ends_on=date(2028, 12, 31)))
    assert [opening.role for opening in result.openings].count("infrastructure-lead") == 1
    assert [opening.role for opening in result.openings].count("senior-engineer") == 1
    assert states_of_seat(result, "senior-engineer-1")[-1] == states_of_seat(result, "senior-engineer-2")[-1] == "hired"
    assert result.summary.people_to_hire == len(result.openings) == 10
    december = result.costs.months[-1]
    assert december.new_pay == Decimal("151250.00")  # 10 people: 325 + 2 x 212.5 + 4 x 135 + 2 x 187.5 + 150 = 1,815 thousand a year


def test_a_certificate_that_a_level_takes_as_well_is_not_earned_again() -> None:
    holder = make_person(id="ZANN", level=2, experience_months=30, skills=("parallel-storage",), certifications=(held("NCP-AIN"),))
    operators = [operations_engineer(number, may_be_trained=False) for number in range(1, 5)]
    cluster = growth((date(2027, 1, 1), 500))
    result = plan(make_request(people=(holder, *operators), cluster=cluster, options=make_options(hire=False)))
    (training,) = trainings_of(result, "ZANN", kinds=("seat",))
    assert (training.role, training.cash, training.certifications) == ("storage-specialist", Decimal(0), ())


def test_no_training_is_paid_for_a_role_in_which_the_person_never_sits() -> None:
    request = make_request(
        as_of=date(2027, 3, 2),
        starts_on=date(2027, 3, 2),
        ends_on=date(2030, 2, 9),
        cluster=growth((date(2029, 8, 10), 100)),
        people=(make_person(id="P0", level=4), make_person(id="P1", level=2)),
        options=make_options(hire=False),
    )
    for training in plan(request).trainings:
        assert training.kind == "renewal" or (training.seat or "").startswith(training.role or "none")


def test_a_later_larger_team_does_not_hide_the_training_that_an_earlier_one_needs() -> None:
    """Until September two operators sit idle while the networker is missing; Mat, who could learn it, sits as operator."""
    mat = make_person(id="MAT", level=3, skills=("infiniband-rdma",), certifications=(held("NCA-AIIO"),))
    operators = [operations_engineer(number) for number in range(1, 4)]
    cluster = growth((date(2027, 1, 1), 64), (date(2027, 9, 1), 1200))
    result = plan(make_request(people=(mat, *operators), cluster=cluster, ends_on=date(2028, 12, 31), options=make_options(hire=False)))
    assert [training.role for training in trainings_of(result, "MAT", kinds=("seat",))] == ["network-specialist"]


def test_a_hire_is_worth_three_months_of_an_open_seat_and_no_more() -> None:
    """A training ready three months after a hire could be is preferred, one ready later is not."""
    beginner = make_person(id="NEW", level=1, experience_months=0)  # level 2 on 1 June 2027
    rest = [person for person in small_team() if person.id != "OPS-2"]
    for needed, trained in ((date(2027, 3, 1), True), (date(2027, 2, 1), False)):
        request = make_request(
            people=(*rest, beginner),
            cluster=growth((needed, 64)),
            as_of=date(2026, 12, 1),
            starts_on=date(2027, 1, 1),
            ends_on=date(2028, 6, 30),
            options=make_options(hiring_lead_months=1, ramp_up_months=1),
        )
        assert bool(trainings_of(plan(request), "NEW", kinds=("seat",))) is trained
