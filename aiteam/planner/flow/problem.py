"""A workforce flow problem, as it is stated. What happens in a period and when: docs/flow.md."""

from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema

from aiteam.planner.flow.series import Amounts, Shares, Timeline, Values
from aiteam.planner.values import Frozen

MAX_PERIODS = 1000
MAX_ITEMS = 2000

Event = Literal["hires", "transitions", "separations", "work", "wastage"]
FlowKind = Literal[
    "hires", "arrivals", "starts", "completions", "failures", "separations", "wastage", "opening", "stock", "closing", "under_way",
    "short_time", "overtime", "supervision", "assigned", "outside", "gap", "surplus", "stored", "backlog", "quantity", "cost",
]  # fmt: skip
WholeKind = Literal["hires", "starts", "separations", "stock", "short_time", "overtime", "assigned", "outside", "gap", "surplus"]
CostKind = Literal[
    "pay", "hiring", "transitions", "separations", "short_time", "overtime", "outside", "gap", "surplus", "stored", "backlog", "quantities",
]  # fmt: skip
DECISIONS: tuple[WholeKind, ...] = ("hires", "starts", "separations", "short_time")
DEFAULT_ORDER: tuple[Event, ...] = ("hires", "transitions", "separations", "work", "wastage")

Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
Number = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e12, le=1e12)]
Amount = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=0, le=1e12)]


def _listed(value: object) -> object:
    """One name stands for a list of it."""
    return [value] if isinstance(value, str) else value


def _labels(value: object) -> object:
    """Periods by their count are labelled "1", "2" and so on; whole numbers serve as labels."""
    if isinstance(value, int) and not isinstance(value, bool):
        return [str(number) for number in range(1, min(value, MAX_PERIODS + 1) + 1)]
    if isinstance(value, list):
        return [str(label) if isinstance(label, int) and not isinstance(label, bool) else label for label in value]
    return value


PERIODS_SCHEMA = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": MAX_PERIODS},
        {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1, "maxItems": MAX_PERIODS},
    ]
}
NAMES_SCHEMA = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]}
Names = Annotated[tuple[Label, ...], BeforeValidator(_listed), Field(min_length=1), WithJsonSchema(NAMES_SCHEMA)]
Periods = Annotated[
    tuple[Label, ...], BeforeValidator(_labels), Field(min_length=1, max_length=MAX_PERIODS), WithJsonSchema(PERIODS_SCHEMA)
]


def said(default: Any, text: str, **limits: Any) -> Any:
    """A field with its default and what it means, for the schema."""
    return Field(default=default, description=text, **limits)


class ShortTime(Frozen):
    """People of a state who work less than full time in a period."""

    productivity: Shares = said(..., "Share of a full head's work that somebody on short time does.")
    max: Amounts | None = said(None, "Most heads on short time in a period; null: all of the stock.")
    cost: Values = said(0.0, "Per head on short time and period, on top of the state's cost; negative where pay is saved.")


class Overtime(Frozen):
    """Hours beyond `hours_per_head`, which the state must have."""

    max_per_head: Amounts | None = said(None, "Most hours of overtime per head at work and period; null: no such limit.")
    max: Amounts | None = said(None, "Most hours of overtime in a period over all heads; null: no such limit.")
    cost: Values = said(0.0, "Per hour of overtime.")


class State(Frozen):
    """Where people are: a skill, a level, a grade, a place. Somebody is in one state at a time."""

    name: Label = said(..., "Unique among states.")
    initial: Amount = said(0.0, "Heads before the first event of the first period.")
    initial_new: Amount = said(0.0, "How many of `initial` have not yet met a wastage and so meet `wastage_first` at the first one.")
    wastage: Shares = said(0.0, "Share of the heads present that leaves at the wastage of a period.")
    wastage_first: Shares | None = said(
        None, "Share of newly hired people that leaves at the first wastage after they arrive; null: the same as `wastage`."
    )
    cost: Values = said(0.0, "Pay per head at work and period.")
    hours_per_head: Amounts | None = said(None, "Hours that a head works in a period; needed for anything stated in hours.")
    min: Amounts | None = said(None, "Fewest heads at work in a period; null: 0.")
    max: Amounts | None = said(None, "Most heads at work in a period; null: no limit.")
    final_min: Amount | None = said(None, "Fewest heads after the last event of the last period; null: 0.")
    final_max: Amount | None = said(None, "Most heads after the last event of the last period; null: no limit.")
    final_value: Number = said(0.0, "Worth of a head after the last period; taken off the cost that is minimised.")
    short_time: ShortTime | None = said(None, "Short-time work; null: none.")
    overtime: Overtime | None = said(None, "Overtime; null: none.")


class Share(Frozen):
    """A limit as a share of a stock, in the same period."""

    sense: Literal["max", "min", "exact"] = said("max", "At most, at least, or exactly.")
    share: Amounts = said(..., "The flow is at most (at least, exactly) this times the heads of the states in `of`.")
    of: Names = said(..., "States whose heads are added up.")
    at: Literal["initial", "opening", "stock", "closing"] = said(
        "opening", "Heads before the first period, as the period opens, at work in it, or as it closes."
    )


class Limited(Frozen):
    """A flow that is decided, in heads per period."""

    cost: Values = said(0.0, "Per head, in the period in which the flow is decided (for hires: ordered; for transitions: begun).")
    min: Amounts | None = said(None, "Fewest heads in a period; null: 0.")
    max: Amounts | None = said(None, "Most heads in a period; null: no limit; 0: not in this period.")
    total_min: Amount | None = said(None, "Fewest heads over all periods; null: 0.")
    total_max: Amount | None = said(None, "Most heads over all periods; null: no limit.")
    shares: tuple[Share, ...] = said((), "Limits as shares of stocks.", max_length=20)
    whole: bool | None = said(None, "Whole heads only; null: as `whole` of the problem says.")


class Supervision(Frozen):
    """Time of others that each head under way takes. State `heads` or `hours`."""

    by: Names = said(..., "The state that supervises, or several that share the work.")
    heads: Amounts | None = said(None, "Heads of `by` taken per head under way and period.")
    hours: Amounts | None = said(None, "Hours of `by` taken per head under way and period.")


class Movement(Limited):
    """Hires or transitions: people start, are under way for `duration` periods, and arrive."""

    duration: int = said(
        0, "Periods from start to arrival. 0: they arrive at the event at which they start.", ge=0, le=MAX_PERIODS, strict=True
    )
    success: Shares = said(1.0, "Share of those who started in a period that arrives.")
    wastage: Shares = said(0.0, "Share of those under way that leaves at the wastage of a period.")
    cost_per_period: Values = said(0.0, "Per head under way at work and period (pay of trainees, for instance).")
    productivity: Amounts = said(0.0, "Share of a full head's work that somebody under way does.")
    counts_as: Label | None = said(
        None, "State whose work people under way do by `productivity`; null: the state they go to (hires) or come from (transitions)."
    )
    supervision: tuple[Supervision, ...] = said((), "Time of others taken by each head under way.", max_length=20)
    under_way: Amounts = said(
        0.0, "Heads already under way before the first period, by the period in which they will arrive; all of them arrive."
    )


class Hiring(Movement):
    """People from outside. They count as new for `wastage_first` of the state when they arrive."""

    name: Label | None = said(None, "Must be unique among hirings; null: the name of `to_state`.")
    to_state: Label = said(..., "The state in which they arrive.")

    @cached_property
    def label(self) -> str:
        return self.name or self.to_state

    @cached_property
    def works_as(self) -> str:
        return self.counts_as or self.to_state


class Transition(Movement):
    """From one state to another: training, promotion, downgrading, ageing."""

    name: Label | None = said(None, "Must be unique among transitions; null: “from_state->to_state”.")
    from_state: Label = said(..., "The state that they leave as they start.")
    to_state: Label = said(..., "The state in which they arrive.")
    failed_to: Label | None = said(None, "State to which those who do not succeed go when they would have arrived; null: they leave.")
    wastage_on_arrival: Literal["none", "usual", "first"] = said(
        "none", "Whether those who arrive lose the share `wastage` (or `wastage_first`) of `to_state` as they arrive."
    )

    @cached_property
    def label(self) -> str:
        return self.name or f"{self.from_state}->{self.to_state}"

    @cached_property
    def works_as(self) -> str:
        return self.counts_as or self.from_state


class Separation(Limited):
    """People sent away: redundancy, early retirement, the end of contracts."""

    name: Label | None = said(None, "Must be unique among separations; null: the name of `from_state`.")
    from_state: Label = said(..., "The state that they leave.")

    @cached_property
    def label(self) -> str:
        return self.name or self.from_state


class Slack(Frozen):
    """What may be missing, too much or done by others, in the unit of the requirement."""

    max: Amounts | None = said(None, "Most in a period; null: no limit.")
    cost: Values = said(0.0, "Per unit and period.")
    whole: bool | None = said(None, "Whole units only; null: as `whole` of the problem says.")


class Store(Frozen):
    """Work (or what it makes) that goes over from a period to the next, in the unit of the requirement."""

    initial: Amount = said(0.0, "What goes over into the first period.")
    max: Amounts | None = said(None, "Most that goes over at the end of a period; null: no limit.")
    min: Amounts | None = said(None, "Least that goes over at the end of a period; null: 0.")
    cost: Values = said(0.0, "Per unit that goes over at the end of a period.")
    final_min: Amount | None = said(None, "Least that is left after the last period; null: 0.")
    final_max: Amount | None = said(None, "Most that is left after the last period; null: no limit.")


class Requirement(Frozen):
    """Work to be done in each period by the heads at work of one or several states."""

    name: Label | None = said(None, "Must be unique among requirements; null: the names in `states`, joined by “+”.")
    states: Names = said(..., "States whose people do the work. A state named by several requirements divides its heads.")
    need: Amounts = said(..., "The work of each period; a period left out needs 0.")
    unit: Literal["heads", "hours"] = said("heads", "Unit of everything in this requirement; hours use `hours_per_head` of the states.")
    efficiency: dict[Label, Amount] = said(
        {}, "Work that a head (or hour) of a state does, by state; 1 for a state left out. Units of goods per hour, for instance."
    )
    gap: Slack | None = said(None, "Work that may stay undone; null: none.")
    surplus: Slack = said(Slack(), "Work beyond the need (people too many). Any, at no cost, unless limited here.")
    outside: Slack | None = said(None, "Work that others do (subcontracting, temporary staff); null: none.")
    store: Store | None = said(None, "Work done ahead for later periods; null: none.")
    backlog: Store | None = said(None, "Work done later than asked; null: none. Set its `final_max` to 0 for all to be done in the end.")

    @cached_property
    def label(self) -> str:
        return self.name or "+".join(self.states)


class Quantity(Frozen):
    """Anything else to be decided: a number for each period (or `once`), for use in limits and objectives."""

    name: Label = said(..., "Unique among quantities.")
    min: Values | None = said(0.0, "Least; null: no limit.")
    max: Values | None = said(None, "Most; null: no limit.")
    cost: Values = said(0.0, "Per unit and period (where `once`: of the first period, once).")
    whole: bool = said(False, "Whole numbers only.")
    once: bool = said(False, "One number for all periods.")


class Term(Frozen):
    """A named flow times a coefficient. See docs/flow.md for the flows."""

    flow: FlowKind = said(..., "The kind of flow.")
    of: Names | None = said(None, "Names of what flows: states, hirings, transitions and so on, by the kind of flow; null: all of them.")
    state: Names | None = said(None, "Only for “assigned”: the states that do the work of the requirements in `of`; null: all.")
    coefficient: Values = said(1.0, "By the period of the limit, not that of the flow, where `lag` is not 0.")
    lag: int = said(0, "Take the flow of so many periods earlier.", ge=0, le=MAX_PERIODS, strict=True)
    before: Number = said(0.0, "What the flow is taken to be (each name) where `lag` reaches before the first period.")


class Limit(Frozen):
    """A limit that no other field says: the terms added up against `right`."""

    name: Label = said(..., "Unique among limits; told where the limit stands in the way.")
    terms: tuple[Term, ...] = said(..., "The left side, added up.", min_length=1, max_length=MAX_ITEMS)
    sense: Literal["<=", ">=", "="] = said(..., "How the left side stands to `right`.")
    right: Values = said(0.0, "By period; over all periods taken together the first entry counts.")
    over: Literal["each", "all"] = said("each", "In each period by itself, or once for all periods added up.")
    periods: Names | None = said(None, "Only in (or over) these periods, by label; null: all.")


class Objective(Frozen):
    """What is made small or large. In an objective “cost” is discounted and less the `final_value` of the people at the end."""

    name: Label = said("cost", "Unique among objectives.")
    sense: Literal["min", "max"] = said("min", "Make it small or large.")
    terms: tuple[Term, ...] = said((Term(flow="cost"),), "Added up over all periods.", min_length=1, max_length=MAX_ITEMS)
    tolerance: Amount = said(1e-10, "How much worse later objectives may make this one, as a share of its value (of 1 for smaller values).")


class Options(Frozen):
    """How far to search where numbers are whole."""

    gap: Amount = said(1e-6, "Share of the objective that may stay unproven.", le=1)
    nodes: int | None = said(None, "Most branches to look at; null: no limit.", ge=1, strict=True)
    seconds: Amount | None = said(300.0, "Seconds after which the best solution found counts; null: no limit.")


class Problem(Frozen):
    """All that counts. `order` says what happens in a period, one after the other."""

    title: str = said("", "Comes back in the solution.", max_length=500)
    note: str = said("", "For readers; not used.", max_length=5000)
    periods: Periods = said(..., "How many, or their labels in order.")
    order: tuple[Event, ...] = said(
        DEFAULT_ORDER, "The events of a period in order, each once. Stocks count for requirements and pay at “work”.", max_length=5
    )
    states: tuple[State, ...] = said(..., "Where people can be.", min_length=1, max_length=MAX_ITEMS)
    hiring: tuple[Hiring, ...] = said((), "Ways in; several may lead to one state.", max_length=MAX_ITEMS)
    transitions: tuple[Transition, ...] = said((), "Ways from state to state.", max_length=MAX_ITEMS)
    separations: tuple[Separation, ...] = said((), "Ways out that are decided.", max_length=MAX_ITEMS)
    requirements: tuple[Requirement, ...] = said((), "Work to be done.", max_length=MAX_ITEMS)
    quantities: tuple[Quantity, ...] = said((), "Anything else to be decided.", max_length=MAX_ITEMS)
    limits: tuple[Limit, ...] = said((), "Anything else that has to hold.", max_length=MAX_ITEMS)
    total_gap_max: Amounts | None = said(None, "Most gap in a period over all requirements; null: no limit.")
    total_surplus_max: Amounts | None = said(None, "Most surplus in a period over all requirements; null: no limit.")
    move_on_at_once: bool = said(
        True, "Whether somebody who arrives by a transition of duration 0 may leave by another one at the same event."
    )
    whole: Literal["nothing", "decisions"] | tuple[WholeKind, ...] = said(
        "nothing", "Flows that take whole numbers: none, the decisions (hires, starts, separations, short_time), or those listed."
    )
    discount_rate: Number = said(0.0, "Per period, as a share (0.05 for 5 %).", gt=-1, le=10)
    discount_from: Literal["start", "end"] = said(
        "start", "Costs fall at the start of a period (the first is not discounted) or at its end (the first is discounted once)."
    )
    objectives: tuple[Objective, ...] = said(
        (Objective(),),
        "One after the other: a later one chooses among the solutions that are best for those before.",
        min_length=1,
        max_length=20,
    )
    options: Options = said(Options(), "How far to search.")

    @cached_property
    def timeline(self) -> Timeline:
        return Timeline(self.periods)

    @cached_property
    def movements(self) -> tuple[Hiring | Transition, ...]:
        return (*self.hiring, *self.transitions)

    def is_whole(self, kind: WholeKind, own: bool | None = None) -> bool:
        if own is not None:
            return own
        kinds = {"nothing": (), "decisions": DECISIONS}[self.whole] if isinstance(self.whole, str) else self.whole
        return kind in kinds
