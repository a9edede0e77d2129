"""Clusters planned side by side, whose teams come out of one pool of people: the roles of each further cluster under codes of their own.

A seat of a further cluster so is told from one of the first, while what it asks - levels, speciality, certificates - stays that of the role. Somebody
sits in one seat at a time, and over the months in seats of several clusters.
"""

from collections.abc import Sequence

from aiteam.planner.catalogue import Catalogue, ClusterSize, Role
from aiteam.planner.values import Translated

AT = "-at-"


def role_at(role: str, number: int) -> str:
    """The code of a role at the cluster of that number, the first being 1."""
    return role if number == 1 else f"{role}{AT}{number}"


def team_at(size: ClusterSize, number: int) -> ClusterSize:
    """The team with its seats under the codes of the cluster."""
    seats = tuple(rule.model_copy(update={"role": role_at(rule.role, number)}) for rule in size.seats)
    return size if number == 1 else size.model_copy(update={"seats": seats})


def with_roles_of(catalogue: Catalogue, names: Sequence[str]) -> Catalogue:
    """The catalogue with the roles of further clusters, which are called `names`; what it has already stays."""
    known = {role.code for role in catalogue.roles}
    base = [role for role in catalogue.roles if AT not in role.code]
    more = [_named(role, number, name) for number, name in enumerate(names, start=2) for role in base]
    missing = tuple(role for role in more if role.code not in known)
    if not missing:
        return catalogue
    # Made anew, not copied: a copy would keep what was looked up before.
    return Catalogue(**{name: getattr(catalogue, name) for name in Catalogue.model_fields} | {"roles": (*catalogue.roles, *missing)})


def _named(role: Role, number: int, name: str) -> Role:
    said = Translated(**{language: f"{role.name.text(language)} ({name})" for language in ("en", "nl", "de")})
    return role.model_copy(update={"code": role_at(role.code, number), "name": said})
