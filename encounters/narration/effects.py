"""Words for what spells and devices do: conditions, numbers, targets and how long."""

from collections.abc import Sequence

from encounters.narration.names import join_names
from rules.api import EffectChange, EffectEntry, State, Voice, format_listed_name, format_note, list_known_magic
from rules.api import events as e

NUMBERS = {
    "to_hit": "to hit",
    "damage": "damage",
    "ac": "AC",
    "save": "saves",
    "movement": "movement",
    "routines": "attacks",
}
"""The numbers that an effect changes, in words."""
SIGNS = {"by": "", "to": "to ", "times": "x", "strength": "as strength "}
"""The meanings of an amount, as they are typed before it."""
ON = {
    "targets": "its targets",
    "failed": "those who did not save",
    "saved": "those who saved",
    "friends": "friends",
    "foes": "foes",
    "user": "the caster",
}
"""The combatants that a part of an effect may fall on, in words."""


def describe_part(name: str, changes: Sequence[EffectChange]) -> str:
    """Return an effect as it is typed: "blessed (to hit +2)"."""
    numbers = ", ".join(_describe_change(each) for each in changes)
    return name + (f" ({numbers})" if numbers else "")


def _describe_change(change: EffectChange) -> str:
    amount = f"{float(change.amount):+g}" if change.how == "by" else f"{float(change.amount):g}"
    return f"{NUMBERS[change.what]} {SIGNS[change.how]}{amount}"


def describe_parts(entry: EffectEntry) -> str:
    """Return the conditions and numbers of an effect: "blessed (to hit +2) on its targets"."""
    return "; ".join(f"{describe_part(each.name, each.changes)} on {ON[each.on]}" for each in entry.parts)


def describe_duration(entry: EffectEntry) -> str:
    """Return how long an effect lasts: "for 2 rounds"; "" where it lasts until it is ended."""
    lasts = entry.describe_duration()
    return f"for {lasts}" if lasts else ""


def name_magic(state: State, magic: Sequence[str]) -> str:
    """Return the names of spells and devices in a sentence: "bless", "fear and wand of fear"."""
    known = list_known_magic([*(each.stat_block for each in state.combatants.values()), *state.coming])
    return join_names(dict.fromkeys(format_listed_name(known.get(id, id.replace("_", " "))) for id in magic))


def narrate_effect_change(t: Voice, event: e.EffectChanged) -> str:
    """Return the sentence about a change of what magic does, with its note."""
    name, note = name_magic(t.state, event.magic), format_note(event.note)
    if event.effect is None:
        return f"The DM restores {name} to what the tables say.{note}"
    does, lasts = describe_parts(event.effect), describe_duration(event.effect)
    more = format_note(event.effect.note)
    return f"The DM changes {name}: {', '.join(each for each in (does, lasts) if each)}.{more}{note}"
