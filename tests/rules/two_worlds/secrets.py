"""The kinds of secrets: what is otherwise in the second world, and who may not know it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from rules.kernel.effect_entries import EffectChange, EffectEntry, EffectPart
from rules.kernel.effects import Answer
from rules.kernel.inputs import Change, MakeRuling
from rules.kernel.stat_block import Device, Spell
from rules.kernel.terms import DM, Save
from rules.procedures import get_ruleset
from rules.reference import lookup_spell
from tests.rules.relations.fights import Names
from tests.rules.two_worlds.secrecy import secrecy_of
from tests.rules.two_worlds.worlds import LURKER, OWN, World

EVERYBODY = tuple(OWN)


@dataclass(frozen=True)
class Pair:
    """Two worlds that differ in one secret.

    ``about`` is whose secret it is, ``unknowing`` are the viewers who may not know it. ``sealed``: it is kept only
    until all answers are in.
    """

    secret: str
    one: World
    other: World
    about: str = ""
    unknowing: tuple[str, ...] = EVERYBODY
    sealed: bool = False
    what: str = ""


Make = Callable[[World, Random], Pair]


def hidden_or_absent(world: World, rng: Random) -> Pair:
    """Somebody is hidden, or comes later; or is not there at all."""
    if rng.random() < 0.25:
        world = world.changed(LURKER, hidden=False, wave=9)
    others = (each for each in world.opening.stat_blocks if each.id != LURKER)
    return Pair(
        "absent", world, world.with_stat_blocks(*(secrecy_of(world).forget(each, LURKER) for each in others)), LURKER
    )


def words_about_the_hidden(world: World, rng: Random) -> Pair:
    """Have players type the name, the id and the magic of somebody hidden, or not there at all."""
    ghost = Spell("spider_webs", "Spider Webs", 9)
    orb = Device("orb_of_doom", "Orb of Doom", 5)
    world = replace(world.changed(LURKER, name="Spider 7", spells=(ghost,), devices=(orb,)), quiet=True)
    texts = (
        "burn the Spider 7 webs",
        "Spider 7",
        LURKER,
        f"tell {LURKER}",
        "Spider Webs",
        "spider_webs",
        "orb_of_doom",
    )
    pair = hidden_or_absent(world, rng)
    one, other = (replace(each, typed=texts) for each in (pair.one, pair.other))
    return replace(pair, secret="words", one=one, other=other)


def elsewhere(world: World, rng: Random) -> Pair:
    """Somebody is hidden here, or there."""
    place = world.stat_blocks[LURKER].start.position
    x, y = place if place is not None else (0, 0)
    return Pair("elsewhere", world, world.changed(LURKER, position=(x + rng.choice([-700, 900]), y + 1100)), LURKER)


def true_name(world: World, rng: Random) -> Pair:
    """Give a foe, known to all by a name, another id and another number behind that name.

    A procedure with sheets may resolve things in order of the ids: there the other id is as far on in the alphabet.
    """
    about = _foe(world, rng)
    name, stat_block = world.stat_blocks[about].name, world.stat_blocks[about]
    names = Names({about: "alhoon" if stat_block.sheet is None else f"{about[0]}alhoon"})
    renamed = world.changed(about, id=names.of(about), name=name.replace("3", "7").replace("8", "9"))
    stat_blocks = tuple(secrecy_of(world).rename(each, names) for each in renamed.opening.stat_blocks)
    return Pair("true name", world, replace(renamed.with_stat_blocks(*stat_blocks), names=names), about)


def numbers(world: World, rng: Random) -> Pair:
    """Give a foe, or another's character, other numbers: hit points, armor class, spells, ..."""
    foe = rng.random() < 0.75
    about = _foe(world, rng) if foe else "tenser"
    stat_block = world.stat_blocks[about]
    public = world.opening.options["table.foe_hp" if foe else "table.party_hp"] == "numbers"
    shown = world.opening.options["table.show_needed"] == "owner"
    listed = secrecy_of(world).numbers
    ways = [name for name in listed if not (public and name in ("hit points", "EN"))]
    ways = [name for name in ways if not (shown and name in COUNTED_BY_OTHERS) and (foe or name not in OPEN_IN_PARTY)]
    what = rng.choice(ways)
    changes = listed[what](stat_block)
    unknowing = EVERYBODY if foe else tuple(name for name in EVERYBODY if about not in OWN[name])
    return Pair("numbers", world, world.changed(about, **changes), about, unknowing, what=what)


OPEN_IN_PARTY = ("kind", "classes")
"""What the players of a party know of each other's characters."""
COUNTED_BY_OTHERS = ("armor class",)
"""What a player can tell from the number their own die needed, where the table shows it."""


def sealed_order(world: World, rng: Random) -> Pair:
    """Have Quill, or the DM for a foe in sight, answer otherwise.

    Nobody sees the answer until all answers are in.
    """
    about = rng.choice(["tenser", "tenser", _foe(world, rng)])
    one = replace(world, sealed=about)
    unknowing = tuple(name for name in EVERYBODY if about not in OWN[name])
    return Pair("sealed order", one, replace(one, other_answer=True), about, unknowing, sealed=True)


def secret_ruling(world: World, rng: Random) -> Pair:
    """Have the DM note or rule something in secret."""
    about, at = _foe(world, rng), rng.randint(2, 9)
    changes = {
        "note": Change(DM, "note", "the bridge will fall"),
        "types dice": Change(about, "types_dice", "no"),
        "of the hidden": Change(LURKER, "moved", [31, 17]),
    }
    changes |= secrecy_of(world).rulings(world.stat_blocks[about])
    if world.opening.options["table.show_needed"] == "owner":
        changes.pop("armor class")
    what = rng.choice(list(changes))
    ruling = MakeRuling((changes[what],), "what the DM thinks", secret=True)
    subject = LURKER if "of the hidden" in what else about
    return Pair("secret ruling", world, replace(world, rulings={at: ruling}), subject, what=what)


def note_on_the_fight(world: World, rng: Random) -> Pair:
    """Have the DM note something of the whole fight beforehand."""
    notes = {**world.opening.notes, "remark": "the guards are bribed"}
    return Pair("note", world, replace(world, opening=replace(world.opening, notes=notes)))


def effect(world: World, rng: Random) -> Pair:
    """Have an effect on the one who is hidden, or not; or one on a foe by another amount."""
    if "effect" not in get_ruleset(world.opening.ruleset).questions:
        return numbers(world, rng)
    return rng.choice([effect_on_the_hidden, saved_or_not, amount_of_an_effect, effect_changed_in_play])(world, rng)


def effect_on_the_hidden(world: World, rng: Random) -> Pair:
    """Have the hidden one shield itself, or wait."""
    world = _let_effects_happen(world).changed(LURKER, spells=(lookup_spell("magic_user_shield", 5),))
    one = replace(world, orders={LURKER: cast("magic_user_shield", LURKER)})
    return Pair("effect", one, replace(world, orders={LURKER: {"action": "C"}}), LURKER, what="on the hidden")


def saved_or_not(world: World, rng: Random) -> Pair:
    """Have the hidden one save against its own spell, or not."""
    hold = Spell("cleric_hold_person", "Hold Person", 1, save="negates")
    world = _let_effects_happen(world).changed(LURKER, spells=(hold,))
    world = replace(world, orders={LURKER: cast("cleric_hold_person", LURKER)})
    one, other = (world.changed(LURKER, saves=((Save.SPELL, needed),)) for needed in (1, 21))
    return Pair("effect", one, other, LURKER, what="who saved")


def amount_of_an_effect(world: World, rng: Random) -> Pair:
    """Have an effect of a foe change its saves, which nobody tries, by one amount or another."""
    about = _foe(world, rng)
    world = _let_effects_happen(world).changed(about, spells=(Spell("aid", "Aid", 1),))
    world = replace(world, orders={about: cast("aid", about)})
    one, other = (_with_effect(world, by) for by in (1, 4))
    return Pair("effect", one, other, about, what="amount")


def effect_changed_in_play(world: World, rng: Random) -> Pair:
    """Have the DM change in play what a foe's spell does to its own saves, or leave it."""
    about = _foe(world, rng)
    world = _let_effects_happen(world).changed(about, spells=(Spell("aid", "Aid", 1),))
    world = _with_effect(replace(world, orders={about: cast("aid", about)}), 1)
    changes = [{"what": "save", "by": 4}]
    parts = [{"on": "user", "name": "aided", "changes": changes}]
    row = {"magic": ["aid"], "lasts": {"count": 1, "unit": "round"}, "parts": parts}
    ruling = MakeRuling((Change(DM, "effect", row),), "what the DM thinks")
    return Pair("effect", world, replace(world, rulings={rng.randint(1, 3): ruling}), about, what="changed in play")


def _let_effects_happen(world: World) -> World:
    """Return a world that begins with melee, where effects happen by themselves."""
    notes = {**world.opening.notes, "start": "melee", "effects": "auto"}
    return replace(world, opening=replace(world.opening, notes=notes))


def _with_effect(world: World, by: int) -> World:
    parts = (EffectPart("user", "aided", (EffectChange("save", by),)),)
    entry = EffectEntry("aid", ("aid",), by, 0, "", "round", parts, (), False, "the DM", "high", "")
    return replace(world, opening=replace(world.opening, effects=(entry,)))


def cast(spell: str, at: str) -> Answer:
    """Return the order to cast a spell at somebody."""
    return {"action": "D", "how": "spell", "spell": spell, "target": [at]}


def hidden_dice(world: World, rng: Random) -> Pair:
    """Have the dice that only the DM sees fall otherwise."""
    return Pair("hidden dice", world, replace(world, hidden_seed="dm otherwise"))


def _foe(world: World, rng: Random) -> str:
    return rng.choice([each.id for each in world.opening.stat_blocks if each.side == "foes" and each.id != LURKER])


SECRETS: tuple[Make, ...] = (
    hidden_or_absent, elsewhere, true_name, numbers, numbers, sealed_order, secret_ruling, hidden_or_absent,
    hidden_dice, note_on_the_fight, effect, hidden_or_absent,
)  # fmt: skip
