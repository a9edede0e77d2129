"""The journey a visitor would show a colleague: sign in, record a person, describe a cluster, plan, download."""

import io
from datetime import timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Download, Page, expect
from pypdf import PdfReader

from aiteam.jobs.child import execute
from aiteam.jobs.queue import claim
from tests.e2e.conftest import PASSWORD


def sign_in(page: Page, site: str, user: str = "hr") -> None:
    page.goto(f"{site}/account/sign-in/")
    page.get_by_label("Username").fill(user)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Home")


def work() -> None:
    """What a worker beside the site would do: all that waits."""
    while job := claim():
        execute(job)


def text_of(download: Download) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(Path(download.path()).read_bytes())).pages)


def record_person(page: Page, site: str) -> None:
    page.goto(f"{site}/people/new/")
    page.get_by_label("Personnel number").fill("E2E-1")
    page.get_by_label("Given name").fill("Zoë")
    page.get_by_label("Family name").fill("van der Linden")
    page.get_by_label("Works here since").fill("2024-02-01")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Zoë van der Linden")


def record_certificate(page: Page) -> None:
    page.locator("main").get_by_role("link", name="Certificates").click()
    page.get_by_role("link", name="Add a certificate").click()
    choice = page.get_by_label("Certification")
    choice.select_option(choice.locator("option", has_text="NCA-AIIO").get_attribute("value"))
    page.get_by_label("Issued on").fill((timezone.localdate() - timedelta(days=10)).isoformat())
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("NCA-AIIO")
    expect(page.locator("main")).to_contain_text("valid")


def describe_cluster(page: Page, site: str) -> None:
    page.goto(f"{site}/clusters/new/")
    page.get_by_label("Name").fill("Frankfurt 9")
    page.locator("[name=steps-0-on]").fill((timezone.localdate() + timedelta(days=60)).isoformat())
    page.locator("[name=steps-0-gpus]").fill("500")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Frankfurt 9")


def test_from_sign_in_to_the_plan_as_pdf(page: Page, site: str) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: dialog.accept())
    sign_in(page, site)
    record_person(page, site)
    record_certificate(page)
    describe_cluster(page, site)

    page.goto(f"{site}/plans/new/")
    page.get_by_label("Cluster", exact=False).first.wait_for()
    page.locator("[name=cluster]").select_option(label="Frankfurt 9")
    answer = page.locator("#answer")
    expect(answer).to_contain_text("Frankfurt 9 needs a team of 10", timeout=15_000)
    expect(answer.get_by_role("row")).to_have_count(11)
    page.get_by_role("button", name="Save plan").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search for the plan of least cost")
    work()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Frankfurt 9", timeout=15_000)
    expect(page.locator("#plan-decisions")).to_contain_text("Why, and what instead")
    expect(page.locator("#plan-alternatives")).to_be_visible(timeout=15_000)
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download PDF").click()
    text = text_of(waiting.value)
    assert "Frankfurt 9 needs a team of 10" in text
    assert "Infrastructure architect" in text
    assert "Other plans" in text
    assert complaints == []


def test_a_decision_is_forbidden_and_a_departure_tried(page: Page, site: str) -> None:
    sign_in(page, site)
    describe_cluster(page, site)
    page.goto(f"{site}/plans/new/")
    page.locator("[name=cluster]").select_option(label="Frankfurt 9")
    page.get_by_role("button", name="Save plan").first.click()
    work()
    expect(page.locator("#plan-decisions")).to_be_visible(timeout=15_000)
    page.locator("#plan-decisions").get_by_role("button", name="Forbid").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search for the plan of least cost")
    work()
    expect(page.locator("#plan-changes")).to_contain_text("Forbidden:", timeout=15_000)
    page.locator("#plan-what-if summary").click()
    page.get_by_label("What happens").select_option("grows_earlier")
    page.get_by_role("button", name="Plan anew").click()
    work()
    expect(page.get_by_role("heading", level=1)).to_contain_text("if the cluster grows 2 months earlier", timeout=15_000)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_searched_plan_has_no_barrier_that_axe_finds_and_fits_a_phone(browser: Browser, site: str, theme: str) -> None:
    context = browser.new_context(color_scheme=theme, viewport={"width": 360, "height": 800})  # type: ignore[arg-type]
    page = context.new_page()
    sign_in(page, site)
    describe_cluster(page, site)
    page.goto(f"{site}/plans/new/")
    page.locator("[name=cluster]").select_option(label="Frankfurt 9")
    page.get_by_role("button", name="Save plan").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search for the plan of least cost")
    assert Axe().run(page).violations_count == 0
    work()
    expect(page.locator("#plan-alternatives")).to_be_visible(timeout=15_000)
    for closed in page.locator("details").all():
        closed.evaluate("one => { one.open = true; }")
    found = Axe().run(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert found.violations_count == 0, found.generate_report()
    assert wide <= 360


def test_a_plan_without_javascript(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, site)
    describe_cluster(page, site)
    page.goto(f"{site}/plans/new/")
    page.locator("[name=cluster]").select_option(label="Frankfurt 9")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#answer")).to_contain_text("Frankfurt 9 needs a team of 10")
    page.get_by_role("button", name="Save plan").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search for the plan of least cost")
    work()
    page.reload()
    page.get_by_role("link", name="Open the result").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Frankfurt 9")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Download PDF").click()
    assert "Frankfurt 9 needs a team of 10" in text_of(waiting.value)
    context.close()


def test_a_wrong_count_is_told_while_typing_and_nothing_is_lost(page: Page, site: str) -> None:
    sign_in(page, site)
    page.goto(f"{site}/plans/new/")
    page.get_by_label("Title").fill("Kept")
    page.locator("[name=gpus]").fill("12,5")
    expect(page.locator("#answer")).to_contain_text("not a whole number", timeout=15_000)
    expect(page.get_by_label("Title")).to_have_value("Kept")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", ["/", "/people/", "/certifications/", "/catalogue/", "/clusters/", "/plans/", "/plans/new/"])
def test_pages_have_no_barrier_that_axe_finds(browser: Browser, site: str, address: str, theme: str) -> None:
    context = browser.new_context(color_scheme=theme)  # type: ignore[arg-type]
    page = context.new_page()
    sign_in(page, site)
    page.goto(f"{site}{address}")
    found = Axe().run(page)
    context.close()
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_no_page_is_wider_than_the_window(browser: Browser, site: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    sign_in(page, site)
    for address in ("/", "/people/", "/certifications/", "/catalogue/", "/clusters/", "/plans/new/"):
        page.goto(f"{site}{address}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    context.close()
