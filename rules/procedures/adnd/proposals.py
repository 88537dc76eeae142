"""Proposals of what magic does, by the table of effects: the DM applies or changes them."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.kernel.effect_entries import EffectChange, EffectEntry, EffectPart
from rules.kernel.effects import Facts
from rules.kernel.frozen import frozen
from rules.kernel.phrases import shorten_names
from rules.kernel.question_words import QuestionAct, QuestionInfo
from rules.kernel.rulings import CONDITIONS
from rules.kernel.stat_block import Device, NumberChange, SpecialAttack, Spell, compute_changes
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import CombatantId
from rules.procedures.adnd.durations import SEGMENT, TURN, compute_end, parse_duration
from rules.procedures.adnd.saves import format_change
from rules.procedures.adnd.state import EFFECT_ENDS, Wounds
from rules.reference import find_device_level, find_effect

BEGINS, ENDS = "effect", EFFECT_ENDS
"""The ruling by which an effect of any name begins, and that by which it ends; the value is its name."""

HEALS = "regains"
"""The ruling by which hit points come back; the value is their number."""

REGENERATION = "regeneration"
"""The subject of the question about the hit points that come back at the end of a round."""

DRAINED = "level drained"
"""The effect of lost levels; its change of the attack dice is their number."""

UNSURE = "low"
APPLY, NOTHING = "apply", "nothing"
WORDS = {"to_hit": "to hit", "damage": "damage", "ac": "AC", "save": "saves"}


@frozen
class ProposedPart:
    """An effect, and the combatants that it is to begin on."""

    name: str
    who: tuple[CombatantId, ...]
    changes: Mapping[CombatantId, tuple[NumberChange, ...]]


@frozen
class Proposal:
    """The effects of magic by the table: parts with their numbers, and an end."""

    what: str
    """The name of the spell or device."""
    confidence: str
    """high, medium or low."""
    note: str
    """What else it does, which is for the DM to decide."""
    parts: tuple[ProposedPart, ...]
    saved: tuple[CombatantId, ...]
    until: str
    """The duration in words, perhaps with dice; "" where it lasts until ended."""
    ended: tuple[tuple[CombatantId, str], ...]
    """The effects that end on those it falls on."""
    healed: tuple[tuple[CombatantId, int], ...] = ()
    """The hit points that come back."""
    magic: str = ""
    """The id of the spell or device that the table has it of; "" for none."""

    @property
    def answer(self) -> dict[str, object]:
        """Return the answer to the question about the effect that applies it all."""
        healed = [{"who": who, "what": HEALS, "value": points} for who, points in self.healed]
        return {"changes": [*self._list_ends(), *self._list_beginnings(), *healed]}

    def _list_ends(self) -> Iterator[dict[str, object]]:
        for who, name in self.ended:
            yield {"who": who, "what": ENDS, "value": name}

    def _list_beginnings(self) -> Iterator[dict[str, object]]:
        for part in self.parts:
            for who in part.who:
                named = {"what": part.name} if part.name in CONDITIONS else {"what": BEGINS, "value": part.name}
                until = {"until": self.until} if self.until else {}
                changes = [{"what": each.what, "by": _write_number(each.by)} for each in part.changes[who]]
                yield {"who": who, **named, **until, **({"changes": changes} if changes else {})}


def propose(state: State, facts: Facts) -> Proposal | None:
    """Return what the magic or special attack of a question about an effect does by the table.

    None where the table has nothing of it, or it falls on nobody.
    """
    if facts.get("what") == REGENERATION:
        return propose_regeneration(state, _list_present(state, facts.get("targets")))
    me = state.combatants.get(str(facts.get("by", "")))
    special = find_special(me, str(facts.get("what", ""))) if me is not None else None
    if special is not None:
        return propose_special(state, special, _list_present(state, facts.get("targets")))
    magic = find_magic(me, str(facts.get("what", ""))) if me is not None else None
    if me is None or magic is None:
        return None
    entry = find_entry(state, magic)
    if entry is None:
        return None
    targets, saved = _list_present(state, facts.get("targets")), _list_present(state, facts.get("saved"))
    found = (_propose_part(state, me, part, targets, saved) for part in entry.parts)
    parts = tuple(each for each in found if each.who)
    if not parts:
        return None
    under = dict.fromkeys(who for part in parts for who in part.who)
    ended = tuple((who, name) for who in under for name in entry.ends if state.combatants[who].has(name))
    until = write_duration(entry, find_level(me, magic))
    of = next(id for id in list_magic_ids(magic) if id in entry.magic)
    return Proposal(magic.name, entry.confidence, entry.note, parts, saved, until, ended, magic=of)


def list_regenerating(state: State) -> tuple[CombatantId, ...]:
    """Return those whose hit points come back at the end of this round."""
    return tuple(who for who, each in state.combatants.items() if _count_regained(state, each))


def _count_regained(state: State, each: Combatant) -> int:
    """Return the hit points that come back to a combatant at the end of this round."""
    regeneration, wounds = each.stat_block.powers.regeneration, each.own(Wounds)
    if regeneration is None or wounds.since is None or state.round < wounds.since + regeneration.after:
        return 0
    is_slain = regeneration.revives and each.has("dead") and each.hp <= 0
    if not each.present and not is_slain:
        return 0
    most = each.stat_block.defence.hit_points - wounds.lasting
    return max(0, min(regeneration.points, most - each.hp))


def propose_regeneration(state: State, who: Sequence[CombatantId]) -> Proposal | None:
    """Return the hit points that come back to these; None where none do."""
    healed = [(each, _count_regained(state, state.combatants[each])) for each in who]
    healed = [(each, points) for each, points in healed if points]
    if not healed:
        return None
    printed = [state.combatants[each].stat_block.powers.regeneration for each, _ in healed]
    confidence = UNSURE if any(each is not None and each.confidence == UNSURE for each in printed) else "high"
    return Proposal("Regeneration", confidence, "", (), (), "", (), tuple(healed))


def find_special(me: Combatant, name: str) -> SpecialAttack | None:
    """Return the special attack of a combatant with this name, or None."""
    return next((each for each in me.stat_block.powers.on_hit if each.name == name), None)


def propose_special(state: State, special: SpecialAttack, targets: Sequence[CombatantId]) -> Proposal | None:
    """Return what a special attack does to those who failed their saves; None for nobody."""
    who = [each for each in targets if state.combatants[each].present]
    if not who:
        return None
    drained = [_propose_drain(state.combatants[each], special.levels) for each in who if special.levels]
    parts = drained or [ProposedPart(special.begins, tuple(who), dict.fromkeys(who, ()))]
    name = special.name[:1].upper() + special.name[1:]
    return Proposal(name, special.confidence, special.note, tuple(parts), (), special.until, ())


def _propose_drain(each: Combatant, levels: int) -> ProposedPart:
    """Return the loss of levels with those that are lost already; death where none is left."""
    changed = [change for condition in each.conditions if condition.name == DRAINED for change in condition.changes]
    lost = levels - int(sum(change.by for change in changed if change.what == "to_hit"))
    if 0 < each.stat_block.creature.count_levels() <= lost:
        return ProposedPart("dead", (each.id,), {each.id: ()})
    changes = (NumberChange("to_hit", -lost), NumberChange("save", -lost))
    return ProposedPart(DRAINED, (each.id,), {each.id: changes})


def find_magic(me: Combatant, name: str) -> Spell | Device | None:
    """Return the spell or device of a combatant with this name, or None."""
    known: Sequence[Spell | Device] = (*me.stat_block.powers.spells, *me.stat_block.gear.devices)
    return next((each for each in known if each.name == name), None)


def find_entry(state: State, magic: Spell | Device) -> EffectEntry | None:
    """Return the effect of magic, by the DM's change of it or by the table; None without one."""
    for id in list_magic_ids(magic):
        changed = next((each for each in state.effects if id in each.magic), None)
        found = changed or find_effect(id)
        if found is not None:
            return found
    return None


def list_magic_ids(magic: Spell | Device) -> tuple[str, ...]:
    """Return the ids by which magic has an effect: those of a device, then of its spell."""
    return (magic.id, magic.spell) if isinstance(magic, Device) and magic.spell else (magic.id,)


def find_level(me: Combatant, magic: Spell | Device) -> int:
    """Return the level at which magic is worked: the caster's, or that of the device."""
    if isinstance(magic, Spell):
        creature = me.stat_block.creature
        return max(1, creature.get_level(magic.caster_class) if magic.caster_class else creature.level)
    return find_device_level(magic.id)


def write_duration(entry: EffectEntry, level: int) -> str:
    """Return how long an effect lasts in words: "5 rounds", "1d4+2 turns"; "" until ended."""
    number = entry.count + entry.per_level * level
    if not entry.unit:
        return ""
    said = f"{entry.dice}+{number}" if entry.dice and number else entry.dice or str(number)
    return f"{said} {entry.unit}{'' if said == '1' else 's'}"


def _list_present(state: State, who: object) -> tuple[CombatantId, ...]:
    return tuple(str(each) for each in who if each in state.combatants) if isinstance(who, list | tuple) else ()


def _propose_part(
    state: State, me: Combatant, part: EffectPart, targets: Sequence[CombatantId], saved: Sequence[CombatantId]
) -> ProposedPart:
    who = tuple(each for each in _list_affected(state, me, part.on, targets, saved) if state.combatants[each].present)
    changes = {each: tuple(_compute_changes(state.combatants[each], part.changes)) for each in who}
    return ProposedPart(part.name, who, changes)


def _list_affected(
    state: State, me: Combatant, on: str, targets: Sequence[CombatantId], saved: Sequence[CombatantId]
) -> Sequence[CombatantId]:
    match on:
        case "user":
            return (me.id,)
        case "failed":
            return [each for each in targets if each not in saved]
        case "saved":
            return saved
        case "friends" | "foes":
            wanted = [who for who, each in state.combatants.items() if (each.side == me.side) == (on == "friends")]
            return [who for who in wanted if who in targets] or ([] if targets else wanted)
    return targets


def _compute_changes(each: Combatant, changes: Sequence[EffectChange]) -> Iterator[NumberChange]:
    armor_class = each.stat_block.defence.armor_class if each.armor_class is None else each.armor_class
    return compute_changes(each.stat_block, armor_class, changes)


def _write_number(number: int | Fraction) -> int | str:
    return number if isinstance(number, int) else str(number)


# In words.


def build_effect_info(state: State, question: OpenQuestion) -> QuestionInfo | None:
    """Return the proposal of a question about an effect, with the acts that apply or decline it."""
    proposal = propose(state, question.facts)
    if proposal is None:
        return None
    return QuestionInfo(
        f"Your ruling on {proposal.what.lower()}",
        describe_proposal(state, proposal),
        (QuestionAct(APPLY, "Apply", proposal.answer), QuestionAct(NOTHING, "Nothing", {})),
        magic=proposal.magic,
    )


def describe_proposal(state: State, proposal: Proposal) -> str:
    """Return a proposal in words: "Web: webbed: Orc 1, Orc 2 until round 5. Saved: Orc 3."."""
    ends = f" {_describe_end(state, proposal)}" if proposal.until else ""
    parts = "; ".join(
        [
            *(f"{_describe_part(part)}: {_list_names(state, part.who)}" for part in proposal.parts),
            *(_describe_regained(state, who, points) for who, points in proposal.healed),
        ]
    )
    said = [f"{parts}{ends}."]
    if proposal.saved:
        said.append(f"Saved: {_list_names(state, proposal.saved)}.")
    for who, name in proposal.ended:
        said.append(f"{_list_names(state, (who,))} is no longer {name}.")
    if proposal.confidence == UNSURE:
        said.append("Check the numbers in your book.")
    return " ".join((f"{proposal.what}:", *said, proposal.note)).strip()


def _describe_regained(state: State, who: CombatantId, points: int) -> str:
    hp = state.combatants[who].hp
    return f"{_list_names(state, (who,))} regains {points} ({hp} to {hp + points})"


def _describe_end(state: State, proposal: Proposal) -> str:
    duration = parse_duration(proposal.until)
    if duration is None or duration.number.count or duration.unit == TURN:
        return f"for {proposal.until}"
    round, segment = compute_end(state, duration.number.plus, duration.unit)
    return f"until round {round}" + (f", segment {segment}" if duration.unit == SEGMENT else "")


def _describe_part(part: ProposedPart) -> str:
    found = {who: describe_numbers(part.changes[who]) for who in part.who}
    same = len(dict.fromkeys(found.values())) == 1
    numbers = found[part.who[0]] if same else ""
    return part.name.replace("_", " ") + (f" ({numbers})" if numbers else "")


def describe_numbers(changes: Sequence[NumberChange]) -> str:
    """Return changes of numbers in words: "to hit +1, AC -2, twice the attacks"."""
    return ", ".join(_describe_number(each) for each in changes)


def _describe_number(change: NumberChange) -> str:
    if change.what == "movement":
        return f'movement {format_change(change.by)}"'
    if change.what == "routines":
        times = 1 + change.by
        return {2: "twice the attacks", Fraction(1, 2): "half the attacks"}.get(
            times, f"attacks times {float(times):g}"
        )
    return f"{WORDS[change.what]} {format_change(change.by)}"


def _list_names(state: State, who: Sequence[CombatantId]) -> str:
    return ", ".join(shorten_names([state.combatants[each].name for each in who]))
