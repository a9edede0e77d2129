import io
from pathlib import Path

import pikepdf
import pypdf
import pytest
from django.test import override_settings

from aiteam.reports.document import build_document
from aiteam.reports.errors import ReportError
from aiteam.reports.pdf import render_pdf
from tests.reports.sample import make_plan


def make_pdf(language: str) -> bytes:
    document = build_document(*make_plan(), language=language, number="P-0007", status="Approved", version="2", author="Alice")
    return render_pdf("reports/plan.html", {"document": document}, language=language)


@pytest.fixture(scope="module")
def english() -> bytes:
    return make_pdf("en")


def test_the_same_plan_gives_the_same_bytes(english: bytes) -> None:
    assert make_pdf("en") == english


def test_the_pdf_is_tagged_titled_and_in_its_language(english: bytes) -> None:
    with pikepdf.open(io.BytesIO(english)) as pdf:
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo["/Title"]) == "Team plan for Frankfurt 1"
        assert str(pdf.docinfo["/CreationDate"]).startswith("D:20261130")


def test_the_fonts_travel_with_the_pdf(english: bytes) -> None:
    with pikepdf.open(io.BytesIO(english)) as pdf:
        names = {str(font.BaseFont) for page in pdf.pages for font in page.Resources.get("/Font", {}).values()}
    assert names
    assert all("Source-Sans" in name or "SourceSans" in name for name in names), names


def test_cover_sections_and_page_numbers_are_there(english: bytes) -> None:
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(english)).pages]
    assert "Noordkaap Research" in pages[0]
    assert "P-0007" in pages[0]
    assert f"2 / {len(pages)}" in pages[1]
    whole = "\n".join(pages)
    for heading in (
        "Summary",
        "Team needed and at hand",
        "Positions to open",
        "Training",
        "Certificates",
        "Return on investment",
        "Approval",
    ):
        assert heading in whole
    assert "Nadia <El Amrani> & Co" in whole


@pytest.mark.parametrize(
    "address",
    ["http://example.org/pixel.png", "file:///etc/passwd", f"file://{Path(__file__).as_posix()}"],
    ids=["foreign host", "system", "own code"],
)
def test_nothing_but_our_static_files_is_read(address: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(f'<!doctype html><title>x</title><img alt="x" src="{address}">', encoding="utf-8")
    with (
        override_settings(TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [tmp_path]}]),
        pytest.raises(ReportError),
    ):
        render_pdf("page.html", {}, language="en")
