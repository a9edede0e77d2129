"""Calendars behind private addresses: all-day events of certificates, nothing else."""

import hashlib
import hmac
import secrets
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone, translation
from django.utils.translation import gettext
from icalendar import Calendar, Event

from aiteam.accounts.models import User
from aiteam.accounts.policy import may
from aiteam.clusters.models import Cluster
from aiteam.lib.tags import STATES
from aiteam.notices.due import DEFAULT_LADDER, REMINDED, ladders
from aiteam.notices.models import CalendarAddress
from aiteam.notices.receivers import usable_accounts
from aiteam.staff import register
from aiteam.staff.models import HeldCertification, Person, PersonQuerySet
from aiteam.staff.states import CertificateRow


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
        made.add("x-wr-calname", gettext("Certificates: %(name)s") % {"name": address})
        special = ladders()
        lines = register.lines(HeldCertification.objects.filter(person__in=people), day)
        for row in register.fetch([line for line in lines if line.state in REMINDED and line.ends_on]):
            steps = special.get(row.held.certification_id, DEFAULT_LADDER)
            for event in events(row, first_step=max(*steps, 0)):
                made.add_component(event)
        return bytes(made.to_ical())


def events(row: CertificateRow, *, first_step: int) -> list[Event]:
    """The last valid day, and the days before it in which to renew: those the issuer sets, else from the first reminder on."""
    if row.ends_on is None:
        return []
    words = {"certification": row.held.certification.code, "name": row.held.person.name, "state": STATES[row.state]}
    found = [
        _event(row.held, "end", row.ends_on, row.ends_on, gettext("%(certification)s of %(name)s: last valid day (%(state)s)") % words)
    ]
    opens = max(row.renewal_opens_on or row.ends_on - timedelta(days=first_step), row.starts_on)
    if opens < row.ends_on:
        found.append(_event(row.held, "renewal", opens, row.ends_on, gettext("%(certification)s of %(name)s: time to renew") % words))
    return found


def _event(held: HeldCertification, kind: str, first: date, last: date, summary: str) -> Event:
    """From `first` to `last`, both included; the standard's end is the day after."""
    event = Event()
    event.add("uid", f"certificate-{held.pk}-{kind}@aiteam")
    event.add("dtstamp", held.recorded_at or datetime.combine(held.issued_on, time(), UTC))
    event.add("dtstart", first)
    event.add("dtend", last + timedelta(days=1))
    event.add("summary", summary)
    event.add("transp", "TRANSPARENT")
    return event
