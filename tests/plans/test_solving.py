"""A plan that is searched for is made by a job, checked, stored, and compared with others; a decision laid down or an event makes a new version."""

import json
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.jobs.child import execute
from aiteam.jobs.models import Job, State
from aiteam.jobs.queue import ask_to_cancel, claim
from aiteam.planner.checking import PlanRejected
from aiteam.planner.months import months_between
from aiteam.planner.result import PlanResult
from aiteam.plans import solving, views
from aiteam.plans.models import Plan
from aiteam.plans.solving import ask_to_compare
from tests.builders import make_cluster, make_person, make_user
from tests.plans.test_services import stored
from tests.plans.test_views import answers

pytestmark = pytest.mark.django_db


@pytest.fixture
def hr_user(hr):
    return User.objects.get()


def save(client, **changes):
    """The form saved with a search; the job it led to."""
    client.post(reverse("plans:create"), answers(**{"action": "save", "contractors": "on", "gpus": "50", "depth": "standard"} | changes))
    return Job.objects.order_by("-pk").first()


def run_all():
    while job := claim():
        execute(job)


def run_searches():
    """Without the comparisons that follow, which take longer."""
    while job := claim():
        if job.kind == solving.SOLVE:
            execute(job)


def test_a_search_is_a_job_and_its_outcome_a_plan_that_was_checked(hr, hr_user):
    make_person(2, given_name="Ada", family_name="Ops")
    job = save(hr)
    assert not Plan.objects.exists()
    assert (job.kind, job.owner) == ("plans.solve", hr_user)
    execute(claim())
    job.refresh_from_db()
    plan = Plan.objects.get()
    assert job.result == {"plan": plan.pk}
    assert plan.result.solve.status in {"optimal", "within_gap"}
    assert plan.author == hr_user
    assert job.note["estimate"]["open_seat_months"] == 0
    assert hr.get(reverse("jobs:detail", args=[job.pk])).content.decode().count(reverse("plans:detail", args=[plan.pk]))


def test_after_the_search_the_plan_is_compared_with_others(hr):
    save(hr)
    run_all()
    plan = Plan.objects.get()
    assert [row.code for row in plan.alternatives.variants][0] == "plan"
    page = hr.get(reverse("plans:detail", args=[plan.pk])).content.decode()
    assert 'id="plan-alternatives"' in page


def test_a_job_that_runs_twice_stores_one_plan(hr):
    job = save(hr)
    execute(claim())
    Job.objects.filter(pk=job.pk).update(finished_at=None, started_at=None, heartbeat_at=None, attempts=0, result=None)
    execute(claim())
    assert Plan.objects.count() == 1


def test_a_search_that_is_stopped_leaves_no_plan(hr):
    job = save(hr)
    ask_to_cancel(job)
    run_searches()
    job.refresh_from_db()
    assert job.state == State.CANCELLED
    assert not Plan.objects.exists()


def test_a_plan_that_does_not_pass_its_check_is_not_stored(hr, monkeypatch):
    def rejected(request, result: PlanResult):
        raise PlanRejected([])

    monkeypatch.setattr(solving, "checked", rejected)
    job = save(hr)
    execute(claim())
    job.refresh_from_db()
    assert (job.state, job.error) == (State.FAILED, "no_plan")
    assert not Plan.objects.exists()


def test_budgets_typed_in_the_form_are_kept(hr):
    lines = {
        "budget-TOTAL_FORMS": "2",
        "budget-INITIAL_FORMS": "0",
        "budget-0-kind": "all",
        "budget-0-amount": "100,000",
        "budget-0-year": "plan",
    }
    lines |= {"budget-1-kind": "training", "budget-1-amount": "5,000", "budget-1-year": "each"}
    save(hr, **lines)
    execute(claim())
    plan = Plan.objects.get()
    assert [(line.kind, line.amount) for line in plan.result.budgets][0] == ("all", 100_000)
    assert all(line.spent <= line.amount for line in plan.result.budgets)
    assert plan.result.summary.seats_open_today > 0


def test_a_budget_that_is_no_number_is_told_at_its_field_and_nothing_is_lost(hr):
    lines = {
        "budget-TOTAL_FORMS": "2",
        "budget-INITIAL_FORMS": "0",
        "budget-0-kind": "all",
        "budget-0-amount": "much",
        "budget-0-year": "plan",
    }
    page = hr.post(reverse("plans:create"), answers(action="save", depth="deep", **lines)).content.decode()
    assert "“much” is not a number" in page
    assert 'value="much"' in page
    assert not Job.objects.exists()


def test_answers_of_before_there_were_budgets_still_fill_the_form(hr):
    earlier = stored(people=[])
    Plan.objects.filter(pk=earlier.pk).update(answers=answers())
    assert hr.get(reverse("plans:create"), {"follows": earlier.pk}).status_code == 200


@pytest.fixture
def searched(hr, hr_user):
    make_person(2, given_name="Ada", family_name="Ops")
    save(hr)
    run_searches()
    return Plan.objects.get()


def decide(client, plan, **row):
    return client.post(reverse("plans:decide", args=[plan.pk]), {"action": "forbid", "what": "hire"} | row)


def test_a_decision_forbidden_makes_a_version_without_it(hr, searched):
    role = searched.result.openings[0].role if searched.result.openings else searched.result.contracts[0].role
    what = "hire" if searched.result.openings else "contract"
    response = decide(hr, searched, what=what, role=role)
    job = Job.objects.order_by("-pk").first()
    assert response.url == reverse("jobs:detail", args=[job.pk])
    run_searches()
    again = Plan.objects.order_by("-pk").first()
    assert (again.replaces, again.version) == (searched, 2)
    found = again.result.openings if what == "hire" else again.result.contracts
    assert role not in [row.role for row in found]
    assert json.loads(again.answers["directives"])[0]["action"] == "forbid"


def test_what_was_laid_down_can_be_left_free_again(hr, searched):
    decide(hr, searched, role="operations-engineer")
    run_searches()
    forbidden = Plan.objects.order_by("-pk").first()
    assert len(forbidden.request.directives) == 1
    decide(hr, forbidden, role="operations-engineer", action="release")
    run_searches()
    assert Plan.objects.order_by("-pk").first().request.directives == ()


def test_a_decision_about_nobody_is_refused(hr, searched):
    assert decide(hr, searched, what="training").status_code == 400
    assert decide(hr, searched, what="party", role="x").status_code == 400
    page = hr.post(reverse("plans:decide", args=[searched.pk]), {"action": "fix", "what": "training", "person": "nobody"}, follow=True)
    assert "Nobody in this plan has the number" in page.content.decode()
    assert Plan.objects.count() == 1


def test_an_event_makes_a_version_that_tells_what_changed(hr, searched):
    who = searched.request.people[0]
    day = timezone.localdate() + timedelta(days=60)
    event = {"event-kind": "leaves", "event-person": who.id, "event-on": day.isoformat()}
    hr.post(reverse("plans:what_if", args=[searched.pk]), event)
    run_searches()
    again = Plan.objects.order_by("-pk").first()
    assert again.replaces == searched
    assert again.request.people[0].leaves_on == day
    assert who.name in again.title
    assert 'id="plan-changes"' in hr.get(reverse("plans:detail", args=[again.pk])).content.decode()


def test_an_event_without_its_person_is_told_at_the_field(hr, searched):
    response = hr.post(reverse("plans:what_if", args=[searched.pk]), {"event-kind": "leaves"})
    assert response.status_code == 422
    assert "This is needed to reckon with the event." in response.content.decode()


def test_a_plan_by_the_rules_has_nothing_to_compare(hr):
    assert hr.post(reverse("plans:compare", args=[stored().pk])).status_code == 404


def test_whoever_may_not_see_the_plan_cannot_ask_about_it(client):
    plan = stored()  # with recorded pay
    client.force_login(make_user(Role.INFRASTRUCTURE_LEAD))
    for name in ("decide", "what_if", "compare"):
        assert client.post(reverse(f"plans:{name}", args=[plan.pk])).status_code == 404
    assert client.get(reverse("plans:comparison", args=[plan.pk])).status_code == 404


def test_the_comparison_shows_how_far_it_is_and_then_the_page(hr, searched):
    Job.objects.filter(kind=solving.COMPARE).delete()
    ask_to_compare(searched, searched.author)
    run_all()
    address = reverse("plans:comparison", args=[searched.pk])
    assert hr.get(address, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    Plan.objects.filter(pk=searched.pk).update(alternatives_data=None)
    hr.post(reverse("plans:compare", args=[searched.pk]))
    assert "being compared with others" in hr.get(address, headers={"HX-Request": "true"}).content.decode()
    assert Job.objects.filter(kind="plans.compare", finished_at=None).count() == 1
    hr.post(reverse("plans:compare", args=[searched.pk]))
    assert Job.objects.filter(kind="plans.compare", finished_at=None).count() == 1


def test_a_cluster_of_the_records_stays_that_of_the_plan(hr):
    cluster = make_cluster((timezone.localdate(), 64), name="Leiden 1")
    save(hr, cluster=cluster.pk, gpus="", live_on="")
    execute(claim())
    assert Plan.objects.get().cluster == cluster


def test_each_button_beside_a_decision_sends_what_is_taken(hr, searched):
    page = hr.get(reverse("plans:detail", args=[searched.pk])).content.decode()
    tools = re.findall(r'<form class="row-tools".*?</form>', page, re.DOTALL)
    assert tools
    for form in tools:
        sent = dict(re.findall(r'name="(what|person|role|month)" value="([^"]*)"', form))
        assert hr.post(reverse("plans:decide", args=[searched.pk]), sent | {"action": "forbid"}).status_code == 302


def test_an_estimate_is_shown_and_cannot_be_stored(hr):
    make_person(2, given_name="Ada", family_name="Ops")
    url = reverse("plans:create")
    part = hr.post(url, answers(depth="quick", contractors="on"), headers={"HX-Request": "true"}).content.decode()
    assert "Estimate" in part
    assert "People of one level with the same specialities and certificates are reckoned as a group" in part
    start = timezone.localdate()
    assert part.count('<th scope="row"') == len(months_between(start, start + timedelta(days=180)))
    page = hr.post(url, answers(depth="quick", action="save")).content.decode()
    assert "An estimate is only shown." in page
    assert not Plan.objects.exists()
    assert not Job.objects.exists()


def test_a_plan_by_the_rules_that_does_not_pass_its_check_is_told_and_not_stored(hr, monkeypatch):
    def rejected(request, result: PlanResult):
        raise PlanRejected([])

    monkeypatch.setattr(views, "checked", rejected)
    page = hr.post(reverse("plans:create"), answers(action="save")).content.decode()
    assert "does not pass its own check" in page
    assert not Plan.objects.exists()
