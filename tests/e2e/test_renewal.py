"""A certificate is found before it ends, renewed, proved and reviewed, and every page knows the new end."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfWriter

from aiteam.planner.months import add_months
from tests.builders import days_ago, make_held, make_person
from tests.e2e.test_main_job import sign_in


def renew(page: Page, site: str) -> None:
    page.goto(f"{site}/certifications/?state=ending&q=Renewsoon")
    page.get_by_role("link", name="Renew", exact=True).click()
    expect(page.locator("main")).to_contain_text("ends soon")
    page.get_by_label("Issued on").fill(timezone.localdate().isoformat())
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Renewsoon")


def prove(page: Page, file: Path) -> None:
    page.locator("main").get_by_role("link", name="NCA-AIIO").first.click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    expect(page.locator("main")).to_contain_text("badge.pdf")
    page.get_by_text("Decide", exact=True).click()
    page.get_by_label("Decision").select_option(label="accepted")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".badge", has_text="accepted")).to_be_visible()


@pytest.mark.parametrize("with_javascript", [True, False])
def test_an_ending_certificate_is_renewed_and_proved(browser: Browser, site: str, tmp_path: Path, with_javascript: bool) -> None:
    person = make_person(2, given_name="Kim", family_name="Renewsoon")
    make_held(person, "NCA-AIIO", days_ago(690))
    file = tmp_path / "badge.pdf"
    badge = PdfWriter()
    badge.add_blank_page(width=200, height=100)
    badge.write(file)
    page = browser.new_context(java_script_enabled=with_javascript).new_page()
    sign_in(page, site)
    renew(page, site)
    end = add_months(timezone.localdate(), 24)
    expect(page.locator("main")).to_contain_text(f"{end.day} ")
    expect(page.locator("main")).to_contain_text(str(end.year))
    expect(page.locator("main")).to_contain_text("renewed since")
    prove(page, file)
    page.goto(f"{site}/certifications/?state=ending&q=Renewsoon")
    expect(page.locator("main").get_by_role("link", name="Kim Renewsoon")).to_have_count(0)
    page.goto(f"{site}/people/?q=Renewsoon&on={(end + timedelta(days=1)).isoformat()}")
    expect(page.locator("main tbody")).to_contain_text("ended")
