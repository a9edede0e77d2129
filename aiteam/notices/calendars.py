"""Calendars behind private addresses: certificates, and what other apps add, as events of whole days."""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext
from icalendar import Calendar, Event

from aiteam.accounts.models import User
from aiteam.accounts.policy import may
from aiteam.clusters.models import Cluster
from aiteam.lib.addresses import public_address
from aiteam.lib.tags import STATES
from aiteam.notices.due import DEFAULT_LADDER, REMINDED, ladders
from aiteam.notices.models import CalendarAddress
from aiteam.notices.receivers import usable_accounts
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, Person, PersonQuerySet
from aiteam.staff.states import CertificateRow


@dataclass(frozen=True)
class Entry:
    """Days from `first` to `last`, both included. `uid` stays the same when the days move, so that a calendar moves its event."""

    uid: str
    stamp: datetime
    first: date
    last: date
    summary: str
    address: str
    description: str = ""


# What apps above this one add to a calendar on a day; they append theirs when they are ready. Words are in the active language.
SOURCES: list[Callable[[CalendarAddress, date], Iterable[Entry]]] = []


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def make_address(*, owner: User, person: Person | None = None, cluster: Cluster | None = None) -> tuple[CalendarAddress, str]:
    """The address with its secret, which is not kept and cannot be shown again. One made before for the same dies."""
    token = secrets.token_urlsafe(32)
    changed = {"token_hash": hashed(token), "made_at": timezone.now()}
    address, _made = CalendarAddress.objects.update_or_create(owner=owner, person=person, cluster=cluster, defaults=changed)
    return address, token


def find_address(token: str) -> CalendarAddress | None:
    """The living address of this secret. The look-up goes by a hash, so that its time tells nothing of a secret."""
    wanted = hashed(token)
    address = CalendarAddress.objects.select_related("owner", "person", "cluster").filter(token_hash=wanted).first()
    if address is None or not hmac.compare_digest(address.token_hash, wanted):
        return None
    is_usable = User.objects.filter(usable_accounts(), pk=address.owner_id).exists()
    return address if is_usable else None


def people_of(address: CalendarAddress, day: date) -> PersonQuerySet | None:
    """Whose certificates it shows; None when its owner may not see them any more, or the person has left."""
    people = Person.objects.visible_to(address.owner).not_left(on=day)
    if address.person_id:
        people = people.filter(pk=address.person_id)
        return people if people.exists() else None
    return people.in_cluster(address.cluster_id, on=day) if may(address.owner, "clusters.view") else None


def calendar(address: CalendarAddress, people: PersonQuerySet, day: date) -> bytes:
    """In the language of its owner. The same records give the same bytes, until a state changes."""
    with translation.override(address.owner.language or None):
        made = Calendar()
        made.add("prodid", "-//AITeam//Certificates//EN")
        made.add("version", "2.0")
        made.add("x-wr-calname", f"{settings.ORGANISATION}: {address}")
        entries = [*certificate_entries(people, day), *(entry for source in SOURCES for entry in source(address, day))]
        for entry in entries:
            made.add_component(_event(entry))
        return bytes(made.to_ical())


def certificate_entries(people: PersonQuerySet, day: date) -> list[Entry]:
    special = ladders()
    lines = register.lines(HeldCertification.objects.filter(person__in=people), day)
    rows = register.fetch(line for line in lines.in_states(REMINDED) if line.ends_on)
    return [entry for row in rows for entry in _entries(row, first_step=max(*special.get(row.held.certification_id, DEFAULT_LADDER), 0))]


def _entries(row: CertificateRow, *, first_step: int) -> list[Entry]:
    """The last valid day, and the days before it in which to renew: those the issuer sets, else from the first reminder on."""
    if row.ends_on is None:
        return []
    words = {"certification": row.held.certification.code, "name": row.held.person.name, "state": STATES[row.state]}
    found = [
        _entry(row.held, "end", row.ends_on, row.ends_on, gettext("%(certification)s of %(name)s: last valid day (%(state)s)") % words)
    ]
    opens = max(row.renewal_opens_on or row.ends_on - timedelta(days=first_step), row.starts_on)
    if opens < row.ends_on:
        found.append(_entry(row.held, "renewal", opens, row.ends_on, gettext("%(certification)s of %(name)s: time to renew") % words))
    return found


def _entry(held: HeldCertification, kind: str, first: date, last: date, summary: str) -> Entry:
    return Entry(
        uid=f"certificate-{held.pk}-{kind}@aiteam",
        stamp=held.recorded_at or datetime.combine(held.issued_on, time(), UTC),
        first=first,
        last=last,
        summary=summary,
        address=public_address("certifications:detail", held.pk),
    )


def _event(entry: Entry) -> Event:
    event = Event()
    event.add("uid", entry.uid)
    event.add("dtstamp", entry.stamp)
    event.add("dtstart", entry.first)
    event.add("dtend", entry.last + timedelta(days=1))  # the standard's end is the day after
    event.add("summary", entry.summary)
    event.add("transp", "TRANSPARENT")
    if entry.description:
        event.add("description", entry.description)
    if entry.address:
        event.add("url", entry.address)
    return event
