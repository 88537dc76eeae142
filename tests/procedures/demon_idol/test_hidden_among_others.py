"""One who is hidden changes nothing that is shown of the others, by Demon Idol."""

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.stat_block import WeaponBlow
from tests.rules.hidden import ORC, OTIS, SNEAK, asked_of_otis, round_of, seen
from tests.rules.players import hand, spell, weapon
from tests.rules.stat_block_fields import change_stat_block


def test_a_deed_is_shown_without_its_place_in_the_general_order() -> None:
    orders: dict[str, Answer] = {
        each: {"action": "G", "weapon": "sword", "target": "otis"} for each in ("orc", "sneak")
    }
    events = round_of(
        "demon_idol", SNEAK, OTIS, ORC, orders={**orders, "otis": {"action": "G", "weapon": "sword", "target": "orc"}}
    )
    shown = [deed for event in seen(events, "otis").shown if isinstance(event, e.AgendaChanged) for deed in event.deeds]
    assert shown
    assert {deed.place for deed in shown} == {()}


def test_the_questions_before_a_column_are_the_same_with_a_hidden_caster() -> None:
    mage = change_stat_block(SNEAK, spells=(spell(2),))
    orders: dict[str, Answer] = {
        "otis": {"action": "G", "weapon": "sword", "target": "orc"},
        "sneak": {"action": "D", "how": "spell", "spell": "spell_2"},
    }
    alone, others = (round_of("demon_idol", OTIS, ORC, *more, orders=orders) for more in ((), (mage,)))
    assert any(isinstance(event, e.SpellCompleted) for event in others)
    assert asked_of_otis(others) == asked_of_otis(alone)


def test_an_act_cites_no_clause_for_a_hidden_one_who_acts_together_with_it() -> None:
    option = {"demon.same_side_order": "simultaneous"}
    orders: dict[str, Answer] = {"orc": {"action": "C"}, "sneak": {"action": "C"}}
    log = round_of("demon_idol", OTIS, ORC, SNEAK, orders=orders, **option)
    assert [event.clauses for event in log if isinstance(event, e.Waited) and event.who == "orc"]
    cited = [event.clauses for event in seen(log, "otis").shown if isinstance(event, e.Waited)]
    assert not any("DEMON.OPT.same-side" in clauses for clauses in cited)


def test_the_reaction_of_those_who_are_seen_is_rolled_as_if_nobody_else_were_there() -> None:
    beast, mage = change_stat_block(ORC, hit_dice="1"), change_stat_block(SNEAK, kind="magic_user")
    public = [
        event.perceived_by
        for stat_blocks in ((OTIS, beast), (OTIS, beast, mage))
        for event in hand(stat_blocks, {}, {}, ruleset="demon_idol", start="encounter", distance_ft=5).play_round()
        if isinstance(event, e.ReactionRolled)
    ]
    assert public == [("public",), ("public",)]


def test_nobody_is_asked_to_strike_at_a_hidden_combatant_who_charges_to_a_place_beside_them() -> None:
    far = change_stat_block(SNEAK, position=(6000, 0))
    orders: dict[str, Answer] = {"sneak": {"action": "E", "how": "charge_to", "to": [0, 0]}, "orc": {"action": "C"}}
    log = round_of("demon_idol", OTIS, ORC, far, orders=orders)
    assert [event.to for event in log if isinstance(event, e.Moved) and event.who == "sneak"] == [(0, 0)]
    assert asked_of_otis(log) == asked_of_otis(round_of("demon_idol", OTIS, ORC, orders=orders))


def test_what_hurt_is_named_though_a_hidden_caster_has_a_spell_of_the_same_name() -> None:
    wasp = change_stat_block(
        ORC, weapons=(weapon("sting", blows=(WeaponBlow("Spell", "1", "1"),)),), to_hit=(-20,) * 21
    )
    mage = change_stat_block(SNEAK, spells=(spell(2),))
    orders: dict[str, Answer] = {"orc": {"action": "G", "weapon": "sting", "target": "otis"}}
    log = round_of("demon_idol", OTIS, wasp, mage, orders=orders)
    assert {event.source for event in seen(log, "otis").shown if isinstance(event, e.Damaged)} == {"Spell"}


def test_a_spell_cites_no_clause_for_a_hidden_one_whose_spell_is_complete_with_it() -> None:
    option = {"demon.same_side_order": "simultaneous"}
    cast = [change_stat_block(each, spells=(spell(2),)) for each in (ORC, SNEAK)]
    order: Answer = {"action": "D", "how": "spell", "spell": "spell_2"}
    log = round_of("demon_idol", OTIS, *cast, orders={"orc": order, "sneak": order}, **option)
    completed = {event.who: event for event in log if isinstance(event, e.SpellCompleted)}
    assert completed["orc"].clock == completed["sneak"].clock
    assert completed["orc"].moment != completed["sneak"].moment
    assert [who for who, event in completed.items() if "DEMON.NOTE.same-segment" in event.clauses] == []
