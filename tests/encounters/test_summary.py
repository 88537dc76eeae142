"""The end of a fight as a viewer saw it."""

from dataclasses import replace

from encounters.screens.summary import Highlight, Summary, summarize
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.stat_block import Spell, Weapon, WeaponBlow
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import make_stat_block

SWORD = Weapon("sword_long", "Sword, long", (WeaponBlow("sword", "1d8", "1d12"),), 350)
SLEEP = Spell("magic_user_sleep", "Sleep", 1)
OPENED = e.EncounterOpened(
    ruleset=ANY,
    version="1",
    title="The bridge",
    stat_blocks=(
        make_stat_block("otis", "Otis", "party", kind="ranger", weapons=(SWORD,), hit_points=20),
        make_stat_block("tenser", "Tenser", "party", kind="magic_user", spells=(SLEEP,), hit_points=8),
        make_stat_block("orc-1", "Orc 1", "foes", hit_points=5),
        make_stat_block("orc-2", "Orc 2", "foes", hit_points=5),
    ),
)
ENDED = e.EncounterEnded(reason="only the party is left", side="party")


def end(*events: e.Event) -> Summary:
    """Return the summary of a fight in which this happened in round 1."""
    log = [OPENED, e.RoundBegan(round=1), *events, ENDED]
    return summarize(fold(log), log)


def find_fact(summary: Summary, label: str) -> Highlight | None:
    return next((each for each in summary.facts if each.label == label), None)


def test_it_says_why_the_fight_is_over() -> None:
    assert end().title == "The fight is over: only the party is left."


def test_the_dead_are_apart_from_those_who_stand() -> None:
    summary = end(e.Slain(who="orc-1"), e.HelplessMade(who="tenser", cause="hit points"))
    assert [each.name for each in summary.standing] == ["Otis", "Orc 2"]
    assert [(each.name, each.state) for each in summary.fallen] == [("Tenser", "down"), ("Orc 1", "dead")]


def test_who_cannot_act_does_not_stand() -> None:
    summary = end(e.EffectBegan(who="orc-1", effect="asleep"), e.EffectBegan(who="orc-2", effect="blessed"))
    assert [each.name for each in summary.standing] == ["Otis", "Tenser", "Orc 2"]
    assert [(each.name, each.state) for each in summary.fallen] == [("Orc 1", "asleep")]


def test_a_crowd_that_ended_alike_is_one_line() -> None:
    goblins = [make_stat_block(f"goblin-{n}", f"Goblin {n}", "foes") for n in range(1, 6)]
    log = [replace(OPENED, stat_blocks=(*OPENED.stat_blocks, *goblins)), e.RoundBegan(round=1)]
    log += [e.Slain(who=f"goblin-{n}") for n in range(1, 5)]
    summary = summarize(fold([*log, ENDED]), [*log, ENDED])
    assert [(each.name, each.token.letter, each.state) for each in summary.fallen] == [("Goblins 1-4", "G", "dead")]


def test_the_best_blow_is_the_first_that_did_most_damage() -> None:
    blows = [
        e.Damaged(who="orc-1", by="otis", amount=amount, left=left, source="sword_long", round=1)
        for amount, left in ((3, 2), (7, -5))
    ]
    equal = e.Damaged(who="otis", by="orc-2", amount=7, left=13, source="", round=1)
    best = find_fact(end(*blows, equal), "Best blow")
    assert best is not None
    assert best.text == "Otis, 7 to Orc 1 with the long sword in round 1"


def test_harm_without_a_doer_is_no_blow() -> None:
    fall = e.Damaged(who="otis", by="", amount=9, left=11)
    burnt = e.Damaged(who="tenser", by="tenser", amount=6, left=2)
    assert find_fact(end(fall, burnt), "Best blow") is None


def test_spoiled_spells_are_named_as_far_as_the_viewer_knows_them() -> None:
    known = e.SpellSpoiled(who="tenser", spell="magic_user_sleep", cause="hit")
    unknown = e.SpellSpoiled(who="orc-2", spell="", cause="hit")
    spoiled = find_fact(end(known, unknown), "Spells spoiled")
    assert spoiled is not None
    assert spoiled.text == "2: Tenser’s sleep, Orc 2’s spell"
