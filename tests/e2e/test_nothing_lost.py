"""Nothing typed is lost: the session ends, somebody signs in anew in another tab, two tabs save one record."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PASSWORD
from tests.e2e.test_main_job import sign_in


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def give_password(page: Page, password: str = PASSWORD) -> None:
    page.get_by_label("Username").fill("hr")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def open_first_cluster(page: Page, site: str) -> None:
    page.goto(f"{site}/clusters/")
    page.locator("main table a").first.click()
    page.get_by_role("link", name="Change", exact=True).click()


def has_no_barrier(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("with_javascript", [True, False])
def test_a_form_survives_the_end_of_its_session(browser: Browser, site: str, with_javascript: bool) -> None:
    context = browser.new_context(java_script_enabled=with_javascript, viewport={"width": 360, "height": 800})
    page = context.new_page()
    sign_in(page, site)
    open_first_cluster(page, site)
    page.get_by_label("Site").fill("Hall 77")
    page.get_by_label("Notes").fill("first\nsecond")
    end_session(page)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("What you typed is kept on this page")
    if with_javascript:
        has_no_barrier(page)
    give_password(page, "wrong")
    expect(page.locator("main")).to_contain_text("What you typed is kept on this page")
    give_password(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("You had not saved this yet")
    expect(page.locator("main")).to_contain_text("Hall 77")
    if with_javascript:
        has_no_barrier(page)
    page.get_by_role("button", name="Send it now").click()
    expect(page.locator("main")).to_contain_text("is stored")
    expect(page.locator("main")).to_contain_text("Hall 77")
    context.close()


def test_an_answer_that_htmx_fetches_after_the_sessions_end_brings_the_sign_in_page(page: Page, site: str) -> None:
    sign_in(page, site)
    page.goto(f"{site}/plans/new/")
    end_session(page)
    page.get_by_label("Title").fill("Growth of the north")
    expect(page.locator("main")).to_contain_text("What you typed is kept on this page")
    give_password(page)
    expect(page.locator("main")).to_contain_text("Growth of the north")
    page.get_by_role("button", name="Send it now").click()
    expect(page.get_by_label("Title")).to_have_value("Growth of the north")


def test_a_form_older_than_a_sign_in_in_another_tab_can_be_sent(page: Page, site: str) -> None:
    sign_in(page, site)
    open_first_cluster(page, site)
    page.get_by_label("Site").fill("Hall 78")
    end_session(page)
    other = page.context.new_page()
    sign_in(other, site)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You had not saved this yet")
    page.get_by_role("button", name="Send it now").click()
    expect(page.locator("main")).to_contain_text("Hall 78")
    expect(page.locator("main")).to_contain_text("is stored")


def test_a_form_too_long_to_be_kept_is_sent_by_loading_the_page_again(page: Page, site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aiteam.accounts.kept.MOST", 10)
    sign_in(page, site)
    open_first_cluster(page, site)
    page.get_by_label("Site").fill("Hall 81")
    end_session(page)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("too long to be kept")
    sign_in(page.context.new_page(), site)
    page.reload()
    expect(page.locator("main")).to_contain_text("Hall 81")
    page.get_by_role("button", name="Send it now").click()
    expect(page.locator("main")).to_contain_text("is stored")


def test_two_tabs_that_save_one_cluster_are_both_heard(page: Page, site: str) -> None:
    sign_in(page, site)
    open_first_cluster(page, site)
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_label("Site").fill("Hall 79")
    other.get_by_label("Network").fill("InfiniBand NDR")
    other.get_by_role("button", name="Save").click()
    expect(other.locator("main")).to_contain_text("is stored")
    page.get_by_label("Site").fill("Hall 80")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("stored now: Hall 79.")
    expect(page.get_by_label("Site")).to_have_value("Hall 80")
    has_no_barrier(page)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("Hall 80")
    expect(page.locator("main")).to_contain_text("InfiniBand NDR")


def test_of_many_edits_sent_at_the_same_moment_one_is_stored_and_the_others_are_told(page: Page, site: str) -> None:
    sign_in(page, site)
    open_first_cluster(page, site)
    answers = page.evaluate(
        """() => Promise.all([...Array(6).keys()].map(async (number) => {
            const body = new FormData(document.querySelector("main form"));
            body.set("site", `Hall ${number}`);
            const answer = await fetch(location.href, { method: "POST", body, redirect: "manual" });
            return answer.type === "opaqueredirect" ? "stored" : (await answer.text()).includes("Changed meanwhile") ? "told" : "lost";
        }))"""
    )
    assert sorted(answers) == ["stored", "told", "told", "told", "told", "told"]
