"""Photographs the pages of a demo site in a real browser.

The site is served by scripts/run from a data folder made for the purpose. Pictures are named page-language-theme-width.png.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PASSWORD = "a-password-for-pictures"  # noqa: S105  # of a site that lives for a minute
HEIGHTS = {390: 844, 1100: 760, 1600: 1000}

NEW_PLAN = "/plans/new/"

# Where each page is: a path, or from the list at `path` the first link that `link` selects.
PAGES: dict[str, tuple[str, str]] = {
    "home": ("/", ""),
    "people": ("/people/", ""),
    "person": ("/people/", "main table a[href^='/people/']"),
    "certifications": ("/certifications/", ""),
    "catalogue": ("/catalogue/", ""),
    "clusters": ("/clusters/", ""),
    "cluster": ("/clusters/", "main table a[href^='/clusters/']"),
    "new-plan": (NEW_PLAN, ""),
    "plan": ("/plans/", "main table a[href^='/plans/']"),
}
README = ("home", "people", "new-plan", "plan")


class Look(NamedTuple):
    language: str
    theme: str
    width: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def demo_site() -> Iterator[str]:
    """The address of a fresh demo site. Raises RuntimeError with the site's own words where it does not come up."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as log:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("AITEAM_", "DATABASE_URL"))}
        address = f"http://127.0.0.1:{(port := free_port())}"
        site = subprocess.Popen(  # noqa: S603  # our own script
            [ROOT / "scripts" / "run"],
            env={**kept, "PORT": str(port), "DEMO": "1", "AITEAM_DEMO_PASSWORD": PASSWORD, "AITEAM_DATA_DIR": folder},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            if not answers(site, f"{address}/healthz", seconds=180):
                log.seek(0)
                raise RuntimeError(log.read())
            yield address
        finally:
            site.terminate()
            site.wait(timeout=60)


def answers(site: subprocess.Popen[bytes], address: str, *, seconds: int) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and site.poll() is None:
        try:
            with urlopen(address, timeout=5):  # noqa: S310  # our own site
                return True
        except (URLError, TimeoutError):
            time.sleep(0.3)
    return False


def signed_in(browser: Browser, address: str, look: Look, user: str) -> Page:
    context = browser.new_context(
        viewport={"width": look.width, "height": HEIGHTS.get(look.width, 1000)},
        color_scheme="dark" if look.theme == "dark" else "light",
        locale=look.language,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{address}/account/sign-in/")
    page.fill("input[name=username]", user)
    page.fill("input[name=password]", PASSWORD)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    return page


def fill_new_plan(page: Page, address: str, action: str) -> None:
    """Choose the first cluster and press the button of `action`: "preview" shows the answer beside the form, "save" keeps the plan."""
    page.goto(address + NEW_PLAN)
    page.select_option("select[name=cluster]", index=1)
    page.click(f"#plan-form button[value={action}]")
    page.wait_for_selector("#answer .figures" if action == "preview" else "main .figures")


def open_page(page: Page, address: str, name: str) -> None:
    """Go to the page `name`. Raises LookupError where it hangs on a list that is still empty."""
    path, link = PAGES[name]
    page.goto(address + path)
    if path == NEW_PLAN:
        fill_new_plan(page, address, "preview")
    elif link:
        links: list[str] = page.eval_on_selector_all(link, "found => found.map(a => a.getAttribute('href'))")
        to = next((href for href in links if href.strip("/").split("/")[-1].isdigit()), None)
        if to is None:
            raise LookupError(f"{path} lists nothing")
        page.goto(address + to)
    page.wait_for_load_state("networkidle")


def photograph(
    browser: Browser, address: str, names: list[str], look: Look, folder: Path, *, whole: bool, user: str, plain_names: bool
) -> None:
    page = signed_in(browser, address, look, user)
    for name in names:
        open_page(page, address, name)
        to = folder / (f"{name}.png" if plain_names else f"{name}-{look.language}-{look.theme}-{look.width}.png")
        page.screenshot(path=to, full_page=whole)
        sys.stdout.write(f"{to}\n")
    page.context.close()


def pdf_pages(browser: Browser, address: str, look: Look, folder: Path, *, user: str) -> None:
    """The first plan's PDF, a picture for each of its pages."""
    page = signed_in(browser, address, look, user)
    open_page(page, address, "plan")
    answer = page.request.get(f"{page.url}plan.pdf", timeout=120_000)
    if not answer.ok:
        raise RuntimeError(f"{answer.url} answered {answer.status}")
    pdf = folder / f"plan-{look.language}.pdf"
    pdf.write_bytes(answer.body())
    subprocess.run(["pdftoppm", "-png", "-r", "80", pdf, pdf.with_suffix("")], check=True)  # noqa: S603, S607  # from poppler-utils
    page.context.close()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Photographs the pages of a demo site.")
    parser.add_argument("--readme", action="store_true", help="the four pictures of the README, into docs/images")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "screenshots", help="folder for the pictures (default: var/screenshots)")
    parser.add_argument("--page", action="append", choices=PAGES, help="only this page; may be given again (default: all)")
    parser.add_argument("--width", action="append", type=int, help="in pixels (default: 390, 1100 and 1600)")
    parser.add_argument("--theme", action="append", choices=["light", "dark"], help="default: both")
    parser.add_argument("--language", action="append", choices=["en", "nl", "de"], help="default: en")
    parser.add_argument("--user", default="hr", help="demo account to sign in with (default: hr)")
    parser.add_argument("--pdf", action="store_true", help="the pages of the first plan's PDF as well")
    return parser.parse_args()


def main() -> None:
    wish = arguments()
    folder = IMAGES if wish.readme else wish.out
    names = list(README) if wish.readme else wish.page or list(PAGES)
    looks = [
        Look(language, theme, width)
        for language in wish.language or ["en"]
        for theme in (["light"] if wish.readme else wish.theme or ["light", "dark"])
        for width in ([1100] if wish.readme else wish.width or HEIGHTS)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    with demo_site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        fill_new_plan(signed_in(browser, address, looks[0], wish.user), address, "save")
        for look in looks:
            photograph(browser, address, names, look, folder, whole=not wish.readme, user=wish.user, plain_names=wish.readme)
        if wish.pdf:
            for language in wish.language or ["en"]:
                pdf_pages(browser, address, Look(language, "light", 1100), folder, user=wish.user)
        browser.close()


if __name__ == "__main__":
    main()
