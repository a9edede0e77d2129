"""The pages of reminders, and the outbox."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from aiteam.accounts.policy import Role
from aiteam.environment import ConfigurationError, Environment
from aiteam.notices.mail import REMINDER_HEADER
from aiteam.notices.models import Ladder, Preference, Snooze, StoredMail
from tests.builders import days_ago, make_held, make_person, make_user
from tests.forms import untouched

pytestmark = pytest.mark.django_db


def make_due(**changes: Any) -> Any:
    return make_held(make_person(**changes), issued_on=days_ago(700), printed_ends_on=days_ago(-10))


def test_the_list_shows_what_is_due_and_no_later_end(hr: Client) -> None:
    make_due(family_name="Due")
    make_held(make_person(family_name="Fresh"), issued_on=days_ago(1))
    text = hr.get(reverse("notices:list")).content.decode()
    assert "Due" in text
    assert "Fresh" not in text


def test_the_fragment_is_the_list_alone(hr: Client) -> None:
    make_due()
    text = hr.get(reverse("notices:list"), headers={"HX-Request": "true"}).content.decode().strip()
    assert text.startswith('<section id="notices"')
    assert "<html" not in text


def test_an_engineer_sees_the_own_reminders_only(client: Client) -> None:
    engineer = make_user(Role.ENGINEER)
    make_due(user=engineer, family_name="Own")
    other = make_due(family_name="Other")
    client.force_login(engineer)
    text = client.get(reverse("notices:list")).content.decode()
    assert "Own" in text
    assert "Other" not in text
    assert client.post(reverse("notices:snooze", args=[other.pk]), {"until": "2030-01-01"}).status_code == 404


def test_a_pause_takes_a_certificate_off_the_list_until_it_is_taken_back(hr: Client) -> None:
    held = make_due(family_name="Paused")
    tomorrow = timezone.localdate() + timedelta(days=1)
    pause = reverse("notices:snooze", args=[held.pk])
    assert hr.post(pause, {"until": tomorrow.isoformat()}).status_code == 302
    assert "Paused" not in hr.get(reverse("notices:list")).content.decode().replace("Paused until", "")
    assert held.person.name in hr.get(reverse("notices:list") + "?show=all").content.decode()
    hr.post(pause, {"until": ""})
    assert not Snooze.objects.exists()


def test_a_pause_until_today_is_refused_at_the_field(hr: Client) -> None:
    held = make_due()
    response = hr.post(reverse("notices:snooze", args=[held.pk]), {"until": timezone.localdate().isoformat()})
    assert response.status_code == 200
    assert "Choose a day after today." in response.content.decode()


def test_preferences_are_kept(hr: Client) -> None:
    assert hr.post(reverse("notices:preferences"), {"own": "digest", "others": "none"}).status_code == 302
    assert (Preference.objects.get().own, Preference.objects.get().others) == ("digest", "none")
    assert hr.post(reverse("notices:preferences"), {"own": "none", "others": "none"}).status_code == 200


def test_a_ladder_is_set_and_ordered(hr: Client) -> None:
    page = reverse("notices:ladder", args=["NCP-AII"])
    assert hr.post(page, {"days_before": "7, 120 30;30", "after_end": "on"}).status_code == 302
    assert Ladder.objects.get().steps == (120, 30, 7, -1)
    assert "120, 30, 7" in hr.get(page).content.decode()


def test_a_ladder_that_somebody_set_meanwhile_is_not_overwritten_unasked(hr: Client) -> None:
    page = reverse("notices:ladder", args=["NCP-AII"])
    first_tab, second_tab = (untouched(hr.get(page).context["form"]) for _ in range(2))
    first_tab["days_before"] = "120, 30"
    assert hr.post(page, first_tab).status_code == 302
    second_tab["days_before"] = "45"
    form = hr.post(page, second_tab).context["form"]
    assert "stored now: 120, 30." in str(form.errors["days_before"])
    assert 'value="45"' in str(form["days_before"])
    assert hr.post(page, untouched(form)).status_code == 302
    assert Ladder.objects.get().days_before == [45]


@pytest.mark.parametrize("words", ["soon", "-1", "1001", "1.5", "1 2 3 4 5 6 7 8 9 10 11", "²"])
def test_a_ladder_that_will_not_do_is_refused_at_the_field(words: str, hr: Client) -> None:
    response = hr.post(reverse("notices:ladder", args=["NCP-AII"]), {"days_before": words})
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert not Ladder.objects.exists()


@pytest.mark.parametrize("count", [3, 30])
def test_the_list_asks_as_often_for_many_as_for_few(count: int, hr: Client, django_assert_max_num_queries: Callable[..., Any]) -> None:
    for _number in range(count):
        make_due()
    with django_assert_max_num_queries(12):
        hr.get(reverse("notices:list"))


def keep(*, reminder: bool) -> StoredMail:
    headers = {REMINDER_HEADER: "1"} if reminder else {}
    connection = get_connection("aiteam.notices.mail.OutboxBackend")
    EmailMessage("A subject", "<script>alert(1)</script>", to=["alex@example.com"], headers=headers, connection=connection).send()
    return StoredMail.objects.latest("pk")


def test_a_kept_mail_is_shown_as_text(admin: Client) -> None:
    text = admin.get(reverse("notices:mail", args=[keep(reminder=False).pk])).content.decode()
    assert "&lt;script&gt;alert(1)" in text
    assert "<script>alert" not in text


def test_hr_sees_kept_reminders_and_no_other_mail(hr: Client) -> None:
    other, reminder = keep(reminder=False), keep(reminder=True)
    assert hr.get(reverse("notices:mail", args=[other.pk])).status_code == 404
    assert hr.get(reverse("notices:mail", args=[reminder.pk])).status_code == 200
    assert hr.get(reverse("notices:outbox")).content.count(b"A subject") == 1


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [
        ("smtp://mail.example.com", 25, False, False),
        ("smtp://mail.example.com:587/?tls=1", 587, False, True),
        ("smtps://mail.example.com", 465, True, False),
    ],
)
def test_the_mail_address_names_port_and_encryption(url: str, port: int, ssl: bool, tls: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITEAM_MAIL_URL", url.replace("//", "//me%40example.com:p%2Fw@"))
    server = Environment.read().mail_server()
    assert (server["EMAIL_HOST"], server["EMAIL_PORT"], server["EMAIL_USE_SSL"], server["EMAIL_USE_TLS"]) == (
        "mail.example.com",
        port,
        ssl,
        tls,
    )
    assert (server["EMAIL_HOST_USER"], server["EMAIL_HOST_PASSWORD"]) == ("me@example.com", "p/w")


@pytest.mark.parametrize("url", ["mail.example.com", "http://mail.example.com", "smtp://", "smtp://host:port"])
def test_a_mail_address_that_will_not_do_stops_the_start(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITEAM_MAIL_URL", url)
    with pytest.raises(ConfigurationError, match="AITEAM_MAIL_URL"):
        Environment.read()


def test_an_end_in_a_leap_year_is_due_ninety_days_before(hr: Client) -> None:
    import time_machine

    held = make_held(make_person(family_name="Leap"), issued_on=date(2026, 2, 28), printed_ends_on=date(2028, 2, 29))
    for day, shown in ((date(2027, 11, 30), False), (date(2027, 12, 1), True)):
        with time_machine.travel(f"{day}T12:00:00Z"):
            hr.force_login(make_user(Role.HR_LEAD))
            assert (held.person.name in hr.get(reverse("notices:list")).content.decode()) is shown
