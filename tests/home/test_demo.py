from io import StringIO
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.clusters.models import Cluster
from aiteam.home.demo import ACCOUNTS, DEFAULT_PASSWORD
from aiteam.notices.models import StoredMail
from aiteam.plans.models import Plan
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, Person
from tests.builders import make_person, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def _demo(settings: Any) -> None:
    settings.DEMO, settings.DEMO_PASSWORD = True, ""
    settings.AUTHENTICATION_BACKENDS = ["aiteam.accounts.backends.DemoAwareBackend"]


def load() -> str:
    out = StringIO()
    call_command("load_demo", stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("_demo")
def test_the_demo_has_everything_worth_showing() -> None:
    told, day = load(), timezone.localdate()
    assert all(username in told for username, _role in ACCOUNTS)
    assert Person.objects.active(on=day).count() >= 20
    assert Person.objects.left(on=day).exists()
    assert Plan.objects.get().summary.seats_needed == 22  # it grows beyond 1,000 GPUs
    assert Person.objects.coming(on=day).exists()
    assert set(Person.objects.values_list("levels__level__number", flat=True)) == {1, 2, 3, 4, 5}
    gpus = {cluster.name: cluster.gpus_on(day) for cluster in Cluster.objects.all()}
    assert {500, 64} < set(gpus.values())
    states = {line.state for line in register.lines(HeldCertification.objects.of_staff(on=day), day)}
    assert {"valid", "ending", "ended", "no_end", "unknown"} <= states
    assert not HeldCertification.objects.filter(issued_on__gt=day).exists()
    assert all(person.email.endswith("@example.com") for person in Person.objects.all())


@pytest.mark.usefixtures("_demo")
def test_the_outbox_of_a_demo_shows_one_reminder_that_is_not_sent_again(settings: Any) -> None:
    settings.EMAIL_BACKEND = "aiteam.notices.mail.OutboxBackend"
    load()
    assert StoredMail.objects.get().is_reminder
    call_command("send_reminders", stdout=StringIO())
    assert StoredMail.objects.filter(subject=StoredMail.objects.earliest("pk").subject).count() == 1


@pytest.mark.usefixtures("_demo")
def test_each_demo_account_signs_in_and_the_engineer_has_a_record(client: Client) -> None:
    load()
    for username, role in ACCOUNTS:
        assert client.login(username=username, password=DEFAULT_PASSWORD)
        assert User.objects.get(username=username).role == role
    assert Person.objects.get(user__username="engineer")


@pytest.mark.usefixtures("_demo")
def test_loading_twice_changes_nothing() -> None:
    load()
    before = [list(model.objects.order_by("pk").values()) for model in (Person, User, Cluster, HeldCertification)]
    assert "left out" in load()
    assert [list(model.objects.order_by("pk").values()) for model in (Person, User, Cluster, HeldCertification)] == before


@pytest.mark.usefixtures("_demo")
def test_a_new_demo_password_is_taken_over(settings: Any, client: Client) -> None:
    load()
    settings.DEMO_PASSWORD = "another one"
    assert "another one" in load()
    assert client.login(username="hr", password="another one")


@pytest.mark.usefixtures("_demo")
def test_real_people_and_accounts_are_left_alone() -> None:
    make_user(username="boss")
    make_person()
    load()
    assert Person.objects.count() == 1
    assert not User.objects.filter(is_demo=True).exists()


@pytest.mark.usefixtures("_demo")
def test_a_demo_that_fails_half_way_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aiteam.home.demo.make_first_plan", Mock(side_effect=RuntimeError))
    with pytest.raises(RuntimeError):
        load()
    assert not Person.objects.exists()
    assert not User.objects.exists()


def test_nothing_is_loaded_outside_the_demo_mode(settings: Any) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError, match="demo mode"):
        load()


@pytest.mark.usefixtures("_demo")
def test_demo_accounts_are_nobody_once_the_demo_is_over(settings: Any, client: Client) -> None:
    load()
    client.login(username="admin", password=DEFAULT_PASSWORD)
    settings.DEMO = False
    assert client.get("/").status_code == 302
    assert not client.login(username="admin", password=DEFAULT_PASSWORD)
    call_command("remove_demo_accounts", stdout=StringIO())
    assert not User.objects.filter(is_demo=True).exists()
    assert Person.objects.exists()
    assert Role.ADMINISTRATOR not in User.objects.values_list("role", flat=True)
