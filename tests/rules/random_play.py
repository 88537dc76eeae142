"""Random fights, and a table that submits anything: orders, nonsense, rulings, dice."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.kernel.forms import BadAnswer
from rules.kernel.game import BadInput, Game, Record
from rules.kernel.inputs import (
    Arrive,
    BeginRound,
    CallMorale,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    Input,
    MakeRuling,
    TakeBack,
)
from rules.kernel.options import OptionSpec
from rules.kernel.rulings import CONDITIONS
from rules.kernel.state import CHANGED, OpenQuestion
from rules.kernel.terms import Setting
from rules.procedures import get_ruleset
from rules.reference import list_monsters, list_morale_occasions, list_weapons
from rules.statblocks import build_stat_blocks
from tests.any_procedure import ANY, FAMILY
from tests.registered import find_module
from tests.rules.projection.door import SeededDice, open_setup

Entry = dict[str, Any]

ROUNDS = 4
PATIENCE = 350
"""Inputs after which the table only closes what is open: every fight comes to an end."""

PSIONIC: Entry = {
    "attack": 40, "defense": 90,
    "attack_modes": ["mind_thrust", "psionic_blast"], "defense_modes": ["mind_blank", "thought_shield"],
}  # fmt: skip
CANTRIP: Entry = {"casting": "1 segment", "cantrip": True, "offensive": True, "damage": "1"}
KINDS: tuple[Entry, ...] = (
    {"class": "fighter", "level": 7, "weapons": ["sword_long", "bow_long", "spear"], "attacking": 1, "reaction": 2},
    {"class": "fighter", "level": 13, "weapons": ["sword_two_handed", "dart"], "hasted": True, "strength": 18},
    {"class": "fighter", "level": 3, "weapons": ["short_sword_quickness", "crossbow_speed"], "ac_dexterity": -2},
    {"class": "ranger", "level": 5, "weapons": ["scimitar_speed", "bow_short"], "attacking": -1, "reaction": -1},
    {"class": "paladin", "level": 6, "weapons": ["lance_heavy", "sword_long"], "turns_undead": 4, "load": "heavy"},
    {"class": "fighter", "level": 2, "weapons": ["dagger"], "load": "encumbered"},
    {"class": "thief", "level": 4, "weapons": ["dagger", "sling_bullet"], "ac": 7, "ac_dexterity": -3,
     "race": "halfling"},
    {"class": "cleric", "level": 7, "weapons": ["mace_foot"], "devices": ["staff_curing"],
     "spells": ["cleric_bless", "cleric_cure_light_wounds", "cleric_hold_person", "cleric_flame_strike"]},
    {"class": "magic_user", "level": 9, "weapons": ["dagger"], "devices": ["wand_fire.fireball", "ring_invisibility"],
     "spells": ["magic_user_sleep", "magic_user_magic_missile", "magic_user_fireball",
                {**CANTRIP, "id": "sting"}, {**CANTRIP, "id": "snap"},
                {"id": "long", "casting": "1 round"}, {"id": "longest", "casting": "1 turn"}]},
    {"class": "fighter", "level": 4, "weapons": ["sword_short"], "psionic": PSIONIC},
    {"class": "fighter", "level": 1, "weapons": ["sword_short"], "psionic": {**PSIONIC, "attack_modes": []}},
    {"class": "monk", "level": 5, "weapons": ["staff_quarter"], "psionic": PSIONIC},
    {"hd": "3", "natural": True, "legs": 4, "movement": 18,
     "weapons": [{"id": "claws", "natural": True, "length_ft": 2, "damage": "1d4"}]},
    {"hd": "4", "weapons": [{"id": "whip", "speed_factor": 0, "strikes_first": True, "extra": 2}],
     "devices": [{"id": "rod", "activation": 4, "attack": True}, {"id": "gem"}], "routines": 3},
    {"hd": "2", "surprised": "1 in 8", "surprises": "3 in 8", "initiative_die": "d8"},
)  # fmt: skip


# Fights.

NOT_DRAWN = (".weapon_vs_armor", ".two_weapons", ".several_deeds")
"""Endings of options that random fights leave alone: fights known by their numbers stay the same."""


def drawn_options(ruleset: str) -> dict[str, OptionSpec]:
    """Return the options of a ruleset that random fights draw."""
    return {key: spec for key, spec in get_ruleset(ruleset).options.items() if not key.endswith(NOT_DRAWN)}


def random_opening(rng: Random, id: str = ANY) -> e.EncounterOpened:
    """Return the opening of a random fight, by any options of a ruleset."""
    return open_setup(random_setup(rng, id))


def random_setup(rng: Random, id: str = ANY) -> Entry:
    """Return the ruleset, setting, options, notes and combatants of a random fight.

    Up to four of all kinds fight up to four, anywhere, sometimes with a third side.
    """
    setting = rng.choice(list(Setting))
    sides = ["party", "foes", *(["others"] if rng.random() < 0.15 else [])]
    combatants = [
        random_entry(rng, side, f"{side}_{number}")
        for side in sides
        for number in range(rng.randint(1, 4 if len(sides) == 2 else 2))
    ]
    options = {key: rng.choice(spec.choices) for key, spec in drawn_options(id).items() if rng.random() < 0.3}
    notes = random_notes(rng, sides)
    return {"ruleset": id, "setting": setting.value, "options": options, "notes": notes, "combatants": combatants}


def random_notes(rng: Random, sides: list[str]) -> dict[str, object]:
    notes: dict[str, object] = {"start": rng.choice(["encounter", "surprise", "melee"])}
    if notes["start"] == "melee" or rng.random() < 0.5:
        notes["distance_ft"] = rng.choice([5, 5, 5, 8, 30, 60, 200])
    if rng.random() < 0.3:
        notes["surprised"] = [rng.choice(sides)]
    elif rng.random() < 0.3:
        notes["detected_by"] = [rng.choice(sides)]
    if rng.random() < 0.3:
        notes["reaction"] = "hostile"
    return notes


def random_entry(rng: Random, side: str, id: str) -> Entry:
    """Return a combatant's table: one of the kinds above, or a monster with any weapon."""
    casters = [kind for kind in KINDS if "spells" in kind]
    entry: Entry = dict(rng.choice(casters if rng.random() < 0.3 else KINDS))
    if rng.random() < (0.15 if side == "party" else 0.5):
        listed = rng.choice(list_monsters())
        entry = {"monster": listed.id}
        if not listed.natural:
            entry["weapons"] = [rng.choice(list_weapons()).id for _ in range(2)]
    entry.update(id=id, side=side, played=side == "party" and rng.random() < 0.8)
    if rng.random() < 0.25:
        entry["position"] = [rng.randrange(-40, 40), rng.randrange(-40, 40)]
    return entry


# The table.


class Chatter:
    """Everybody at a table, submitting inputs at random.

    ``newcomers`` keeps the tables of those who arrive, by id.
    """

    def __init__(self, rng: Random, opening: e.EncounterOpened, dice: SeededDice) -> None:
        self.rng = rng
        self.game = Game(opening, dice)
        self.refusals = 0
        self.nonsense = 0
        self.newcomers: dict[str, Entry] = {}

    def play(self) -> Game:
        """Play until four rounds are over or the encounter is; nothing may raise but BadInput."""
        game, inputs = self.game, 0
        for who in game.state.combatants:
            if self.rng.random() < 0.15:
                self.say(MakeRuling((Change(who, "types_dice", "yes"),)))
        while not game.state.ended and not (game.state.between_rounds and game.state.round >= ROUNDS):
            inputs += 1
            assert inputs < 4 * PATIENCE, "a round does not end"
            self.say(self._closing() if inputs > PATIENCE else self._something())
        return game

    def say(self, given: Input) -> Record | None:
        """Submit an input; one that cannot be taken must leave no trace."""
        before, positions, events = self.game.state, self.game.position, self.game.list_live_events()
        try:
            record = self.game.submit(given)
        except BadInput:
            self.nonsense += 1
            assert self.game.state == before, given
            assert self.game.position == positions
            assert self.game.list_live_events() == events
            return None
        if record.refusal is not None:
            self.refusals += 1
            assert any(isinstance(event, e.Refused) for event in record.events)
        return record

    def _closing(self) -> Input:
        return BeginRound() if self.game.state.between_rounds else CloseQuestions()

    def _something(self) -> Input:
        roll = self.rng.random()
        if roll < 0.03:
            return MakeRuling(tuple(self._changes()), "so be it", secret=self.rng.random() < 0.3)
        if roll < 0.06 and self.game.position > 1:
            return self._take_back()
        if roll < 0.07:
            return self._nonsense()
        if roll < 0.08 and len(self.game.state.combatants) < 10:
            return self._latecomer()
        if roll < 0.0805:
            return EndEncounter("enough")
        if roll < 0.085:
            return self._morale()
        if self.game.state.between_rounds:
            return BeginRound()
        return self._answer() or self._dice() or CloseQuestions()

    def _morale(self) -> Input:
        """Return a call for a check of a combatant, a group, a side or nobody; between rounds too."""
        state = self.game.state
        mobs = [each.stat_block.mob for each in state.combatants.values() if each.stat_block.mob]
        who = self.rng.choice([*state.combatants, *mobs, *state.sides, *state.sides, "nobody"])
        occasions = ["", *(each.id for each in list_morale_occasions())]
        occasion = "rain" if self.rng.random() < 0.05 else self.rng.choice(occasions)
        return CallMorale(who, occasion, self.rng.choice([0, 0, -20, 10, 60]))

    def _latecomer(self) -> Input:
        side, number = self.rng.choice(self.game.state.sides), self.game.position
        return self._arriving(random_entry(self.rng, side, f"late_{number}"))

    def _arriving(self, entry: Entry) -> Input:
        self.newcomers[entry["id"]] = entry
        return Arrive(build_stat_blocks(entry, setting=self.game.state.setting))

    def _answer(self) -> Input | None:
        waiting = [question for question in self.game.state.open if not question.sealed]
        if not waiting or self.rng.random() < 0.08:
            return None
        question = self.rng.choice(waiting)
        if self.rng.random() < 0.03:
            return CloseQuestions(question.who)
        return GiveAnswer(question.token, self._word(question), question.who, *self._hesitation(question))

    def _hesitation(self, question: OpenQuestion) -> tuple[int, bool]:
        """Return the segments lost in declaring, which only some rulesets count."""
        if question.question != "declare" or self.rng.random() < 0.8:
            return 0, False
        return self.rng.choice([1, 1, 2, 3, 11]), self.rng.random() < 0.3

    def _word(self, question: OpenQuestion) -> Mapping[str, object]:
        form = self.game.ruleset.questions[question.question].form(self.game.state, question)
        assert form is not None
        if question.question == "effect":
            sound = self.rng.random() < 0.8
            changes = [change_of(each) for each in self._changes(sound=sound)]
            return {"text": "as I say", "changes": [*changes, *self._effects()]}
        if question.question == "declare" and self.rng.random() < 0.1:
            return {"action": self.rng.choice("PABCDEFG")}  # often forbidden, often too short
        if question.question == "cancel" and self.rng.random() < 0.9:
            return {"choice": "no"}
        eager = question.question == "declare" and self.rng.random() < 0.8
        try:
            answers = [form.draw_random(self.rng) for _ in range(8 if eager else 1)]
        except BadAnswer:
            return {"action": "C"}
        answer = next((answer for answer in answers if answer.get("action") in ("D", "G")), answers[0])
        if answer.get("prepared") and self.rng.random() < 0.6:
            return {key: value for key, value in answer.items() if key not in ("prepared", "when", "watch", "part")}
        return answer

    def _effects(self) -> Iterator[dict[str, object]]:
        """Yield an effect with numbers now and then, where the procedure knows such effects."""
        if self.game.ruleset.family and self.rng.random() < 0.5:
            who, by = self.rng.choice(list(self.game.state.combatants)), self.rng.choice([-4, -1, 1, 2])
            changes = [{"what": what, "by": by} for what in self.rng.sample(CHANGED, 2) if what != "routines"]
            until = self.rng.choice([{}, {"until": "1 round"}, {"until": "1d4 segments"}])
            yield {"who": who, "what": "effect", "value": "marked", "changes": changes, **until}

    def _dice(self) -> Input | None:
        rolls = self.game.state.open_rolls
        if not rolls:
            return None
        roll = self.rng.choice(rolls)
        highest = roll.sides if self.rng.random() < 0.9 else roll.sides + 5
        faces = tuple(self.rng.randint(1, highest) for _ in range(roll.count))
        return GiveFaces(roll.token, faces if self.rng.random() < 0.8 else None)

    def _changes(self, *, sound: bool = False) -> Iterator[Change]:
        """Yield one or two rulings; those not ``sound`` may name nobody, nothing or no value."""
        who = self.rng.choice(list(self.game.state.combatants))
        other = self.rng.choice(list(self.game.state.combatants))
        now = (self.game.state.round, (self.game.state.clock or 0) + self.rng.randint(1, 12))
        good = [
            Change(who, self.rng.choice(CONDITIONS), "yes", self.rng.choice([None, now])),
            Change(who, self.rng.choice(CONDITIONS), "no"),
            Change(who, "hp", self.rng.randint(-12, 20)), Change(who, "moved", [self.rng.randint(-30, 30), 4.5]),
            Change(who, "falls"), Change(who, "vanishes"), Change(who, "appears"), Change(who, "drops"),
            Change(who, "range", [other, self.rng.randint(0, 90)]), Change(who, "behind", other),
            Change(who, "ac", self.rng.randint(-5, 10)), Change(who, "hidden", self.rng.choice(["yes", "no"])),
            Change(who, "types_dice", self.rng.choice(["yes", "no"])),
        ]  # fmt: skip
        happening = next(filter(self.game.ruleset.rulings.is_happening, self.game.ruleset.rulings.own), "")
        if happening and not sound:
            good += [Change(who, happening, "blows a horn"), Change("dm", happening, "a horn is blown")]
        bad = [
            Change("dm", happening or "event", ""), Change("nobody", "hp", 3), Change(who, "wings", 2),
            Change(who, "hp", "many"), Change(who, "moved", "there"), Change("dm", "setting", "at sea"),
            Change("dm", "option", ["table.nothing", 1]),
        ]  # fmt: skip
        yield self.rng.choice(good if sound or self.rng.random() < 0.7 else [*good, *bad])
        if self.rng.random() < 0.3:
            yield self.rng.choice(good)

    def _take_back(self) -> Input:
        last = self.game.position
        to = self.rng.randrange(last) if self.rng.random() < 0.2 else max(0, last - self.rng.randint(1, 8))
        shown = [rolled for record in self.game.records[to:] for event in record.events for rolled in event.rolls]
        faces: tuple[tuple[str, str, int, int, int], ...] = ()
        if shown and self.rng.random() < 0.3:
            rolled = self.rng.choice(shown)
            faces = ((rolled.purpose, rolled.by, rolled.sides, rolled.first, self.rng.randint(1, rolled.sides)),)
        return TakeBack(to, "no", faces)

    def _nonsense(self) -> Input:
        nonsense: list[Input] = [
            BeginRound(), CloseQuestions("nobody"), GiveAnswer("7~99", {}), GiveAnswer("", {"action": "C"}),
            GiveFaces("1~0", (3,)), TakeBack(10_000), TakeBack(-1),
        ]  # fmt: skip
        for question in self.game.state.open:
            nonsense += [GiveAnswer(question.token, {"nothing": 1}), GiveAnswer(question.token, {"action": ["G"]})]
        return self.rng.choice(nonsense)


def change_of(change: Change) -> dict[str, object]:
    """Return a ruling as the ``effect`` form takes it."""
    until = {"until": list(change.until)} if change.until else {}
    return {"who": change.who, "what": change.what, "value": change.value, **until}


# By any procedure.


@dataclass(frozen=True)
class RandomPlay:
    """The making and playing of random fights by a procedure.

    A procedure outside the AD&D family has it in tests/procedures/<name>/random_play.py, as ``RANDOM_PLAY``.
    """

    setup: Callable[[Random, str], Entry]
    table: type[Chatter]
    legal: type[Chatter] | None = None
    """A table that keeps to the rules, where there is one."""
    stat_block: Callable[..., Entry] | None = None
    """Makes the table of one combatant, of those that have attributes of their own: side, id, and is it placed."""


def random_play_of(id: str) -> RandomPlay:
    """Return how fights at random by this procedure are made and played."""
    if id in FAMILY:
        return RandomPlay(random_setup, Chatter)
    found = find_module(id, "random_play")
    assert found is not None, f"{id} has no tests/procedures/{id}/random_play.py"
    play: RandomPlay = found.RANDOM_PLAY
    return play


def any_opening(rng: Random, id: str) -> e.EncounterOpened:
    """Return the opening of a fight at random by any procedure."""
    return open_setup(any_setup(rng, id))


def any_setup(rng: Random, id: str) -> Entry:
    """Return the setup of a fight at random by any procedure."""
    return random_play_of(id).setup(rng, id)


def any_table(rng: Random, id: str, dice: SeededDice) -> Chatter:
    """Return a table that says anything, by any procedure."""
    return random_play_of(id).table(rng, any_opening(rng, id), dice)
