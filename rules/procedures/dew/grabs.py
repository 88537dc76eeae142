"""Grabs at objects: the dexterity check, and the DM's decision between rivals (1.2.3G)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rules.kernel.drawing import EventMark, MarkKind
from rules.kernel.effects import Answer, Roll, Rolled
from rules.kernel.event import Voice
from rules.kernel.events import Event
from rules.kernel.form_fields import Choice, Field, OneOf, Refusal, Text
from rules.kernel.phrases import format_listed_name
from rules.kernel.procedure import Play, Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.kernel.visibility import Audience, Doer, Open, Typed, show_to_own_needed
from rules.procedures.dew.answers import read_names
from rules.procedures.dew.beats import GrabMade
from rules.procedures.dew.combat_option import ACTIVE_BLOW, Act, Blow, Chooser, CombatOption
from rules.procedures.dew.consultation import BY_THE_DM, Reason, consult
from rules.procedures.dew.state import SHIELD, DewGear
from rules.procedures.dew.terms import (
    ACTIVE,
    get_attributes,
    get_dew,
    get_equipment,
    ids,
    number_name,
    with_items_moved,
    with_part,
)
from rules.procedures.dew.weapons import forbid_hands


@dataclass(slots=True, kw_only=True)
class Grabbed(Event):
    """A combatant grabbed at an object, with or without success."""

    audience = Audience.PERCEIVERS

    who: Doer
    object: Typed
    ok: Open[bool]
    """True if the combatant got it."""
    needed: Annotated[int | None, show_to_own_needed(None)] = None
    """The dexterity that the die must not exceed; None without a die."""

    def apply(self, state: State) -> State:
        if not self.ok:
            return state
        each = get_dew(state, self.who).gear
        if each.carried.get(self.object, "hand") != "hand":
            return with_items_moved(state, self.who, {self.object: "hand"})
        if self.object == SHIELD and not each.shield_held and get_equipment(state, self.who).shield is not None:
            return with_part(state, self.who, DewGear, shield_held=True)
        return with_part(state, self.who, DewGear, objects=(*each.objects, number_name(each, self.object)))

    def narrate(self, voice: Voice) -> str:
        verb = ("grabs", "grab") if self.ok else ("grabs in vain at", "grab in vain at")
        return f"{voice.does(self.who, *verb)} the {voice.quote(self.object)}."

    def list_marks(self, voice: Voice) -> tuple[EventMark, ...]:
        return (
            EventMark(self.who, f"{'grabs' if self.ok else 'misses'} {format_listed_name(self.object)}", MarkKind.TASK),
        )


def _list_grab_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    denied = Choice("deny", "Out of reach", then=lambda: (Text("text", "Why"),))
    return (Choice("confirm", "Within reach"), denied)


REACHED = Reason(
    "grab",
    "Is it within reach?",
    "{by} grabs at something.",
    "whether it is within reach",
    {"command": "confirm"},
    _list_grab_choices,
    ("confirm", "deny"),
)


def _list_contested_choices(state: State, question: OpenQuestion) -> Sequence[Choice]:
    grabbers = [each for each in read_names(question.facts, "targets") if each in state.combatants]
    who = OneOf("who", "Who", [Choice(each, state.combatants[each].name) for each in grabbers])
    return (Choice("confirm", "One of them", then=lambda: (who,)), Choice("nothing", "Nobody"))


CONTESTED = Reason(
    "contested",
    "Who gets it?",
    "{targets} grab at the same thing.",
    "who gets what several grab at",
    list_choices=_list_contested_choices,
    commands=("confirm", "nothing"),
)


class Grab(CombatOption):
    """Clause 1.2.3G."""

    id, label, verb, blows = "grab", "Grab an object", ("grabs", "grab"), ACTIVE_BLOW
    events = (Grabbed,)
    reasons = (REACHED, CONTESTED)
    purposes = ("dx.grab",)
    typed_fields = frozenset({"object"})

    def build_clause(self, voice: Voice, who: str, given: Mapping[str, object]) -> str:
        return f"{voice.does(who, 'grabs')} at the {voice.quote(str(given.get('object', '')))}"

    def describe_effect(self, chooser: Chooser) -> str:
        return "what the DM lets you reach"

    def find_refusal(self, chooser: Chooser) -> Refusal | None:
        return chooser.forbid_blow("1.2.3Ga")

    def list_fields(self, chooser: Chooser) -> tuple[Field, ...]:
        return (Text("object", "What?", 60, optional=False),)

    def forbid_answer(self, chooser: Chooser, answer: Answer) -> Refusal | None:
        return forbid_hands(chooser.state, chooser.who, 1, len(read_names(answer, "drop")))

    def list_blows(self, chooser: Chooser, answer: Answer) -> list[Blow]:
        return [(ACTIVE, ("1.2.3Ga",))]

    def consult_before(self, table: Table, who: CombatantId, answer: Answer) -> Play:
        dm_answer = yield from consult(table, REACHED, ("1.2.3Gb",), who=who, facts={"object": answer["object"]})
        if dm_answer["command"] == "deny":
            return Refusal(
                ids("1.2.3Gb")[0], f"The DM ruled this out: {dm_answer.get('text') or 'it is out of reach'}."
            )
        return dm_answer

    def resolve(self, act: Act) -> Play:
        """Roll the check of an alert combatant and yield the result.

        If others grab at the same object together, the result waits until all have rolled.
        """
        who, beat = act.who, act.beat
        rolls: tuple[Rolled, ...] = ()
        needed = get_attributes(act.table.state, who).dx
        if get_dew(act.table.state, who).body.alert:
            rolls = ((yield Roll("dx.grab", who, 1, 20)),)
        ok, key = not rolls or rolls[0].total <= needed, normalize_object(act.answer)
        made = GrabMade(who, str(act.answer["object"]), key, ok, needed if rolls else None, rolls)
        others = [each for each, other in beat.grabs.items() if each != who and other == key]
        if beat.held is not None and others:
            beat.held.grabs.append(made)
        else:
            yield _make_grabbed(made)


def normalize_object(answer: Answer) -> str:
    """Return the object that an answer names, without case and extra spaces, for comparison."""
    return " ".join(str(answer["object"]).casefold().split())


def settle_grabs(table: Table, grabs: Sequence[GrabMade]) -> Play:
    """Yield the results for objects that several grabbed at.

    Of those who succeed, the DM decides who gets the object (1.1.3e).
    """
    for key in dict.fromkeys(each.object_key for each in grabs):
        rivals = [each for each in grabs if each.object_key == key]
        able = tuple(each.who for each in rivals if each.ok)
        winners = able
        if len(able) > 1:
            facts = {"targets": list(able), "object": rivals[0].object}
            dm_answer = yield from consult(
                table, CONTESTED, ("1.2.3Gb", "1.1.3e"), who=able[0], target=able[1], facts=facts
            )
            winners = (str(dm_answer.get("who", "")),)
        for each in rivals:
            yield _make_grabbed(
                replace(each, ok=each.who in winners), *(["1.1.3e", BY_THE_DM] if len(able) > 1 else [])
            )


def _make_grabbed(made: GrabMade, *also: str) -> Grabbed:
    cited = ["1.2.3Gc", "1.2.3Ge"] if made.rolls else ["1.2.3Gd"]
    failed = ["1.2.3Gf"] if made.rolls and not made.ok else []
    return Grabbed(
        who=made.who,
        object=made.object,
        ok=made.ok,
        needed=made.needed,
        rolls=made.rolls,
        clauses=ids("1.2.3Gb", *cited, *failed, *also),
    )
