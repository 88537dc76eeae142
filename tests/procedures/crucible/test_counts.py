"""Counts of a Crucible round: those that always begin, and those of the hidden alone."""

from collections.abc import Sequence
from fractions import Fraction

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.inputs import BeginRound, Change, MakeRuling
from rules.kernel.stat_block import Missile, StatBlock
from tests.rules.hidden import ORC, OTIS, SNEAK, seen
from tests.rules.players import Hand, hand, opening, prepare_combatant, spell, weapon
from tests.rules.stat_block_fields import change_stat_block

FAR = change_stat_block(ORC, position=(6000, 0))
LATE = change_stat_block(SNEAK, side="strangers", reaction=-2, position=(0, 9000))
"""A hidden combatant who acts on count 14 where its die shows 12."""
EARLY = change_stat_block(SNEAK, side="strangers", reaction=3, position=(0, 9000))
"""A hidden combatant who acts on count -2 where its die shows 1."""


def table_of(*stat_blocks: StatBlock, orders: dict[str, Answer] | None = None, die: int = 12) -> Hand:
    """Return a fight: the party acts on 9, the foes on 3, and the strangers by their die."""
    faces = {("initiative", side): (face,) for side, face in (("party", 9), ("foes", 3), ("strangers", die))}
    return hand(stat_blocks, orders or {}, faces, ruleset="crucible", distance_ft=60)


def play_until_count(table: Hand, count: int) -> None:
    table.game.submit(BeginRound())
    while table.state.clock != count:
        table.step()


def columns_of(events: Sequence[object]) -> list[int | None]:
    return [event.clock for event in events if isinstance(event, e.SegmentBegan)]


def shown_to_otis(table: Hand, *stat_blocks: StatBlock) -> list[object]:
    return list(seen([opening(stat_blocks, ruleset="crucible"), *table.game.list_live_events()[1:]], "otis").shown)


def test_counts_1_to_12_begin_though_nobody_acts_on_most_of_them() -> None:
    assert columns_of(table_of(OTIS, FAR).play_round()) == list(range(1, 13))


def test_what_follows_the_last_count_has_no_clock() -> None:
    events = table_of(OTIS, FAR).play_round()
    ends = [event.clock for event in events if isinstance(event, e.StageBegan) and event.stage == "end"]
    assert ends + [event.clock for event in events if isinstance(event, e.RoundEnded)] == [None, None]


def test_counts_of_the_hidden_alone_are_told_to_the_dm() -> None:
    for sneak, die, counts in ((LATE, 12, range(1, 15)), (EARLY, 1, range(-2, 13))):
        table = table_of(OTIS, FAR, sneak, die=die)
        assert columns_of(table.play_round()) == list(counts)
        assert columns_of(shown_to_otis(table, OTIS, FAR, sneak)) == list(range(1, 13))


def test_a_ruling_on_a_count_of_the_hidden_does_not_tell_the_count() -> None:
    table = table_of(OTIS, FAR, LATE)
    play_until_count(table, 14)
    table.game.submit(MakeRuling((Change("otis", "hp", 5),)))
    shown = [event for event in shown_to_otis(table, OTIS, FAR, LATE) if isinstance(event, e.Ruled)]
    assert [event.clock for event in shown] == [12]


def test_an_effect_does_not_end_on_a_count_of_the_hidden() -> None:
    table = table_of(OTIS, FAR, LATE)
    play_until_count(table, 3)
    table.game.submit(MakeRuling((Change("otis", "slowed", True, (1, 13)),)))
    while not table.state.between_rounds:
        table.step()
    assert not any(isinstance(event, e.EffectEnded) for event in table.game.list_live_events())


def test_a_held_missile_is_not_asked_for_before_the_first_turn_of_those_in_sight() -> None:
    ready = weapon("bow", melee=False, missile=Missile(rate=Fraction(1), ranges=(100_000,) * 3, ready=True))
    archer = prepare_combatant("otis", "party", played=True, weapons=(ready,))
    table = table_of(archer, FAR, EARLY, die=1)
    table.answers = {"shoot_first": {"choice": "hold"}}
    asked = [event.clock for event in table.play_round() if isinstance(event, e.Asked) and event.question == "trigger"]
    assert asked == [3, 4, 5, 6, 7, 8]


def test_who_waits_for_each_other_are_settled_when_nobody_in_sight_is_to_come() -> None:
    waits: dict[str, Answer] = {
        who: {"action": "C", "target": other, "with": [{"action": "G", "weapon": "sword", "target": other}]}
        for who, other in (("otis", "orc"), ("orc", "otis"))
    }
    for sneak in ((), (LATE,)):
        events = table_of(OTIS, FAR, *sneak, orders=waits).play_round()
        asked = [event.clock for event in events if isinstance(event, e.Asked) and event.question == "effect"]
        assert asked == [9]


def test_a_spell_of_a_full_round_is_not_held_up_by_the_turn_of_one_who_is_hidden() -> None:
    witch = change_stat_block(OTIS, spells=(spell(10),))
    orders: dict[str, Answer] = {"otis": {"action": "D", "how": "spell", "spell": "spell_10", "target": ["orc"]}}
    late = change_stat_block(LATE, reaction=-12)
    events = table_of(witch, FAR, late, orders=orders).play_round()
    assert [event.clock for event in events if isinstance(event, e.SpellCompleted)] == [19]
