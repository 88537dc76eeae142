"""Events as sentences.

Every kind is narrated or deliberately not, names come before rules, own characters are "you".
"""

from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_type_hints

import pytest

from encounters.narration import TOLD, tell, tell_all, tell_columns
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.dice import Call, CallResult
from rules.kernel.events import Event
from rules.kernel.map_plan import FeatureKind, MapFeature, PlanChange
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.stat_block import Spell, StatBlock, Weapon, WeaponBlow
from rules.kernel.state import State
from rules.procedures import get_all_kinds
from rules.procedures.adnd import deed_types
from rules.procedures.adnd.orders.strike import Strike
from tests.any_procedure import ANY
from tests.rules.stat_block_fields import make_stat_block

SWORD = Weapon("sword_long", "Sword, long", (WeaponBlow("sword", "1d8", "1d12"),), 350)
SLEEP = Spell("magic_user_sleep", "Sleep", 1)


def table(title: str = "The bridge", more: Sequence[StatBlock] = ()) -> State:
    """Return a state with Otis, Tenser and two orcs."""
    stat_blocks = (
        make_stat_block("otis", "Otis", "party", kind="ranger", weapons=(SWORD,), hit_points=20),
        make_stat_block("tenser", "Tenser", "party", kind="magic_user", spells=(SLEEP,), hit_points=8),
        make_stat_block("jaroo", "Jaroo", "party", kind="cleric", hit_points=12),
        make_stat_block("orc-1", "Orc 1", "foes", hit_points=5),
        make_stat_block("orc-2", "Orc 2", "foes", hit_points=5),
        *more,
    )
    return fold([e.EncounterOpened(ruleset=ANY, version="1", title=title, stat_blocks=stat_blocks)])


STATE = table()
BLOW: dict[str, Any] = {"routine": 1, "mode": "melee", "needed": 12, "face": 14}


def said(event: Event, *own: str) -> str:
    told = tell(event, STATE, own)
    return told.text if told is not None else ""


def has_own_sentence(kind: type[Event]) -> bool:
    return kind.narrate is not Event.narrate


KINDS = tuple(get_all_kinds().values())


def test_every_kind_of_event_is_narrated_or_says_that_it_is_not() -> None:
    assert [kind for kind in KINDS if kind.is_narrated != (kind in TOLD or has_own_sentence(kind))] == []


def test_no_kind_has_two_sentences() -> None:
    assert [kind for kind in TOLD if has_own_sentence(kind)] == []


CALL = Call(("otis", "orc-1", "orc-2"), "breath", modifier=2, follows="half blinded")

FILLED: dict[str, Any] = {
    "str": "otis",
    "int": 2,
    "bool": True,
    "tuple[str, ...]": ("orc-1", "orc-2"),
    "StatBlock": STATE.combatants["jaroo"].stat_block,
    "Declaration": Strike("otis", targets=("orc-1",), weapon="sword_long"),
    "object": 3,
    "Call": CALL,
    "PlanChange": PlanChange.ADDED,
    "rules.kernel.map_plan.MapFeature": MapFeature("wall-1", FeatureKind.WALL, ((0, 0), (100, 0))),
}
"""A value for a field of each type that has no default."""


def made(kind: type[Event]) -> Event:
    """Return an event of this kind about Otis and the orcs."""
    event = _made(kind)
    assert isinstance(event, Event)
    return event


def _made(kind: Any) -> Any:
    required = [each for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING]
    hints = get_type_hints(kind)
    return kind(**{each.name: _filled(hints[each.name]) for each in required})


def _filled(hint: Any) -> Any:
    name = str(getattr(hint, "__name__", hint)).removesuffix(" | None")
    if name in FILLED or not isinstance(hint, type):
        return FILLED.get(name, (0, 0))
    return _made(hint) if is_dataclass(hint) else (0, 0)


@pytest.mark.parametrize("own", [(), ("otis",), ("otis", "tenser")])
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.is_narrated], ids=lambda kind: kind.__name__)
def test_every_kind_is_told_as_a_sentence(kind: type[Event], own: tuple[str, ...]) -> None:
    event = made(kind)
    event.clock, event.round = 3, 1
    if kind is e.Answered:
        event.by = "default"  # type: ignore[attr-defined]
    if kind is e.Withdrawn:
        event.reason = "has no active blow left"  # type: ignore[attr-defined]
    told = tell(event, STATE, own)
    assert told is not None
    assert told.text[0].isupper()
    assert told.text.endswith(".")
    assert "\x02" not in told.text


RESULTS = (CallResult("otis", 15, True), CallResult("orc-1", 3, False), CallResult("orc-2", 3, False))

SENTENCES: Sequence[tuple[Event, str]] = [
    (
        e.CallAnswered(call=CALL, number=1, results=RESULTS),
        "Save against breath +2: Otis made it; Orcs 1-2 failed: half blinded.",
    ),
    (
        e.CallAnswered(call=Call(("otis", "orc-1", "orc-2"), dice="1d20", secret=True), number=1, results=RESULTS),
        "In secret, 1d20: Otis 15; Orcs 1-2 3.",
    ),
    (
        e.SavedOrNot(who="otis", against="breath", needed=9, face=3, saved=False, follows="half blinded"),
        "Otis does not resist breath: half blinded.",
    ),
    (
        e.DiceRolled(who="otis", why="the bridge", dice="3d6", total=13, made=False, follows="falls"),
        "Otis rolls for the bridge and fails: falls.",
    ),
    (
        e.Attacked(who="otis", target="orc-1", weapon="sword_long", hit=True, **BLOW),
        "Otis hits Orc 1 with the long sword.",
    ),
    (
        e.Attacked(who="otis", target="orc-1", weapon="sword_long", hit=False, **BLOW),
        "Otis misses Orc 1 with the long sword.",
    ),
    (e.Attacked(who="orc-1", target="otis", weapon="weapon", hit=False, **BLOW), "Orc 1 misses Otis."),
    (e.Damaged(who="orc-1", by="otis", amount=4, left=1), "Orc 1 takes 4 damage."),
    (e.ChargeBegan(who="orc-2", target="otis", distance_ft=40), "Orc 2 charges at Otis."),
    (e.ChargeBegan(who="orc-2", target="", distance_ft=0), "Orc 2 sets off at a charge."),
    (
        e.ChargeMet(who="orc-2", target="otis", distance_ft=40, first="orc-2"),
        "Orc 2 reaches Otis and strikes first.",
    ),
    (e.SpellBegan(who="tenser", spell="magic_user_sleep", targets=("orc-1",)), "Tenser begins sleep on Orc 1."),
    (e.SpellBegan(who="tenser", spell=""), "Tenser begins a spell."),
    (e.SpellBegan(who="jaroo", spell=""), "Jaroo begins a prayer."),
    (e.SpellSpoiled(who="jaroo", spell=""), "Jaroo’s prayer is broken off."),
    (
        e.SpellCompleted(who="tenser", spell="magic_user_sleep", targets=("orc-1", "orc-2")),
        "Tenser’s sleep takes effect on Orc 1 and Orc 2.",
    ),
    (e.EffectBegan(who="orc-1", effect="held"), "Orc 1 is held."),
    (e.EffectBegan(who="orc-1", effect="vanished", text="into the dark"), "Orc 1 vanishes (into the dark)."),
    (e.Slain(who="orc-1"), "Orc 1 dies."),
    (e.InitiativeRolled(side="foes", face=4, number=4), "The foes roll 4 for initiative."),
    (e.Moved(who="otis", to=(0, 0), feet=0), ""),
    (e.TakenBack(to=3, epoch=1, round=2, clock=3, note="wrong orc"), "The DM took back to segment 3. Wrong orc."),
    (e.DiceRenewed(attempt=2), "What is yet to be rolled comes from new dice."),
    (e.Ruled(who="otis", what="hp", old=3, new=7, note="a draught"), "The DM rules: Otis has 7 hit points. A draught."),
    (e.Ruled(who="otis", what="range", new=["orc-1", 10]), ""),
    (e.Withdrawn(who="otis", question="parry", id="1", reason="has 0 EN"), "Not possible: Otis has 0 EN."),
    (e.Refused(who="otis", clause="SOME.1", reason="has no psionics"), "Not possible: Otis has no psionics."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence or "nothing" for _, sentence in SENTENCES])
def test_it_says(event: Event, sentence: str) -> None:
    assert said(event) == sentence


OWN: Sequence[tuple[Event, str]] = [
    (
        e.Attacked(who="otis", target="orc-1", weapon="sword_long", hit=True, **BLOW),
        "You hit Orc 1 with the long sword.",
    ),
    (
        e.Attacked(who="orc-1", target="otis", weapon="axe", hit=False, **BLOW),
        "Orc 1 misses you with the axe.",
    ),
    (e.Damaged(who="otis", by="orc-1", amount=4, left=16), "You take 4 damage, 16 left."),
    (e.Slain(who="otis"), "You die."),
    (e.HelplessMade(who="otis", cause="hit points"), "You fall."),
    (
        e.ChargeMet(who="orc-2", target="otis", distance_ft=4, first="otis"),
        "Orc 2 reaches you, and you strike first.",
    ),
    (e.TaskDone(who="otis", task="draw sword_long"), "You draw the long sword."),
    (e.ChargeContinues(who="orc-2", target="otis"), "Orc 2 has not reached you yet: the charge goes on."),
    (e.TaskGivenUp(who="otis", task="fetch oil"), "You give up what was begun: fetch oil."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), OWN, ids=[sentence for _, sentence in OWN])
def test_it_says_to_its_player(event: Event, sentence: str) -> None:
    assert said(event, "otis") == sentence


def test_a_player_of_several_is_told_them_by_name() -> None:
    assert (
        said(e.Damaged(who="otis", by="orc-1", amount=4, left=16), "otis", "jaroo") == "Otis takes 4 damage, 16 left."
    )


def test_names_bear_the_shape_of_their_side() -> None:
    told = tell(e.Damaged(who="orc-1", by="otis", amount=4, left=1), STATE)
    assert told is not None
    assert [(part.text, part.side) for part in told.parts] == [("Orc 1", "foes"), (" takes 4 damage.", "")]


def test_what_was_only_brought_up_to_date_is_not_told() -> None:
    assert said(e.Damaged(who="orc-1", by="", amount=3, left=1, perceived_by=())) == ""


def test_a_round_is_told_column_by_column() -> None:
    events = [
        e.SegmentBegan(round=1, clock=1),
        e.Moved(who="otis", to=(0, 0), feet=6, round=1, clock=1),
        e.SegmentBegan(round=1, clock=2),
        e.SegmentBegan(round=1, clock=3),
        e.Slain(who="orc-1", round=1, clock=3),
    ]
    assert [(column.label, column.text) for column in tell_columns(events, STATE)] == [
        ("1", "Otis moves 6 feet."),
        ("3", "Orc 1 dies."),
    ]


def test_what_happens_after_the_last_column_is_told_with_it() -> None:
    events = [
        e.RoundBegan(round=1),
        e.Moved(who="otis", to=(0, 0), feet=6, round=1),
        e.Moved(who="otis", to=(0, 0), feet=3, round=1, clock=8),
        e.Slain(who="orc-1", round=1),
    ]
    told = tell_columns(events, fold(events[:1], STATE))
    assert [(column.label, column.text.rpartition("Orc 1 ")[2]) for column in told] == [
        ("", "Round 1 begins. Otis moves 6 feet."),
        ("8", "dies."),
    ]


def test_segments_of_surprise_have_labels_of_their_own() -> None:
    assert [column.label for column in tell_columns([e.Slain(who="orc-1", clock=2)], STATE)] == ["S2"]


def test_what_several_do_alike_is_told_together() -> None:
    charges = [e.ChargeBegan(who=who, target="otis", distance_ft=40) for who in ("orc-1", "orc-2")]
    assert [told.text for told in tell_all(charges, STATE)] == ["Orc 1 and Orc 2 charge at Otis."]


def test_you_are_told_of_together_with_others() -> None:
    waits = [e.Waited(who=who) for who in ("otis", "tenser", "jaroo")]
    assert [told.text for told in tell_all(waits, STATE, ("otis",))] == ["You, Tenser and Jaroo wait."]


def test_what_one_does_twice_is_told_twice() -> None:
    blows = [e.Attacked(who="otis", target="orc-1", weapon="sword_long", hit=True, **BLOW) for _ in range(2)]
    assert len(list(tell_all(blows, STATE))) == 2


def test_a_charge_that_arrives_is_not_also_told_by_its_feet() -> None:
    events = [
        e.Moved(who="orc-1", to=(0, 0), feet=14),
        e.ChargeMet(who="orc-1", target="otis", distance_ft=14, first="together"),
    ]
    assert [told.text for told in tell_all(events, STATE)] == ["Orc 1 reaches Otis; both strike at once."]


# A crowd.


GOBLINS = [f"goblin-{n}" for n in range(1, 6)]


@pytest.fixture
def crowd() -> State:
    """Return the fight with five goblins more."""
    return table(more=[make_stat_block(id, id.replace("goblin-", "Goblin "), "foes") for id in GOBLINS])


def strike(who: str, damage: int) -> list[Event]:
    """Return a blow at Otis, with its damage."""
    blow = e.Attacked(who=who, target="otis", weapon="axe", hit=damage > 0, **BLOW)
    return [blow, e.Damaged(who="otis", by=who, amount=damage, left=20 - damage)] if damage else [blow]


def test_a_crowd_is_named_by_its_numbers(crowd: State) -> None:
    charges = [e.ChargeBegan(who=who, target="otis", distance_ft=40) for who in GOBLINS]
    assert [told.text for told in tell_all(charges, crowd)] == ["Goblins 1-5 charge at Otis."]
    assert [told.text for told in tell_all([*charges[:2], charges[4]], crowd)] == ["Goblins 1-2 and 5 charge at Otis."]


def test_two_of_a_crowd_are_named(crowd: State) -> None:
    falls = [e.HelplessMade(who=who, cause="hit points") for who in GOBLINS[:2]]
    assert [told.text for told in tell_all(falls, crowd)] == ["Goblin 1 and Goblin 2 fall."]


def test_targets_of_a_crowd_are_named_by_their_numbers(crowd: State) -> None:
    begun = e.SpellBegan(who="tenser", spell="magic_user_sleep", targets=("otis", *GOBLINS[:4]))
    assert [told.text for told in tell_all([begun], crowd)] == ["Tenser begins sleep on Otis and Goblins 1-4."]


def test_the_blows_of_a_crowd_are_one_sentence(crowd: State) -> None:
    events = [event for who, damage in zip(GOBLINS, (0, 4, 0, 2, 0), strict=True) for event in strike(who, damage)]
    assert [told.text for told in tell_all(events, crowd)] == [
        "Goblins 1-5 attack Otis with the axe: 3 miss, 2 hit for 6 damage."
    ]
    assert "2 hit for 6 damage, 18 left." in next(iter(tell_all(events, crowd, ("otis",)))).text


def test_what_befalls_a_crowd_in_one_moment_is_told_together(crowd: State) -> None:
    saves = [e.SavedOrNot(who=who, against="spell", needed=16, face=9, saved=who == "goblin-2") for who in GOBLINS]
    harmed: list[Event] = []
    for who in (*GOBLINS, "otis"):
        halved = who in ("goblin-2", "otis")
        harmed.append(e.Damaged(who=who, by="tenser", amount=7 if halved else 14, left=0))
        if who != "otis":
            harmed.append(e.HelplessMade(who=who, cause="hit points") if halved else e.Slain(who=who))
    told = [told.text for told in tell_all([*saves, *harmed], crowd)]
    assert told[-4:] == [
        "Goblins 1 and 3-5 take 14 damage each.",
        "Goblin 2 and Otis take 7 damage each.",
        "Goblins 1 and 3-5 die.",
        "Goblin 2 falls.",
    ]
    assert len(told) == 6


def test_of_two_blows_each_is_told(crowd: State) -> None:
    events = [*strike("goblin-1", 4), *strike("goblin-2", 0)]
    assert [told.text for told in tell_all(events, crowd)] == [
        "Goblin 1 hits Otis with the axe for 4 damage.",
        "Goblin 2 misses Otis with the axe.",
    ]


def test_what_belongs_to_each_of_a_crowd_is_told_at_once(crowd: State) -> None:
    spoiled = [e.SpellSpoiled(who=who, spell="") for who in GOBLINS]
    assert [told.text for told in tell_all(spoiled, crowd)] == ["Goblins 1-5’s spell is broken off."]
    assert len(list(tell_all(spoiled[:2], crowd))) == 2


# A deed that is lost.


def test_of_a_target_that_was_not_shown_nothing_is_told_with_the_deed() -> None:
    hidden = make_stat_block("orc-3", "Bran", "foes", hit_points=5, hidden=True)
    stat_blocks = (*(each.stat_block for each in STATE.combatants.values()), hidden)
    viewer_log = ViewerLog(Viewpoint(characters=("otis",)))
    deeds = (deed_types.Blow("otis:1", "otis", ("orc-3",), weapon="sword_long"), deed_types.Blow("orc-3:1", "orc-3"))
    lost = [e.DeedLost(who=who, deed=f"{who}:1", cause="out of reach", round=1) for who in ("otis", "orc-3")]
    opening = e.EncounterOpened(ruleset=ANY, version="1", title="The bridge", stat_blocks=stat_blocks)
    order = e.Declared(who="otis", declaration=Strike("otis", targets=("orc-3",), weapon="sword_long"))
    for event in (opening, e.RoundBegan(round=1), order, e.AgendaChanged(deeds=deeds, why="", round=1), *lost):
        viewer_log.see(event)
    told = [each.text for each in tell_all(viewer_log.shown, viewer_log.state, ("otis",)) if " lose" in each.text]
    assert told == ["You lose the blow with the long sword: out of reach."]
