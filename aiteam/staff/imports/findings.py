"""What an import found out before it writes anything: for each row what would happen, and what is wrong or open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aiteam.staff.imports.headers import Table
from aiteam.staff.imports.reading import Row
from aiteam.staff.imports.writing import Change

Action = Literal["created", "updated", "unchanged", "left_out"]
ACTIONS: tuple[Action, ...] = ("created", "updated", "unchanged", "left_out")
QuestionKind = Literal["date_order", "point", "currency", "pay_per", "role", "twin", "person", "certification", "column"]


@dataclass(frozen=True)
class Complaint:
    """A cell, or with an empty `column` a row, that cannot be taken over. `blocks`: the whole row stays out, else only this value."""

    line: int
    column: str
    value: str
    reason: str
    blocks: bool = True

    def as_json(self) -> dict[str, Any]:
        return {"line": self.line, "column": self.column, "value": self.value, "reason": self.reason, "row_left_out": self.blocks}


@dataclass(frozen=True)
class Question:
    """`value` is what it is about; `choices` are values with their words. `is_urgent`: rows stay out until it is answered."""

    kind: QuestionKind
    text: str
    column: str = ""
    value: str = ""
    lines: tuple[int, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    is_urgent: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "question": self.text,
            "column": self.column,
            "value": self.value,
            "lines": list(self.lines),
            "choices": [value for value, _words in self.choices],
        }


@dataclass
class Outcome:
    """What happens to one row. `changes` are applied in order and undone in reverse."""

    row: Row
    key: str
    action: Action = "unchanged"
    complaints: list[Complaint] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)

    @property
    def is_blocked(self) -> bool:
        return any(complaint.blocks for complaint in self.complaints)

    def settle(self) -> None:
        """Decides the action from what was found; a blocked row changes nothing."""
        if self.is_blocked:
            self.action, self.changes = "left_out", []
        elif self.action != "left_out":
            self.changes = [change for change in self.changes if not change.is_empty]
            is_new = any(change.is_new and change.is_main for change in self.changes)
            self.action = "created" if is_new else "updated" if self.changes else "unchanged"


@dataclass
class Check:
    """All that is known about a file. `extras` holds what one kind of import adds to the JSON."""

    table: Table
    outcomes: list[Outcome] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    not_taken_over: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    extras: dict[str, Any] = field(default_factory=dict)

    @property
    def complaints(self) -> list[Complaint]:
        return [complaint for outcome in self.outcomes for complaint in outcome.complaints]

    @property
    def has_urgent_questions(self) -> bool:
        return any(question.is_urgent for question in self.questions)

    def keys(self, action: Action) -> list[str]:
        return [outcome.key for outcome in self.outcomes if outcome.action == action]

    def counts(self) -> Mapping[Action, int]:
        actions = [outcome.action for outcome in self.outcomes]
        return {action: actions.count(action) for action in ACTIONS}

    def wrong(self) -> Sequence[Outcome]:
        return [outcome for outcome in self.outcomes if outcome.complaints or outcome.action == "left_out"]

    def as_json(self) -> dict[str, Any]:
        return {
            **{action: self.keys(action) for action in ("created", "updated", "unchanged")},
            "errors": [complaint.as_json() for complaint in self.complaints],
            "questions": [question.as_json() for question in self.questions],
            "not_taken_over": [{"column": column, "reason": reason} for column, reason in self.not_taken_over],
            "notes": self.notes,
            **self.extras,
        }
