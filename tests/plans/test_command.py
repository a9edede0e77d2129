"""`manage.py plan` gives what the page gives, without a database."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from pypdf import PdfReader

EXAMPLES = sorted((settings.BASE_DIR / "fixtures" / "examples").glob("*.json"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_each_example_gives_a_result_and_a_document(example: Path, tmp_path: Path):
    call_command("plan", str(example), pdf=tmp_path / "plan.pdf", out=tmp_path / "result.json")
    result = json.loads((tmp_path / "result.json").read_text())
    text = "\n".join(page.extract_text() for page in PdfReader(tmp_path / "plan.pdf").pages)
    assert json.loads(example.read_text())["organisation"] in text
    assert f"needs a team of {result['summary']['seats_needed']};" in text


def test_the_published_return_is_the_same_in_result_and_document(tmp_path: Path):
    call_command("plan", str(settings.BASE_DIR / "fixtures/examples/roi-example.json"), pdf=tmp_path / "p.pdf", out=tmp_path / "r.json")
    roi = json.loads((tmp_path / "r.json").read_text())["roi"]
    assert (float(roi["investment_total"]), float(roi["yearly_return_total"])) == (145_000, 675_000)
    assert (float(roi["first_year_percent"]), float(roi["ongoing_percent"])) == (365.5, 465.5)
    text = "\n".join(page.extract_text() for page in PdfReader(tmp_path / "p.pdf").pages)
    for figure in ("$145,000", "$675,000", "365.5%", "465.5%"):
        assert figure in text


def test_the_financial_case_needs_ten_seats_and_leaves_five_open_at_least(tmp_path: Path):
    call_command("plan", str(settings.BASE_DIR / "fixtures/examples/financial.json"), out=tmp_path / "r.json")
    result = json.loads((tmp_path / "r.json").read_text())
    assert len(result["people"]) == 5
    assert result["summary"]["seats_needed"] == 10
    assert result["summary"]["seats_open_today"] >= 5


@pytest.mark.parametrize(("language", "word"), [("en", "Training"), ("nl", "Opleiding"), ("de", "Schulung")])
def test_the_document_speaks_the_language_asked_for(language: str, word: str, tmp_path: Path):
    call_command("plan", str(EXAMPLES[0]), pdf=tmp_path / "plan.pdf", lang=language)
    reader = PdfReader(tmp_path / "plan.pdf")
    assert reader.trailer["/Root"]["/Lang"] == language
    assert word in "\n".join(page.extract_text() for page in reader.pages)


def test_the_same_request_gives_the_same_bytes(tmp_path: Path):
    for name in ("a.pdf", "b.pdf"):
        call_command("plan", str(EXAMPLES[0]), pdf=tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_a_bad_request_names_its_fields_and_writes_nothing(tmp_path: Path):
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({"organisation": "", "cluster": {"name": "c", "growth": [{"on": "2027-01-01", "gpus": "acht"}]}}))
    with pytest.raises(CommandError) as refused:
        call_command("plan", str(bad), out=tmp_path / "r.json", pdf=tmp_path / "p.pdf")
    assert refused.value.returncode == 2
    assert {"organisation", "cluster.growth.0.gpus", "as_of", "starts_on", "ends_on"} <= {
        line.split(":")[0] for line in str(refused.value).splitlines()
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.json"]


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(CommandError, match="nowhere"):
        call_command("plan", str(tmp_path / "nowhere.json"))


def test_without_a_file_the_result_is_printed():
    out = StringIO()
    call_command("plan", str(EXAMPLES[0]), stdout=out)
    assert json.loads(out.getvalue())["planner_version"]
