"""An import as HR does it: a list, a question, a bad cell, and back again."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.e2e.test_main_job import sign_in

FILE = Path(__file__).parent.parent / "staff" / "imports" / "files" / "people-en.csv"


def import_list(page: Page, site: str) -> None:
    """From the list of people to the check of a file."""
    page.goto(f"{site}/people/")
    page.get_by_role("link", name="Import").click()
    page.get_by_label("File").set_input_files(FILE)
    page.get_by_role("button", name="Read the file").click()
    expect(page.get_by_label("Hire Date")).to_have_value("started_on")
    page.get_by_role("button", name="Check").click()


@pytest.mark.parametrize("with_javascript", [True, False])
def test_a_list_is_imported_and_taken_back(browser: Browser, site: str, with_javascript: bool) -> None:
    context = browser.new_context(java_script_enabled=with_javascript)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    sign_in(page, site)
    import_list(page, site)
    expect(page.locator("main")).to_contain_text("Pay below zero.")
    expect(page.locator("main")).to_contain_text("12 cells where 11 are expected.")
    page.get_by_label("Which job role is “Engineer”?").select_option(label="Senior engineer")
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_label("Which job role is “Engineer”?")).to_have_count(0)
    page.get_by_role("button", name="Import the 7 good rows").click()
    expect(page.get_by_role("button", name="Undo the whole import")).to_be_visible()
    page.goto(f"{site}/people/?q=Birchwood")
    expect(page.get_by_role("link", name="Nell Birchwood")).to_be_visible()
    page.goto(f"{site}/people/import/")
    page.get_by_role("link", name="people-en.csv").first.click()
    page.get_by_role("button", name="Undo the whole import").click()
    expect(page.locator("main")).to_contain_text("This was undone.")
    page.goto(f"{site}/people/?q=Birchwood")
    expect(page.get_by_role("link", name="Nell Birchwood")).to_have_count(0)
    assert complaints == []
    context.close()


def test_the_steps_have_no_barrier_that_axe_finds_and_fit_the_window(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    sign_in(page, site)
    import_list(page, site)
    check = page.url
    for address in (f"{site}/people/import/", check.replace("/check/", "/columns/"), check):
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
