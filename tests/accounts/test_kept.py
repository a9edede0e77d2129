"""A form whose session ended, or whose reader signed in anew meanwhile: what was typed is kept."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from aiteam.accounts.kept import MOST
from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.clusters.models import Cluster
from tests.builders import make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db
SECRET = "a quiet long word"
LOGIN = "/account/sign-in/"
NEW = "/clusters/new/"
TYPED = {
    "name": 'Rotterdam "2"',
    "site": "Hall 3",
    "gpu_model": "",
    "network": "",
    "notes": "first\r\nsecond <b>",
    "steps-INITIAL_FORMS": "0",
    "steps-TOTAL_FORMS": "1",
    "steps-0-on": "2026-03-01",
    "steps-0-gpus": "64",
}


@pytest.fixture
def alice() -> User:
    return make_user(Role.HR_LEAD, username="alice", password=SECRET)


def hidden(page: Any) -> QueryDict:
    """The hidden fields of a page's form, but for the token."""
    data = QueryDict(mutable=True)
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.content.decode().split("<main")[1]):
        if name != "csrfmiddlewaretoken":
            data.appendlist(unescape(name), unescape(value))
    return data


def sign_in(client: Client, page: Any, password: str = SECRET, **more: Any) -> Any:
    return client.post(LOGIN, {**hidden(page).dict(), "username": "alice", "password": password}, **more)


def test_a_form_sent_after_the_session_ended_comes_back_after_signing_in_and_is_stored(client: Client, alice: User) -> None:
    page = client.post(NEW, TYPED, headers={"referer": f"http://testserver{NEW}?on=2026-01-01"})
    assert page.status_code == 200
    assert "Your session has ended. What you typed is kept on this page" in page.content.decode()
    assert f'action="{LOGIN}"' in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    unsaved = sign_in(client, page)
    text = unsaved.content.decode()
    assert "You had not saved this yet" in text
    assert f'method="post" action="{NEW}"' in text
    assert f'href="{NEW}?on=2026-01-01"' in text
    assert "<dt>Name</dt><dd>Rotterdam &quot;2&quot;</dd>" in text
    assert "<dt>From 1</dt><dd>1 Mar 2026</dd>" in text
    assert "first<br>second &lt;b&gt;" in text
    assert "steps-TOTAL_FORMS" not in text.split("<form")[0]
    assert hidden(unsaved).dict() == TYPED
    assert client.post(NEW, hidden(unsaved)).status_code == 302
    assert Cluster.objects.get().name == 'Rotterdam "2"'


def test_a_wrong_password_keeps_what_was_typed(client: Client, alice: User) -> None:
    page = client.post(NEW, TYPED)
    wrong = sign_in(client, page, "wrong")
    assert "What you typed is kept on this page" in wrong.content.decode()
    assert hidden(sign_in(client, wrong)).dict() == TYPED


def test_nothing_is_stored_before_it_is_sent_again(client: Client, alice: User) -> None:
    sign_in(client, client.post(NEW, TYPED))
    assert not Cluster.objects.exists()
    assert not any("Rotterdam" in str(value) for value in client.session.values())


def test_several_values_of_one_field_and_the_query_of_the_address_are_kept(client: Client, alice: User) -> None:
    page = client.post(f"{NEW}?a=1&b=2", {"tag": ["x", "y"], "name": "R"})
    unsaved = sign_in(client, page)
    assert hidden(unsaved).getlist("tag") == ["x", "y"]
    assert f'action="{NEW}?a=1&amp;b=2"' in unsaved.content.decode()
    assert "<dt>Tag</dt><dd>x, y</dd>" in unsaved.content.decode()


def test_choices_are_shown_by_their_name_to_those_who_may_see_them(client: Client, alice: User) -> None:
    person = make_person(given_name="Wilma", family_name="Berg")
    certification = make_held(person).certification
    url = reverse("certifications:create")
    typed = {"person": str(person.pk), "certification": str(certification.pk)}
    assert f"<dd>{person}</dd>" in sign_in(client, client.post(url, typed)).content.decode()
    client.logout()
    User.objects.filter(pk=alice.pk).update(role=Role.ENGINEER)
    text = sign_in(client, client.post(url, typed)).content.decode()
    assert "Wilma" not in text
    assert f"<dd>{certification}</dd>" in text


def test_passwords_are_never_kept(client: Client, alice: User) -> None:
    page = client.post(reverse("accounts:user_create"), {"username": "bob", "password1": "hush-hush-hush", "password2": "hush-hush-hush"})
    unsaved = sign_in(client, page)
    assert hidden(unsaved).dict() == {"username": "bob"}
    assert "Passwords were not kept" in unsaved.content.decode()
    client.logout()
    assert client.post(reverse("accounts:password"), {"old_password": "hush"}).status_code == 302


def test_files_cannot_be_kept_and_are_named(client: Client, alice: User) -> None:
    held = make_held(make_person())
    page = client.post(reverse("certifications:evidence_upload", args=[held.pk]), {"file": SimpleUploadedFile("badge.pdf", b"%PDF-1.7")})
    assert "The file badge.pdf cannot be kept" in page.content.decode()
    assert "The file badge.pdf could not be kept; choose it again." in sign_in(client, page).content.decode()


def test_what_is_too_long_is_not_kept_and_the_page_says_what_to_do(client: Client, alice: User) -> None:
    page = client.post(NEW, TYPED | {"notes": "x" * MOST})
    assert "too long to be kept" in page.content.decode()
    assert "kept" not in hidden(page)


def test_what_was_kept_too_long_ago_or_made_up_is_not_sent(client: Client, alice: User) -> None:
    now = timezone.now()
    page = client.post(NEW, TYPED)
    with time_machine.travel(now + timedelta(hours=13), tick=False):
        response = sign_in(client, page)
    assert response.status_code == 302
    client.logout()
    made_up = client.post(LOGIN, {"username": "alice", "password": SECRET, "kept": "x:y:z"}, follow=True)
    assert "kept too long ago" in made_up.content.decode()


@pytest.mark.parametrize("referer", ["https://example.org/clusters/new/", "javascript:alert(1)", "", "http://testserver//example.org/"])
def test_dropping_it_leads_only_to_pages_of_ours(client: Client, alice: User, referer: str) -> None:
    text = sign_in(client, client.post(NEW, TYPED, headers={"referer": referer})).content.decode()
    assert '<a class="btn btn--quiet" href="/">' in text


def test_reading_a_page_after_the_session_ended_leads_to_the_sign_in_page_as_ever(client: Client) -> None:
    assert client.get(NEW).url == f"{LOGIN}?next={NEW}"
    assert client.post(NEW).status_code == 302


def test_an_htmx_form_gets_the_whole_sign_in_page_in_place_of_its_own(client: Client, alice: User) -> None:
    headers = {"hx-request": "true", "hx-current-url": "http://testserver/plans/new/?follows=1"}
    page = client.post("/plans/new/", {"title": "Growth"}, headers=headers)
    assert (page.headers["HX-Retarget"], page.headers["HX-Reswap"]) == ("body", "innerHTML show:window:top")
    assert "<html" in page.content.decode()
    unsaved = sign_in(client, page).content.decode()
    assert 'action="/plans/new/"' in unsaved
    assert 'href="/plans/new/?follows=1"' in unsaved
    reading = client.get("/people/", headers=headers)
    assert reading.status_code in {200, 302}


def test_a_form_older_than_the_last_sign_in_can_be_sent_again(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    page = client.post(NEW, TYPED | {"csrfmiddlewaretoken": "old"}, headers={"sec-fetch-site": "same-origin"})
    assert page.status_code == 403
    assert "You had not saved this yet" in page.content.decode()
    assert hidden(page).dict() == TYPED
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode().split('action="/clusters/new/"')[1])
    assert token
    client.cookies["csrftoken"] = page.cookies["csrftoken"].value
    assert client.post(NEW, TYPED | {"csrfmiddlewaretoken": token[1]}).status_code == 302


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://example.org"},
        {"origin": "null"},
        {"sec-fetch-site": "none"},
        {"origin": "http://testserver", "sec-fetch-site": "same-site"},
        {"origin": "https://testserver", "sec-fetch-site": "same-origin"},
    ],
)
def test_a_form_from_another_site_gets_no_way_on(alice: User, headers: dict[str, str]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    page = client.post(NEW, TYPED, headers=headers)
    assert page.status_code == 403
    assert "Rotterdam" not in page.content.decode()


def test_a_browser_that_lost_its_cookies_signs_in_and_sends_again(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post(NEW, TYPED, headers={"origin": "http://testserver"})
    assert "What you typed is kept on this page" in page.content.decode()


def test_signing_in_from_a_page_that_is_older_than_a_sign_in_elsewhere_keeps_what_was_typed(client: Client, alice: User) -> None:
    kept = hidden(client.post(NEW, TYPED))["kept"]
    data = {"username": "alice", "password": SECRET, "kept": kept}
    strict = Client(enforce_csrf_checks=True)
    again = strict.post(LOGIN, data, headers={"sec-fetch-site": "same-origin"})
    assert hidden(again)["kept"]
    assert "password" not in hidden(again)
    strict.force_login(alice)
    assert hidden(strict.post(LOGIN, data, headers={"sec-fetch-site": "same-origin"})).dict() == TYPED
    client.force_login(alice)
    assert hidden(client.post(LOGIN, data)).dict() == TYPED


def test_what_was_typed_for_a_record_that_is_gone_is_shown(client: Client, alice: User) -> None:
    cluster = make_cluster()
    url = reverse("clusters:edit", args=[cluster.pk])
    cluster.delete()
    client.force_login(alice)
    page = client.post(url, TYPED)
    assert page.status_code == 404
    text = page.content.decode()
    assert "What you typed" in text
    assert "<dt>Site</dt><dd>Hall 3</dd>" in text
    assert "What you typed" not in client.get(url).content.decode()
    assert "What you typed" not in client.post("/nowhere/", TYPED).content.decode()


def test_the_page_speaks_the_language_of_the_account(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="nl")
    assert '<html lang="nl"' in sign_in(client, client.post(NEW, TYPED)).content.decode()


def test_the_answers_of_a_form_are_told_in_its_own_words(client: Client, alice: User) -> None:
    typed = {"title": "North", "starts_on": "2026-12-01", "train": "on", "boundary": "smaller", "unheard_of": "x"}
    text = sign_in(client, client.post("/plans/new/", typed)).content.decode()
    assert "<dt>Plan from</dt><dd>1 Dec 2026</dd>" in text
    assert "<dt>Train people</dt><dd>yes</dd>" in text
    assert "<dt>A count on the bound of two sizes</dt>" in text
    assert "<dd>smaller</dd>" not in text
    assert "<dt>Unheard of</dt><dd>x</dd>" in text
