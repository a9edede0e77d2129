"""A cluster in use names what uses it and is closed instead of removed."""

from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from aiteam.clusters.models import Cluster
from tests.builders import make_cluster, make_person

pytestmark = pytest.mark.django_db


def test_a_cluster_in_use_names_its_users_and_is_closed_instead(hr: Client) -> None:
    cluster = make_cluster((date(2024, 1, 1), 64))
    make_person(cluster=cluster), make_person(cluster=cluster)
    address = reverse("clusters:remove", args=[cluster.pk])
    assert [(use.words, use.count) for use in hr.get(address).context["uses"]] == [("assignments to clusters", 2)]
    hr.post(address, {"remove": "1"})
    assert Cluster.objects.exists()
    assert hr.post(address, {"close": "1", "on": "2027-01-01"}).url == reverse("clusters:detail", args=[cluster.pk])
    cluster = Cluster.objects.get()
    assert [cluster.gpus_on(day) for day in (date(2026, 12, 31), date(2027, 1, 1))] == [64, 0]


@pytest.mark.parametrize("day", ["", "2024-01-01", "2023-12-31", "2026-02-30"])
def test_a_closing_day_that_cannot_be_is_told_at_its_field(hr: Client, day: str) -> None:
    cluster = make_cluster((date(2024, 1, 1), 64))
    page = hr.post(reverse("clusters:remove", args=[cluster.pk]), {"close": "1", "on": day})
    assert page.context["form"].errors["on"]
    assert cluster.steps.count() == 1


def test_a_cluster_that_nothing_uses_is_removed(hr: Client) -> None:
    cluster = make_cluster()
    assert hr.post(reverse("clusters:remove", args=[cluster.pk]), {"remove": "1"}).url == reverse("clusters:list")
    assert not Cluster.objects.exists()
