"""Two worlds that differ in one secret: the others are shown the same in random fights."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.frozen import evolve
from rules.kernel.reveal import knowledge, rows, showing, stat_blocks
from rules.kernel.reveal.rows import build_row, lookup_row
from rules.kernel.visibility import PLAIN, Audience, Sees
from rules.procedures import list_rulesets
from tests.registered import gather
from tests.rules.two_worlds.counting import tallied, verdict_of
from tests.rules.two_worlds.secrets import (
    Make,
    amount_of_an_effect,
    effect_changed_in_play,
    effect_on_the_hidden,
    hidden_dice,
    hidden_or_absent,
    note_on_the_fight,
    numbers,
    sealed_order,
    secret_ruling,
    true_name,
)
from tests.soak import is_soak, runs

LEAST = 100
"""The fights in which somebody hidden does something that others perceive, by every procedure."""

KEPT = ("true name", "sealed order", "note")
"""Secrets that never come out in these fights: a name has no effect, and what is unsealed is not looked at."""


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", list_rulesets())
def test_who_may_not_know_is_shown_the_same_in_both_worlds(ruleset: str) -> None:
    tally = tallied(ruleset, range(max(LEAST, runs(2000))))
    assert tally.problems == []
    assert [secret for secret in tally.secrets if not tally.to_the_end[secret]] == []
    assert [secret for secret in KEPT if tally.came_out[secret]] == []
    assert tally.came_out["absent"] or not is_soak(), "nobody who is hidden ever does anything that others perceive"


# That it can fail.


def openly(kind: type[e.Event], *fields: str) -> Callable[[pytest.MonkeyPatch], None]:
    """Have everybody shown a kind of event, and these fields of it."""

    def broken(patch: pytest.MonkeyPatch) -> None:
        row = lookup_row(kind)
        viewers: dict[str, Sees] = {name: PLAIN if name in fields else sees for name, sees in row.fields.items()}
        patch.setitem(rows._read, kind, build_row(row.to if fields else Audience.ALL, viewers))

    return broken


def instead(module: Any, name: str, function: Callable[..., Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Have a function of the masks let something through."""
    return lambda patch: patch.setattr(module, name, function)


def all_of(*broken: Callable[[pytest.MonkeyPatch], None]) -> Callable[[pytest.MonkeyPatch], None]:
    """Several things at once."""

    def together(patch: pytest.MonkeyPatch) -> None:
        for each in broken:
            each(patch)

    return together


def with_its_place(k: Any, deed: Deed) -> Deed:
    """Return a deed in the viewer's ids, with its place in the general order."""
    return evolve(deed, id=k.give_deed_id(deed.id), who=k.find_id(deed.who), targets=k.show_combatants(deed.targets))


BROKEN: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], Make]] = {
    "what hidden ones do is shown": (
        all_of(
            instead(knowledge.Knowledge, "can_learn_of", lambda k, event: True),
            instead(showing, "_is_all_in_sight", lambda k, event, row: True),
        ), hidden_or_absent),
    "a question to one is shown to all": (openly(e.Asked), hidden_or_absent),
    "deeds are shown with their places": (
        instead(knowledge.Knowledge, "show_deed", with_its_place), hidden_or_absent),
    "hit points are shown": (openly(e.Damaged, "left"), numbers),
    "combatants are shown whole": (
        instead(knowledge, "show_from_outside", lambda each, called, *shown: stat_blocks.show_own(each, called)),
        numbers),
    "what a die needed is shown": (openly(e.Attacked, "needed", "working"), numbers),
    "combatants that fight blow by blow are shown whole": (
        instead(knowledge, "show_from_outside", lambda each, called, *shown: stat_blocks.show_own(each, called)),
        numbers),
    "foes keep their names": (
        instead(knowledge.Knowledge, "call", lambda k, stat_block: k.names.give(stat_block, True)), true_name),
    "orders are shown": (openly(e.Declared), sealed_order),
    "secret rulings are shown": (
        instead(knowledge.Knowledge, "can_learn_of", lambda k, event: True), secret_ruling),
    "numbers of effects are shown": (openly(e.EffectBegan, "changes"), amount_of_an_effect),
    "changed effects are shown": (openly(e.EncounterOpened, "effects"), amount_of_an_effect),
    "effects changed in play are shown": (openly(e.EffectChanged), effect_changed_in_play),
    "who is hidden is under an effect": (
        all_of(
            instead(knowledge.Knowledge, "can_learn_of", lambda k, event: True),
            instead(showing, "_is_all_in_sight", lambda k, event, row: True),
        ), effect_on_the_hidden),
    "the DM's notes are shown": (openly(e.EncounterOpened, "notes"), note_on_the_fight),
    "hidden dice are shown": (
        all_of(
            instead(knowledge.Knowledge, "can_learn_of", lambda k, event: True),
            openly(e.ReactionRolled, "rolls", "face"),
        ), hidden_dice),
}  # fmt: skip
"""Ways to let something out, each with a secret that it tells."""

LET_OUT = [row for rows in gather("shown", "LET_OUT") for row in rows if row[1] in list_rulesets()]
"""For each of them a procedure, and a fight by it in which that happens: tests/procedures/<name>/shown.py."""


@pytest.mark.parametrize(("name", "ruleset", "seed"), LET_OUT, ids=[name for name, _, _ in LET_OUT])
def test_what_is_let_out_is_found(name: str, ruleset: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, make = BROKEN[name]
    assert verdict_of(make, seed, ruleset).problem == ""
    broken(monkeypatch)
    assert verdict_of(make, seed, ruleset).problem
