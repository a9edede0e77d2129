"""An invented organisation to try the product with. Its days lie around the day it is loaded, so that it never looks old."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from django.conf import settings

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role as AccountRole
from aiteam.catalog.models import Certification, Level, Role, Skill
from aiteam.catalog.services import planner_catalogue
from aiteam.clusters.models import Cluster, GrowthStep
from aiteam.notices.services import send_reminders
from aiteam.planner import plan, read_request
from aiteam.planner.months import add_months, last_day, month_of
from aiteam.plans.inputs import candidates, growth, planned_people
from aiteam.plans.services import store_plan
from aiteam.staff.models import Assignment, Employment, HeldCertification, LevelPeriod, PayPeriod, Person, PersonSkill, RolePeriod

DEFAULT_PASSWORD = "aiteam-demo"  # noqa: S105  # opens invented data only, and only in demo mode
ACCOUNTS: tuple[tuple[str, AccountRole], ...] = (
    ("admin", AccountRole.ADMINISTRATOR),
    ("hr", AccountRole.HR_LEAD),
    ("infra", AccountRole.INFRASTRUCTURE_LEAD),
    ("engineer", AccountRole.ENGINEER),
    ("auditor", AccountRole.AUDITOR),
)
ENGINEER_EMAIL = "lotte.vandijk@example.com"

# name, site, GPU model, network, steps as (months from now, GPUs)
CLUSTERS = (
    ("Frankfurt 1", "Frankfurt am Main", "NVIDIA H200", "InfiniBand NDR", ((-14, 256), (-5, 500), (9, 1200))),
    ("Rotterdam 1", "Rotterdam", "NVIDIA L40S", "Ethernet 200G", ((-20, 32), (-8, 64), (7, 96))),
    ("Dublin 2", "Dublin", "NVIDIA B200", "InfiniBand XDR", ((3, 128), (10, 384))),
)


@dataclass(frozen=True)
class Colleague:
    """`here`, `experience` and `raised` are months ago (negative: still to come), `leaves_in` months ahead (negative: ago).

    `held` are certifications with the months since their issue.
    """

    given: str
    family: str
    email: str
    role: str
    level: int
    cluster: str
    here: int
    experience: int
    skills: tuple[str, ...] = ()
    held: tuple[tuple[str, int], ...] = ()
    pay: int = 0
    raised: int = 0
    study: str = ""
    leaves_in: int | None = None
    is_contractor: bool = False
    may_be_trained: bool = True


F, R, D = "Frankfurt 1", "Rotterdam 1", "Dublin 2"
# A line a person, like the table it is.
# fmt: off
COLLEAGUES = (
    Colleague("Sanne", "de Groot", "sanne.degroot", "infrastructure-architect", 5, F, 60, 96, ("large-cluster-design", "technology-roadmaps"), (("NCP-AII", 10), ("CKA", 14)), 285_000),
    Colleague("Jürgen", "Weiß", "juergen.weiss", "infrastructure-lead", 4, F, 48, 70, ("large-cluster-design", "automation-frameworks"), (("NCP-AII", 5), ("NCP-AIO", 4), ("RHCE", 20)), 215_000, raised=12),
    Colleague("Aoife", "Brennan", "aoife.brennan", "senior-engineer", 4, F, 36, 52, ("complex-troubleshooting", "distributed-training"), (("NCP-AII", 24),), 188_000),
    Colleague("Thijs", "Mulder", "thijs.mulder", "senior-engineer", 3, F, 30, 24, ("multi-gpu", "workload-placement"), (("NCA-AIIO", 27), ("NCP-AII", 8)), 148_000, raised=6),
    Colleague("Katharina", "Özdemir", "katharina.oezdemir", "network-specialist", 4, F, 26, 60, ("infiniband-rdma", "infiniband-setup"), (("NCP-AIN", 23), ("CCSP", 30)), 205_000),
    Colleague("Matthias", "Brandt", "matthias.brandt", "network-specialist", 3, F, 18, 22, ("infiniband-rdma",), (("NCA-AIIO", 17),), 141_000, study="5"),
    Colleague("Maeve", "O’Connor", "maeve.oconnor", "storage-specialist", 3, F, 28, 30, ("parallel-storage",), (("NCP-AII", 26), ("RHCE", 35)), 152_000),
    Colleague("Daan", "van den Berg", "daan.vandenberg", "storage-specialist", 2, F, 12, 10, ("san-storage",), (("NCA-AIIO", 9),), 108_000, study="8"),
    Colleague("Łukasz", "Nowak", "lukasz.nowak", "performance-engineer", 4, F, 20, 44, ("nccl-tuning", "advanced-optimisation"), (("NCP-AII", 11), ("NCP-GENL", 3)), 222_000),
    Colleague("Lotte", "van Dijk", "lotte.vandijk", "operations-engineer", 2, F, 15, 11, ("cluster-operations", "monitoring"), (("NCA-AIIO", 23),), 104_000, study="6"),
    Colleague("Felix", "Schröder", "felix.schroeder", "operations-engineer", 2, F, 14, 12, ("gpu-drivers", "routine-maintenance"), (("NCA-AIIO", 13),), 101_000),
    Colleague("Niamh", "Walsh", "niamh.walsh", "operations-engineer", 2, F, 9, 9, ("monitoring",), (("NCA-AIIO", 6),), 98_000),
    Colleague("Bram", "Jansen", "bram.jansen", "operations-engineer", 1, F, 5, 5, ("linux-administration",), (("LINUX+", 30),), 82_000, study="8"),
    Colleague("Paul", "Keller", "paul.keller", "security-specialist", 4, F, 24, 40, ("infrastructure-security",), (("CISSP", 34), ("AWS-SAP", 12)), 198_000),
    Colleague("Ingrid", "Sørensen", "ingrid.soerensen", "infrastructure-lead", 4, R, 40, 58, ("small-cluster-design", "automation-frameworks"), (("NCP-AIO", 9), ("VCP-DCV", 40)), 201_000),
    Colleague("Pieter", "Bakker", "pieter.bakker", "operations-engineer", 3, R, 33, 26, ("cluster-operations", "performance-troubleshooting"), (("NCA-AIIO", 25), ("NCP-AIO", 2)), 136_000),
    Colleague("Emma", "Lindqvist", "emma.lindqvist", "operations-engineer", 2, R, 11, 9, ("single-node-deployment",), (("NCA-AIIO", 22),), 99_000),
    Colleague("Ruben", "Hendriks", "ruben.hendriks", "network-specialist", 2, R, 16, 8, ("classic-networking",), (("NCA-AIIO", 7),), 112_000, study="7"),
    Colleague("Anneke", "Visser", "anneke.visser", "operations-engineer", 1, R, 3, 3, ("networking-fundamentals",), (), 78_000, study="8"),
    Colleague("Ciarán", "Doyle", "ciaran.doyle", "infrastructure-lead", 4, D, 6, 50, ("large-cluster-design",), (("NCP-AII", 3), ("GCP-PCA", 24)), 208_000),
    Colleague("Hannah", "Fischer", "hannah.fischer", "senior-engineer", 3, D, 4, 20, ("multi-gpu", "mig"), (("NCP-AII", 1),), 150_000),
    Colleague("Tomasz", "Zieliński", "tomasz.zielinski", "operations-engineer", 2, D, -1, 8, ("cuda-environment",), (("NCA-AIIO", 4),), 97_000),
    Colleague("Rachel", "Murphy", "rachel.murphy", "operations-engineer", 3, D, 7, 18, ("cluster-operations",), (("NCP-AIO", 15), ("SIX-SIGMA", 50)), 320, is_contractor=True, may_be_trained=False),
    Colleague("Joost", "Kuipers", "joost.kuipers", "operations-engineer", 2, F, 22, 16, ("monitoring",), (("NCA-AIIO", 18),), 103_000, leaves_in=4),
    Colleague("Heike", "Lang", "heike.lang", "senior-engineer", 3, F, 45, 40, ("multi-gpu",), (("NCP-AII", 20),), 158_000, leaves_in=-2),
)
# fmt: on


def load_organisation(today: date) -> None:
    """Clusters and people. The catalogue has to be loaded."""
    clusters = {name: _cluster(name, site, gpu, network, steps, today) for name, site, gpu, network, steps in CLUSTERS}
    rows = _Catalogue()
    for number, colleague in enumerate(COLLEAGUES, start=1001):
        _person(colleague, f"AT-{number}", clusters[colleague.cluster], rows, today)


def make_first_plan(today: date) -> None:
    """Two years of the largest cluster, computed from the records like any other plan, by the HR lead if that account exists."""
    cluster = Cluster.objects.prefetch_related("steps").get(name=CLUSTERS[0][0])
    author = User.objects.filter(username="hr", is_demo=True).first()
    if author is None:
        return
    people = candidates(author, clusters=[cluster], everybody=False, on=today)
    request = read_request(
        {
            "title": cluster.name,
            "organisation": settings.ORGANISATION,
            "as_of": today,
            "currency": settings.CURRENCY,
            "cluster": {"name": cluster.name, "site": cluster.site, "growth": growth(cluster)},
            "starts_on": today,
            "ends_on": last_day(add_months(today, 23)),
            "people": planned_people(people, on=today, with_pay=False),
            "options": {"ending_days": settings.ENDING_DAYS, "depth": "standard", "contractors": True},
            "catalogue": planner_catalogue(),
        }
    )
    answers = {"cluster": str(cluster.pk), "depth": "standard", "contractors": "on"}
    store_plan(request=request, result=plan(request), author=author, cluster=cluster, answers=answers)


def send_first_reminder(today: date) -> None:
    """One mail as the daily run sends it, so that the outbox shows what a reminder looks like. A demo's mails never leave the site."""
    send_reminders(day=today, at_most=1)


class _Catalogue:
    """The catalogue's rows by the words used here."""

    def __init__(self) -> None:
        self.roles = {row.code: row for row in Role.objects.all()}
        self.levels = {row.number: row for row in Level.objects.all()}
        self.skills = {row.code: row for row in Skill.objects.all()}
        self.certifications = {row.code: row for row in Certification.objects.all()}


def _cluster(name: str, site: str, gpu_model: str, network: str, steps: Iterable[tuple[int, int]], today: date) -> Cluster:
    cluster = Cluster.objects.create(name=name, site=site, gpu_model=gpu_model, network=network)
    GrowthStep.objects.bulk_create(GrowthStep(cluster=cluster, on=add_months(month_of(today), months), gpus=gpus) for months, gpus in steps)
    return cluster


def _person(colleague: Colleague, number: str, cluster: Cluster, rows: _Catalogue, today: date) -> None:
    started_on = add_months(month_of(today), -colleague.here)
    person = Person.objects.create(
        personnel_number=number,
        given_name=colleague.given,
        family_name=colleague.family,
        email=f"{colleague.email}@example.com",
        experience_since=add_months(month_of(today), -colleague.experience),
        study_hours_per_week=Decimal(colleague.study) if colleague.study else None,
        may_be_trained=colleague.may_be_trained,
    )
    Employment.objects.create(
        person=person,
        kind=Employment.Kind.CONTRACTOR if colleague.is_contractor else Employment.Kind.EMPLOYEE,
        starts_on=started_on,
        ends_on=None if colleague.leaves_in is None else add_months(month_of(today), colleague.leaves_in) - timedelta(days=1),
    )
    RolePeriod.objects.create(person=person, role=rows.roles[colleague.role], starts_on=started_on)
    Assignment.objects.create(person=person, cluster=cluster, starts_on=started_on)
    PersonSkill.objects.bulk_create(PersonSkill(person=person, skill=rows.skills[code]) for code in colleague.skills)
    HeldCertification.objects.bulk_create(
        HeldCertification(
            person=person,
            certification=rows.certifications[code],
            issued_on=add_months(today, -months) + timedelta(days=int(number[-2:]) % 24 if months else -9),
            number=f"{code}-{number[-4:]}-{months:02}",
        )
        for code, months in colleague.held
    )
    _levels_and_pay(person, colleague, rows, started_on, today)


def _levels_and_pay(person: Person, colleague: Colleague, rows: _Catalogue, started_on: date, today: date) -> None:
    """The level at the start, and where it was raised since, the one before; pay goes with it."""
    risen_on = add_months(month_of(today), -colleague.raised)
    before = bool(colleague.raised)
    periods = [(colleague.level - before, started_on), *([(colleague.level, risen_on)] if before else [])]
    LevelPeriod.objects.bulk_create(LevelPeriod(person=person, level=rows.levels[level], starts_on=day) for level, day in periods)
    per = PayPeriod.Per.HOUR if colleague.is_contractor else PayPeriod.Per.YEAR
    amounts = [(Decimal(colleague.pay) * Decimal("0.85") if before else Decimal(colleague.pay), started_on)]
    amounts += [(Decimal(colleague.pay), risen_on)] if before else []
    PayPeriod.objects.bulk_create(
        PayPeriod(person=person, amount=amount, currency=settings.CURRENCY, per=per, starts_on=day) for amount, day in amounts
    )


def demo_password() -> str:
    return settings.DEMO_PASSWORD or DEFAULT_PASSWORD


def make_accounts() -> None:
    """One account a role, marked as demo, with the demo password; a real account of the same name stays as it is."""
    for username, role in ACCOUNTS:
        account, _is_new = User.objects.get_or_create(username=username, defaults={"role": role, "is_demo": True})
        if account.is_demo and not account.check_password(demo_password()):
            account.set_password(demo_password())
            account.save(update_fields=["password"])
    engineer = User.objects.filter(username="engineer", is_demo=True).first()
    Person.objects.filter(email=ENGINEER_EMAIL, user=None).update(user=engineer)


def remove_accounts() -> int:
    """Removes the demo accounts; says how many there were."""
    removed, _by_model = User.objects.filter(is_demo=True).delete()
    return removed
