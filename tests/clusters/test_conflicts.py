"""Two tabs that save one cluster and its growth steps."""

from datetime import date

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from aiteam.clusters.models import Cluster, GrowthStep
from tests.builders import make_cluster
from tests.forms import untouched

pytestmark = pytest.mark.django_db
JANUARY, JUNE, OCTOBER = date(2026, 1, 1), date(2026, 6, 1), date(2026, 10, 1)


@pytest.fixture
def cluster() -> Cluster:
    return make_cluster((JANUARY, 64), (JUNE, 96), name="Frankfurt 1", site="Hall 3")


def url(cluster: Cluster) -> str:
    return reverse("clusters:edit", args=[cluster.pk])


def opened(hr: Client, cluster: Cluster) -> QueryDict:
    page = hr.get(url(cluster)).context
    return untouched(page["form"], page["steps"])


def steps(cluster: Cluster) -> list[tuple[date, int]]:
    return list(cluster.steps.values_list("on", "gpus"))


def test_the_page_carries_what_was_seen_of_the_cluster_and_of_each_step(hr: Client, cluster: Cluster) -> None:
    text = hr.get(url(cluster)).content.decode()
    assert text.count('name="seen"') == 1
    assert text.count('name="steps-1-seen"') == 1


def test_two_tabs_that_change_different_things_of_a_cluster_are_merged(hr: Client, cluster: Cluster) -> None:
    first_tab, second_tab = opened(hr, cluster), opened(hr, cluster)
    first_tab["site"], first_tab["steps-0-gpus"] = "Hall 4", "72"
    first_tab["steps-2-on"], first_tab["steps-2-gpus"] = "2026-10-01", "128"
    assert hr.post(url(cluster), first_tab).status_code == 302
    second_tab["network"], second_tab["steps-1-gpus"] = "InfiniBand", "100"
    assert hr.post(url(cluster), second_tab).status_code == 302
    cluster.refresh_from_db()
    assert (cluster.site, cluster.network) == ("Hall 4", "InfiniBand")
    assert steps(cluster) == [(JANUARY, 72), (JUNE, 100), (OCTOBER, 128)]


def test_two_tabs_that_disagree_on_a_step_are_both_shown_and_the_second_may_insist(hr: Client, cluster: Cluster) -> None:
    data = opened(hr, cluster)
    GrowthStep.objects.filter(on=JUNE).update(gpus=1200)
    data["steps-1-gpus"], data["site"] = "100", "Hall 5"
    page = hr.post(url(cluster), data).context
    assert "stored now: 1,200." in str(page["steps"].forms[1].errors["gpus"])
    assert 'value="100"' in str(page["steps"].forms[1]["gpus"])
    cluster.refresh_from_db()
    assert cluster.site == "Hall 3"
    assert hr.post(url(cluster), untouched(page["form"], page["steps"])).status_code == 302
    assert steps(cluster) == [(JANUARY, 64), (JUNE, 100)]


def test_a_step_removed_meanwhile_stays_removed_if_nobody_touched_it_here(hr: Client, cluster: Cluster) -> None:
    data = opened(hr, cluster)
    GrowthStep.objects.filter(on=JANUARY).delete()
    data["steps-1-gpus"] = "100"
    data["steps-2-on"], data["steps-2-gpus"] = "2026-10-01", "128"
    assert hr.post(url(cluster), data).status_code == 302
    assert steps(cluster) == [(JUNE, 100), (OCTOBER, 128)]


def test_a_step_removed_meanwhile_and_changed_here_is_told_and_may_be_added_anew(hr: Client, cluster: Cluster) -> None:
    data = opened(hr, cluster)
    GrowthStep.objects.filter(on=JANUARY).delete()
    data["steps-0-gpus"] = "80"
    page = hr.post(url(cluster), data).context
    assert [form.errors for form in page["steps"].forms if form.errors] == [
        {"on": ["This growth step was removed meanwhile. Save again to add it anew."]}
    ]
    assert steps(cluster) == [(JUNE, 96)]
    assert hr.post(url(cluster), untouched(page["form"], page["steps"])).status_code == 302
    assert steps(cluster) == [(JANUARY, 80), (JUNE, 96)]


def test_removing_a_step_that_was_changed_meanwhile_is_told_first(hr: Client, cluster: Cluster) -> None:
    data = opened(hr, cluster)
    GrowthStep.objects.filter(on=JUNE).update(gpus=120)
    data["steps-1-DELETE"] = "on"
    page = hr.post(url(cluster), data).context
    assert "changed meanwhile" in str(page["steps"].non_form_errors())
    assert 'value="120"' in str(page["steps"].forms[1]["gpus"])
    again = untouched(page["form"], page["steps"])
    assert again["steps-1-DELETE"] == "on"
    assert hr.post(url(cluster), again).status_code == 302
    assert steps(cluster) == [(JANUARY, 64)]


def test_more_rows_keep_the_rows_of_steps_removed_meanwhile(hr: Client, cluster: Cluster) -> None:
    data = opened(hr, cluster)
    GrowthStep.objects.filter(on=JANUARY).delete()
    data["steps-0-gpus"], data["add_rows"] = "80", "1"
    page = hr.post(url(cluster), data)
    assert 'value="80"' in page.content.decode()
    assert steps(cluster) == [(JUNE, 96)]


def test_a_cluster_removed_meanwhile_is_told(hr: Client, cluster: Cluster) -> None:
    data, address = opened(hr, cluster), url(cluster)
    cluster.delete()
    assert hr.post(address, data).status_code == 404
    assert not GrowthStep.objects.exists()
