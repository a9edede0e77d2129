"""The sentences a result carries.

A result keeps a sentence as its code and its values, so that page and PDF say it in the reader's language; `text` is the English wording,
for whoever reads the JSON. Values are named by what they are (`..._on` a day, `month` a month, `role`, `certification`, `skill` codes of the
catalogue, `amount` money), which is how the reader's side knows how to print them.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from aiteam.planner.values import Frozen

Value = str | int | tuple[str, ...]


def gettext_noop(message: str) -> str:
    """Marks a message for the translators' tools."""
    return message


MESSAGES: dict[str, str] = {
    # the team rule
    "size_between": gettext_noop("%(gpus)s GPUs lie within %(low)s to %(high)s: %(size)s, %(seats)s seats."),
    "size_from": gettext_noop("%(gpus)s GPUs lie above %(low)s: %(size)s, %(seats)s seats."),
    "size_on_boundary": gettext_noop(
        "%(gpus)s GPUs is the bound of two sizes. It is read as %(size)s with %(seats)s seats; read as %(other_size)s it would be "
        "%(other_seats)s seats."
    ),
    "size_no_rule": gettext_noop(
        "No team rule covers %(gpus)s GPUs. The nearest is %(nearest_size)s, from %(low)s GPUs, with %(seats)s seats."
    ),
    "size_closed": gettext_noop("The cluster has no GPUs from this day on and needs no team."),
    # seats
    "seat_at_hand": gettext_noop("%(person)s fits the seat and takes it from %(month)s."),
    "seat_renewed": gettext_noop("%(person)s has the seat from %(month)s and keeps it because a certificate is renewed in time."),
    "seat_trained": gettext_noop("%(person)s takes the seat from %(month)s, after training."),
    "seat_hired": gettext_noop("Nobody at hand fits or can be trained in time; the seat is filled from outside."),
    "seat_contractor": gettext_noop("A contractor stands in."),
    "opening_after_plan": gettext_noop("Needed from %(needed_on)s, after the months shown; recruiting has to start within them."),
    "open_no_people": gettext_noop("Open in %(month)s: there are no people in this plan."),
    "open_all_needed_elsewhere": gettext_noop("Open in %(month)s: everybody who would fit (%(fit)s) is needed in another seat."),
    "open_nobody_fits": gettext_noop(
        "Open in %(month)s: of %(people)s people, %(seated)s sit elsewhere, %(level)s have another level, %(speciality)s lack the "
        "speciality, %(certificate)s lack the certificate, %(away)s are not here all month."
    ),
    # people
    "person_away": gettext_noop("Not here for a whole month of the plan."),
    "person_seated": gettext_noop("Sits as %(role)s for %(months)s months."),
    "person_trained": gettext_noop("Trained for %(role)s, ready on %(ready_on)s."),
    "left_no_seats": gettext_noop("The plan needs no seats."),
    "left_seats_taken": gettext_noop("Fits as %(role)s, but all those seats are taken."),
    "left_too_late": gettext_noop("Could become %(role)s, but only by %(ready_on)s, after the last month that needs it."),
    "left_hire_sooner": gettext_noop(
        "Could become %(role)s by %(ready_on)s, which is too long after a new person could be there; see “Months a training may take longer "
        "than a hire”."
    ),
    "left_not_needed": gettext_noop("Could become %(role)s by %(ready_on)s, but others cover those seats."),
    "left_away": gettext_noop("Not here all through the months that need seats."),
    "left_level_low": gettext_noop("No seat asks for level %(level)s; the nearest, %(role)s, asks for more, and no training leads there."),
    "left_level_high": gettext_noop("The level %(level)s is above what the seats ask; the nearest is %(role)s."),
    "left_speciality": gettext_noop("Lacks the speciality of the nearest seat, %(role)s, and no training leads there."),
    "left_certificate": gettext_noop("Lacks the certificate of the nearest seat, %(role)s, and is not to be trained."),
    # training
    "not_to_be_trained": gettext_noop("%(person)s is not to be trained."),
    "level_too_high": gettext_noop("Level %(level)s is above the highest that the seat takes, %(highest_level)s."),
    "no_way_to_speciality": gettext_noop("No retraining leads from the skills at hand to %(skill)s."),
    "ready_at_once": gettext_noop("Ready from the start."),
    "ready_by_exam": gettext_noop("The exam %(certification)s on %(exam_on)s comes last."),
    "ready_by_retraining": gettext_noop("The retraining to %(skill)s takes %(months)s months."),
    "ready_by_experience": gettext_noop("Level %(level)s asks for %(months)s months of experience, reached on %(reached_on)s."),
    "ready_by_time_in_grade": gettext_noop("Level %(level)s asks for %(months)s months in the level before, over on %(reached_on)s."),
    "training_in_time": gettext_noop("Needed as %(role)s from %(needed_on)s; ready on %(ready_on)s, in time."),
    "training_late": gettext_noop(
        "Needed as %(role)s from %(needed_on)s; the earliest possible day is %(ready_on)s. The seat stays open until then."
    ),
    "renewal": gettext_noop("%(certification)s ends on %(end_on)s; without a new exam the seat would be open after that."),
    "exam_price_unknown": gettext_noop("No source gives a price for the exam %(certification)s; the plan reckons with none."),
    # cost
    "cost_staff": gettext_noop(
        "Pay of the people who sit in a seat or learn for one in the month: a twelfth of the yearly pay (where none is recorded, the middle "
        "of the level's pay band) plus %(on_cost_percent)s %% on-costs."
    ),
    "cost_hires": gettext_noop(
        "New people are paid from their first day at the middle of the seat's pay band; each costs %(hiring_amount)s to recruit. "
        "What falls before the plan stands in its first month."
    ),
    "cost_training": gettext_noop(
        "Courses at %(course_amount)s each, bootcamps at %(bootcamp_amount)s per person, exams at the price of their day."
    ),
    "cost_opportunity": gettext_noop(
        "Hours spent learning at the person's pay, a year having %(hours)s hours. No invoice shows them; they stand apart from cash."
    ),
    "cost_mentoring": gettext_noop("A mentor loses %(percent)s %% of the own time to each junior; it stands with the hours of learning."),
    "cost_contractors": gettext_noop("Contractors at %(rate_amount)s an hour for %(hours)s hours a month and seat."),
    "group_price": gettext_noop("%(learners)s people start %(course)s in the same month: each pays %(percent)s %% less."),
    "retention_pays": gettext_noop(
        "A premium of %(percent)s %% of the pay (%(premium_amount)s a year) halts %(effect_percent)s %% of departures, of which %(attrition_percent)s %% a "
        "year are expected; replacing somebody costs %(replacement_amount)s. Saved on average: %(saving_amount)s a year."
    ),
    # certificate cover
    "cover_lost": gettext_noop("In %(month)s %(certain)s of %(wanted)s wanted hold %(certifications)s: %(names)s no longer do."),
    "cover_too_few": gettext_noop("In %(month)s %(certain)s of %(wanted)s wanted hold %(certifications)s; never enough do."),
    # quick estimate
    "estimate_averages": gettext_noop(
        "People of one level with the same specialities and certificates are reckoned as a group, at typical pay."
    ),
    "estimate_certificates": gettext_noop(
        "Certificates held as the plan begins are taken to be renewed in time; renewals cost nothing here."
    ),
    "estimate_contracts": gettext_noop("Shortest contracts, mentors, places in bootcamps and prices for groups are left out."),
    # return
    "roi_line": gettext_noop("%(quantity)s × %(each_amount)s. %(note)s"),
    "roi_line_percent": gettext_noop("%(percent)s %% of %(base_amount)s. %(note)s"),
    "roi_own_training": gettext_noop("The plan's courses, bootcamps and exams."),
    "roi_own_hours": gettext_noop("The plan's hours of learning at the learners' pay."),
    "roi_own_contractors": gettext_noop(
        "%(trained)s people trained for a seat, each sparing %(hours)s contractor hours a year at %(contractor_amount)s less "
        "%(employee_amount)s."
    ),
    "roi_undefined": gettext_noop("Without an investment there is nothing to divide by: the return on investment is not defined."),
    "roi_first_year": gettext_noop("First year: (%(return_amount)s − %(investment_amount)s) ÷ %(investment_amount)s, to one decimal."),
    "roi_ongoing": gettext_noop(
        "Each later year: %(return_amount)s ÷ %(investment_amount)s, nothing reinvested; exactly 100 points above the first year."
    ),
    "roi_leaves_out": gettext_noop("Left out: renewals, people who leave, a mentor's time, and other causes of the same benefit."),
    "roi_is_derived": gettext_noop(
        "No returns were entered; the line shown follows from the contractors that trained people make superfluous."
    ),
    # notes
    "contradiction": gettext_noop("The sources disagree (%(contradiction)s)."),
    "other_currency": gettext_noop(
        "The catalogue has amounts in %(currencies)s; this plan takes them as %(currency)s, one for one. Enter them in %(currency)s to reckon "
        "right."
    ),
    "people_without_level": gettext_noop("Left out, because no level is recorded: %(names)s."),
    "hires_after_plan": gettext_noop("New people who arrive after the end of the plan (%(count)s) cost nothing in it."),
    "nobody_at_hand": gettext_noop("The plan has no people; every seat is an opening."),
    "certificates_may_be_open": gettext_noop("A seat counts as covered while its certificate is still open, as the options say."),
}


def plain(value: object) -> Value:
    """A value as JSON keeps it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, list | tuple):
        return tuple(str(part) for part in value)
    raise TypeError(f"{value!r} has no place in an explanation")


def printed(value: Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


class Explanation(Frozen):
    """Why something is so."""

    code: str
    params: Mapping[str, Value] = {}
    text: str = ""

    @classmethod
    def of(cls, code: str, **params: object) -> "Explanation":
        values = {name: plain(value) for name, value in params.items()}
        return cls(code=code, params=values, text=MESSAGES[code] % {name: printed(value) for name, value in values.items()})
