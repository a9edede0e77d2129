"""One plan that shows everything a document has: growth over a boundary, training, openings, a certificate that ends, money."""

from datetime import date
from decimal import Decimal

from aiteam.planner import PlanRequest, PlanResult, plan
from aiteam.planner.request import Cluster, GrowthStep, HeldCertificate, Options, Person, Roi, RoiLine

PEOPLE = (
    Person(id="p1", name="Ilse Kramer", level=4, certifications=(HeldCertificate(code="NCP-AII", issued_on=date(2026, 5, 4)),)),
    Person(id="p2", name="Jörg Weiß", level=2, certifications=(HeldCertificate(code="NCA-AIIO", issued_on=date(2025, 3, 10)),)),
    Person(id="p3", name="Nadia <El Amrani> & Co", level=2, certifications=(HeldCertificate(code="NCA-AIIO", issued_on=date(2026, 2, 2)),)),
    Person(id="p4", name="Tom de Vries", level=1),
    Person(
        id="p5", name="Κωνσταντίνα Παπαδοπούλου", level=3, certifications=(HeldCertificate(code="NCP-AII", issued_on=date(2024, 9, 1)),)
    ),
    Person(id="p6", name="Ruth Ashgrove", level=3, yearly_pay=Decimal("148000.50")),
)


def make_request(**changes: object) -> PlanRequest:
    values: dict[str, object] = {
        "organisation": "Noordkaap Research",
        "as_of": date(2026, 11, 30),
        "cluster": Cluster(
            name="Frankfurt 1",
            site="Frankfurt am Main",
            growth=(GrowthStep(on=date(2027, 2, 1), gpus=100), GrowthStep(on=date(2027, 9, 1), gpus=400)),
        ),
        "starts_on": date(2027, 1, 1),
        "ends_on": date(2028, 6, 30),
        "people": PEOPLE,
        "options": Options(),
        "roi": Roi(
            investment=(
                RoiLine(label="Training of engineers", quantity=Decimal(5), amount=Decimal(15000)),
                RoiLine(label="Exams", amount=Decimal(70000)),
            ),
            yearly_return=(RoiLine(label="Less downtime", amount=Decimal(675000)),),
        ),
    }
    return PlanRequest.model_validate(values | changes)


def make_plan(**changes: object) -> tuple[PlanRequest, PlanResult]:
    request = make_request(**changes)
    return request, plan(request)
