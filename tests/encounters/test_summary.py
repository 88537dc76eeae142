"""The end of a fight as a viewer saw it."""

from dataclasses import replace

from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.screens.summary import Highlight, Summary, summarize
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.inputs import Change
from rules.kernel.stat_block import Spell, Weapon, WeaponBlow
from tests.any_procedure import ANY
from tests.encounters.seated import At, words
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


def list_fighters(summary: Summary, side: int = 0) -> list[tuple[str, str, str]]:
    return [(each.name, each.state, each.deed) for each in summary.sides[side].fighters]


def harm(who: str, by: str, amount: int) -> e.Event:
    return e.Damaged(who=who, by=by, amount=amount, left=1, round=1)


def test_each_side_says_how_many_stand_the_party_first() -> None:
    summary = end(e.Slain(who="orc-1"), e.HelplessMade(who="tenser", cause="hit points"))
    assert [(side.name, side.note) for side in summary.sides] == [
        ("The party", "1 of 2 stand"), ("The foes", "1 of 2 stand")
    ]  # fmt: skip
    assert list_fighters(summary) == [("Otis", "", ""), ("Tenser", "down", "")]
    assert list_fighters(summary, 1) == [("Orc 2", "", ""), ("Orc 1", "dead", "")]


def test_who_cannot_act_does_not_stand() -> None:
    summary = end(e.EffectBegan(who="orc-1", effect="asleep"), e.EffectBegan(who="orc-2", effect="blessed"))
    assert list_fighters(summary, 1) == [("Orc 2", "", ""), ("Orc 1", "asleep", "")]
    assert [side.note for side in summary.sides] == ["all stand", "1 of 2 stand"]


def test_each_is_told_by_the_greatest_thing_it_did() -> None:
    summary = end(
        harm("orc-1", "otis", 6), e.HelplessMade(who="orc-1"), harm("orc-1", "tenser", 2), e.Slain(who="orc-1"),
        harm("orc-2", "tenser", 3),
    )  # fmt: skip
    assert list_fighters(summary) == [("Otis", "", "felled Orc 1"), ("Tenser", "", "dealt 5")]
    assert list_fighters(summary, 1) == [("Orc 2", "", ""), ("Orc 1", "dead", "fell to Otis")]


def test_one_who_was_healed_after_the_fall_fell_to_nobody() -> None:
    healed = e.Healed(who="otis", by="tenser", amount=4, left=4)
    summary = end(harm("otis", "orc-1", 20), e.HelplessMade(who="otis"), healed)
    assert list_fighters(summary) == [("Otis", "", ""), ("Tenser", "", "gave back 4")]
    assert list_fighters(summary, 1)[0] == ("Orc 1", "", "dealt 20")


def test_those_who_stand_have_their_health_by_the_grade_of_the_table() -> None:
    summary = end(harm("otis", "orc-1", 19))
    shown = [each.health.words for side in summary.sides for each in side.fighters if each.health]
    assert shown == ["1 of 20 hp", "8 of 8 hp", "unhurt", "unhurt"]


def test_the_dm_has_the_health_of_foes_in_numbers(at: At) -> None:
    shaman = at.state.combatants["shaman"]
    services.rule(at.dora, at.tap(), [Change("shaman", "hp", shaman.hp - 1)], "")
    services.end(at.dora, at.tap(), "")
    left = f"{shaman.hp - 1} of {shaman.stat_block.defence.hit_points} hp"
    dm = Client()
    dm.force_login(User.objects.get(username="dora"))
    assert left in words(dm.get(f"/e/{at.encounter.pk}/")).partition("The foes")[2]
    assert left not in words(at.pip.get(at.url("me/")))


def test_a_crowd_that_ended_alike_is_one_line() -> None:
    goblins = [make_stat_block(f"goblin-{n}", f"Goblin {n}", "foes") for n in range(1, 6)]
    log = [replace(OPENED, stat_blocks=(*OPENED.stat_blocks, *goblins)), e.RoundBegan(round=1)]
    log += [e.Slain(who=f"goblin-{n}") for n in range(1, 5)]
    summary = summarize(fold([*log, ENDED]), [*log, ENDED])
    dead = [each for each in summary.sides[1].fighters if each.state]
    assert [(each.name, each.token.letter, each.state) for each in dead] == [("Goblins 1-4", "G", "dead")]


def test_what_both_sides_dealt_is_added_up() -> None:
    summary = end(
        harm("orc-1", "otis", 6), harm("otis", "orc-2", 4), harm("orc-2", "tenser", 3), harm("otis", "otis", 9)
    )
    assert (find_fact(summary, "Dealt"), find_fact(summary, "Taken")) == (
        Highlight("Dealt", "9"), Highlight("Taken", "4")
    )  # fmt: skip


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


def test_the_best_blow_has_its_die_where_the_viewer_may_see_it() -> None:
    blow = e.Damaged(who="orc-1", by="otis", amount=7, left=-2, source="sword_long", round=1)
    hit = e.Attacked(
        who="otis", target="orc-1", weapon="sword_long", hit=True, face=19, routine=0, mode="melee", needed=0
    )
    assert [each.dice for each in end(hit, blow).facts if each.is_blow] == [(19,)]
    assert [each.dice for each in end(replace(hit, face=0), blow).facts if each.is_blow] == [()]
    assert [each.dice for each in end(replace(hit, weapon="dagger"), blow).facts if each.is_blow] == [()]
