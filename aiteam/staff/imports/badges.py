"""Open Badges 2.0 and 3.0 as rows of a table. Signatures are not checked and nothing is fetched: a badge is a claim."""

import base64
import binascii
import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from aiteam.staff.imports.errors import UnreadableFile
from aiteam.staff.imports.headers import Table
from aiteam.staff.imports.reading import MAX_ROWS, Row, decode

COLUMNS = ("email", "full_name", "certification", "issued_on", "printed_ends_on", "verification_url")


def is_badge_file(content: bytes) -> bool:
    start = content.lstrip(b"\xef\xbb\xbf\xff\xfe\x00 \r\n\t")[:1]
    return start in {b"{", b"["} or _is_token(content.strip())


def _is_token(content: bytes) -> bool:
    """A credential signed as a JSON web token: three parts, the first two of them JSON."""
    return content.startswith(b"eyJ") and content.count(b".") == 2 and not content.strip().count(b"\n")


def read_badges(content: bytes) -> Table:
    """One row for each badge, `line` being its place in the file. Raises UnreadableFile."""
    badges = list(_badges(_parse(content)))
    if not badges:
        raise UnreadableFile(_("The file holds no Open Badge."))
    if len(badges) > MAX_ROWS:
        raise UnreadableFile(_("The file has more than 50,000 rows. Split it and import the parts one after the other."))
    rows = tuple(Row(number, _cells(badge)) for number, badge in enumerate(badges, start=1))
    notes = (_("Signatures are not checked: no badge is shown as verified. Lines count the badges of the file."),)
    return Table(COLUMNS, 0, {name: index for index, name in enumerate(COLUMNS)}, rows, notes)


def _parse(content: bytes) -> Any:
    try:
        if _is_token(content.strip()):
            return _claims(content.strip().decode("ascii"))
        return json.loads(decode(content))
    except (ValueError, RecursionError, binascii.Error) as error:
        raise UnreadableFile(_("The file is not readable JSON.")) from error


def _claims(token: str) -> Any:
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


def _badges(found: Any) -> Iterator[dict[str, Any]]:
    """Badges alone, in a list, or inside the envelopes they travel in."""
    if isinstance(found, str) and _is_token(found.encode()):
        try:
            yield from _badges(_claims(found))
        except ValueError:
            return
    elif isinstance(found, list):
        for entry in found:
            yield from _badges(entry)
    elif isinstance(found, dict):
        inner = next(
            (
                found[key]
                for key in ("vc", "verifiableCredential", "credential", "credentials", "assertions", "badges", "@graph")
                if found.get(key)
            ),
            None,
        )
        if inner is not None:
            yield from _badges(inner)
        elif "credentialSubject" in found or "recipient" in found:
            yield found


def _cells(badge: dict[str, Any]) -> tuple[str, ...]:
    return _third(badge) if "credentialSubject" in badge else _second(badge)


def _third(badge: dict[str, Any]) -> tuple[str, ...]:
    """Open Badges 3.0; drafts of it said issuanceDate and expirationDate."""
    subject = _first(badge.get("credentialSubject"))
    achievement = _first(subject.get("achievement"))
    return (
        _recipient(subject),
        _words(subject.get("name")),
        _words(achievement.get("name")) or _words(badge.get("name")),
        _words(badge.get("validFrom") or badge.get("issuanceDate") or badge.get("awardedDate")),
        _words(badge.get("validUntil") or badge.get("expirationDate")),
        _address(badge.get("id")),
    )


def _recipient(subject: dict[str, Any]) -> str:
    identifiers = subject.get("identifier")
    for identifier in identifiers if isinstance(identifiers, list) else [identifiers]:
        if not isinstance(identifier, dict) or identifier.get("identityType", "emailAddress") not in {"emailAddress", "email"}:
            continue
        identity = _words(identifier.get("identityHash"))
        return _hashed(identity, identifier.get("salt")) if identifier.get("hashed") is True else identity
    return _words(subject.get("id")).removeprefix("mailto:")


def _second(badge: dict[str, Any]) -> tuple[str, ...]:
    """Open Badges 2.0. A badge class that is only an address cannot be named without fetching it."""
    recipient, badge_class = _first(badge.get("recipient")), badge.get("badge")
    identity = _words(recipient.get("identity"))
    name = _words(badge_class.get("name")) if isinstance(badge_class, dict) else _words(badge_class)
    return (
        _hashed(identity, recipient.get("salt")) if recipient.get("hashed") is True else identity,
        "",
        name,
        _words(badge.get("issuedOn")),
        _words(badge.get("expires")),
        _address(badge.get("id")),
    )


def _hashed(identity: str, salt: Any) -> str:
    method, dollar, digest = identity.partition("$")
    return f"{method}${digest}${_words(salt)}" if dollar else f"sha256${identity}${_words(salt)}"


def _first(value: Any) -> dict[str, Any]:
    """An object, the first of a list of them, or an empty one."""
    found = value[0] if isinstance(value, list) and value else value
    return found if isinstance(found, dict) else {}


def _words(value: Any) -> str:
    """A text; of one in several languages the first."""
    if isinstance(value, dict):
        value = next(iter(value.values()), "")
    return value.strip() if isinstance(value, str) else ""


def _address(value: Any) -> str:
    words = _words(value)
    return words if words.startswith(("http://", "https://")) else ""
