"""One way from a template to a PDF."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import translation
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from aiteam.reports.errors import ReportError

# A dozen lines for each document would drown the log of the server.
logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)

STYLES = ("css/pdf.css",)
FONTS = (
    ("SourceSansPro-Regular.ttf", 400, "normal"),
    ("SourceSansPro-It.ttf", 400, "italic"),
    ("SourceSansPro-Semibold.ttf", 600, "normal"),
    ("SourceSansPro-Bold.ttf", 700, "normal"),
)


class StaticFilesOnly(URLFetcher):  # type: ignore[misc]  # WeasyPrint is untyped
    """Reads data: addresses and files of our static folder; anything else is an error, never a request."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols={"data", "file"}, fail_on_errors=True)

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        if url.startswith("file:") and not _is_static(Path(unquote(urlsplit(url).path))):
            raise FatalURLFetchingError(f"{url} is not one of our static files")
        return super().fetch(url, headers)


def _is_static(path: Path) -> bool:
    path = path.resolve()
    return any(path.is_relative_to(Path(folder).resolve()) for folder in settings.STATICFILES_DIRS)


def render_pdf(template: str, context: Mapping[str, Any], *, language: str, styles: tuple[str, ...] = STYLES) -> bytes:
    """The template as an accessible PDF (tagged, PDF/UA-1), in `language`. The same context gives the same bytes: days come from the context.

    `styles` are style sheets of the static folder. Raises ReportError where the document asks for something that is not ours.
    """
    with translation.override(language):
        page = render_to_string(template, {**context, "on_paper": True})
    fetcher, fonts = StaticFilesOnly(), FontConfiguration()
    try:
        sheets = [_font_faces(fetcher, fonts), *(CSS(filename=_static(style), url_fetcher=fetcher, font_config=fonts) for style in styles)]
        document = HTML(string=page, base_url=_static("css/pdf.css"), url_fetcher=fetcher, media_type="print")
        written: bytes = document.write_pdf(
            stylesheets=sheets, font_config=fonts, pdf_variant="pdf/ua-1", pdf_identifier=b"", custom_metadata=False
        )
    except (FatalURLFetchingError, ValueError, OSError) as error:
        # The fetcher's error is a BaseException: left alone, it would end the request without a page.
        raise ReportError(f"{template} could not be drawn: {error}") from error
    return written


def _static(name: str) -> str:
    found = finders.find(name)
    if found is None:
        raise ReportError(f"{name} is missing from the static files")
    return str(found)


def _font_faces(fetcher: StaticFilesOnly, fonts: FontConfiguration) -> CSS:
    faces = "".join(
        f'@font-face {{ font-family: "Source Sans Pro"; font-weight: {weight}; font-style: {style}; src: url("{Path(_static(f"fonts/{name}")).as_uri()}") }}'
        for name, weight, style in FONTS
    )
    return CSS(string=faces, url_fetcher=fetcher, font_config=fonts)
