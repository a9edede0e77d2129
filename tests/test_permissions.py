"""Who gets what from every page of the site. A new page needs a row here, or the first test fails."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.jobs.models import Job
from aiteam.staff.import_models import Import
from aiteam.staff.models import PayPeriod
from aiteam.staff.proposals import Proposal
from tests.builders import make_cluster, make_evidence, make_held, make_person, make_plan, make_user

pytestmark = pytest.mark.django_db

ROLES = (Role.ADMINISTRATOR, Role.HR_LEAD, Role.INFRASTRUCTURE_LEAD, Role.ENGINEER, Role.AUDITOR)
# Answers to GET by role, in the order of ROLES; arguments are words that `target` knows.
Row = tuple[tuple[int, int, int, int, int], dict[str, str]]
ALL = (200, 200, 200, 200, 200)
POST_ONLY = (405, 405, 405, 405, 405)
READERS = (200, 200, 200, 403, 200)
CHANGERS = (200, 200, 200, 403, 403)
CHANGERS_POST = (405, 405, 405, 403, 403)
ADMINISTRATORS = (200, 403, 403, 403, 403)
PAY = (403, 200, 403, 403, 403)
OWNERS = (403, 403, 403, 200, 403)
IMPORT_IS_DONE = (302, 302, 302, 403, 403)

PAGES: dict[str, Row] = {
    "home:dashboard": ((200, 200, 200, 302, 200), {}),
    "home:health": (ALL, {}),
    "accounts:profile": (ALL, {}),
    "accounts:login": ((302, 302, 302, 302, 302), {}),
    "accounts:logout": (POST_ONLY, {}),
    "accounts:password": (ALL, {}),
    "accounts:language": (POST_ONLY, {}),
    "accounts:theme": (POST_ONLY, {}),
    "accounts:users": (ADMINISTRATORS, {}),
    "accounts:user_create": (ADMINISTRATORS, {}),
    "accounts:user_edit": (ADMINISTRATORS, {"pk": "account"}),
    "accounts:user_password": (ADMINISTRATORS, {"pk": "account"}),
    "staff:list": (READERS, {}),
    "staff:bulk": (CHANGERS_POST, {}),
    "staff:count": (READERS, {}),
    "staff:view_save": ((405, 405, 405, 403, 405), {}),
    "staff:view_remove": ((405, 405, 405, 403, 405), {"pk": "person"}),
    "staff:create": (CHANGERS, {}),
    "staff:detail": ((200, 200, 200, 404, 200), {"pk": "person"}),
    "staff:edit": ((200, 200, 200, 404, 403), {"pk": "person"}),
    "staff:remove": (CHANGERS, {"pk": "person"}),
    "staff:leave": (CHANGERS, {"pk": "person"}),
    "staff:employment": (CHANGERS, {"pk": "person"}),
    "staff:employment_edit": (CHANGERS, {"pk": "person", "row": "employment"}),
    "staff:employment_remove": (CHANGERS_POST, {"pk": "person", "row": "employment"}),
    "staff:level": (CHANGERS, {"pk": "person"}),
    "staff:level_edit": (CHANGERS, {"pk": "person", "row": "level"}),
    "staff:level_remove": (CHANGERS_POST, {"pk": "person", "row": "level"}),
    "staff:role": (CHANGERS, {"pk": "person"}),
    "staff:role_edit": (CHANGERS, {"pk": "person", "row": "role"}),
    "staff:role_remove": (CHANGERS_POST, {"pk": "person", "row": "role"}),
    "staff:assignment": (CHANGERS, {"pk": "person"}),
    "staff:assignment_edit": (CHANGERS, {"pk": "person", "row": "assignment"}),
    "staff:assignment_remove": (CHANGERS_POST, {"pk": "person", "row": "assignment"}),
    "staff:skill": (CHANGERS, {"pk": "person"}),
    "staff:skill_edit": (CHANGERS, {"pk": "person", "row": "skill"}),
    "staff:skill_remove": (CHANGERS_POST, {"pk": "person", "row": "skill"}),
    "staff:pay": (PAY, {"pk": "person"}),
    "staff:pay_edit": (PAY, {"pk": "person", "row": "pay"}),
    "staff:pay_remove": ((403, 405, 403, 403, 403), {"pk": "person", "row": "pay"}),
    "staff:import": (CHANGERS, {}),
    "staff:import_template": (CHANGERS, {"kind": "clusters"}),
    "staff:import_columns": (IMPORT_IS_DONE, {"pk": "import"}),
    "staff:import_check": (IMPORT_IS_DONE, {"pk": "import"}),
    "staff:import_wrong": (IMPORT_IS_DONE, {"pk": "import"}),
    "staff:import_done": (CHANGERS, {"pk": "import"}),
    "staff:import_undo": (CHANGERS_POST, {"pk": "import"}),
    "staff:export_csv": (READERS, {}),
    "staff:export_xlsx": (READERS, {}),
    "certifications:list": (ALL, {}),
    "certifications:create": (CHANGERS, {}),
    "certifications:detail": ((200, 200, 200, 404, 200), {"pk": "held"}),
    "certifications:revoke": (CHANGERS, {"pk": "held"}),
    "certifications:proposals": ((200, 200, 200, 200, 403), {}),
    "certifications:propose_certificate": (OWNERS, {}),
    "certifications:propose_skill": (OWNERS, {}),
    "certifications:propose_correction": (OWNERS, {}),
    "certifications:proposal": (CHANGERS, {"pk": "proposal"}),
    "certifications:proposal_file": ((404, 404, 404, 404, 403), {"pk": "proposal"}),
    "certifications:evidence_upload": ((405, 405, 405, 405, 403), {"pk": "held"}),
    "certifications:evidence": ((200, 200, 200, 404, 200), {"pk": "evidence"}),
    "certifications:evidence_review": (CHANGERS_POST, {"pk": "evidence"}),
    "certifications:evidence_remove": ((405, 405, 405, 405, 403), {"pk": "evidence"}),
    "certifications:credit": (CHANGERS_POST, {"pk": "held"}),
    "certifications:credit_remove": (CHANGERS_POST, {"pk": "held", "row": "level"}),
    "certifications:edit": (CHANGERS, {"pk": "held"}),
    "certifications:renew": (CHANGERS, {"pk": "held"}),
    "certifications:remove": (CHANGERS, {"pk": "held"}),
    "certifications:import": (CHANGERS, {}),
    "certifications:export_csv": (ALL, {}),
    "certifications:export_xlsx": (ALL, {}),
    "notices:list": (ALL, {}),
    "notices:snooze": ((200, 200, 200, 404, 200), {"pk": "held"}),
    "notices:preferences": (ALL, {}),
    "notices:ladders": (CHANGERS, {}),
    "notices:ladder": (CHANGERS, {"code": "NCP-AII"}),
    "notices:outbox": ((200, 200, 403, 403, 403), {}),
    "notices:mail": ((200, 200, 403, 403, 403), {"pk": "mail"}),
    "notices:calendars": (ALL, {}),
    "notices:calendar_revoke": (POST_ONLY, {"pk": "held"}),
    "calendar:feed": (ALL, {"token": "calendar"}),
    "clusters:list": (READERS, {}),
    "clusters:create": (CHANGERS, {}),
    "clusters:detail": (READERS, {"pk": "cluster"}),
    "clusters:remove": (CHANGERS, {"pk": "cluster"}),
    "clusters:edit": (CHANGERS, {"pk": "cluster"}),
    "cluster_files:import": (CHANGERS, {}),
    "cluster_files:export_csv": (READERS, {}),
    "cluster_files:export_xlsx": (READERS, {}),
    "plans:list": (READERS, {}),
    "plans:create": (CHANGERS, {}),
    "plans:detail": (READERS, {"pk": "plan"}),
    "plans:delete": (CHANGERS_POST, {"pk": "plan"}),
    "plans:pdf": (READERS, {"pk": "plan"}),
    "plans:json": (READERS, {"pk": "plan"}),
    "plans:decide": (CHANGERS_POST, {"pk": "plan"}),
    "plans:what_if": (CHANGERS_POST, {"pk": "plan"}),
    "plans:compare": (CHANGERS_POST, {"pk": "plan"}),
    "plans:comparison": (READERS, {"pk": "plan"}),
    "jobs:detail": ((404, 404, 404, 404, 404), {"pk": "job"}),
    "jobs:cancel": (POST_ONLY, {"pk": "job"}),
    "catalog:index": (ALL, {}),
    "catalog:certification": (ALL, {"code": "NCP-AII"}),
    "catalog:level": (ALL, {"code": "L3"}),
    "catalog:role": (ALL, {"code": "network-specialist"}),
    "catalog:size": (ALL, {"code": "medium"}),
    "catalog:case": (ALL, {"code": "a case"}),
    "catalog:source": (ALL, {"code": "roadmap"}),
}
PUBLIC = {"home:health", "accounts:login", "calendar:feed"}
PUBLIC_POST_ONLY = {"accounts:language", "accounts:theme"}


def page_names(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from page_names(entry, f"{prefix}{entry.namespace}:" if entry.namespace else prefix)
        elif isinstance(entry, URLPattern):
            yield f"{prefix}{entry.name}"


def test_every_page_has_a_row() -> None:
    assert set(page_names()) == set(PAGES)


@pytest.fixture
def target() -> dict[str, Any]:
    from aiteam.catalog.models import CaseStudy, Skill
    from aiteam.catalog.models import Role as JobRole
    from aiteam.notices.calendars import make_address
    from aiteam.notices.models import StoredMail

    person = make_person(level=2, role=JobRole.objects.first(), cluster=make_cluster())
    held = make_held(person)
    return {
        "person": person.pk,
        "employment": person.employments.get().pk,
        "level": person.levels.get().pk,
        "role": person.roles.get().pk,
        "assignment": person.assignments.get().pk,
        "skill": person.skills.create(skill=Skill.objects.all()[0]).pk,
        "pay": PayPeriod.objects.create(person=person, amount=1, currency="EUR", starts_on=date(2020, 1, 1)).pk,
        "held": held.pk,
        "evidence": make_evidence(held).pk,
        "proposal": Proposal.objects.create(person=person, kind="correction", text="x").pk,
        "cluster": make_cluster().pk,
        "account": make_user().pk,
        "plan": make_plan().pk,
        "job": Job.objects.create(kind="of somebody else", owner=make_user()).pk,
        "mail": StoredMail.objects.create(is_reminder=True).pk,
        "calendar": make_address(owner=make_user(Role.HR_LEAD), person=person)[1],
        "import": Import.objects.create(kind=Import.Kind.PEOPLE, file_name="people.csv", state=Import.State.DONE).pk,
        "a case": CaseStudy.objects.values_list("code", flat=True).first(),
    }


def address(name: str, arguments: dict[str, str], target: dict[str, Any]) -> str:
    return reverse(name, kwargs={key: target.get(word, word) for key, word in arguments.items()})


@pytest.mark.parametrize("name", PAGES)
def test_each_role_gets_what_the_table_says(name: str, target: dict[str, Any], client: Client) -> None:
    expected, arguments = PAGES[name]
    engineer = make_user(Role.ENGINEER)
    make_person(user=engineer)
    users = [engineer if role == Role.ENGINEER else make_user(role) for role in ROLES]
    assert tuple(answer(client, user, address(name, arguments, target)) for user in users) == expected


def answer(client: Client, user: User, url: str) -> int:
    client.force_login(user)
    return client.get(url).status_code


@pytest.mark.parametrize("name", PAGES)
def test_nobody_gets_past_the_sign_in(name: str, target: dict[str, Any], client: Client) -> None:
    response = client.get(address(name, PAGES[name][1], target))
    if name in PUBLIC:
        assert response.status_code == 200
    elif name in PUBLIC_POST_ONLY:
        assert response.status_code == 405
    else:
        assert response.status_code == 302
        assert response.url.startswith("/account/sign-in/")


@pytest.mark.parametrize("name", [name for name, (_expected, arguments) in PAGES.items() if arguments and not name.startswith("catalog:")])
def test_what_does_not_exist_is_not_found(name: str, client: Client) -> None:
    client.force_login(make_user(Role.HR_LEAD))
    url = reverse(name, kwargs=dict.fromkeys(PAGES[name][1], 10**30))
    assert client.post(url).status_code in {403, 404, 405}
    assert client.get(url).status_code in {403, 404, 405}
