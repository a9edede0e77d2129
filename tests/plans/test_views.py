"""The plan form answers as one types, stores on demand, and never loses what was typed."""

import io
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from aiteam.accounts.policy import Role
from aiteam.plans.models import Plan
from tests.builders import make_cluster, make_held, make_person, make_user
from tests.plans.test_services import stored

pytestmark = pytest.mark.django_db

# As a browser sends them: the kind of an empty line is its first choice.
ROI = {"roi-TOTAL_FORMS": "3", "roi-INITIAL_FORMS": "0"} | {f"roi-{line}-kind": "investment" for line in range(3)}


def answers(**changes):
    start = timezone.localdate()
    return {
        "title": "",
        "cluster": "",
        "gpus": "500",
        "live_on": start.isoformat(),
        "starts_on": start.isoformat(),
        "ends_on": (start + timedelta(days=180)).isoformat(),
        "people": "everybody",
        "pay": "bands",
        "boundary": "smaller",
        "train": "on",
        "hire": "on",
        "action": "preview",
        **ROI,
    } | changes


@pytest.fixture
def url():
    return reverse("plans:create")


def test_the_form_starts_with_sensible_values(hr, url):
    page = hr.get(url).content.decode()
    assert "<html" in page
    assert 'name="starts_on"' in page
    assert 'placeholder="300"' in page  # the contractor's rate, from the catalogue


def test_five_hundred_gpus_ask_for_ten_seats_beside_the_form(hr, url):
    page = hr.post(url, answers()).content.decode()
    assert "<html" in page
    assert 'value="500"' in page
    assert "500 GPUs lie within 100 to 1,000: Medium team, 10 seats." in page
    assert page.count('<th scope="row">') >= 10
    assert not Plan.objects.exists()


def test_htmx_gets_only_the_answer(hr, url):
    response = hr.post(url, answers(), headers={"HX-Request": "true"})
    part = response.content.decode().strip()
    assert part.startswith('<section id="answer"')
    assert "<html" not in part
    assert "HX-Request" in response["Vary"]


def test_saving_stores_the_plan_and_shows_it(hr, url):
    cluster = make_cluster((timezone.localdate(), 64), name="Leiden 1")
    make_held(make_person(2, given_name="Ada", family_name="Ops"), "NCA-AIIO")
    response = hr.post(url, answers(cluster=cluster.pk, gpus="", live_on="", action="save"), follow=True)
    plan = Plan.objects.get()
    assert response.redirect_chain == [(reverse("plans:detail", args=[plan.pk]), 302)]
    page = response.content.decode()
    assert plan.title == "Leiden 1"
    assert plan.summary.seats_needed == 4
    assert "Ada Ops" in page
    assert page.count("<svg") >= 4  # cover, seats, growth, cost


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"gpus": "12,5"}, "gpus", "not a whole number"),
        ({"gpus": "-8"}, "gpus", "below zero"),
        ({"gpus": "10000001"}, "gpus", "10,000,000"),
        ({"gpus": "1.000"}, "gpus", "read in two ways"),
        ({"gpus": ""}, "gpus", "Needed where no recorded cluster"),
        ({"ends_on": "2020-01-01"}, "ends_on", "before the start"),
        ({"ends_on": (date.today() + timedelta(days=366 * 7)).isoformat()}, "ends_on", "at most 60 months"),  # noqa: DTZ011
        ({"starts_on": "31-02-2027"}, "starts_on", "not a day"),
        ({"cluster": "999999"}, "cluster", "not one of the available choices"),
        ({"hiring_lead_months": "99"}, "hiring_lead_months", "36"),
        ({"on_cost_percent": "250"}, "on_cost_percent", "100"),
        ({"study_hours_per_week": "0"}, "study_hours_per_week", "0.25"),
    ],
)
@pytest.mark.parametrize("action", ["preview", "save"])
def test_bad_input_is_told_at_its_field_and_nothing_is_stored(hr, url, changes, field, words, action):
    response = hr.post(url, answers(**changes, action=action))
    page = response.content.decode()
    assert response.status_code == 200
    assert f'href="#id_{field}"' in page
    assert words in page
    assert not Plan.objects.exists()


def test_roi_lines_typed_by_hand_give_the_published_return(hr, url):
    lines = [
        ("investment", "Training", "75000"),
        ("investment", "Exams and materials", "20,000"),
        ("investment", "Bootcamp and lab", "50000"),
        ("yearly_return", "Less downtime", "100000"),
        ("yearly_return", "Contractors", "200000"),
        ("yearly_return", "Power", "75000"),
        ("yearly_return", "Faster deployment", "300000"),
    ]
    typed = {"roi-TOTAL_FORMS": "7", "roi-INITIAL_FORMS": "0"}
    for number, (kind, label, amount) in enumerate(lines):
        typed |= {f"roi-{number}-kind": kind, f"roi-{number}-label": label, f"roi-{number}-amount": amount}
    page = hr.post(url, answers() | typed).content.decode()
    assert "365.5%" in page
    assert "465.5%" in page


def test_more_lines_keep_what_was_typed(hr, url):
    typed = {"roi-0-kind": "investment", "roi-0-label": "Lab", "roi-0-amount": "1000"}
    page = hr.post(url, answers(action="more_lines") | typed).content.decode()
    assert 'value="Lab"' in page
    assert 'name="roi-5-amount"' in page


def test_an_infrastructure_lead_plans_with_bands_whatever_is_posted(client, url):
    make_person(4)
    client.force_login(make_user(Role.INFRASTRUCTURE_LEAD))
    assert 'name="pay"' not in client.get(url).content.decode()
    client.post(url, answers(pay="records", action="save"))
    assert Plan.objects.get().pay_basis == "bands"


def test_a_plan_with_recorded_pay_does_not_exist_for_those_without_the_right(client):
    plan = stored()
    client.force_login(make_user(Role.INFRASTRUCTURE_LEAD))
    for name in ("detail", "pdf", "json"):
        assert client.get(reverse(f"plans:{name}", args=[plan.pk])).status_code == 404
    assert client.post(reverse("plans:delete", args=[plan.pk])).status_code == 404
    assert client.get(reverse("plans:create"), {"follows": plan.pk}).status_code == 404
    assert plan.title not in client.get(reverse("plans:list")).content.decode()


def test_the_next_version_starts_from_the_answers_of_the_last(hr, url):
    without_training = {name: value for name, value in answers(title="Growing", gpus="640", action="save").items() if name != "train"}
    hr.post(url, without_training | {"roi-0-label": "Lab", "roi-0-amount": "1000"})
    plan = Plan.objects.get()
    page = hr.get(url, {"follows": plan.pk}).content.decode()
    assert 'value="640"' in page
    assert 'value="Lab"' in page
    assert 'id="id_train">' in page  # still not ticked
    assert 'id="id_hire" checked>' in page
    assert "needs a team of 10" in page  # the answer at once
    hr.post(f"{url}?follows={plan.pk}", answers(title="Growing", gpus="700", action="save"))
    assert Plan.objects.get(replaces=plan).version == 2


@pytest.mark.parametrize("query", ["?follows=x", "?follows=99999", "?cluster=99999"])
def test_an_address_that_names_nothing_is_not_found(hr, url, query):
    assert hr.get(url + query).status_code == 404


def test_the_document_can_be_had_in_another_language(hr):
    plan = stored()
    response = hr.get(reverse("plans:pdf", args=[plan.pk]), {"lang": "de"})
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'attachment; filename="{plan.number}.pdf"'
    reader = PdfReader(io.BytesIO(response.content))
    assert reader.trailer["/Root"]["/Lang"] == "de"
    assert plan.number in "\n".join(page.extract_text() for page in reader.pages)


def test_a_cluster_in_the_address_is_answered_at_once(hr, url):
    cluster = make_cluster((timezone.localdate(), 500), name="Bonn 1")
    page = hr.get(url, {"cluster": cluster.pk}).content.decode()
    assert "Bonn 1 needs a team of 10" in page
    assert not Plan.objects.exists()


def test_the_same_form_sent_twice_makes_one_plan(hr, url):
    sent = answers(action="save", submission="one-showing")
    first, second = hr.post(url, sent), hr.post(url, sent)
    assert first["Location"] == second["Location"]
    hr.post(url, sent | {"gpus": "640"})  # changed after going back: another plan
    assert Plan.objects.count() == 2


def test_a_record_that_cannot_be_planned_is_named_and_no_page_fails(hr, url):
    cluster = make_cluster((timezone.localdate(), 64))
    make_person(2, given_name="A" * 100, family_name="B" * 100, cluster=cluster)
    response = hr.post(url, answers(people="everybody"))
    assert response.status_code == 200
    assert "too long: at most 200 characters" in response.content.decode()
    assert hr.get(reverse("home:dashboard")).status_code == 200


def test_people_left_out_for_want_of_a_level_are_named_in_the_stored_plan(hr, url):
    make_person(None, given_name="Nora", family_name="Neu")
    hr.post(url, answers(people="everybody", action="save"))
    page = hr.get(reverse("plans:detail", args=[Plan.objects.get().pk])).content.decode()
    assert "Left out, because no level is recorded: Nora Neu." in page


def test_only_the_forms_own_fields_are_kept_with_a_plan(hr, url):
    hr.post(url, answers(action="save", junk="a\0b" * 1000) | {"roi-2-kind": "\0"})
    assert "junk" not in Plan.objects.get().answers


def test_deleting_is_a_post(hr):
    plan = stored()
    assert hr.get(reverse("plans:delete", args=[plan.pk])).status_code == 405
    hr.post(reverse("plans:delete", args=[plan.pk]))
    assert not Plan.objects.exists()


@pytest.mark.parametrize("number", [3, 30])
def test_the_list_asks_the_database_the_same_for_any_number_of_plans(hr, number, django_assert_num_queries):
    author = make_user(Role.HR_LEAD)
    first = stored(author)
    for copy in range(number - 1):
        first.pk, first.submission = None, str(copy)
        first.save(force_insert=True)
    with django_assert_num_queries(4):
        page = hr.get(reverse("plans:list")).content.decode()
    assert page.count("HP-") == number


def test_form_and_answer_ask_the_database_the_same_for_3_people_and_for_300(hr, url):
    counts = []
    for more in (3, 297):
        for _ in range(more):
            make_held(make_person(2), "NCA-AIIO")
        with CaptureQueriesContext(connection) as counted:
            assert hr.post(url, answers()).status_code == 200
        counts.append(len(counted))
    assert counts[0] == counts[1]


def test_a_plan_page_asks_the_database_the_same_for_3_people_and_for_300(hr):
    counts = []
    for number in (3, 300):
        plan = stored(people=[{"id": f"p{index}", "name": f"Person {index}", "level": 2} for index in range(number)])
        with CaptureQueriesContext(connection) as counted:
            assert hr.get(reverse("plans:detail", args=[plan.pk])).status_code == 200
        counts.append(len(counted))
    assert counts[0] == counts[1]


def test_clusters_planned_together_draw_on_the_same_people(hr, url):
    first, second = (make_cluster((timezone.localdate(), 64), name=name) for name in ("Leiden 1", "Dublin 1"))
    make_held(make_person(2, given_name="Ada", family_name="Ops"), "NCA-AIIO")
    sent = answers(cluster=first.pk, gpus="", live_on="", action="save", depth="rules", clusters_beside=[second.pk, first.pk])
    hr.post(url, sent)
    plan = Plan.objects.get()
    assert [one.name for one in plan.request.clusters] == ["Leiden 1", "Dublin 1"]
    assert plan.summary.seats_needed == 8
    page = hr.get(reverse("plans:detail", args=[plan.pk])).content.decode()
    assert "Leiden 1, Dublin 1 needs a team of 8" in page
    assert "(Dublin 1)" in page
    again = hr.get(url, {"follows": plan.pk}).content.decode()
    assert again.count("checked") > 2
    assert "Leiden 1, Dublin 1 needs a team of 8" in again
