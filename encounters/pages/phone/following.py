"""The events that a character perceives, the rounds that it saw, and its sheet."""

from collections.abc import Sequence
from typing import Any

from encounters.narration import Column, label_of, tell_columns
from encounters.narration.voice import order_words
from encounters.pages.acts import link
from encounters.pages.clock import column_label, due_in, heading, unit_of
from encounters.pages.happened import UNMARKED
from encounters.pages.phone.hand import Hand
from encounters.pages.phone.outcome import outcome
from encounters.pages.phone.signals import chosen, offer, offered
from encounters.pages.places import places
from encounters.pages.wording import deed_words, kind_line, sentence
from rules.api import SEGMENTS, Combatant, Device, Save, Spell, StatBlock, format_listed_name, get_ruleset
from rules.api import events as e

HEADINGS = (e.RoundBegan, e.RoundEnded, e.EncounterOpened, e.DeclarationsClosed, e.Declared)
"""The events that the screen shows by itself, without a sentence."""

SOON = "in a moment."
LOCK = "You may lock the screen."
SIGNALS = "Your phone signals you while it shows this page. Locked, it is silent, and nothing is lost."
"""The words on signals: a locked phone sleeps, and nothing on its page can wake it."""

SAW_AT_ONCE = 5
"""The number of rounds on one page of the rounds seen."""


def following(hand: Hand) -> dict[str, Any]:
    """Return this round as the character perceives it, by column, its own pending deeds last.

    ``meant`` is its order with the outcome. ``empty`` is the text for a screen without lines. There are no lines while
    the table waits for the character, or while its order or answer is sealed.
    """
    if hand.viewing is None:
        mine = [place.name for place in places(hand.encounter, hand.viewer) if place.mine]
        return {"empty": f"You are seated{f' as {_and(mine)}' if mine else ''}. {_soon(hand)}", **_offer(hand)}
    if not hand.own:
        if hand.viewing.state.coming:
            return {"empty": " ".join(_arrival(each) for each in hand.viewing.state.coming)}
        pick = link("Pick a character", hand.url("me/characters/"), icon="plus")
        return {"empty": "You play nobody now.", "acts": [pick]}
    if hand.is_held_up:
        return {}
    if hand.is_sealed or hand.sealed is not None:
        return _offer(hand)
    lines = [_line(hand, column) for column in columns(hand, max(hand.state.round, 0))]
    told = {"lines": [*lines, *_to_come(hand)], "meant": _meant(hand), "empty": _nothing_yet(hand)}
    return told | _offer(hand)


def _arrival(figure: StatBlock) -> str:
    return f"{figure.name} arrives in round {figure.start.wave}. You will be asked for orders then."


def _offer(hand: Hand) -> dict[str, Any]:
    return {"offer": offer(hand)} if offered(hand) else {}


def _and(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def columns(hand: Hand, number: int) -> list[Column]:
    """Return the sentences on a round as the player's characters perceived it, by column."""
    told = [event for event in hand.round(number) if not isinstance(event, HEADINGS)]
    return tell_columns(told, hand.state, hand.own)


def _line(hand: Hand, column: Column) -> dict[str, Any]:
    now = column.label == column_label(hand.state, hand.state.clock) and not hand.state.between_rounds
    parts = [{"text": each.text, "mine": each.mine} for each in column.told]
    return {"label": column.label, "state": "now" if now else "", "parts": parts, "clauses": column.clauses}


def _to_come(hand: Hand) -> list[dict[str, Any]]:
    """Return a line for each of the character's own pending deeds."""
    mine = [deed for deed in hand.state.pending if deed.who == hand.shown and deed.number is not None]
    deeds = [(due_in(hand.state, deed), deed) for deed in mine if not deed.standing and deed.kind not in UNMARKED]
    return [
        {
            "label": column_label(hand.state, clock),
            "parts": [{"text": f"To come: {deed_words(hand.state, deed)}.", "mine": True}],
        }
        for clock, deed in sorted(deeds, key=lambda each: each[0])
    ]


def _meant(hand: Hand) -> dict[str, str] | None:
    """Return the order with its outcome; None while orders are open, or without an order."""
    order = hand.order
    if order is None or hand.orders.open:
        return None
    return {"said": f"“{sentence(order_words(hand.state, order))}”", "happened": outcome(hand)}


def _soon(hand: Hand) -> str:
    opens = "Orders open" if get_ruleset(hand.encounter.ruleset).orders else "The round begins"
    return f"{opens} {SOON} {_meanwhile(hand)}"


def _meanwhile(hand: Hand) -> str:
    return SIGNALS if chosen(hand.seat) else LOCK


def _nothing_yet(hand: Hand) -> str:
    state = hand.state
    if state.ended:
        return "The fight is over. What you saw is yours to keep."
    if state.round < 0:
        return f"You are seated. {_soon(hand)}"
    if hand.out:
        return f"{hand.out} What can still be perceived is told here."
    if hand.awaits_orders:
        return f"Orders are being given. Yours opens {SOON} {_meanwhile(hand)}"
    if state.round == 0:
        return "The sides meet. What you perceive is told here."
    if state.clock is None:
        begun = "Orders are closed." if hand.ruleset.orders else "The round begins."
        return f"{begun} What you perceive is told here."
    return "Nothing has happened yet that you perceive."


# Missed events.


def missed(hand: Hand, since: int | None) -> dict[str, Any]:
    """Return the events shown after the cursor ``since``, by round and column.

    Without a cursor, it returns the round in play. ``columns`` is the number of columns that began since, ``unit``
    their name.
    """
    if hand.viewing is None or not hand.own:
        return {"columns": 0, "rounds": []}
    events = hand.viewing.list_between(since + 1) if since is not None else hand.events
    began = [event for event in events if isinstance(event, e.SegmentBegan)]
    numbers = dict.fromkeys(event.round for event in events)
    rounds = [{"title": title_of(each), "lines": _missed_of(hand, events, each)} for each in numbers if each >= 0]
    unit = unit_of(hand.state) + ("s" if len(began) != 1 else "")
    address = hand.screen("missed/")
    return {
        "columns": len(began),
        "unit": unit,
        "rounds": [each for each in rounds if each["lines"]],
        "since": since,
        "href": f"{address}{'&' if '?' in address else '?'}from={since}&epoch={hand.epoch}",
    }


def _missed_of(hand: Hand, events: Sequence[e.Event], number: int) -> list[dict[str, Any]]:
    mine = [event for event in events if event.round == number]
    told = tell_columns([event for event in mine if not isinstance(event, HEADINGS)], hand.state, hand.own)
    found = {column.label: _line(hand, column) | {"state": ""} for column in told}
    began = [label_of(event, hand.state) for event in mine if isinstance(event, e.SegmentBegan)]
    silent = {"parts": [{"text": "Nothing that you perceived.", "mine": False}]}
    labels = dict.fromkeys([*(label for label in found if label not in began), *began])
    return [found.get(label) or {"label": label, **silent} for label in labels]


# Rounds seen.


def saw(hand: Hand, before: int | None = None) -> dict[str, Any]:
    """Return the latest rounds as this player's characters saw them, with the DM's recaps.

    ``before`` limits them to the rounds before that number. ``older`` is the address of earlier rounds, ``newer`` that
    of the latest.
    """
    if hand.viewing is None:
        return {"rounds": []}
    numbers = [number for number in reversed(hand.numbers) if before is None or number < before]
    shown, left = numbers[:SAW_AT_ONCE], numbers[SAW_AT_ONCE:]
    address = hand.screen("saw/")
    return {
        "rounds": [_round(hand, number) for number in shown],
        "older": f"{address}{'&' if '?' in address else '?'}before={shown[-1]}" if left else "",
        "newer": address if before is not None else "",
        "export": hand.url("me/saw.txt") if hand.numbers else "",
    }


def _round(hand: Hand, number: int) -> dict[str, Any]:
    paragraphs: list[dict[str, Any]] = [
        *({"text": f"Told by the DM: {each}"} for each in hand.recap(number).splitlines() if each.strip()),
        *(
            {"text": f"{_heading(hand, column.label)}{column.text}", "clauses": column.clauses}
            for column in columns(hand, number)
        ),
    ]
    replay = {"href": hand.url(f"round/{number}/"), "label": "Replay"}
    nothing = [{"text": "Nothing that you perceived."}]
    return {"title": title_of(number), "paragraphs": paragraphs or nothing, "replay": replay}


def title_of(number: int) -> str:
    """Return the name of a round."""
    return f"Round {number}" if number else "The opening"


def _heading(hand: Hand, label: str) -> str:
    return f"{heading(hand.state, label)}. " if label else ""


def export(hand: Hand) -> str:
    """Return all rounds that were seen, as plain text."""
    names = ", ".join(hand.state.combatants[who].name for who in hand.own) if hand.viewing is not None else ""
    lines = [hand.encounter.title, f"As seen by {names or hand.viewer.name}", ""]
    for told in (_round(hand, number) for number in hand.numbers):
        lines += [told["title"], *(each["text"] for each in told["paragraphs"]), ""]
    return "\n".join(lines)


# The sheet.


def sheet(hand: Hand) -> dict[str, Any]:
    """Return the character's sheet: its numbers, and its spells with the castings left."""
    if hand.viewing is None or hand.me is None:
        return {"title": "You are seated", "words": "Your sheet is here when the fight begins.", "facts": []}
    me = hand.me
    return {"title": me.name, "words": kind_line(me.stat_block), "facts": _facts(hand, me), "spells": _spells(me)}


def _facts(hand: Hand, me: Combatant) -> list[tuple[str, str]]:
    own = hand.ruleset.describe_standing(hand.state, hand.shown).sheet
    if own is not None:
        return [*own, *_afflictions(hand, me)]
    figure = me.stat_block
    facts = [
        ("Hit points", f"{me.hp} of {figure.defence.hit_points}"),
        ("Armor class", str(figure.defence.armor_class if me.armor_class is None else me.armor_class)),
        ("Move", f'{figure.pace.movement}"'),
    ]
    weapon = me.weapon(me.in_hand)
    if weapon is not None:
        speed = f", speed factor {weapon.speed_factor}" if weapon.speed_factor is not None else ""
        facts.append(("In hand", format_listed_name(weapon.name) + speed))
    others = [
        format_listed_name(each.name) for each in figure.gear.weapons if each.id != me.in_hand and not each.natural
    ]
    if others:
        facts.append(("Also has", ", ".join(dict.fromkeys(others))))
    to_hit = figure.attack.to_hit
    if len(to_hit) > 10:
        facts.append(("To hit AC 10, 5, 0", f"{to_hit[0]}, {to_hit[5]}, {to_hit[10]}"))
    if figure.attack.routines != 1:
        facts.append(("Attacks", f"{figure.attack.routines} a round"))
    facts += [(SAVES[name], str(needed)) for name, needed in figure.defence.saves]
    facts += _afflictions(hand, me)
    return facts


SAVES = {
    Save.PARALYSIS_POISON_DEATH: "Save: poison, death",
    Save.PETRIFICATION_POLYMORPH: "Save: petrification",
    Save.ROD_STAFF_WAND: "Save: wands",
    Save.BREATH: "Save: breath",
    Save.SPELL: "Save: spells",
}


def _afflictions(hand: Hand, me: Combatant) -> list[tuple[str, str]]:
    conditions = [each.name.replace("_", " ") for each in me.conditions]
    if hand.ruleset.describe_standing(hand.state, me.id).sheet is None:
        conditions += hand.under
    devices = [_device(me, each) for each in me.stat_block.gear.devices]
    return ([("Now", ", ".join(conditions))] if conditions else []) + (
        [("Devices", ", ".join(devices))] if devices else []
    )


def _device(me: Combatant, device: Device) -> str:
    """Return the device's name, with the charges left in it where they are counted."""
    left = me.charges.get(device.charged_item)
    if left is None:
        return format_listed_name(device.name)
    if device.single_use:
        return format_listed_name(device.name) if left else f"{format_listed_name(device.name)} (used up)"
    return f"{format_listed_name(device.name)} ({left} charge{'s' if left != 1 else ''} left)"


def _spells(me: Combatant) -> list[dict[str, Any]]:
    return [_spell(me, each) for each in _known(me.stat_block)]


def _known(figure: StatBlock) -> list[Spell]:
    return list({each.id: each for each in figure.powers.spells}.values())


def _spell(me: Combatant, spell: Spell) -> dict[str, Any]:
    left = me.spells.count(spell.id)
    takes = f"{spell.casting} segment{'s' if spell.casting != 1 else ''}"
    return {
        "name": format_listed_name(spell.name).capitalize(),
        "left": f"{left} left" if left else "spent",
        "line": takes if spell.casting != SEGMENTS else "1 round",
        "takes": min(spell.casting, SEGMENTS) if left else 0,
    }
