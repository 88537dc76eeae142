"""The table of effects: what it holds, what it proposes, and a scenario file for each entry."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeGuard

import pytest

from rules.kernel import events as e
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.stat_block import NumberChange
from rules.kernel.state import CHANGED, MOTIONLESS, OpenQuestion
from rules.procedures.adnd.proposals import build_effect_info, find_level, propose, write_duration
from rules.reference import (
    UnknownId,
    find_effect,
    list_effects,
    list_monsters,
    lookup_device,
    lookup_effect,
    lookup_spell,
)
from rules.scenarios import ScenarioRun, parse_scenario, play_scenario
from rules.scenarios.library import find_scenario_files
from tests.any_procedure import ANY
from tests.rules.fights import declare, error_of, run

ENTRIES = {each.id: each for each in list_effects()}
FILES = {name: path for name, path in find_scenario_files().items() if "/effects/" in name}
SHOWN = list(ENTRIES.values()) if FILES else []
"""The entries that have files: all of them, where the procedure in whose folder they stand is registered."""

NAME = re.compile(r"[a-z][a-z '-]{0,39}")


def list_files(entry: EffectEntry) -> Sequence[str]:
    return [name for name in FILES if name.endswith(f"/effects/{entry.id}.toml")]


# The table.


def test_the_table_holds_forty_effects_and_more() -> None:
    assert len(ENTRIES) >= 40
    assert len({magic for each in ENTRIES.values() for magic in each.magic}) >= len(ENTRIES)


@pytest.mark.parametrize("id", ENTRIES)
def test_an_entry_names_what_is_in_the_other_tables_and_says_how_sure_it_is(id: str) -> None:
    entry = lookup_effect(id)
    assert all(find_effect(magic) is entry and is_known(magic) for magic in entry.magic)
    assert entry.source.startswith(("PH, ", "DMG, ", "MM, "))
    assert entry.confidence in ("high", "medium", "low")
    assert entry.unit in ("", "segment", "round", "turn")
    assert bool(entry.unit) == bool(entry.count or entry.per_level or entry.dice)
    for part in entry.parts:
        assert part.on in ("targets", "failed", "saved", "friends", "foes", "user")
        assert NAME.fullmatch(part.name)
        assert {each.what for each in part.changes} <= set(CHANGED)


POWERS = [power.id for each in list_monsters() for power in each.innate]


def is_known(magic: str) -> bool:
    if magic in POWERS:
        return True
    try:
        return lookup_spell(magic, 1).id == magic
    except UnknownId:
        return lookup_device(magic).id == magic


def test_every_entry_has_a_scenario_file_in_which_it_begins_counts_and_ends() -> None:
    for entry in SHOWN:
        check_file(entry)


def check_file(entry: EffectEntry) -> None:
    """Check that a file uses the magic, and expects the effect to begin, to count and to end."""
    [name] = list_files(entry)
    script = parse_scenario(FILES[name].read_text(encoding="utf-8"), name)
    used = {str(each.deed.get("spell", "")) or str(each.deed.get("device", "")) for each in script.entries.declarations}
    assert used & set(entry.magic), name
    expected = [(each.kind, each.fields) for each in script.expect.events]
    begun = [fields for kind, fields in expected if kind == "EffectBegan"]
    ended = [fields.get("effect", fields.get("new")) for kind, fields in expected if kind in ("EffectEnded", "Ruled")]
    assert begun, name
    assert {fields["effect"] for fields in begun} <= {part.name for part in entry.parts}
    assert {fields["effect"] for fields in begun} == set(ended)
    shows = {
        "to_hit": ("Attacked",),
        "ac": ("Attacked",),
        "damage": ("Damaged",),
        "save": ("SavedOrNot",),
        "movement": ("Moved",),
        "routines": ("Attacked", "DeedLost"),
    }
    for what in {change.what for part in entry.parts for change in part.changes}:
        counted = [tuple(sorted(fields.items(), key=str)) for kind, fields in expected if kind in shows[what]]
        assert len(set(counted)) >= 2, f"{name}: {what} is to be shown with the effect and without it"
    check_run(entry, play_scenario(script), name)


TOLD = {"to_hit": e.Attacked, "ac": e.Attacked, "damage": e.Damaged, "save": e.SavedOrNot, "movement": e.Moved}
"""The events in whose working a change is told; of routines the number is told instead."""


def check_run(entry: EffectEntry, played: ScenarioRun, name: str) -> None:
    """Check that each part of an effect begins, counts in a working, and ends."""
    for part in entry.parts:
        events = played.events
        begins = next(
            at for at, each in enumerate(events) if isinstance(each, e.EffectBegan) and each.effect == part.name
        )
        ends = max(at for at, each in enumerate(events) if part.name in read_ended(each))
        assert begins < ends, f"{name}: {part.name} is to end"
        for what in {change.what for change in part.changes} - {"routines"}:
            told = [at for at, each in enumerate(events) if part.name in read_working(each, TOLD[what])]
            assert [at for at in told if begins < at < ends], f"{name}: {what} of {part.name} is to count"
            assert [at for at in told if at > ends] == []
        if part.name in MOTIONLESS:
            [who] = {each.who for each in events if isinstance(each, e.EffectBegan) and each.effect == part.name}
            easier = [(at, "motionless +4" in each.working) for at, each in enumerate(events) if is_blow_at(each, who)]
            assert [at for at, is_easier in easier if is_easier and begins < at < ends], name
            assert [at for at, is_easier in easier if not is_easier and at > ends], name


def read_working(event: e.Event, kind: type[e.Event]) -> str:
    return str(getattr(event, "working", "")) if isinstance(event, kind) else ""


def read_ended(event: e.Event) -> tuple[str, ...]:
    if isinstance(event, e.EffectEnded):
        return (event.effect,)
    return (str(event.new),) if isinstance(event, e.Ruled) and event.what == "effect_ends" else ()


def is_blow_at(event: e.Event, who: str) -> TypeGuard[e.Attacked]:
    return isinstance(event, e.Attacked) and event.target == who


def test_no_file_shows_an_effect_that_is_not_in_the_table() -> None:
    assert [name for name in FILES if name.rpartition("/")[2].removesuffix(".toml") not in ENTRIES] == []


# Proposals.

FIELD = f"""
ruleset = "{ANY}"
title = "Jaroo holds orcs"
unscripted = "low"
[encounter]
start = "melee"
distance_ft = 30
[[combatant]]
id = "jaroo"
name = "Jaroo"
side = "party"
class = "cleric"
level = 5
spells = ["cleric_hold_person", "cleric_prayer", "cleric_know_alignment"]
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "fighter"
level = 5
ac = 2
[[combatant]]
id = "orc"
name = "Orc"
side = "foes"
monster = "orc"
movement = 9
count = 2
[[combatant]]
id = "ogre"
name = "Ogre"
side = "foes"
monster = "ogre"
"""
SAVED = '[[roll]]\nround = 1\npurpose = "saving_throw"\nby = "orc-2"\nfaces = [20]\n'


def hold(*more: str, field: str = FIELD) -> ScenarioRun:
    cast = declare("jaroo", "D", "", 'spell = "cleric_hold_person"', 'target = ["orc-1", "orc-2"]')
    return run(cast, SAVED, *more, field=field)


def answer(choice: str) -> str:
    return f'[[answer]]\nround = 1\nquestion = "effect"\nwho = "dm"\nchoice = {choice}\n'


def list_begun(played: ScenarioRun) -> list[tuple[str, str]]:
    return [(each.who, each.effect) for each in played.events if isinstance(each, e.EffectBegan)]


def test_a_proposal_happens_only_by_its_answer() -> None:
    assert list_begun(hold()) == []
    assert any(isinstance(each, e.Asked) and each.question == "effect" for each in hold().events)
    assert list_begun(hold(answer('"nothing"'))) == []
    assert list_begun(hold(answer('"apply"'))) == [("orc-1", "held")]


def test_a_file_may_have_proposals_happen_by_themselves() -> None:
    played = hold(field=f'effects = "auto"\n{FIELD}')
    assert list_begun(played) == [("orc-1", "held")]
    assert not any(isinstance(each, e.Asked) and each.question == "effect" for each in played.events)
    assert "effects" in error_of(field=f'effects = "always"\n{FIELD}')


def test_what_the_table_lacks_is_asked_in_any_case() -> None:
    cast = declare("jaroo", "D", "ogre", 'spell = "cleric_know_alignment"')
    for field in (FIELD, f'effects = "auto"\n{FIELD}'):
        played = run(cast, answer('{ text = "He is evil" }'), field=field)
        assert any(isinstance(each, e.EffectDescribed) for each in played.events)
    assert "choice" in error_of(cast, answer('"apply"'), field=FIELD, playing=True)


def ask(played: ScenarioRun, **facts: object) -> OpenQuestion:
    return OpenQuestion("1", 0, "effect", "dm", {"by": "jaroo", "what": "Hold Person", **facts})


def test_a_proposal_is_told_in_a_sentence_and_applied_in_one_press() -> None:
    state = hold().state
    info = build_effect_info(state, ask(hold(), targets=["orc-1", "orc-2"], saved=["orc-2"]))
    assert info is not None
    assert info.title == "Your ruling on hold person"
    orc, other = (state.combatants[who].name for who in ("orc-1", "orc-2"))
    end = state.round + 9
    assert info.detail.startswith(f"Hold Person: held: {orc} until round {end}. Saved: {other}.")
    assert [(each.name, each.label) for each in info.acts] == [("apply", "Apply"), ("nothing", "Nothing")]
    assert info.acts[0].answer == {"changes": [{"who": "orc-1", "what": "held", "until": "9 rounds"}]}
    assert info.acts[1].answer == {}


def test_effects_on_both_sides_are_told_in_one_sentence_with_what_else_there_is() -> None:
    played = hold()
    info = build_effect_info(played.state, ask(played, what="Prayer", targets=["otis", "ogre"]))
    assert info is not None
    numbers = "to hit {0}1, damage {0}1, saves {0}1"
    helped, hindered = (
        f"{word} by prayer ({numbers.format(sign)})" for word, sign in (("helped", "+"), ("hindered", "-"))
    )
    end = played.state.round + 5
    sentence = f"Prayer: {helped}: Otis; {hindered}: Ogre until round {end}. Everybody within 6 inches."
    assert info.detail == sentence


def test_every_proposal_is_accepted_by_the_form() -> None:
    for entry in SHOWN:
        [name] = list_files(entry)
        text = FILES[name].read_text(encoding="utf-8").partition("[expect]")[0]
        text = text.replace('effects = "auto"', 'effects = "ask"')
        rounds = {each.round for each in parse_scenario(text, name).entries.declarations}
        answers = [answer('"apply"').replace("round = 1", f"round = {round}") for round in sorted(rounds)]
        without = re.sub(r"\[\[ruling\]\].*?\n\n", "", text, flags=re.DOTALL)
        begun = list_begun(play_scenario(parse_scenario(without + "".join(answers), name)))
        assert begun, name
        assert {effect for _, effect in begun} <= {part.name for part in entry.parts}


def test_friends_and_foes_are_those_named_or_else_everybody() -> None:
    state = hold().state
    proposal = propose(state, {"by": "jaroo", "what": "Prayer", "targets": [], "saved": []})
    assert proposal is not None
    assert [part.who for part in proposal.parts] == [("jaroo", "otis"), ("orc-1", "orc-2", "ogre")]
    proposal = propose(state, {"by": "jaroo", "what": "Prayer", "targets": ["otis", "ogre"], "saved": []})
    assert proposal is not None
    assert [part.who for part in proposal.parts] == [("otis",), ("ogre",)]


def test_nothing_is_proposed_where_all_have_saved_or_nobody_knows_the_magic() -> None:
    state = hold().state
    assert propose(state, {"by": "jaroo", "what": "Hold Person", "targets": ["orc-1"], "saved": ["orc-1"]}) is None
    assert propose(state, {"by": "jaroo", "what": "parley", "targets": ["orc-1"]}) is None
    assert propose(state, {"by": "", "what": "Hold Person", "targets": ["orc-1"]}) is None
    assert propose(state, {}) is None


def test_haste_and_slow_end_each_other_and_count_from_the_movement_rate() -> None:
    mage = FIELD.replace('class = "cleric"', 'class = "magic_user"')
    mage = mage.replace("cleric_hold_person", "magic_user_haste").replace("cleric_prayer", "magic_user_slow")
    mage = mage.replace('"cleric_know_alignment"', '"magic_user_sleep"')
    haste = declare("jaroo", "D", "orc-1", 'spell = "magic_user_haste"')
    slow = declare("jaroo", "D", "orc-1", 'spell = "magic_user_slow"', round=2)
    played = run(haste, slow, field=f'effects = "auto"\n{mage}')
    begun = [(each.effect, each.changes) for each in played.events if isinstance(each, e.EffectBegan)]
    assert begun == [
        ("hasted", (NumberChange("movement", 9), NumberChange("routines", 1))),
        ("slowed", (NumberChange("movement", Fraction(-9, 2)), NumberChange("routines", Fraction(-1, 2)))),
    ]
    assert [each.effect for each in played.events if isinstance(each, e.EffectEnded)] == ["hasted"]
    assert played.state.combatants["orc-1"].movement == Fraction(9, 2)


@pytest.mark.parametrize(("ac", "by"), [(10, -6), (5, -1), (4, None), (2, None)])
def test_armor_class_is_given_where_it_is_better(ac: int, by: int | None) -> None:
    mage = FIELD.replace("cleric_hold_person", "magic_user_shield").replace("level = 5", f"level = 5\nac = {ac}", 1)
    proposal = propose(play_scenario(parse_scenario(mage)).state, {"by": "jaroo", "what": "Shield", "targets": []})
    assert proposal is not None
    changes = proposal.parts[0].changes["jaroo"]
    assert [each.by for each in changes if each.what == "ac"] == ([] if by is None else [by])


def test_durations_count_the_level_and_name_their_dice() -> None:
    assert write_duration(lookup_effect("haste"), 5) == "8 rounds"
    assert write_duration(lookup_effect("scare"), 5) == "3d4 rounds"
    assert write_duration(lookup_effect("potion_of_invisibility"), 6) == "1d4+2 turns"
    assert write_duration(lookup_effect("command"), 5) == "1 round"
    assert write_duration(lookup_effect("invisibility"), 5) == ""
    jaroo = hold().state.combatants["jaroo"]
    assert [find_level(jaroo, lookup_device(id)) for id in ("wand_fear", "staff_curing")] == [6, 8]


def test_the_dm_may_end_any_effect_by_a_ruling() -> None:
    ruling = (
        '[[ruling]]\nround = 2\nsegment = 1\nwho = "orc-1"\nwhat = "effect_ends"\nvalue = "{}"\n'
        '[[declare]]\nround = 2\nwho = "otis"\naction = "C"\n'
    )
    assert not hold(answer('"apply"'), ruling.format("held")).state.combatants["orc-1"].has("held")
    with pytest.raises(Exception, match="is not a value of"):
        hold(answer('"apply"'), ruling.format("blessed"))
