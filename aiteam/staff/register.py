"""The register of all certificates, which may be long: states are computed on whole columns, and only a page of rows is fetched.

The rules are those of `periods.standings`, which judges one person's certificates at a time; a test holds the two together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt
from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Func, IntegerField, QuerySet

from aiteam.catalog.models import Certification
from aiteam.planner.certificates import extended
from aiteam.staff.models import HeldCertification, HeldCertificationQuerySet
from aiteam.staff.periods import State
from aiteam.staff.rules import Rules, rules_of
from aiteam.staff.states import CertificateRow

Column = npt.NDArray[Any]
STATES: tuple[State, ...] = ("valid", "ending", "grace", "ended", "unknown", "no_end", "upcoming", "revoked", "superseded")
CODE = {state: code for code, state in enumerate(STATES)}
NEVER = 10_000_000  # the ordinal of an end that does not come
EPOCH = date(1970, 1, 1).toordinal()
DAYS = {"issued": "issued_on", "printed": "printed_ends_on", "follows": "counts_from", "revoked": "revoked_on"}


class Line(NamedTuple):
    """One certificate before its row is fetched."""

    pk: int
    person_id: int
    certification_id: int
    starts_on: date
    ends_on: date | None
    state: State

    @property
    def counts(self) -> bool:
        return self.state not in {"superseded", "revoked"}


class Lines(Sequence[Line]):
    """Certificates by their end: what ended longest ago first, what never ends last."""

    def __init__(self, columns: Mapping[str, Column]) -> None:
        self.columns = columns

    def __len__(self) -> int:
        return len(self.columns["pk"])

    @overload
    def __getitem__(self, index: int) -> Line: ...
    @overload
    def __getitem__(self, index: slice) -> "Lines": ...
    def __getitem__(self, index: int | slice) -> "Line | Lines":
        if isinstance(index, slice):
            return self._of(index)
        return next(iter(self._of([index])))

    def __iter__(self) -> Iterator[Line]:
        names = ("pk", "person", "certification", "starts", "ends", "state")
        for pk, person, certification, starts, ends, state in zip(*(self.columns[name].tolist() for name in names), strict=True):
            ends_on = None if ends == NEVER else date.fromordinal(ends)
            yield Line(pk, person, certification, date.fromordinal(starts), ends_on, STATES[state])

    def _of(self, rows: Any) -> "Lines":
        return Lines({name: column[rows] for name, column in self.columns.items()})

    def of(self, certification: Certification | None) -> "Lines":
        return self if certification is None else self._of(self.columns["certification"] == certification.pk)

    def in_state(self, state: str) -> "Lines":
        """Those in a state; "" stands for all that count or will, "all" for every one."""
        if state == "all":
            return self
        codes = self.columns["state"]
        return self._of(codes == CODE[_state(state)]) if state else self._of(~np.isin(codes, [CODE["superseded"], CODE["revoked"]]))

    def in_states(self, states: Iterable[State]) -> "Lines":
        return self._of(np.isin(self.columns["state"], [CODE[state] for state in states]))

    def number(self, state: str) -> int:
        return int((self.columns["state"] == CODE[_state(state)]).sum())

    def people_in(self, states: Iterable[State] | None) -> set[int]:
        """The keys of the people who hold one in these states; None for any that counts."""
        lines = self.in_state("") if states is None else self.in_states(states)
        return set(lines.columns["person"].tolist())


def _state(name: str) -> State:
    return next(state for state in STATES if state == name)


def lines(held: HeldCertificationQuerySet, day: date) -> Lines:
    """Every certificate with its state on the day. `held` has to hold whole persons."""
    days = {name: Ordinal(column) for name, column in DAYS.items()}
    rows = _bare_rows(held.order_by().annotate(**days).values_list("pk", "person_id", "certification_id", *days))
    names = ("pk", "person", "certification", *days)
    given = dict(zip(names, np.array(rows, dtype=np.int64).reshape(-1, len(names)).T, strict=True))
    certifications = rules_of(set(given["certification"].tolist()))
    starts, ends, known = _lives(given, certifications)
    states = _states(given, starts, ends, known, certifications, day.toordinal())
    columns = {name: given[name] for name in ("pk", "person", "certification")} | {"starts": starts, "ends": ends, "state": states}
    return Lines(columns)._of(np.lexsort((given["pk"], ends)))


def _bare_rows(wanted: "QuerySet[Any, Any]") -> Sequence[tuple[int, ...]]:
    """As the database's driver gives them, which for a quarter of a million rows saves two thirds of the time."""
    try:
        query, parameters = wanted.query.sql_with_params()
    except EmptyResultSet:  # of those who may see nothing
        return []
    with connections[wanted.db].cursor() as cursor:
        cursor.execute(query, parameters)
        rows: Sequence[tuple[int, ...]] = cursor.fetchall()
        return rows


class Ordinal(Func):
    """A day as the number `date.toordinal` gives, 0 for none: making a quarter of a million dates one by one takes longer than all the rest."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="COALESCE(CAST(julianday(%(expressions)s) - 1721424.5 AS INTEGER), 0)", **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        return self.as_sql(compiler, connection, template="COALESCE(%(expressions)s - DATE '0001-01-01' + 1, 0)", **more)


def _lives(given: Mapping[str, Column], certifications: Mapping[int, Rules]) -> tuple[Column, Column, Column]:
    """First and last day of each, and whether the end is known; as `certificates.lifetime` and `extended` have it."""
    starts = np.maximum(given["issued"], np.where(given["follows"] > 0, given["follows"] + 1, 0))
    ends, known = np.full(len(starts), NEVER), np.zeros(len(starts), dtype=bool)
    for key, certification in certifications.items():
        own = given["certification"] == key
        ends[own], known[own] = _ends(certification, given["issued"][own], given["follows"][own])
    printed = given["printed"] > 0
    ends, known = np.where(printed, given["printed"], ends), known | printed
    _extend(given, starts, ends, known, certifications)
    return starts, ends, known


def _ends(certification: Rules, issued: Column, counts_from: Column) -> tuple[Column, Column]:
    """By the first rule that covers the day of issue."""
    ends, known = np.full(len(issued), NEVER), np.zeros(len(issued), dtype=bool)
    base = np.where(counts_from > 0, counts_from, issued)
    for rule in certification.validity:
        low = rule.earned_from.toordinal() if rule.earned_from else 0
        high = rule.earned_before.toordinal() if rule.earned_before else NEVER
        covered = ~known & (issued >= low) & (issued < high)
        if rule.months:
            ends[covered] = _months_later(base[covered], rule.months)
        known |= covered
    return ends, known


def _months_later(days: Column, months: int) -> Column:
    """The same day of the month so many months on, or the last day of a shorter month; days as ordinals."""
    dates = (days - EPOCH).astype("datetime64[D]")
    month = dates.astype("datetime64[M]")
    in_month = (dates - month.astype("datetime64[D]")).astype(np.int64)
    later = month + np.timedelta64(months, "M")
    first = later.astype("datetime64[D]")
    length = ((later + np.timedelta64(1, "M")).astype("datetime64[D]") - first).astype(np.int64)
    moved: Column = first.astype(np.int64) + np.minimum(in_month, length - 1) + EPOCH
    return moved


def _extend(given: Mapping[str, Column], starts: Column, ends: Column, known: Column, certifications: Mapping[int, Rules]) -> None:
    """Moves the ends of those that another exam of the same person renews."""
    for key, certification in certifications.items():
        exams = np.flatnonzero(np.isin(given["certification"], certification.renewed_by)) if certification.renewed_by else ()
        if not len(exams):
            continue
        passed: dict[int, list[date]] = {}
        for index in exams:
            passed.setdefault(int(given["person"][index]), []).append(date.fromordinal(int(given["issued"][index])))
        own = (given["certification"] == key) & (ends < NEVER) & np.isin(given["person"], list(passed))
        for index in np.flatnonzero(own):
            life = certification.lifetime(
                date.fromordinal(int(given["issued"][index])), _day(given["printed"][index]), _day(given["follows"][index])
            )
            renewed = extended(life, certification.validity, passed[int(given["person"][index])])
            ends[index] = renewed.ends_on.toordinal() if renewed.ends_on else NEVER


def _day(ordinal: int) -> date | None:
    return date.fromordinal(int(ordinal)) if ordinal else None


def _states(
    given: Mapping[str, Column], starts: Column, ends: Column, known: Column, certifications: Mapping[int, Rules], day: int
) -> Column:
    revoked = (given["revoked"] > 0) & (given["revoked"] <= day)
    valid = known & (starts <= day) & (ends >= day)
    ending, grace = (_by_certification(given["certification"], certifications, name) for name in ("ending_days", "grace_days"))
    states = np.select(
        [~known, ends == NEVER, day < ends - ending, day <= ends, day <= ends + grace],
        [CODE["unknown"], CODE["no_end"], CODE["valid"], CODE["ending"], CODE["grace"]],
        CODE["ended"],
    )
    states[_superseded(given, starts, valid, (starts <= day) & ~revoked)] = CODE["superseded"]
    states[day < starts] = CODE["upcoming"]
    states[revoked] = CODE["revoked"]
    return states


def _superseded(given: Mapping[str, Column], starts: Column, valid: Column, begun: Column) -> Column:
    """All that have begun but the one of each person and certification that counts: the newest valid one, else the newest."""
    order = np.lexsort((given["pk"], starts, valid, given["certification"], given["person"]))
    order = order[begun[order]]
    group = given["person"][order], given["certification"][order]
    is_last = np.ones(len(order), dtype=bool)
    is_last[:-1] = (group[0][1:] != group[0][:-1]) | (group[1][1:] != group[1][:-1])
    superseded = np.zeros(len(starts), dtype=bool)
    superseded[order[~is_last]] = True
    return superseded


def _by_certification(keys: Column, certifications: Mapping[int, Rules], name: str) -> Column:
    known = sorted(certifications)
    values = np.array([getattr(certifications[key], name) for key in known], dtype=np.int64)
    return values[np.searchsorted(known, keys)] if known else values


def fetch(page: Iterable[Line]) -> list[CertificateRow]:
    """The rows of one page, in its order."""
    wanted = list(page)
    held = HeldCertification.objects.select_related("person", "certification").in_bulk([line.pk for line in wanted])
    return [CertificateRow(held[line.pk], line.starts_on, line.ends_on, line.state) for line in wanted if line.pk in held]
