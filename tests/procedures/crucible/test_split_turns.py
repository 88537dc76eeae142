"""Crucible's turns in nested steps: all steps are made, and one of no length is none."""

from collections.abc import Sequence

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.inputs import BeginRound, CloseQuestions, GiveAnswer
from tests.procedures.adnd.overtaken import play_until
from tests.rules.hidden import seen
from tests.rules.players import hand, opening, played, prepare_combatant, spear, sword

OTIS = prepare_combatant("otis", "party", weapons=(sword(),))
ORC = prepare_combatant("orc", "foes", weapons=(sword(),), position=(500, 0))
GNOLL = prepare_combatant("gnoll", "foes", weapons=(sword(),), position=(500, 0))
TENSER = prepare_combatant("tenser", "party", weapons=(sword(),), position=(2100, -1200))

BLOW: Answer = {"action": "G", "weapon": "sword", "target": "orc", "mode": "strike"}
FACES = {("initiative", "party"): (2,), ("initiative", "foes"): (5,)}


def of(events: Sequence[e.Event], who: str) -> list[str]:
    """Return the kinds of the events of a combatant."""
    done = ("Moved", "Attacked", "Fled")
    return [event.kind for event in events if event.kind in done and getattr(event, "who", "") == who]


def go(x: int, y: int, *more: Answer) -> Answer:
    return {"action": "E", "how": "move", "to": [x, y], **({"with": list(more)} if more else {})}


def test_a_third_step_is_made_whether_it_follows_the_second_or_stands_beside_it() -> None:
    nested = played([OTIS, ORC], {"otis": go(100, 0, {**BLOW, "with": [go(0, 100)]})}, FACES, ruleset="crucible")
    flat = played([OTIS, ORC], {"otis": go(100, 0, BLOW, go(0, 100))}, FACES, ruleset="crucible")
    assert of(nested, "otis") == of(flat, "otis") == ["Moved", "Attacked", "Moved"]


def test_a_step_of_no_length_before_a_blow_is_no_move() -> None:
    assert of(played([OTIS, ORC], {"otis": go(0, 0, BLOW)}, FACES, ruleset="crucible"), "otis") == ["Attacked"]


def test_a_step_of_no_length_does_not_keep_a_longer_weapon_from_striking_first() -> None:
    spearman = prepare_combatant("orc", "foes", weapons=(spear(8),), position=(2000, 0))
    blow = {"action": "G", "weapon": spearman.gear.weapons[0].id, "target": "otis"}
    for order in (blow, go(2000, 0, blow)):
        table = hand([OTIS, spearman], {"otis": BLOW}, FACES, ruleset="crucible")
        table.game.submit(BeginRound())
        play_until(table, "declare", "orc")
        asked = next(each for each in table.state.open if each.who == "orc")
        assert table.game.submit(GiveAnswer(asked.token, order)).refusal is None
        while not table.state.between_rounds:
            table.step()
        events = table.game.list_live_events()
        assert [event.who for event in events if isinstance(event, e.Attacked)] == ["orc", "otis"]


def test_who_has_moved_too_fast_to_fight_does_not_strike_first_at_who_enters_later() -> None:
    spearman = prepare_combatant("otis", "party", weapons=(spear(8),))
    weapon = spearman.gear.weapons[0].id
    orders = {"otis": {**BLOW, "weapon": weapon, "with": [go(3300, 0)]}, "orc": {**BLOW, "target": "otis"}}
    events = played([spearman, ORC], orders, FACES, ruleset="crucible")
    assert [event.cause for event in events if isinstance(event, e.DeedLost)] == ["moves too fast"]
    assert [event.who for event in events if isinstance(event, e.Attacked) and not event.opportunity] == ["orc"]


def test_a_blow_that_is_not_struck_after_a_retreat_holds_up_nobody() -> None:
    back = {"action": "A", "avoid": "disengage", "with": [{**BLOW, "target": "gnoll"}]}
    orders = {"otis": {**BLOW, "with": [back]}, "tenser": {**BLOW, "target": "gnoll"}}
    events = played([OTIS, ORC, GNOLL, TENSER], orders, FACES, ruleset="crucible")
    assert isinstance(events[-1], e.RoundEnded)
    assert of(events, "tenser") == ["Moved", "Attacked"]


def test_two_who_strike_at_each_other_on_one_count_meet_half_way_whoever_is_first_in_the_roster() -> None:
    far = prepare_combatant("orc", "foes", weapons=(sword(),), position=(2500, 0))
    orders = {"otis": BLOW, "orc": {**BLOW, "target": "otis"}}
    tied = {("initiative", "party"): (4,), ("initiative", "foes"): (4,)}
    for roster in ([OTIS, far], [far, OTIS]):
        events = played(roster, orders, tied, ruleset="crucible")
        assert {event.who: event.to for event in events if isinstance(event, e.Moved)} == {
            "otis": (1000, 0), "orc": (1500, 0),
        }  # fmt: skip


def test_a_blow_out_of_turn_comes_before_what_is_done_together_whoever_is_first_in_the_roster() -> None:
    spearman = prepare_combatant("otis", "party", weapons=(spear(8),))
    jaroo = prepare_combatant("jaroo", "party", weapons=(sword(),), position=(9000, 0), reaction=2)
    comer = prepare_combatant("orc", "foes", weapons=(sword(),), position=(2000, 0))
    gnoll = prepare_combatant("gnoll", "foes", weapons=(sword(),), position=(9500, 0))
    flees = {**BLOW, "target": "jaroo", "with": [{"action": "A", "avoid": "flee"}]}
    orders = {"orc": {**BLOW, "target": "otis"}, "gnoll": flees}
    tied = {("initiative", "party"): (6,), ("initiative", "foes"): (4,)}
    for roster in ([spearman, comer, jaroo, gnoll], [gnoll, comer, spearman, jaroo]):
        events = played(roster, orders, tied, ruleset="crucible")
        moments = [sorted(event.deeds) for event in events if isinstance(event, e.MomentBegan)]
        assert moments[1:3] == [["otis:melee"], ["gnoll:flee", "orc:melee"]]


def test_nobody_else_is_shown_whether_one_whose_attacks_are_spent_does_more_before_it_is_done() -> None:
    spearman = prepare_combatant("orc", "foes", weapons=(spear(8),), position=(2000, 0))
    orders: dict[str, Answer] = {"otis": BLOW}
    table = hand([OTIS, spearman, TENSER], orders, FACES, ruleset="crucible")
    table.game.submit(BeginRound())
    play_until(table, "declare", "orc")
    table.game.submit(CloseQuestions("orc"))
    orders["orc"] = go(2000, 500)
    while not table.state.between_rounds:
        table.step()
    events = table.game.list_live_events()
    assert [event.clock for event in events if isinstance(event, e.Sealed) and event.who == "orc"] == [2, 5]
    viewer_log = seen([opening([OTIS, spearman, TENSER], ruleset="crucible"), *events], "otis")
    sealed = [event.clock for event in viewer_log.shown if isinstance(event, e.Sealed) and event.who == "orc"]
    assert sealed == [2]
