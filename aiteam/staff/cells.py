"""The lines of the list of people as HTML. Made here and not in a template, which would take several times as long for fifty lines."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from aiteam.lib import tags
from aiteam.staff.columns import Column
from aiteam.staff.models import Employment, PayPeriod
from aiteam.staff.records import Held, Records

NOTHING = "–"


class Named(NamedTuple):
    """The columns of a person that a line needs; the names are those of the table."""

    pk: int
    given_name: str
    family_name: str
    personnel_number: str
    email: str
    job_title: str
    may_be_trained: bool
    experience_since: date | None
    study_hours_per_week: Decimal | None

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()


class Row(NamedTuple):
    """A line: the person, the certificates that count, and the cells of the columns chosen."""

    person: Named
    certificates: list[Held]
    cells: SafeString


def list_rows(people: Sequence[Named], columns: Sequence[Column], day: date, day_query: str) -> list[Row]:
    writer = _Writer(Records(day, [person.pk for person in people]), day_query)
    makers = [getattr(writer, f"_{column.code}") for column in columns]
    holds = any(column.code in {"certificates", "next_end"} for column in columns)
    return [
        Row(
            person,
            list(writer.records.certificates.get(person.pk, [])) if holds else [],
            SafeString("".join(make(person) for make in makers)),
        )
        for person in people
    ]


class _Writer:
    """A method for each column, named by its code."""

    def __init__(self, records: Records, day_query: str) -> None:
        self.records, self.day_query = records, day_query
        self.badges: dict[str, str] = {}
        self.days: dict[date, str] = {}
        self.address = reverse("staff:detail", args=[0])
        self.contractor = f' <span class="badge badge--info">{escape(_("contractor"))}</span>'
        self.kinds = {value: str(label) for value, label in Employment.Kind.choices}
        self.per = {value: str(label) for value, label in PayPeriod.Per.choices}
        self.answers = {True: _("yes"), False: _("no")}

    def _name(self, person: Named) -> str:
        address = self.address.replace("/0/", f"/{person.pk}/") + self.day_query
        employed = self.records.employments.get(person.pk)
        mark = self.contractor if employed and employed.kind == Employment.Kind.CONTRACTOR else ""
        return f'<th scope="row"><a href="{address}">{escape(person.name)}</a>{mark}</th>'

    def _number(self, person: Named) -> str:
        return _cell(person.personnel_number, "nowrap")

    def _email(self, person: Named) -> str:
        return _cell(person.email)

    def _title(self, person: Named) -> str:
        return _cell(person.job_title)

    def _role(self, person: Named) -> str:
        return _cell(self.records.roles.get(person.pk))

    def _level(self, person: Named) -> str:
        number = self.records.levels.get(person.pk)
        return f"<td>{self._kept(f'L{number}', lambda: tags.level(number)) if number else NOTHING}</td>"

    def _cluster(self, person: Named) -> str:
        return _cell(self.records.clusters.get(person.pk))

    def _since(self, person: Named) -> str:
        employed = self.records.employments.get(person.pk)
        return _cell(self._day(employed.starts_on) if employed else None, "nowrap")

    def _until(self, person: Named) -> str:
        employed = self.records.employments.get(person.pk)
        if employed and employed.left_undated:
            return _cell(_("left, day not known"))
        return _cell(self._day(employed.ends_on) if employed and employed.ends_on else None, "nowrap")

    def _kind(self, person: Named) -> str:
        employed = self.records.employments.get(person.pk)
        return _cell(self.kinds[employed.kind] if employed else None)

    def _trainable(self, person: Named) -> str:
        return _cell(self.answers[person.may_be_trained])

    def _experience(self, person: Named) -> str:
        return _cell(self._day(person.experience_since) if person.experience_since else None, "nowrap")

    def _study(self, person: Named) -> str:
        return _cell(tags.number(person.study_hours_per_week), "num")

    def _skills(self, person: Named) -> str:
        return _cell(", ".join(self.records.skills.get(person.pk, [])))

    def _certificates(self, person: Named) -> str:
        held = [
            f'<span class="nowrap">{escape(one.code)} {self._kept(one.state, lambda one=one: tags.state_badge({}, one.state))}</span>'  # type: ignore[misc, arg-type]
            for one in self.records.certificates.get(person.pk, [])
        ]
        return f"<td>{' '.join(held) or NOTHING}</td>"

    def _next_end(self, person: Named) -> str:
        end = self.records.next_end(person.pk)
        return _cell(self._day(end) if end else None, "nowrap")

    def _pay(self, person: Named) -> str:
        pay = self.records.pay.get(person.pk)
        if pay is None:
            return _cell(None, "num")
        share = f", {tags.number(pay.fte)} FTE" if pay.fte != 1 else ""
        return _cell(f"{tags.money(pay.amount, pay.currency)} {self.per[pay.per]}{share}", "num")

    def _day(self, day: date) -> str:
        if day not in self.days:
            self.days[day] = tags.day(day)
        return self.days[day]

    def _kept(self, name: str, make: Callable[[], str]) -> str:
        """A badge, made once a page."""
        if name not in self.badges:
            self.badges[name] = str(make())
        return self.badges[name]


def _cell(words: str | None, look: str = "") -> str:
    shape: Mapping[str, str] = {"": "<td>", "nowrap": '<td class="nowrap">', "num": '<td class="num">'}
    return f"{shape[look]}{escape(words or NOTHING)}</td>"
