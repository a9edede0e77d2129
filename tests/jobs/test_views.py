"""The page of a job: what it says, how it goes on by itself, and its cancel button."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.jobs.models import Job, State
from tests.builders import make_user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
FACTS = re.compile(r"<dd>(.*?)</dd>")


@pytest.fixture(autouse=True)
def _templates(settings: Any) -> None:
    own = settings.TEMPLATES[0]
    settings.TEMPLATES = [own | {"DIRS": [*own["DIRS"], Path(__file__).parent / "templates"]}]


@pytest.fixture
def owner(client: Client) -> User:
    owner = make_user(Role.ENGINEER)
    client.force_login(owner)
    return owner


def job_of(owner: User, kind: str = "test.count", **changes: Any) -> Job:
    return Job.objects.create(kind=kind, owner=owner, **changes)


def running(owner: User, **changes: Any) -> Job:
    now = timezone.now()
    return job_of(owner, **{"started_at": now, "heartbeat_at": now, "attempts": 1} | changes)


def page_of(job: Job) -> str:
    return reverse("jobs:detail", args=[job.pk])


def part(client: Client, job: Job) -> str:
    """What htmx gets that asks as the page says."""
    address = re.search(r'hx-get="([^"]+)"', client.get(page_of(job)).content.decode())
    assert address
    return address[1].replace("&amp;", "&")


def test_a_waiting_job_says_so_and_can_be_stopped(owner: User, client: Client) -> None:
    text = client.get(page_of(job := job_of(owner))).content.decode()
    assert "Waits for its turn." in text
    assert reverse("jobs:cancel", args=[job.pk]) in text
    assert '<progress max="1" aria-labelledby="job-news">' in text


def test_a_job_that_waits_long_says_why_that_may_be(owner: User, client: Client) -> None:
    job = job_of(owner, queued_at=timezone.now() - timedelta(minutes=1))
    assert "other work comes first, or no worker is running" in client.get(page_of(job)).content.decode()


def test_stage_share_and_news_are_shown_in_the_readers_language(owner: User, client: Client) -> None:
    job = running(owner, stage="counting", progress=0.42, note={"last": 10_000})
    text = client.get(page_of(job)).content.decode()
    assert "Counts to 10,000." in text
    assert "So far: 10,000." in text
    assert 'value="0.4200"' in text
    owner.language = "de"
    owner.save()
    with translation.override("de"):
        assert "Counts to 10.000." in client.get(page_of(job)).content.decode()


def test_a_stage_whose_values_are_not_there_yet_does_not_break_the_page(owner: User, client: Client) -> None:
    assert "At work." in client.get(page_of(running(owner, stage="counting"))).content.decode()


def test_without_javascript_the_page_is_read_again_until_the_job_has_ended(owner: User, client: Client) -> None:
    job = running(owner)
    text = client.get(page_of(job)).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="5"></noscript>' in text
    assert f'<noscript><p><a href="{page_of(job)}">' in text
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now(), result={"sum": 55})
    text = client.get(page_of(job)).content.decode()
    assert "http-equiv" not in text
    assert "hx-get" not in text
    assert 'href="/sums/55/"' in text
    assert "jobs:cancel" not in text


def test_htmx_gets_the_part_alone_and_words_only_when_they_are_new(owner: User, client: Client) -> None:
    job = running(owner, stage="counting", note={"last": 5})
    address = part(client, job)
    same = client.get(address, headers=HTMX).content.decode()
    assert "<html" not in same
    assert 'id="job"' in same
    assert "job-news" not in same.replace('aria-labelledby="job-news"', "")
    Job.objects.filter(pk=job.pk).update(cancel_asked_at=timezone.now())
    other = client.get(address, headers=HTMX).content.decode()
    assert '<p id="job-news" hx-swap-oob="innerHTML">Being stopped.</p>' in other


def test_htmx_is_sent_on_to_the_result(owner: User, client: Client) -> None:
    job = running(owner)
    address = part(client, job)
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now(), result={"sum": 55})
    assert client.get(address, headers=HTMX)["HX-Redirect"] == "/sums/55/"


def test_htmx_reads_the_whole_page_again_when_there_is_no_result(owner: User, client: Client) -> None:
    job = running(owner)
    address = part(client, job)
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now(), error="time", error_params={"seconds": 1200})
    assert client.get(address, headers=HTMX)["HX-Refresh"] == "true"
    assert "not done after 1,200 seconds" in client.get(page_of(job)).content.decode()


def test_a_reason_of_the_kind_is_told_in_its_own_words(owner: User, client: Client) -> None:
    job = running(owner, kind="test.refuse", finished_at=timezone.now(), error="no_seats", error_params={"gpus": 1024})
    assert "Nobody is needed for 1,024 GPUs." in client.get(page_of(job)).content.decode()


def test_a_kind_that_is_no_more_still_has_its_page(owner: User, client: Client) -> None:
    job = running(owner, kind="test.of_old", finished_at=timezone.now(), result={"x": 1})
    assert "Work in the background" in client.get(page_of(job)).content.decode()


def test_stopping_asks_once_and_the_button_is_gone(owner: User, client: Client) -> None:
    job = running(owner)
    cancel = reverse("jobs:cancel", args=[job.pk])
    response = client.post(cancel, follow=True)
    asked = Job.objects.get(pk=job.pk).cancel_asked_at
    assert asked
    assert cancel not in response.content.decode()
    client.post(cancel)
    assert Job.objects.get(pk=job.pk).cancel_asked_at == asked


def test_what_waits_is_stopped_at_once(owner: User, client: Client) -> None:
    job = job_of(owner)
    assert "Stopped, as you asked." in client.post(reverse("jobs:cancel", args=[job.pk]), follow=True).content.decode()


@pytest.mark.parametrize("role", [Role.ADMINISTRATOR, Role.HR_LEAD, Role.ENGINEER])
def test_somebody_elses_job_is_not_there(role: Role, client: Client) -> None:
    job = job_of(make_user())
    client.force_login(make_user(role))
    assert client.get(page_of(job)).status_code == 404
    assert client.post(reverse("jobs:cancel", args=[job.pk])).status_code == 404
    assert Job.objects.get(pk=job.pk).state == State.WAITING


@pytest.mark.parametrize("others", [0, 30])
def test_the_page_asks_as_often_for_many_as_for_few(
    others: int, owner: User, client: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    job = running(owner)
    for _number in range(others):
        running(owner)
    with django_assert_num_queries(3):
        client.get(page_of(job))
    with django_assert_num_queries(3):
        client.get(page_of(job), headers=HTMX)
