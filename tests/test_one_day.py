"""The clock moves by one day, over the last day of a certificate: every page, file, mail and plan changes its mind on the same day.

On the last day the certificate is valid (ending), on the next it has ended. Which day it is, the site's time zone decides, whatever the
time zone of the machine.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from pypdf import PdfReader
from python_calamine import CalamineWorkbook

from aiteam.accounts.policy import Role
from aiteam.clusters.models import Cluster
from aiteam.notices.calendars import make_address
from aiteam.plans.models import Plan
from aiteam.staff.models import HeldCertification
from tests.builders import make_cluster, make_held, make_person, make_user

pytestmark = pytest.mark.django_db

LAST_DAY = date(2028, 2, 29)
NEXT_DAY = LAST_DAY + timedelta(days=1)
HOME_ZONE = "Europe/Amsterdam"


@pytest.fixture
def held() -> HeldCertification:
    """The one certificate of the site. Its holder fits one seat of the cluster, for as long as it is valid."""
    cluster = make_cluster((date(2024, 1, 1), 64), name="Leiden 1")
    person = make_person(2, given_name="Zoë", family_name="Müller", email="zoe@example.com", cluster=cluster)
    return make_held(person, "NCA-AIIO", issued_on=date(2026, 2, 28), printed_ends_on=LAST_DAY)


@contextmanager
def clock(day: date, *, at: time = time(12), site: str = HOME_ZONE, machine: str = HOME_ZONE) -> Iterator[Client]:
    """The browser of an HR lead at that moment of the site's time zone, on a machine set to another one."""
    moment = datetime.combine(day, at, ZoneInfo(site)).astimezone(ZoneInfo(machine))
    with time_machine.travel(moment, tick=False):
        client = Client()
        client.force_login(make_user(Role.HR_LEAD))
        yield client


def part(client: Client, page: str, **asked: str) -> str:
    return client.get(page, asked, headers={"HX-Request": "true"}).content.decode()


def badge(html: str) -> str:
    """The state that a page shows: the colour of its only badge."""
    [state] = re.findall(r'class="badge badge--(\w+)"', html)
    return str(state)


def register(client: Client, held: HeldCertification) -> str:
    return badge(part(client, reverse("certifications:list")))


def filtered(client: Client, held: HeldCertification) -> str:
    """In which of the two states the filter finds it."""
    [state] = [state for state in ("ending", "ended") if held.person.name in part(client, reverse("certifications:list"), state=state)]
    return state


def certificate(client: Client, held: HeldCertification) -> str:
    return badge(client.get(reverse("certifications:detail", args=[held.pk])).content.decode())


def person(client: Client, held: HeldCertification) -> str:
    return badge(client.get(reverse("staff:detail", args=[held.person_id]), {"tab": "certificates"}).content.decode())


def people(client: Client, held: HeldCertification) -> str:
    return badge(part(client, reverse("staff:list")))


def dashboard(client: Client, held: HeldCertification) -> str:
    page = client.get(reverse("home:dashboard")).content.decode()
    return "ending" if "One certificate ends soon." in page else "ended" if "No certificate ends soon." in page else ""


def cover(client: Client, held: HeldCertification) -> str:
    page = client.get(reverse("home:dashboard")).content.decode()
    return "ending" if "3 of 4 seats are open." in page else "ended" if "4 of 4 seats are open." in page else ""


WORDS = {"ends soon": "ending", "ended": "ended"}


def csv_file(client: Client, held: HeldCertification) -> str:
    content = client.get(reverse("certifications:export_csv")).content.decode("utf-8-sig")
    [row] = csv.DictReader(io.StringIO(content))
    return WORDS[row["State"]]


def xlsx_file(client: Client, held: HeldCertification) -> str:
    content = client.get(reverse("certifications:export_xlsx")).content
    _heads, row = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    return WORDS[str(row[-1])]


def reminders(client: Client, held: HeldCertification) -> str:
    return badge(part(client, reverse("notices:list")))


def mailed(client: Client, held: HeldCertification) -> str:
    mail.outbox.clear()
    call_command("send_reminders", stdout=io.StringIO())
    [subject] = [message.subject for message in mail.outbox if message.to == ["zoe@example.com"]]
    return {"NCA-AIIO ends today, 29 Feb 2028": "ending", "NCA-AIIO ended on 29 Feb 2028": "ended"}[str(subject)]


def calendar(client: Client, held: HeldCertification) -> str:
    _address, token = make_address(owner=make_user(Role.HR_LEAD), person=held.person)
    events: list[Any] = Calendar.from_ical(client.get(reverse("calendar:feed", args=[token])).content).walk("VEVENT")
    [end] = [event for event in events if "last valid day" in event["SUMMARY"]]
    assert (end["DTSTART"].dt, end["DTEND"].dt) == (LAST_DAY, NEXT_DAY)
    return WORDS[re.findall(r"\((.+)\)", end["SUMMARY"])[0]]


def planned(client: Client, held: HeldCertification) -> Plan:
    """A plan as the form's own first values make it."""
    page = reverse("plans:create")
    cluster = Cluster.objects.get()
    form = client.get(page, {"cluster": cluster.pk}).context["form"]
    answers = {name: form[name].value() for name in form.fields}
    lines = {"roi-TOTAL_FORMS": "0", "roi-INITIAL_FORMS": "0"}
    sent = {name: str(value) for name, value in answers.items() if value not in (None, "", False, [])}
    client.post(page, sent | {"cluster": str(cluster.pk), "action": "save", "depth": "rules"} | lines)
    return Plan.objects.latest("pk")


def plan_json(client: Client, held: HeldCertification) -> str:
    result = json.loads(client.get(reverse("plans:json", args=[planned(client, held).pk])).content)
    [line] = result["certificates"]
    return str(line["state"])


def plan_seat(client: Client, held: HeldCertification) -> str:
    result = json.loads(client.get(reverse("plans:json", args=[planned(client, held).pk])).content)
    return "ending" if result["gaps"][0]["covered_today"] else "ended"


def plan_page(client: Client, held: HeldCertification) -> str:
    page = client.get(reverse("plans:detail", args=[planned(client, held).pk])).content.decode()
    return badge(page.split('id="plan-certificates"')[1].split("</table>")[0])


def plan_pdf(client: Client, held: HeldCertification) -> str:
    content = client.get(reverse("plans:pdf", args=[planned(client, held).pk])).content
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())
    [state] = re.findall(r"NCA-AIIO[\d, ]* 28 Feb 2026 29 Feb 2028 (?:within the plan )?(ends soon|ended)", text)
    return WORDS[state]


OUTPUTS: dict[str, Callable[[Client, HeldCertification], str]] = {
    output.__name__: output
    for output in (
        register,
        filtered,
        certificate,
        person,
        people,
        dashboard,
        cover,
        csv_file,
        xlsx_file,
        reminders,
        mailed,
        calendar,
        plan_json,
        plan_seat,
        plan_page,
        plan_pdf,
    )
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_each_output_changes_the_day_after_the_last_one(name: str, held: HeldCertification) -> None:
    with clock(LAST_DAY) as client:
        assert OUTPUTS[name](client, held) == "ending"
    with clock(NEXT_DAY) as client:
        assert OUTPUTS[name](client, held) == "ended"


@pytest.mark.parametrize(
    ("site", "machine"),
    [
        ("Pacific/Auckland", "America/Los_Angeles"),
        ("America/Los_Angeles", "Pacific/Auckland"),
        (HOME_ZONE, "Pacific/Auckland"),
        (HOME_ZONE, "America/Los_Angeles"),
    ],
)
def test_midnight_of_the_sites_time_zone_decides_whatever_that_of_the_machine(
    site: str, machine: str, held: HeldCertification, settings: Any
) -> None:
    settings.TIME_ZONE = site
    quick = {name: output for name, output in OUTPUTS.items() if name != "plan_pdf"}  # seconds each, and made of what plan_page shows
    with clock(LAST_DAY, at=time(23, 59), site=site, machine=machine) as client:
        assert {name: output(client, held) for name, output in quick.items()} == dict.fromkeys(quick, "ending")
    with clock(NEXT_DAY, at=time(0, 1), site=site, machine=machine) as client:
        assert {name: output(client, held) for name, output in quick.items()} == dict.fromkeys(quick, "ended")
