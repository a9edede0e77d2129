"""The catalogue's pages."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from aiteam.accounts.policy import Role
from aiteam.catalog.models import CaseStudy, Certification, ClusterSize, Level, Source
from aiteam.catalog.models import Role as JobRole
from tests.builders import make_user

pytestmark = pytest.mark.django_db

PAGES = {"certification": Certification, "level": Level, "role": JobRole, "size": ClusterSize, "case": CaseStudy, "source": Source}


@pytest.fixture
def reader(client: Client) -> Client:
    """The role with the fewest rights: the catalogue is open to all."""
    client.force_login(make_user(Role.ENGINEER))
    return client


def page(client: Client, name: str, *codes: str, **query: str) -> str:
    response = client.get(reverse(f"catalog:{name}", args=codes), query)
    assert response.status_code == 200
    return response.content.decode()


def search(client: Client, words: str) -> str:
    return client.get(reverse("catalog:index"), {"q": words}, headers={"HX-Request": "true"}).content.decode()


def test_nobody_signed_in_is_sent_to_the_sign_in_page(client: Client) -> None:
    assert client.get(reverse("catalog:index")).status_code == 302


def test_the_overview_shows_every_section(reader: Client) -> None:
    html = page(reader, "index")
    for words in (
        "Medium team",
        "NCP-AII",
        "GPU Architecture Essentials",
        "Bootcamp",
        "InfiniBand RDMA",
        "Keeping people",
        "ROCm 7.0",
        "365.5%",
        "CS-FIN",
    ):
        assert words in html


@pytest.mark.parametrize("language", ["en", "nl", "de"])
@pytest.mark.parametrize("name", PAGES)
def test_every_row_with_a_page_has_one_in_every_language(reader: Client, name: str, language: str) -> None:
    with translation.override(language):
        for code in PAGES[name].objects.values_list("code", flat=True):
            response = reader.get(reverse(f"catalog:{name}", args=[code]), headers={"Accept-Language": language})
            assert response.status_code == 200
            assert f'<html lang="{language}"' in response.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_an_unknown_code_is_not_found(reader: Client, name: str) -> None:
    assert reader.get(reverse(f"catalog:{name}", args=["nothing"])).status_code == 404


def test_a_former_code_finds_the_certification(reader: Client) -> None:
    assert "NVIDIA Certified Professional: AI Operations" in page(reader, "certification", "NCP-AIOL")


def test_the_printed_cost_of_the_small_team_stands_beside_the_pay_bands_and_their_contradiction(reader: Client) -> None:
    html = page(reader, "size", "small")
    for words in ("$450,000 – $550,000", "$490,000 – $775,000", "INC-01"):
        assert words in html


def test_a_carried_over_certificate_is_marked_as_assumed(reader: Client) -> None:
    assert "source--assumed" in page(reader, "size", "medium")
    assert "source--assumed" not in page(reader, "level", "L2")


def test_a_certification_shows_what_is_required_and_what_is_only_recommended(reader: Client) -> None:
    html = page(reader, "certification", "NCP-AII")
    for words in ("required", "recommended", "2 to 3 years", "INC-18"):
        assert words in html


def test_a_certification_without_a_rule_says_that_its_end_is_not_known(reader: Client) -> None:
    assert "the end printed on the certificate decides" in page(reader, "certification", "SIX-SIGMA")


def test_a_case_is_told_month_by_month(reader: Client) -> None:
    html = page(reader, "case", "CS-FIN")
    assert html.index("1 – 2") < html.index("3 – 4")
    assert "4 of 5" in html
    assert "no date" in page(reader, "case", "CS-HEALTH")


def test_a_source_lists_what_was_read_in_it(reader: Client) -> None:
    assert "CISSP" in page(reader, "source", "winenfood-isc2")


@pytest.mark.parametrize(
    ("words", "found", "left_out"), [("cka", "CKA", "RHCE"), ("NVIDIA networking", "NCP-AIN", "NCP-AII"), ("aiol", "NCP-AIO", "CKA")]
)
def test_the_search_asks_code_name_vendor_and_former_codes(reader: Client, words: str, found: str, left_out: str) -> None:
    html = search(reader, words)
    assert f">{found}</a>" in html
    assert f">{left_out}</a>" not in html


def test_the_search_answers_htmx_with_the_list_alone_and_everyone_else_with_a_page(reader: Client) -> None:
    part = search(reader, "cka")
    assert part.lstrip().startswith('<div id="certifications">')
    assert "<html" in page(reader, "index", q="cka")


@pytest.mark.parametrize("words", ["nothing like it", "%", "\x00", "<b>", "'" * 300])
def test_a_search_for_anything_is_answered(reader: Client, words: str) -> None:
    html = page(reader, "index", q=words)
    assert "<b>" not in html


def test_the_search_part_asks_nothing_of_the_other_sections(reader: Client) -> None:
    with CaptureQueriesContext(connection) as queries:
        search(reader, "cka")
    assert not any("catalog_casestudy" in query["sql"] or "catalog_seatrule" in query["sql"] for query in queries)


@pytest.mark.parametrize(("name", "code"), [("index", ""), ("certification", "NCP-AII"), ("size", "large"), ("source", "aiteam")])
def test_more_rows_take_no_more_queries(reader: Client, name: str, code: str) -> None:
    codes = [code] if code else []
    page(reader, name, *codes)
    with CaptureQueriesContext(connection) as before:
        page(reader, name, *codes)
    for number in range(30):
        _copy_certification(number)
    with CaptureQueriesContext(connection) as after:
        page(reader, name, *codes)
    assert len(after) == len(before)


def _copy_certification(number: int) -> None:
    own = {"source_id": "aiteam", "as_of": "2026-01-01", "basis": "assumed"}
    copy = Certification.objects.create(code=f"COPY-{number}", name="Copy", vendor_id="various", rank="expert", **own)
    copy.prices.create(amount=1, currency="USD", **own)
    copy.validity.create(months=12, **own)
    copy.aliases.create(code=f"OLD-{number}")
    ClusterSize.objects.get(code="large").team_certifications.create(
        position=100 + number, kind="additional", why_en="a", why_nl="b", why_de="c", **own
    ).any_of.add(copy)
    Certification.objects.get(code="NCP-AII").prerequisites.create(position=100 + number, required=False, **own).any_of.add(copy)
