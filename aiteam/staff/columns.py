"""The columns that the list of people can have, on the page and in its files."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from aiteam.staff.people_list import SORTS


@dataclass(frozen=True)
class Column:
    """`fields` are those of an export (`exports.people`): the name is two of them, so that an import reads it back."""

    code: str
    label: str | Promise
    fields: tuple[str, ...]
    is_pay: bool = False

    @property
    def is_sortable(self) -> bool:
        return self.code in SORTS


EVERY: Mapping[str, Column] = {
    column.code: column
    for column in (
        Column("name", _("Name"), ("given_name", "family_name")),
        Column("number", _("Personnel number"), ("personnel_number",)),
        Column("email", _("Email address"), ("email",)),
        Column("title", _("Job title"), ("job_title",)),
        Column("role", _("Job role"), ("role",)),
        Column("level", _("Level"), ("level",)),
        Column("cluster", _("Cluster"), ("cluster",)),
        Column("since", _("Since"), ("started_on",)),
        Column("until", _("Last day of work"), ("ended_on", "active")),
        Column("kind", _("Employed as"), ("is_contractor",)),
        Column("trainable", _("May be trained"), ("may_be_trained",)),
        Column("experience", _("Works with GPUs since"), ("experience_since",)),
        Column("study", _("Study hours a week"), ("study_hours_per_week",)),
        Column("skills", _("Skills"), ("skills",)),
        Column("certificates", _("Certificates"), ("certificates",)),
        Column("next_end", _("Next end of a certificate"), ("next_end",)),
        Column("pay", _("Pay"), ("pay_amount", "pay_currency", "pay_per", "fte"), is_pay=True),
    )
}
USUAL = ("name", "number", "role", "level", "cluster", "since", "certificates")


def chosen_columns(query: QueryDict, *, with_pay: bool) -> list[Column]:
    """Those the address names (`columns=role,level`; `columns=all`), the name always first; the usual ones where it names none.

    Pay only for those who may see it, whatever the address says.
    """
    wanted = [code for value in query.getlist("columns") for code in value.split(",")]
    codes = list(EVERY) if "all" in wanted else [code for code in wanted if code in EVERY] or list(USUAL)
    return [EVERY[code] for code in dict.fromkeys(["name", *codes]) if with_pay or not EVERY[code].is_pay]
