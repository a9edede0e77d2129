"""scripts/compile_messages.py: the catalogues a site runs with."""

import gettext
import os
from pathlib import Path

import pytest

from scripts import compile_messages

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Level"\nmsgstr "Stufe"\n'


@pytest.fixture
def german(tmp_path: Path) -> Path:
    source = tmp_path / "de" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO, encoding="utf-8")
    return source


def test_a_compiled_catalogue_translates(german: Path, tmp_path: Path) -> None:
    assert compile_messages.main(tmp_path) == 1
    with german.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Level") == "Stufe"


def test_a_second_run_compiles_nothing(german: Path, tmp_path: Path) -> None:
    compile_messages.main(tmp_path)
    assert compile_messages.main(tmp_path) == 0


def test_a_changed_catalogue_is_compiled_again(german: Path, tmp_path: Path) -> None:
    compile_messages.main(tmp_path)
    compiled = german.with_suffix(".mo")
    later = compiled.stat().st_mtime + 10
    os.utime(german, (later, later))
    assert compile_messages.main(tmp_path) == 1
    assert [path.name for path in german.parent.iterdir() if path.suffix == ".tmp"] == []
