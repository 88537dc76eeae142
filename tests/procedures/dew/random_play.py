"""Fights at random by Dew's sequence, and a table that says anything of them."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.kernel import events as e
from rules.kernel.form_fields import BadAnswer
from rules.kernel.inputs import Change, GiveFaces, Input
from rules.kernel.state import OpenQuestion
from rules.procedures.dew.clause_options import OPTIONS
from rules.procedures.dew.sheet import describe_characters
from rules.procedures.dew.terms import get_dew
from tests.rules.projection.door import open_setup
from tests.rules.random_play import Chatter, RandomPlay, change_of

Entry = dict[str, Any]


def weapon(rng: Random, id: str) -> Entry:
    """Return a weapon of any kind: held, sheathed or on the ground, with one mode or two."""
    use = rng.choice(["melee", "melee", "melee", "thrown", "missile"])
    modes: list[Entry] = [
        {"mode": rng.choice(["1h", "2h"]), "use": use, "hit_number": rng.randint(8, 18),
         "damage": rng.choice(["1D4", "1D8+1", "2D6", "3"]), "crit_default": rng.randint(4, 12),
         "reach": rng.randint(1, 6), "parry": rng.randint(0, 3)},
    ]  # fmt: skip
    if rng.random() < 0.4:
        modes.append({"mode": "1h" if modes[0]["mode"] == "2h" else "2h", "use": "melee", "reach": 4})
    return {
        "id": id, "weight": rng.choice(["light", "medium", "heavy"]), "breakage": rng.choice([0, 60, 95]),
        "motion": rng.choice(["swing", "thrust", "bow", "other"]), "flexible": rng.random() < 0.1,
        "carried": rng.choice(["hand", "hand", "sheath", "ground"]), "shots": [[4, 1], [12, 0]], "modes": modes,
    }  # fmt: skip


def random_stat_block(rng: Random, side: str, id: str, *, placed: bool) -> Entry:
    """Return a combatant's table: one of the three characters, or another, or a thing."""
    entry: Entry = {"id": id, "side": side, "played": rng.random() < 0.7}
    if placed or rng.random() < 0.2:
        entry["position"] = [rng.randrange(-3, 4), rng.randrange(-3, 4)]
    if rng.random() < 0.5:
        entry["dew"] = {"like": rng.choice(tuple(describe_characters()))}
    else:
        entry["dew"] = {
            "st": rng.choice([3, 10, 15, 18]), "dx": rng.randint(5, 40),
            "en": rng.randint(2, 14), "bd": rng.randint(1, 9),
            "active_blows": rng.randint(0, 3), "reactive_blows": rng.randint(0, 3), "alert": rng.random() < 0.6,
            "ac": [rng.randint(3, 9), -1, 1], "move": rng.randint(0, 12), "fallen": rng.random() < 0.1,
            "spells": [{"name": "ward", "en_cost": 2}], "en_max": 16,
            "weapons": [weapon(rng, name) for name in ("axe", "spear", "knife")[: rng.randint(0, 3)]],
        }  # fmt: skip
        if rng.random() < 0.5:
            entry["dew"]["shield"] = {"breakage": 90}
        if rng.random() < 0.5:
            entry["dew"]["armor"] = {"worn": rng.random() < 0.5}
    if rng.random() < 0.06:
        entry["dew"] = {"kind": "object", "ac": [5, 0, 0]}
    return entry


def random_sequence(rng: Random) -> e.EncounterOpened:
    """Two to five, on the map or not, with ranges or none, by any options."""
    return open_setup(random_sequence_setup(rng))


def random_sequence_setup(rng: Random) -> Entry:
    """Return the options, notes and combatants of a random fight."""
    placed = rng.random() < 0.7
    count = rng.randint(2, 5)
    entries = [
        random_stat_block(rng, "party" if n % 2 else "foes", f"fighter_{n}", placed=placed) for n in range(count)
    ]
    for at, entry in enumerate(entries if not placed else ()):
        entry["dew"]["ranges"] = {other["id"]: rng.randint(1, 7) for other in entries[:at]}
    options = {key: rng.choice(spec.choices) for key, spec in OPTIONS.items() if rng.random() < 0.3}
    notes = {"start": rng.choice(["combat", "combat", "noncombat", "movement"])}
    return {"ruleset": "dew", "setting": "indoors", "options": options, "notes": notes, "combatants": entries}


class Sequencer(Chatter):
    """The table of such a fight. ``legal``: nobody rules, takes back or talks nonsense."""

    legal = False

    def _something(self) -> Input:
        if self.legal and not self.game.state.between_rounds:
            return self._answer() or self._dice() or self._closing()
        return self._closing() if self.legal else super()._something()

    def _latecomer(self) -> Input:
        state = self.game.state
        return self._arriving(
            random_stat_block(self.rng, self.rng.choice(state.sides), f"late_{self.game.position}", placed=True)
        )

    def _word(self, question: OpenQuestion) -> Mapping[str, object]:
        form = self.game.ruleset.questions[question.question].form(self.game.state, question)
        assert form is not None
        ward = {"command": "cast", "spell": "ward", "en_cost": 1}
        if question.question == "noncombat" and self.rng.random() < 0.4 and form.find_refusal(ward) is None:
            return ward
        try:
            words = [form.draw_random(self.rng) for _ in range(8 if self.rng.random() < 0.7 else 1)]
        except BadAnswer:
            return {"command": "pass"}
        word = next((each for each in words if each.get("command") in ("attack", "parry", "act")), words[0])
        if word.get("command") == "rule" and not self.legal:
            return {**word, "changes": [change_of(each) for each in self._changes(sound=self.rng.random() < 0.8)]}
        return word

    def _changes(self, *, sound: bool = False) -> Iterator[Change]:
        rng, everybody = self.rng, list(self.game.state.combatants)
        who, other = rng.choice(everybody), rng.choice(everybody)
        items = [*get_dew(self.game.state, who).gear.carried, "shield"]
        good = [
            Change(who, "en", rng.randint(-3, 16)), Change(who, "bd", rng.randint(-3, 9)),
            Change(who, "damaged", rng.randint(0, 5)), Change(who, "charged", 1), Change(who, "alert", "yes"),
            Change(who, "alert", "no"), Change(who, "fallen", "yes"),
            Change(who, "conscious", rng.choice(["yes", "no"])),
            Change(who, "stationary", "no"), Change(who, "dx", rng.randint(1, 20)), Change(who, "move", 6),
            Change(who, "el", 2), Change(who, "active_blows", 3),
            Change(who, "blows", [rng.randint(0, 3), rng.randint(0, 2)]),
            Change(who, "dropped", rng.choice(items)), Change(who, "broken", rng.choice(items)),
            Change(who, "ac_mod1", -2), Change(who, "great_blow", [1, 0, 3, 2]), Change(who, "fall_die", 30),
            Change(who, "forbidden", rng.choice(["", "no room"])), Change(who, "ends_movement"),
            Change(who, "moved", [rng.randint(-5, 5), 2]), Change(who, "vanishes"), Change(who, "appears"),
            Change(who, "hidden", rng.choice(["yes", "no"])), Change(who, "types_dice", rng.choice(["yes", "no"])),
            *([Change(who, "pair_range", [other, rng.randint(1, 8)])] if other != who else []),
        ]  # fmt: skip
        bad = [
            Change("nobody", "en", 3), Change(who, "hp", 3), Change(who, "en", "many"), Change(who, "blows", [1]),
            Change(who, "pair_range", [who, 3]), Change(who, "dropped", "the moon"), Change(who, "fall_die", 0),
        ]  # fmt: skip
        yield rng.choice(good if sound or rng.random() < 0.7 else [*good, *bad])
        if rng.random() < 0.3:
            yield rng.choice(good)


class Legal(Sequencer):
    """A table that keeps to the rules: its forms allow every answer; the server rolls all dice."""

    legal = True

    def _dice(self) -> Input | None:
        rolls = self.game.state.open_rolls
        return GiveFaces(rolls[0].token, None) if rolls else None


RANDOM_PLAY = RandomPlay(lambda rng, id: random_sequence_setup(rng), Sequencer, Legal, random_stat_block)
