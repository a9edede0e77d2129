"""How fast the records are: pages, files and an import at growing sizes, against a bare view in the same run.

The parent makes a database, lets a child process fill and measure it, and prints one table for each.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SIZES = "100,10000,100000"
FILE_ROWS = 10_000
CONNECTIONS, SECONDS = 8, 5


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench records", description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default=SIZES, help="people, with commas between")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--requests", type=int, default=15, help="for each page")
    parser.add_argument("--skip-files", action="store_true", help="neither files nor the import nor requests a second")
    options = parser.parse_args()
    for database in ("sqlite", "postgresql") if options.database == "both" else (options.database,):
        with tempfile.TemporaryDirectory() as folder:
            report(database, measured(database, folder, options))
    return 0


def measured(database: str, folder: str, options: argparse.Namespace) -> dict[str, Any]:
    """What a child process found with a database of its own."""
    server = os.environ.get("BENCH_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432")
    name = f"aiteam_bench_{os.getpid()}"
    url = f"sqlite:///{folder}/bench.sqlite3" if database == "sqlite" else f"{server}/{name}"
    if database == "postgresql":
        on_server(server, f'CREATE DATABASE "{name}"')
    environment = os.environ | {
        "DATABASE_URL": url,
        "AITEAM_DATA_DIR": folder,
        "DJANGO_SETTINGS_MODULE": "aiteam.settings",
        "BENCH_CHILD": json.dumps(vars(options)),
    }
    environment["PYTHONPATH"] = f"{ROOT}:{HERE}"
    try:
        done = subprocess.run([sys.executable, __file__], env=environment, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    finally:
        if database == "postgresql":
            on_server(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def on_server(server: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[arg-type]  # the name is made above


def report(database: str, found: dict[str, Any]) -> None:
    """One line a page: queries, times at each size, the ratio to the bare view, and how the time grows with the people."""
    sizes = list(found["pages"])
    first, *larger = sizes
    bare = found["pages"][first]["bare"]["median"]
    heads = [
        "page",
        "queries",
        *(f"{int(size):,} people: median, p95 (ms)" for size in sizes),
        "to bare",
        *(f"{int(size):,} to {int(first):,}" for size in larger),
    ]
    print(f"\n{database}\n")
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    for page in found["pages"][first]:
        rows = [found["pages"][size][page] for size in sizes]
        queries = "/".join(dict.fromkeys(str(row["queries"]) for row in rows))
        times = [f"{row['median']:.1f}, {row['p95']:.1f}" for row in rows]
        growth = [f"{row['median'] / rows[0]['median']:.2f}" for row in rows[1:]]
        ratio = f"{rows[0]['median'] / bare:.2f}"
        print(f"| {' | '.join([page, queries, *times, ratio, *growth])} |")
    for line in found.get("files", []):
        print(line)


# --- in the child process


def child(options: dict[str, Any]) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    from aiteam.accounts.models import User
    from aiteam.catalog.services import load_shipped

    settings.ROOT_URLCONF = "bench_urls"
    settings.ALLOWED_HOSTS = ["testserver", "127.0.0.1"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    load_shipped()
    user = User.objects.create(username="bench", role="hr_lead")
    client = Client()
    client.force_login(user)
    found: dict[str, Any] = {"pages": {}}
    crowd = Crowd()
    for size in [int(size) for size in options["sizes"].split(",")]:
        crowd.grow_to(size)
        found["pages"][str(size)] = {name: page(client, address, options["requests"]) for name, address in addresses().items()}
        if size == FILE_ROWS and not options["skip_files"]:
            found["files"] = list(files(client))
    if not options["skip_files"]:
        found.setdefault("files", []).extend([*imported(), *throughput(client)])
    json.dump(found, sys.stdout)


def addresses() -> dict[str, str]:
    from aiteam.staff.models import Person

    person = Person.objects.order_by("pk").first()
    assert person is not None  # noqa: S101 # the crowd is there
    return {
        "bare": "/bench/bare/",
        "list": "/people/?status=",
        "search": "/people/?q=heijden",
        "list by level": "/people/?sort=-level",
        "one cluster": "/people/?cluster=1",
        "certificates": "/certifications/",
        "ending certificates": "/certifications/?state=ending",
        "person": f"/people/{person.pk}/",
        "history of a person": f"/people/{person.pk}/?tab=history",
        "dashboard": "/",
    }


def page(client: Any, address: str, requests: int) -> dict[str, float]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    asked = len(queries)
    if response.status_code != 200:
        raise SystemExit(f"{address} answers {response.status_code}")
    times = []
    for _ in range(requests):
        began = time.perf_counter()
        client.get(address)
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return {"median": statistics.median(times), "p95": times[min(len(times) - 1, int(len(times) * 0.95))], "queries": asked}


def files(client: Any) -> Iterator[str]:
    yield f"\nFiles of {FILE_ROWS:,} people, seconds:"
    for name, address in (
        ("CSV, as the list shows", "/people/export.csv?status=all"),
        ("XLSX, as the list shows", "/people/export.xlsx?status=all"),
        ("XLSX, every column", "/people/export.xlsx?status=all&columns=all"),
        ("certificates as XLSX", "/certifications/export.xlsx"),
    ):
        times = [seconds(lambda address=address: b"".join(client.get(address))) for _ in range(3)]
        yield f"- {name}: {min(times):.2f}"


def seconds(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def imported() -> Iterator[str]:
    """An import in a process of its own, for the sake of its peak of memory."""
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
        file.write("Personnel number,Given name,Family name,Email,Hire date,Level,Annual salary (EUR)\n")
        for number in range(FILE_ROWS):
            file.write(
                f"IMP-{number},Kim{number},Import{number},kim{number}@import.example.com,2024-02-{number % 28 + 1:02},L{number % 5 + 1},{50000 + number}.00\n"
            )
        file.flush()
        for name in ("new", "the same again"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            took = seconds(
                lambda: subprocess.run(
                    [sys.executable, "manage.py", "import_people", file.name, "--json"], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
                )
            )
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before.ru_utime
            yield f"- import of {FILE_ROWS:,} rows, {name}: {took:.1f} s ({cpu:.1f} s CPU), {peak:.0f} MB"


def throughput(client: Any) -> Iterator[str]:
    """Requests a second of the server as scripts/run starts it, at eight connections."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = os.environ | {"HOST": "127.0.0.1", "PORT": str(port), "PYTHONPATH": f"{ROOT}:{HERE}"}
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "--config",
        "scripts/gunicorn.conf.py",
        "--log-level",
        "error",
        "--access-logfile",
        "/dev/null",
        "bench_wsgi:application",
    ]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    try:
        wait_for(port)
        yield ""
        for name, path in (("bare view", "/bench/bare/"), ("list", "/people/?status="), ("person", addresses()["person"])):
            yield f"- {name}: {requests_a_second(port, path, cookie):.0f} requests a second at {CONNECTIONS} connections"
    finally:
        server.terminate()
        server.wait()


def wait_for(port: int) -> None:
    import http.client

    for _ in range(200):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/healthz")
            connection.getresponse().read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def requests_a_second(port: int, path: str, cookie: str) -> float:
    import http.client

    counts = [0] * CONNECTIONS
    until = time.monotonic() + SECONDS

    def ask(place: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        while time.monotonic() < until:
            connection.request("GET", path, headers={"Cookie": cookie})
            response = connection.getresponse()
            response.read()
            if response.status != 200:
                raise SystemExit(f"{path} answers {response.status}")
            counts[place] += 1

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / SECONDS


class Crowd:
    """People with all that is recorded of one, made in bulk; always the same ones."""

    GIVEN = ("Zoë", "Jürgen", "Anneke", "Liam", "Fenna", "Łukasz", "Aoife", "Sem", "Ingrid", "Max")
    FAMILY = ("van der Heijden", "Müller", "O'Connor", "de Vries", "Weiß", "Jansen", "Sørensen", "Özdemir", "Bakker", "Smith")

    def __init__(self) -> None:
        import random

        from aiteam.catalog.models import Certification, Level, Role, Skill
        from aiteam.clusters.models import Cluster, GrowthStep

        self.dice = random.Random(1)  # noqa: S311 # invented people, not secrets
        self.count = 0
        self.levels, self.roles = list(Level.objects.all()), list(Role.objects.all())
        self.skills = list(Skill.objects.all()[:20])
        self.certifications = list(Certification.objects.filter(code__in=["NCA-AIIO", "NCP-AII", "NCP-AIO", "NCP-AIN", "CKA", "RHCE"]))
        self.clusters = [Cluster.objects.create(name=f"Cluster {number}") for number in range(10)]
        GrowthStep.objects.bulk_create(GrowthStep(cluster=cluster, on="2024-01-01", gpus=64) for cluster in self.clusters)

    def grow_to(self, size: int) -> None:
        while self.count < size:
            self._add(min(5000, size - self.count))

    def _add(self, count: int) -> None:
        from datetime import date

        from django.db import connection, transaction

        from aiteam.staff.models import Assignment, Employment, HeldCertification, LevelPeriod, PayPeriod, Person, PersonSkill, RolePeriod

        dice, people = self.dice, []
        for number in range(self.count, self.count + count):
            person = Person(
                personnel_number=f"B-{number}", given_name=dice.choice(self.GIVEN), family_name=f"{dice.choice(self.FAMILY)} {number % 997}",
                email=f"b{number}@bench.example.com", experience_since=date(2022, 1, 1),
            )  # fmt: skip
            person.refresh_keys()
            people.append(person)
        start = date(2022, 3, 1)
        with transaction.atomic():
            Person.objects.bulk_create(people, 500)
            Employment.objects.bulk_create(
                (Employment(person=one, starts_on=start, ends_on=date(2025, 6, 30) if dice.random() < 0.1 else None) for one in people), 500
            )
            LevelPeriod.objects.bulk_create(
                (
                    LevelPeriod(person=one, level=dice.choice(self.levels), starts_on=day)
                    for one in people
                    for day in (start, date(2024, 5, 1))
                ),
                500,
            )
            RolePeriod.objects.bulk_create((RolePeriod(person=one, role=dice.choice(self.roles), starts_on=start) for one in people), 500)
            # A cluster is run by a few dozen, however large the company.
            assigned = people if not self.count else []
            Assignment.objects.bulk_create(
                (Assignment(person=one, cluster=dice.choice(self.clusters), starts_on=start) for one in assigned[:100]), 500
            )
            PayPeriod.objects.bulk_create((PayPeriod(person=one, amount=60000, currency="EUR", starts_on=start) for one in people), 500)
            PersonSkill.objects.bulk_create((PersonSkill(person=one, skill=dice.choice(self.skills)) for one in people), 500)
            HeldCertification.objects.bulk_create(
                (
                    HeldCertification(person=one, certification=certification, issued_on=date(2023 + dice.randrange(4), dice.randint(1, 11), dice.randint(1, 28)))
                    for one in people
                    for certification in dice.sample(self.certifications, dice.randint(2, 3))
                ),
                500,
            )  # fmt: skip
        self.count += count
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


if __name__ == "__main__":
    if "BENCH_CHILD" in os.environ:
        child(json.loads(os.environ["BENCH_CHILD"]))
    else:
        sys.exit(main())
