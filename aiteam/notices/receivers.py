"""Who is reminded of a certificate: its holder, then the infrastructure leads, then the HR leads."""

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q

from aiteam.accounts.models import User
from aiteam.accounts.policy import Role
from aiteam.notices.models import Preference
from aiteam.staff.models import Person


@dataclass(frozen=True)
class Receiver:
    """Either the holder `person` (with or without an account) or, without a person, somebody who looks after others."""

    address: str
    account: User | None
    person: Person | None
    wants_digest: bool

    @property
    def is_holder(self) -> bool:
        return self.person is not None

    @property
    def language(self) -> str:
        return (self.account.language if self.account else "") or settings.LANGUAGE_CODE


def usable_accounts() -> Q:
    """Accounts that can sign in: a demo account is nobody outside the demo mode."""
    return Q(is_active=True) if settings.DEMO else Q(is_active=True, is_demo=False)


class Directory:
    """The receivers of one run, looked up once."""

    def __init__(self) -> None:
        self.preferences = {row.account_id: row for row in Preference.objects.all()}
        wanted = User.objects.filter(usable_accounts(), role__in=[Role.INFRASTRUCTURE_LEAD, Role.HR_LEAD]).exclude(email="")
        keepers = sorted(wanted, key=lambda account: (account.role != Role.INFRASTRUCTURE_LEAD, account.pk))
        self.keepers = [(self._keeper(account), self._people_of(account)) for account in keepers if self._others(account) != "none"]

    def receivers(self, person: Person) -> list[Receiver]:
        """In the order the mails go out; nobody, and no mailbox, twice."""
        found = [holder] if (holder := self._holder(person)) else []
        found += [keeper for keeper, people in self.keepers if person.pk in people and keeper.account != person.user]
        by_mailbox: dict[str, Receiver] = {}
        for one in found:
            by_mailbox.setdefault(one.address.casefold(), one)
        return list(by_mailbox.values())

    def _holder(self, person: Person) -> Receiver | None:
        account = person.user if person.user and person.user.is_active else None
        address = person.email or (account.email if account else "")
        if not address:
            return None
        preference = self.preferences.get(account.pk) if account else None
        return Receiver(address, account, person, wants_digest=bool(preference and preference.own == Preference.Own.DIGEST))

    def _keeper(self, account: User) -> Receiver:
        return Receiver(account.email, account, None, wants_digest=self._others(account) == Preference.Others.DIGEST)

    def _others(self, account: User) -> str:
        preference = self.preferences.get(account.pk)
        return preference.others if preference else Preference.Others.AT_ONCE

    def _people_of(self, account: User) -> set[int]:
        return set(Person.objects.visible_to(account).values_list("pk", flat=True))
