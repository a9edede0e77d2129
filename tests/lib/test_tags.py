import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation

from aiteam.planner.values import Translated

TEMPLATES = Path(settings.BASE_DIR) / "templates"
SPRITE = Path(settings.BASE_DIR) / "static" / "icons" / "sprite.svg"


def render(source: str, language: str = "en", **context: object) -> str:
    with translation.override(language):
        return Template(source).render(Context(context))


def test_a_figure_follows_the_reader_s_language() -> None:
    assert render("{{ amount|money:'USD' }}", "de", amount=1500) == "1.500\N{NO-BREAK SPACE}$"
    assert render("{{ on|month }}", "nl", on=date(2027, 3, 1)) == "maart 2027"


@pytest.mark.parametrize("expression", ["money:'USD'", "number", "percent", "day", "month", "long_day", "moment"])
def test_nothing_is_a_dash(expression: str) -> None:
    assert render(f"{{{{ nothing|{expression} }}}}", nothing=None) == "–"


def test_translated_words_come_in_the_reader_s_language_and_typed_words_as_they_are() -> None:
    words = Translated(en="Network", nl="Netwerk", de="Netz")
    assert render("{{ words|translated }}", "nl", words=words) == "Netwerk"
    assert render("{{ words|translated }}", "nl", words="<b>") == "&lt;b&gt;"


def test_an_icon_is_silent_unless_it_has_a_label() -> None:
    assert 'aria-hidden="true"' in render("{% icon 'people' %}")
    assert 'aria-label="a &quot;b&quot;"' in render("{% icon 'people' words %}", words='a "b"')


def test_a_state_is_told_by_a_word_and_a_shape() -> None:
    badge = render("{% state_badge 'grace' %}")
    assert "badge--grace" in badge
    assert "#grace" in badge
    assert "in grace period" in badge


def test_every_icon_that_a_template_names_is_in_the_sprite() -> None:
    drawn = set(re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8")))
    named = {name for page in TEMPLATES.rglob("*.html") for name in re.findall(r'{% icon "([^"]+)"', page.read_text(encoding="utf-8"))}
    assert named <= drawn


def test_marks_lead_to_their_sources() -> None:
    assert render("{% marks numbers %}", numbers=(1, 3)) == '<sup class="mark"><a href="#source-1">1</a>, <a href="#source-3">3</a></sup>'
    assert render("{% marks numbers %}", numbers=()) == ""


def test_no_page_carries_style_or_script_of_its_own() -> None:
    inline = re.compile(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)", re.IGNORECASE)
    assert [page.name for page in TEMPLATES.rglob("*.html") if inline.search(page.read_text(encoding="utf-8"))] == []
