from datetime import date
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from aiteam.accounts.policy import Role
from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.forms import ClusterForms
from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.clusters.services import on_day
from tests.builders import days_ago, make_cluster, make_user

pytestmark = pytest.mark.django_db


def form(*steps: tuple[str, str], **changes: str) -> dict[str, str]:
    data = {
        "name": "Frankfurt 1",
        "site": "",
        "gpu_model": "",
        "network": "",
        "notes": "",
        "steps-INITIAL_FORMS": "0",
        "steps-TOTAL_FORMS": "3",
    }
    for index, (on, gpus) in enumerate(steps):
        data |= {f"steps-{index}-on": on, f"steps-{index}-gpus": gpus}
    return data | changes


def test_the_gpus_of_a_day_are_those_of_the_last_step_before_it() -> None:
    cluster = make_cluster((date(2026, 1, 1), 64), (date(2026, 6, 1), 500), (date(2027, 1, 1), 0))
    days = [date(2025, 12, 31), date(2026, 1, 1), date(2026, 5, 31), date(2026, 6, 1), date(2027, 1, 1)]
    assert [cluster.gpus_on(day) for day in days] == [0, 64, 64, 500, 0]
    assert cluster.next_step(date(2026, 1, 1)) == GrowthStep.objects.get(gpus=500)
    assert cluster.next_step(date(2027, 1, 1)) is None


@pytest.mark.parametrize(("gpus", "size"), [(64, "small"), (100, "small"), (500, "medium"), (5000, "large"), (5, None), (0, None)])
def test_a_cluster_asks_for_the_team_of_its_size(gpus: int, size: str | None) -> None:
    [row] = on_day([make_cluster((date(2026, 1, 1), gpus))], date(2026, 2, 1), "en", planner_catalogue())
    assert (row.reading.size if row.reading else None) == size
    assert bool(row.size_name) == bool(size)


@pytest.mark.parametrize(("gpus", "said"), [(100, "100 GPUs is the bound of two sizes"), (5, "The nearest is “")])
def test_a_count_that_can_be_read_otherwise_or_not_at_all_says_so(hr: Client, gpus: int, said: str) -> None:
    cluster = make_cluster((date(2026, 1, 1), gpus))
    assert said in hr.get(reverse("clusters:detail", args=[cluster.pk])).content.decode()
    listed = hr.get(reverse("clusters:list")).content.decode()
    assert ("read as " if gpus == 100 else "nearest:") in listed


def test_a_day_holds_one_step_and_gpus_are_within_bounds() -> None:
    cluster = make_cluster((date(2026, 1, 1), 64))
    with pytest.raises(ValidationError, match="already a growth step"):
        GrowthStep(cluster=cluster, on=date(2026, 1, 1), gpus=9).full_clean()
    with pytest.raises(ValidationError):
        GrowthStep(cluster=cluster, on=date(2026, 2, 1), gpus=10_000_001).full_clean()


def test_a_cluster_is_stored_with_its_steps(hr: Client) -> None:
    response = hr.post(reverse("clusters:create"), form(("2026-01-01", "64"), ("2027-01-01", "1,000")))
    cluster = Cluster.objects.get()
    assert response.url == reverse("clusters:detail", args=[cluster.pk])
    assert list(cluster.steps.values_list("gpus", flat=True)) == [64, 1000]
    assert "1,000" in hr.get(response.url).content.decode()


@pytest.mark.parametrize("language", ["nl", "de"])
def test_a_thousand_is_a_thousand_in_dutch_and_german(client: Client, language: str) -> None:
    client.force_login(make_user(language=language))
    assert client.post(reverse("clusters:create"), form(("2026-01-01", "1.000"))).status_code == 302
    assert GrowthStep.objects.get().gpus == 1000


@pytest.mark.parametrize("typed", ["1.000", "12,5", "1e3", "acht", "-8", "", "10,000,001", "9" * 400])
def test_what_is_no_count_of_gpus_is_refused_at_the_field_and_kept(hr: Client, typed: str) -> None:
    page = hr.post(reverse("clusters:create"), form(("2026-01-01", typed), site="Rotterdam"))
    assert page.status_code == 200
    assert page.context["steps"].forms[0].errors["gpus"]
    assert 'value="Rotterdam"' in page.content.decode()
    assert not Cluster.objects.exists()


@pytest.mark.parametrize("day", ["", "2026-02-30", "0001-01-01", "9999-12-31", "soon"])
def test_a_day_that_cannot_be_is_refused_at_the_field(hr: Client, day: str) -> None:
    page = hr.post(reverse("clusters:create"), form((day, "64")))
    assert page.context["steps"].forms[0].errors["on"]


def test_a_day_entered_twice_is_told_at_its_row(hr: Client) -> None:
    page = hr.post(reverse("clusters:create"), form(("2026-01-01", "64"), ("2026-01-01", "96")))
    assert "already a growth step" in str(page.context["steps"].forms[1].errors["on"])


def test_a_cluster_needs_a_step_and_a_name_of_its_own(hr: Client) -> None:
    make_cluster(name="Frankfurt 1")
    page = hr.post(reverse("clusters:create"), form())
    assert "at least one growth step" in str(page.context["steps"].non_form_errors())
    page = hr.post(reverse("clusters:create"), form(("2026-01-01", "64")))
    assert "already a cluster" in str(page.context["form"].errors["name"])


def test_two_clusters_of_one_name_sent_at_the_same_moment_become_one() -> None:
    first, second = (ClusterForms(form(("2026-01-01", "64")), Cluster()) for _ in range(2))
    for forms in (first, second):
        assert forms.cluster.is_valid()
        assert forms.steps.is_valid()
    assert first.saved()
    assert not second.saved()
    assert GrowthStep.objects.count() == 1


def test_more_rows_keep_what_was_typed_and_store_nothing(hr: Client) -> None:
    page = hr.post(reverse("clusters:create"), form(("2026-01-01", "64"), add_rows="1"))
    assert len(page.context["steps"].forms) == 6
    assert 'value="2026-01-01"' in page.content.decode()
    assert not Cluster.objects.exists()


@pytest.mark.parametrize("total", ["", "x", "-1", "99999999999999999999", "1001"])
def test_a_form_that_was_tampered_with_is_no_server_error(hr: Client, total: str) -> None:
    for extra in ({}, {"add_rows": "1"}):
        assert hr.post(reverse("clusters:create"), form(("2026-01-01", "64"), **{"steps-TOTAL_FORMS": total}, **extra)).status_code in {
            200,
            302,
        }


def test_steps_are_changed_added_and_removed_in_one_go(hr: Client) -> None:
    cluster = make_cluster((date(2026, 1, 1), 64), (date(2026, 6, 1), 96), name="Frankfurt 1")
    first, second = cluster.steps.all()
    data = form(("2026-01-01", "32"), ("2026-06-01", "96"), ("2026-09-01", "128"))
    data |= {"steps-INITIAL_FORMS": "2", "steps-0-id": str(first.pk), "steps-1-id": str(second.pk), "steps-1-DELETE": "on"}
    assert hr.post(reverse("clusters:edit", args=[cluster.pk]), data).status_code == 302
    assert list(cluster.steps.values_list("on", "gpus")) == [(date(2026, 1, 1), 32), (date(2026, 9, 1), 128)]


def test_engineers_see_no_clusters_and_auditors_change_none(client: Client) -> None:
    cluster = make_cluster()
    engineer, auditor = make_user(Role.ENGINEER), make_user(Role.AUDITOR)
    assert not Cluster.objects.visible_to(engineer).exists()
    assert Cluster.objects.visible_to(auditor).get() == cluster
    client.force_login(auditor)
    assert client.post(reverse("clusters:edit", args=[cluster.pk]), form(("2026-01-01", "1"))).status_code == 403


def test_the_list_asks_the_database_the_same_for_three_and_thirty(
    hr: Client, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    for _ in range(3):
        make_cluster()
    with django_assert_max_num_queries(100) as three:
        hr.get(reverse("clusters:list"))
    for _ in range(27):
        make_cluster((days_ago(10), 64), (days_ago(-10), 96))
    with django_assert_num_queries(len(three)):
        hr.get(reverse("clusters:list"))
