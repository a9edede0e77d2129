from io import StringIO
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from tests.builders import make_user
from tests.forms import untouched

pytestmark = pytest.mark.django_db
SECRET = "a quiet long word"


def sign_in(client: Client, username: str, password: str, **more: str) -> object:
    return client.post(reverse("accounts:login"), {"username": username, "password": password} | more)


def test_the_right_password_opens_the_site(client: Client) -> None:
    make_user(username="alice", password=SECRET)
    response = sign_in(client, "alice", SECRET)
    assert response.status_code == 302
    assert response.url == "/"


@pytest.mark.parametrize(("username", "password"), [("alice", "wrong"), ("nobody", SECRET), ("", ""), ("alice\x00", "x")])
def test_a_wrong_password_or_name_comes_back_with_the_same_words(client: Client, username: str, password: str) -> None:
    make_user(username="alice", password=SECRET)
    response = sign_in(client, username, password)
    assert response.status_code == 200
    assert "_auth_user_id" not in client.session


def test_an_account_that_is_deactivated_cannot_sign_in_and_is_signed_out(client: Client) -> None:
    user = make_user(username="alice", password=SECRET)
    sign_in(client, "alice", SECRET)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get("/").status_code == 302
    assert sign_in(client, "alice", SECRET).status_code == 200


@pytest.mark.parametrize("wanted", ["https://example.org/", "//example.org", "javascript:alert(1)"])
def test_signing_in_leads_only_to_pages_of_ours(client: Client, wanted: str) -> None:
    make_user(username="alice", password=SECRET)
    assert sign_in(client, "alice", SECRET, next=wanted).url == "/"


def test_signing_in_leads_to_the_page_asked_for(client: Client) -> None:
    make_user(username="alice", password=SECRET)
    assert client.get("/people/").url == "/account/sign-in/?next=/people/"
    assert sign_in(client, "alice", SECRET, next="/people/?q=x").url == "/people/?q=x"


def test_signing_out_is_a_post(admin: Client) -> None:
    assert admin.get(reverse("accounts:logout")).status_code == 405
    assert admin.post(reverse("accounts:logout")).status_code == 302
    assert admin.get("/").status_code == 302


def test_the_language_of_the_account_wins_over_the_browsers(client: Client) -> None:
    client.force_login(make_user(language="de"))
    assert client.get(reverse("accounts:profile"), headers={"accept-language": "nl"}).headers["Content-Language"] == "de"


def test_a_choice_of_language_is_kept_with_the_account(client: Client) -> None:
    user = make_user()
    client.force_login(user)
    response = client.post(reverse("accounts:language"), {"language": "nl", "next": "/people/"})
    user.refresh_from_db()
    assert response.url == "/people/"
    assert user.language == "nl"
    assert 'lang="nl"' in client.get(reverse("accounts:profile")).content.decode()


def test_a_visitor_chooses_a_language_before_signing_in(client: Client) -> None:
    client.post(reverse("accounts:language"), {"language": "de"})
    assert 'lang="de"' in client.get(reverse("accounts:login")).content.decode()


@pytest.mark.parametrize("choice", ["language", "theme"])
def test_a_choice_that_does_not_exist_changes_nothing_and_leads_home(client: Client, choice: str) -> None:
    response = client.post(reverse(f"accounts:{choice}"), {choice: "xx", "next": "//example.org"})
    assert response.url == "/"
    assert not response.cookies


def test_the_theme_is_remembered_by_the_browser(client: Client) -> None:
    client.post(reverse("accounts:theme"), {"theme": "dark"})
    assert 'data-theme="dark"' in client.get(reverse("accounts:login")).content.decode()


def test_what_somebody_signed_in_sees_is_kept_by_no_cache(admin: Client) -> None:
    for address in (reverse("home:dashboard"), reverse("accounts:profile"), reverse("staff:list"), "/nowhere/"):
        assert admin.get(address).headers["Cache-Control"] == "private, no-store", address


def test_a_public_answer_may_be_kept(client: Client) -> None:
    assert "Cache-Control" not in client.get("/healthz").headers


def test_changing_the_password_asks_for_the_old_one_and_keeps_this_session(client: Client) -> None:
    make_user(username="alice", password=SECRET)
    sign_in(client, "alice", SECRET)
    url, new = reverse("accounts:password"), "another quiet long word"
    assert client.post(url, {"old_password": "wrong", "new_password1": new, "new_password2": new}).status_code == 200
    assert client.post(url, {"old_password": SECRET, "new_password1": "short", "new_password2": "short"}).status_code == 200
    assert client.post(url, {"old_password": SECRET, "new_password1": new, "new_password2": new}).status_code == 302
    assert client.get(reverse("accounts:profile")).status_code == 200
    assert User.objects.get(username="alice").check_password(new)


def test_nobody_raises_their_own_role_in_their_profile(client: Client) -> None:
    user = make_user(Role.ENGINEER)
    client.force_login(user)
    client.post(reverse("accounts:profile"), {"first_name": "A", "role": Role.ADMINISTRATOR, "is_active": "on"})
    user.refresh_from_db()
    assert (user.first_name, user.role) == ("A", Role.ENGINEER)


def test_an_administrator_makes_an_account(admin: Client) -> None:
    data = {"username": "bob", "role": Role.AUDITOR, "password1": SECRET, "password2": SECRET}
    assert admin.post(reverse("accounts:user_create"), data).status_code == 302
    assert User.objects.get(username="bob").role == Role.AUDITOR
    assert admin.post(reverse("accounts:user_create"), data | {"username": "BOB"}).status_code == 200


def test_an_administrator_changes_role_and_password_of_others(admin: Client) -> None:
    bob = make_user(Role.AUDITOR, username="bob")
    admin.post(reverse("accounts:user_edit", args=[bob.pk]), {"role": Role.HR_LEAD})
    admin.post(reverse("accounts:user_password", args=[bob.pk]), {"new_password1": SECRET, "new_password2": SECRET})
    bob.refresh_from_db()
    assert (bob.role, bob.is_active, bob.check_password(SECRET)) == (Role.HR_LEAD, False, True)


def test_two_administrators_who_change_one_account_are_both_heard(admin: Client) -> None:
    bob = make_user(Role.ENGINEER, first_name="Bob", last_name="Berg")
    url = reverse("accounts:user_edit", args=[bob.pk])
    first_tab, second_tab = (untouched(admin.get(url).context["form"]) for _ in range(2))
    first_tab["role"], second_tab["role"], second_tab["email"] = Role.AUDITOR, Role.HR_LEAD, "bob@example.org"
    assert admin.post(url, first_tab).status_code == 302
    form = admin.post(url, second_tab).context["form"]
    assert form.errors == {"role": ["Changed meanwhile; stored now: Auditor. Save again to put yours in its place."]}
    assert admin.post(url, untouched(form)).status_code == 302
    bob.refresh_from_db()
    assert (bob.role, bob.email) == (Role.HR_LEAD, "bob@example.org")


@pytest.mark.parametrize("change", [{"role": Role.AUDITOR, "is_active": "on"}, {"role": Role.ADMINISTRATOR}])
def test_an_administrator_does_not_shut_themselves_out(client: Client, change: dict[str, str]) -> None:
    user = make_user()
    client.force_login(user)
    assert client.post(reverse("accounts:user_edit", args=[user.pk]), change).status_code == 200
    user.refresh_from_db()
    assert (user.role, user.is_active) == (Role.ADMINISTRATOR, True)


def test_the_navigation_holds_what_the_role_may_open(client: Client) -> None:
    client.force_login(make_user(Role.AUDITOR))
    page = client.get(reverse("staff:list"))
    entries = {entry.url: entry.active for entry in page.context["navigation"]}
    assert entries["/people/"] is True
    assert entries["/clusters/"] is False
    assert "/account/users/" not in entries


def test_the_first_administrator_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AITEAM_ADMIN_PASSWORD", SECRET)
    call_command("create_admin", "root", stdout=StringIO())
    assert User.objects.get(username="root").may("users.manage")
    with pytest.raises(CommandError, match="exists"):
        call_command("create_admin", "root")
    monkeypatch.setenv("AITEAM_ADMIN_PASSWORD", "short")
    with pytest.raises(CommandError, match="too short"):
        call_command("create_admin", "second")


@pytest.mark.parametrize("name", [[], ["root"]])
def test_without_a_terminal_the_way_to_give_name_and_password_is_told(name: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AITEAM_ADMIN_PASSWORD", raising=False)
    monkeypatch.setattr("builtins.input", Mock(side_effect=EOFError))
    monkeypatch.setattr("aiteam.accounts.management.commands.create_admin.getpass", Mock(side_effect=EOFError))
    with pytest.raises(CommandError, match="AITEAM_ADMIN_USERNAME and AITEAM_ADMIN_PASSWORD"):
        call_command("create_admin", *name)


@pytest.mark.parametrize("wanted", ["abc", "plans", "0", "NaN", "../x", "//example.com", "https://example.com/"])
@pytest.mark.django_db
def test_an_address_to_go_back_to_is_a_page_of_ours_or_the_first(client: Client, wanted: str) -> None:
    for name, value in (("language", "nl"), ("theme", "dark")):
        assert client.post(reverse(f"accounts:{name}"), {name: value, "next": wanted})["Location"] == "/"


@pytest.mark.django_db
def test_a_session_that_ended_sends_the_whole_page_to_sign_in(client: Client) -> None:
    answer = client.post(
        reverse("plans:create"), headers={"HX-Request": "true", "HX-Current-URL": "http://testserver/plans/new/?cluster=1"}
    )
    assert answer["HX-Redirect"] == f"{reverse('accounts:login')}?next=%2Fplans%2Fnew%2F"
    assert answer.content == b""


@pytest.mark.django_db
def test_a_code_with_a_nul_byte_is_no_page(hr: Client) -> None:
    assert hr.get("/catalogue/certifications/a%00/").status_code == 404
