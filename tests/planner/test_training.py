from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

from aiteam.planner import plan
from aiteam.planner.catalogue import shipped
from aiteam.planner.composition import demand
from aiteam.planner.request import Person, PlanRequest
from aiteam.planner.state import Asked, recorded
from aiteam.planner.training import Draft, Unreachable, reach
from tests.planner.builders import (
    changed_catalogue,
    growth,
    held,
    make_options,
    make_person,
    make_request,
    network_specialist,
    trainings_of,
    why_of,
    with_seats_asking,
)

FAR_OFF = date(2029, 1, 1)  # later than any training below takes


def way(person: Person, role: str, needed_on: date = FAR_OFF, gpus: int = 50, **changes: Any) -> Draft | Unreachable:
    """How `person` gets to a seat of the role in a cluster of so many GPUs."""
    request = make_request(people=(person,), cluster=growth((date(2027, 1, 1), gpus)), **changes)
    rule = demand(request)[0].rules[role]
    return reach(recorded(person, request.catalogue), Asked.of(rule, request), needed_on, request)


def draft(person: Person, role: str, needed_on: date = FAR_OFF, gpus: int = 50, **changes: Any) -> Draft:
    found = way(person, role, needed_on, gpus, **changes)
    assert isinstance(found, Draft)
    return found


def codes(found: Draft) -> list[str]:
    return [step.code for step in found.steps]


def beginner(**changes: Any) -> Person:
    return make_person(**{"level": 1, "certifications": ()} | changes)


def operator_without_certificate(**changes: Any) -> Person:
    return make_person(**{"certifications": ()} | changes)


def test_courses_come_in_the_order_of_the_path_and_the_exam_at_the_end() -> None:
    assert codes(draft(operator_without_certificate(), "operations-engineer")) == ["C-01", "C-02", "C-03", "NCA-AIIO"]


def test_the_dates_of_a_path_follow_the_working_days() -> None:
    """6 hours a week on 5 days: 8 h are 6.67, so 7 days; 16 h are 14, 24 h are 20. From Friday 1 January 2027."""
    steps = draft(operator_without_certificate(), "operations-engineer").steps
    assert [(step.starts_on, step.ends_on) for step in steps] == [
        (date(2027, 1, 1), date(2027, 1, 11)),
        (date(2027, 1, 12), date(2027, 1, 29)),
        (date(2027, 2, 1), date(2027, 2, 26)),
        (date(2027, 3, 8), date(2027, 3, 8)),  # ten days after Friday 26 February
    ]


def test_holidays_push_everything_after_them() -> None:
    options = make_options(holidays=(date(2027, 1, 1), date(2027, 3, 8)))
    steps = draft(operator_without_certificate(), "operations-engineer", options=options).steps
    assert steps[0].starts_on == date(2027, 1, 4)
    # 7 days from Monday the 4th, 14, 20; study ends on Monday 1 March; ten days on is Thursday 11 March
    assert [step.ends_on for step in steps] == [date(2027, 1, 12), date(2027, 2, 1), date(2027, 3, 1), date(2027, 3, 11)]


def test_an_exam_is_never_on_a_weekend() -> None:
    steps = draft(operator_without_certificate(), "operations-engineer", options=make_options(exam_lead_days=8)).steps
    assert steps[-1].starts_on == date(2027, 3, 8)  # Friday 26 February + 8 is Saturday 6 March


def test_without_lead_the_exam_is_on_the_next_working_day() -> None:
    steps = draft(operator_without_certificate(), "operations-engineer", options=make_options(exam_lead_days=0)).steps
    assert steps[-1].starts_on == date(2027, 3, 1)


def test_hours_a_week_are_those_of_the_person_before_those_of_the_plan() -> None:
    options = make_options(study_hours_per_week=Decimal(8))
    assert draft(operator_without_certificate(), "operations-engineer", options=options).steps[2].ends_on == date(
        2027, 2, 11
    )  # 5+10+15 days
    fast = operator_without_certificate(study_hours_per_week=Decimal(40))
    assert draft(fast, "operations-engineer", options=options).steps[2].ends_on == date(2027, 1, 8)  # 1+2+3 days


def test_a_required_prerequisite_is_earned_first() -> None:
    expert = make_person(level=4, certifications=())
    assert codes(draft(expert, "infrastructure-lead")) == ["C-01", "C-02", "C-03", "NCA-AIIO", "C-04", "C-05", "C-06", "C-07", "NCP-AII"]


def test_a_prerequisite_that_is_held_is_not_earned_again() -> None:
    assert codes(draft(make_person(level=4), "infrastructure-lead")) == ["C-04", "C-05", "C-06", "C-07", "NCP-AII"]


def test_a_recommended_prerequisite_does_not_hold_anybody_up() -> None:
    specialist = network_specialist(certifications=())
    assert codes(draft(specialist, "network-specialist")) == ["NCP-AIN", "NCP-AIN"]  # study, exam


def test_no_step_of_study_begins_before_the_one_in_front_has_ended() -> None:
    steps = draft(make_person(level=4, certifications=()), "infrastructure-lead").steps
    assert all(before.ends_on < after.starts_on for before, after in pairwise(steps))


def test_without_a_learning_path_preparation_takes_the_assumed_hours() -> None:
    study, exam = draft(network_specialist(certifications=()), "network-specialist").steps
    assert (study.hours, study.cost) == (40, Decimal(0))
    assert study.ends_on == date(2027, 2, 17)  # 40 h at 6 a week are 33.3 days; the 34th from 1 January
    assert (exam.starts_on, exam.cost) == (date(2027, 3, 1), Decimal(400))  # Saturday 27 February is moved


def test_a_lapsed_certificate_is_sat_again_without_courses() -> None:
    lapsed = make_person(certifications=(held("NCA-AIIO", date(2024, 6, 15)),))
    found = draft(lapsed, "operations-engineer")
    assert [(step.kind, step.hours) for step in found.steps] == [("course", 40), ("exam", 0)]
    assert found.cost == Decimal(125)


def test_a_certification_with_a_path_goes_before_one_whose_study_is_only_assumed() -> None:
    # NCP-AIN would be done in 40 assumed hours; NCA-AIIO has 48 hours of courses, and both are in time
    assert draft(operator_without_certificate(), "operations-engineer").certifications == ("NCA-AIIO",)


def test_a_bootcamp_is_taken_only_when_self_study_is_too_late() -> None:
    expert = make_person(level=4)
    assert "bootcamp" not in codes(draft(expert, "infrastructure-lead", needed_on=FAR_OFF))
    # 136 hours are 3.4 weeks, so 4 weeks from 1 January to 28 January; the exam ten days later, on Sunday 7 February, moved to Monday
    quick = draft(
        expert, "infrastructure-lead", needed_on=date(2027, 2, 8), catalogue=with_seats_asking("NCP-AII", role="infrastructure-lead")
    )
    assert [(step.kind, step.starts_on, step.ends_on, step.hours) for step in quick.steps] == [
        ("bootcamp", date(2027, 1, 1), date(2027, 1, 28), 160),
        ("exam", date(2027, 2, 8), date(2027, 2, 8), 0),
    ]
    assert quick.cost == Decimal(20_000 + 400)


def test_without_bootcamps_the_late_training_stays_one_of_self_study() -> None:
    found = draft(make_person(level=4), "infrastructure-lead", needed_on=date(2027, 1, 1), options=make_options(bootcamps=False))
    assert "bootcamp" not in codes(found)


def test_a_bootcamp_lasts_two_weeks_at_least_and_four_at_most() -> None:
    associate = draft(operator_without_certificate(), "operations-engineer", needed_on=date(2027, 1, 1))
    assert (associate.steps[0].ends_on, associate.steps[0].hours) == (date(2027, 1, 14), 80)  # 48 hours fill 1.2 weeks
    catalogue = with_seats_asking("NCP-AII", role="infrastructure-lead")
    both = draft(make_person(level=4, certifications=()), "infrastructure-lead", needed_on=date(2027, 1, 1), catalogue=catalogue)
    assert (both.steps[0].ends_on, both.steps[0].hours) == (date(2027, 1, 28), 160)  # 184 hours would fill 4.6 weeks
    assert codes(both) == ["bootcamp", "NCA-AIIO", "NCP-AII"]


def test_no_bootcamp_spares_the_preparation_for_an_exam_it_does_not_teach() -> None:
    found = draft(network_specialist(certifications=()), "network-specialist", needed_on=date(2027, 1, 1))
    assert [(step.kind, step.hours) for step in found.steps] == [("course", 40), ("exam", 0)]
    mixed = draft(
        make_person(level=1, certifications=(), skills=("infiniband-rdma",), experience_months=12), "network-specialist", date(2027, 1, 1)
    )
    assert [(step.kind, step.code) for step in mixed.steps] == [
        ("bootcamp", "bootcamp"),
        ("exam", "NCA-AIIO"),
        ("course", "NCP-AIN"),
        ("exam", "NCP-AIN"),
    ]


def test_a_catalogue_without_bootcamp_keeps_the_courses() -> None:
    catalogue = changed_catalogue(strategies=())
    assert codes(draft(operator_without_certificate(), "operations-engineer", date(2027, 1, 1), catalogue=catalogue))[0] == "C-01"


def test_the_next_level_waits_for_its_months_of_experience() -> None:
    """Level 2 asks for 6 months. With 2 on 1 December 2026 they are there on 1 April 2027, after the exam of 8 March."""
    found = draft(beginner(experience_months=2), "operations-engineer")
    assert found.ready_on == date(2027, 4, 1)
    assert found.binding.code == "ready_by_experience"
    assert found.after.level_on(date(2027, 3, 31)) == 1
    assert found.after.level_on(date(2027, 4, 1)) == 2


def test_where_the_experience_is_there_the_exam_decides() -> None:
    found = draft(beginner(experience_months=6), "operations-engineer")
    assert (found.ready_on, found.binding.code) == (date(2027, 3, 8), "ready_by_exam")
    assert "experience" not in [step.kind for step in found.steps]


def test_a_level_whose_conditions_are_met_is_granted_at_once() -> None:
    found = draft(make_person(level=1, experience_months=6), "operations-engineer")
    assert [(step.kind, step.code, step.cost) for step in found.steps] == [("experience", "L2", Decimal(0))]
    assert (found.ready_on, found.binding.code) == (date(2027, 1, 1), "ready_at_once")
    _, result = result_for(make_person(level=1, experience_months=6))
    assert [(line.in_time, line.cash, line.hours) for line in trainings_of(result, "P-1")] == [(True, Decimal(0), 0)]


def test_without_a_record_experience_is_the_least_of_the_level() -> None:
    assert draft(beginner(), "operations-engineer").ready_on == date(2027, 6, 1)  # 0 months on 1 December 2026


def test_retraining_takes_its_planned_months_beside_the_study() -> None:
    found = draft(network_specialist(skills=("classic-networking",)), "network-specialist")
    assert [(step.kind, step.starts_on, step.ends_on) for step in found.steps] == [("cross_training", date(2027, 1, 1), date(2027, 9, 30))]
    assert (found.ready_on, found.speciality, found.binding.code) == (date(2027, 10, 1), "infiniband-rdma", "ready_by_retraining")
    assert not found.after.has_skill("infiniband-rdma", date(2027, 9, 30))
    assert found.after.has_skill("infiniband-rdma", date(2027, 10, 1))


def test_without_the_background_no_training_leads_to_a_speciality() -> None:
    found = way(network_specialist(skills=("san-storage",)), "network-specialist")
    assert isinstance(found, Unreachable)
    assert found.why.code == "no_way_to_speciality"


def test_nobody_is_trained_against_the_record_or_downwards() -> None:
    stays = way(operator_without_certificate(may_be_trained=False), "operations-engineer")
    above = way(make_person(level=5, certifications=()), "operations-engineer")
    assert isinstance(stays, Unreachable)
    assert stays.why.code == "not_to_be_trained"
    assert isinstance(above, Unreachable)
    assert above.why.code == "level_too_high"


def test_training_begins_when_the_person_does_and_not_before_the_plan() -> None:
    assert draft(operator_without_certificate(starts_on=date(2027, 2, 6)), "operations-engineer").steps[0].starts_on == date(2027, 2, 8)
    early = draft(operator_without_certificate(), "operations-engineer", as_of=date(2027, 3, 6))
    assert early.steps[0].starts_on == date(2027, 3, 8)


def test_the_certificate_of_a_training_ends_by_its_rule() -> None:
    assert draft(operator_without_certificate(), "operations-engineer").steps[-1].certificate_until == date(2029, 3, 8)


def result_for(person: Person, **changes: Any) -> tuple[PlanRequest, Any]:
    request = make_request(people=(person,), **changes)
    return request, plan(request)


def test_what_is_too_late_is_said_with_the_earliest_day() -> None:
    _, result = result_for(operator_without_certificate(), options=make_options(bootcamps=False))
    (training,) = trainings_of(result, "P-1")
    assert (training.needed_on, training.ready_on, training.in_time) == (date(2027, 1, 1), date(2027, 3, 8), False)
    assert training.why.code == "training_late"
    assert training.why.params["ready_on"] == "2027-03-08"


def test_a_training_that_ends_after_the_plan_is_told_and_not_taken() -> None:
    _, result = result_for(operator_without_certificate(), ends_on=date(2027, 2, 28), options=make_options(bootcamps=False))
    assert result.trainings == ()
    (person,) = result.people
    assert (person.why.code, person.why.params["ready_on"]) == ("left_too_late", "2027-03-08")


def test_a_trained_person_takes_the_seat_in_the_first_whole_month_after_the_exam() -> None:
    _, result = result_for(operator_without_certificate(), options=make_options(bootcamps=False, hire=False))
    (seat,) = [seat for seat in result.seats if any(month.person for month in seat.months)]
    assert [month.state for month in seat.months] == ["open", "open", "open", "trained", "trained", "trained"]


def test_nobody_is_trained_who_leaves_before_it_counts() -> None:
    _, result = result_for(operator_without_certificate(leaves_on=date(2027, 3, 31)), options=make_options(bootcamps=False))
    assert result.trainings == ()
    assert why_of(result, "P-1") == "left_away"


def test_nobody_is_trained_where_the_plan_may_not() -> None:
    _, result = result_for(operator_without_certificate(), options=make_options(train=False))
    assert [line.kind for line in result.trainings] == []
    assert why_of(result, "P-1") == "left_certificate"


def test_a_certificate_earned_in_the_plan_is_renewed_in_a_long_one() -> None:
    _, result = result_for(operator_without_certificate(), ends_on=date(2029, 12, 31), options=make_options(bootcamps=False, hire=False))
    (renewal,) = trainings_of(result, "P-1", ("renewal",))
    assert renewal.needed_on == date(2029, 3, 8)
    assert renewal.ready_on == date(2029, 2, 6)  # thirty days ahead
    assert [gap.open for gap in result.gaps[3:]] == [3] * 33


def test_costs_and_hours_of_a_training_are_those_of_its_steps() -> None:
    request, result = result_for(operator_without_certificate(), options=make_options(bootcamps=False))
    (training,) = trainings_of(result, "P-1")
    assert (training.hours, training.cash) == (48, Decimal(3 * 1500 + 125))
    # 48 hours at the middle of level 2: 48 x 110,000 / 2080
    assert training.opportunity == Decimal("2538.46")
    assert shipped().level[2].pay.middle == 110_000


def test_a_prerequisite_that_lapses_before_the_exam_is_earned_again_first() -> None:
    """NCA-AIIO ends on 4 December 2026, long before NCP-AII, which requires it, can be sat."""
    person = make_person(id="P1", level=1, experience_months=15, certifications=(held("NCA-AIIO", date(2024, 12, 4)),))
    request = make_request(
        people=(person,),
        as_of=date(2026, 10, 12),
        starts_on=date(2026, 11, 22),
        ends_on=date(2028, 1, 22),
        cluster=growth((date(2026, 10, 25), 100), (date(2027, 5, 4), 1001)),
        options=make_options(overqualified_levels=0, renew=False),
    )
    for training in plan(request).trainings:
        exams = {step.code: step for step in training.steps if step.kind == "exam"}
        if "NCP-AII" in exams:
            assert exams["NCA-AIIO"].starts_on < exams["NCP-AII"].starts_on
