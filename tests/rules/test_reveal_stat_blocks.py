"""Combatants before viewers: what is seen of them, their names, and when they are in sight."""

from dataclasses import fields, replace
from typing import Any

import pytest

from rules.kernel import events as e
from rules.kernel.codec import encode
from rules.kernel.effects import Rolled
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.rulings import CHANGES, rule
from rules.kernel.stat_block import ClassLevel, NumberChange, Spell, StatBlock
from rules.procedures.adnd.orders.parley import Parleyed
from tests.rules.stat_block_fields import change_stat_block
from tests.rules.watchers import (
    DORA,
    HEX,
    JAROO,
    LURKER,
    ORC,
    OTIS,
    PIP,
    QUILL,
    SAM,
    SHAMAN,
    STAT_BLOCKS,
    last,
    opened,
    prepare_combatant,
    text,
    the_last,
    watch,
)

SHOW = e.Ruled(who="orc-1", what="appears", old=False, new="yes", note="out of the bushes")


def hit(who: str = "orc-2", left: int = 20, amount: int = 7) -> e.Damaged:
    return e.Damaged(who=who, by="otis", amount=amount, left=left)


def names(viewer_log: ViewerLog) -> list[str]:
    """Return the ids of all combatants that the viewer knows of, in the viewer's order."""
    return list(viewer_log.state.combatants)


# What is seen of a combatant.


def test_dora_sees_every_event_as_it_is() -> None:
    events = (SHOW, hit(), e.Moved(who="orc-1", to=(5, 5), feet=3))
    assert watch(DORA, *events).shown == (opened(), *events)


def test_a_player_sees_his_own_character_whole() -> None:
    assert watch(PIP).state.combatants["otis"].stat_block == OTIS


def test_of_his_friends_a_player_sees_class_hit_points_and_what_is_in_hand() -> None:
    seen = watch(PIP).state.combatants["jaroo"].stat_block
    assert (seen.name, seen.creature.kind, seen.defence.hit_points, seen.side) == ("Jaroo", "cleric", 20, "party")
    assert [(weapon.name, weapon.length, weapon.blows) for weapon in seen.gear.weapons] == [("Long sword", 350, ())]


@pytest.mark.parametrize("other", [JAROO, SHAMAN, ORC])
def test_nothing_else_of_another_combatant_is_copied(other: StatBlock) -> None:
    seen = next(each.stat_block for each in watch(PIP).state.combatants.values() if each.name[:3] == other.name[:3])
    shown = {"id", "name", "side", "kind", "hit_points", "size", "weapons", "mounted", "position", "mob"}
    plain = StatBlock(id="", name="", side="")
    hidden = [name for name in encode(plain) if name not in shown]
    assert {name: encode(seen)[name] for name in hidden} == {name: encode(plain)[name] for name in hidden}


def test_the_kind_of_a_foe_is_told_only_where_its_name_tells_it() -> None:
    spy = prepare_combatant("doppelganger", "Bran", "foes", kind="doppelganger")
    viewer_log = watch(PIP, opening=opened((*STAT_BLOCKS[:-1], spy)))
    kinds = {each.name: each.stat_block.creature.kind for each in viewer_log.state.combatants.values()}
    assert (kinds["Orc 1"], kinds["Bran"], kinds["Shaman"]) == ("orc", "", "")
    assert "doppelganger" not in text(viewer_log)


def test_a_foe_who_begins_a_spell_shows_his_class_and_nothing_of_the_spell() -> None:
    begun = e.SpellBegan(who="witch", spell="withering_hex", target="otis", targets=("otis",), segments=6, segment=6)
    viewer_log = watch(PIP, begun)
    assert viewer_log.state.combatants["shaman"].stat_block.creature.kind == "cleric"
    assert viewer_log.shown[-1] == e.SpellBegan(who="shaman", spell="")
    assert "hex" not in text(viewer_log).lower()


def test_of_several_classes_a_spell_shows_the_one_that_casts_it() -> None:
    classes = (ClassLevel("thief", 4), ClassLevel("cleric", 3), ClassLevel("magic_user", 2))
    prayer, charm = replace(HEX, caster_class="cleric"), Spell("charm", "Charm", 1, caster_class="magic_user")
    witch = change_stat_block(SHAMAN, kind="thief", classes=classes, spells=(prayer, charm))
    begun = [e.SpellBegan(who="witch", spell=each) for each in ("withering_hex", "charm")]
    opening = opened((*(each for each in STAT_BLOCKS if each != SHAMAN), witch))
    seen = [watch(PIP, *begun[:n], opening=opening).state.combatants["shaman"].stat_block.creature for n in range(3)]
    assert [(each.kind, each.level) for each in seen] == [("", 0), ("cleric", 0), ("cleric", 0)]
    assert [each.classes for each in seen] == [(), (), (ClassLevel("cleric", 0), ClassLevel("magic_user", 0))]


def test_of_friends_of_several_classes_a_player_sees_which_and_no_levels() -> None:
    classes = (ClassLevel("fighter", 3), ClassLevel("cleric", 4))
    jaroo = change_stat_block(JAROO, kind="fighter", level=4, classes=classes)
    opening = opened(tuple(jaroo if each == JAROO else each for each in STAT_BLOCKS))
    seen = watch(PIP, opening=opening).state.combatants["jaroo"].stat_block.creature
    assert (seen.kind, seen.level, seen.classes) == ("fighter", 0, (ClassLevel("fighter", 0), ClassLevel("cleric", 0)))
    assert watch(DORA, opening=opening).state.combatants["jaroo"].stat_block == jaroo


def test_a_completed_spell_is_named_and_is_no_longer_being_cast() -> None:
    begun = e.SpellBegan(who="witch", spell="withering_hex", segments=6)
    viewer_log = watch(PIP, begun, e.SpellCompleted(who="witch", spell="withering_hex", target="otis"))
    assert any(isinstance(each, e.SpellCompleted) and each.spell == "withering_hex" for each in viewer_log.shown)
    assert viewer_log.state.combatants["shaman"].casting is None


def test_a_spoiled_spell_stays_unnamed_and_is_no_longer_being_cast() -> None:
    begun = e.SpellBegan(who="witch", spell="withering_hex", segments=6)
    spoiled = e.SpellSpoiled(who="witch", spell="withering_hex", cause="hit", segment=6)
    viewer_log = watch(PIP, begun, spoiled)
    assert viewer_log.state.combatants["shaman"].casting is None
    assert HEX.id not in text(viewer_log)


def test_a_weapon_that_is_drawn_is_seen_from_then_on() -> None:
    viewer_log = watch(PIP, e.TaskDone(who="jaroo", task="draw axe"))
    assert viewer_log.state.combatants["jaroo"].in_hand == "axe"


def test_what_only_a_hidden_combatant_can_cast_is_not_named_by_what_it_does() -> None:
    hidden = change_stat_block(SHAMAN, hidden=True)
    opening = opened((OTIS, ORC, hidden))
    saved = e.SavedOrNot(who="otis", against="withering_hex", needed=13, face=3, saved=False)
    harmed = e.Damaged(who="otis", by="witch", amount=3, left=17, source="withering_hex")
    effect = e.EffectBegan(who="otis", effect="held", text="Withering Hex")
    viewer_log = watch(PIP, saved, harmed, effect, opening=opening)
    assert viewer_log.state.combatants["otis"].hp == 17
    assert "ithering" not in text(viewer_log)


# Hit points.


@pytest.mark.parametrize(
    ("left", "quarters"), [(27, 4), (26, 4), (21, 4), (20, 3), (14, 3), (13, 2), (6, 1), (1, 1), (0, 0), (-9, 0)]
)
def test_a_foes_hit_points_are_words_of_quarters(left: int, quarters: int) -> None:
    assert the_last(PIP, hit(left=left)).left == quarters


def test_a_foe_is_as_big_as_his_words() -> None:
    assert watch(PIP).state.combatants["orc-1"].stat_block.defence.hit_points == 4


@pytest.mark.parametrize(
    ("how", "most", "left", "down"), [("hidden", 1, 1, 0), ("bar", 8, 6, 0), ("numbers", 27, 20, -3)]
)
def test_the_table_may_show_foes_hit_points_otherwise(how: str, most: int, left: int, down: int) -> None:
    opening = opened(foe_hp=how)
    assert watch(PIP, opening=opening).state.combatants["orc-1"].stat_block.defence.hit_points == most
    assert the_last(PIP, hit(left=20), opening=opening).left == left
    assert the_last(PIP, hit(left=-3), opening=opening).left == down


def test_friends_hit_points_are_numbers_unless_the_table_wants_words() -> None:
    wound = hit("jaroo", left=9)
    assert the_last(PIP, wound).left == 9
    assert the_last(PIP, wound, opening=opened(party_hp="words")).left == 2
    assert the_last(QUILL, hit("tenser", left=9), opening=opened(party_hp="words")).left == 9


def test_a_bar_is_sent_no_finer_than_it_is_drawn() -> None:
    opening = opened(party_hp="bar")
    most = next(each for each in opening.stat_blocks if each.id == "jaroo").defence.hit_points
    for left in range(-5, most + 1):
        shown = the_last(PIP, hit("jaroo", left=left), opening=opening).left
        assert (shown - 1) * most < max(left, 0) * 8 <= shown * most


def test_a_choice_the_table_cannot_make_is_the_default() -> None:
    assert the_last(PIP, hit(left=20), opening=opened(foe_hp="everything")).left == 3


def test_a_change_of_what_the_table_shows_shows_everybody_afresh() -> None:
    change = e.Ruled(who="dm", what="option", old=None, new=["table.foe_hp", "numbers"])
    orc = watch(PIP, hit(left=20), change).state.combatants["orc-1"]
    assert (orc.stat_block.defence.hit_points, orc.hp) == (27, 20)


@pytest.mark.parametrize(("who", "pip", "quill"), [("dm", 0, 0), ("owner", 12, 0), ("all", 12, 12)])
def test_the_table_says_who_sees_what_a_blow_needed(who: str, pip: int, quill: int) -> None:
    blow = e.Attacked(who="otis", target="orc-2", weapon="sword", routine=1, mode="melee", needed=12, face=3, hit=False)
    opening = opened(show_needed=who)
    assert (the_last(PIP, blow, opening=opening).needed, the_last(QUILL, blow, opening=opening).needed) == (pip, quill)


# What they are called.


def test_like_foes_are_numbered_as_they_are_met_so_that_the_hidden_leave_no_gap() -> None:
    assert names(watch(PIP)) == ["otis", "tenser", "jaroo", "shaman", "orc-1", "orc-2"]
    assert names(watch(PIP, SHOW))[-1] == "orc-3"


def test_a_foe_alone_of_his_kind_keeps_his_name_and_not_his_id() -> None:
    viewer_log = watch(PIP)
    assert (viewer_log.find_alias("witch"), viewer_log.state.combatants["shaman"].name) == ("shaman", "Shaman")
    assert "witch" not in text(viewer_log)


def test_foes_numbered_by_hand_are_numbered_anew() -> None:
    band = [prepare_combatant(f"x{at}", f"Bandit {at}", "foes", hidden=at == 2) for at in (1, 2, 3)]
    viewer_log = watch(PIP, opening=opened((OTIS, *band)))
    assert [viewer_log.find_alias(each.id) for each in band] == ["bandit-1", None, "bandit-2"]


def test_an_id_that_a_friend_has_is_not_given_to_a_foe() -> None:
    pet = prepare_combatant("orc-1", "Grom", "party")
    foes = [prepare_combatant(f"orc-{at}", f"Orc {at}", "foes", mob="orc") for at in (2, 3)]
    viewer_log = watch(PIP, opening=opened((OTIS, pet, *foes)))
    assert [viewer_log.find_alias(each.id) for each in foes] == ["orc-2", "orc-3"]


def test_a_friend_who_comes_late_is_called_otherwise_if_a_foe_has_his_id() -> None:
    pet = prepare_combatant("orc-1b", "Grom", "party")
    clash = replace(pet, id="shaman")
    viewer_log = watch(PIP, e.Appeared(who="shaman", stat_block=clash))
    assert (viewer_log.find_alias("shaman"), viewer_log.find_real("grom")) == ("grom", "shaman")


def test_ids_lead_back_only_for_those_whom_the_viewer_has_met() -> None:
    viewer_log = watch(PIP)
    assert (viewer_log.find_real("orc-1"), viewer_log.find_real("orc-2")) == ("orc-2", "orc-3")
    assert [viewer_log.find_real(each) for each in ("orc-3", "bran", "nobody")] == [None, None, None]
    assert [viewer_log.find_alias(each) for each in ("orc-1", "doppelganger", "nobody")] == [None, None, None]


def test_texts_use_the_viewers_names() -> None:
    fell = e.HelplessMade(who="orc-2", cause="Orc 2 trips over Orc 3 and Bran; orc-2 is down")
    assert the_last(PIP, fell).cause == "Orc 1 trips over Orc 2 and someone; orc-1 is down"


def test_moments_are_counted_among_those_of_which_something_was_seen() -> None:
    seen = [
        e.RoundBegan(round=1),
        e.Waited(who="jaroo", round=1, moment=2),
        e.Waited(who="orc-1", round=1, moment=3, perceived_by=("dm",)),
        e.Waited(who="orc-2", round=1, moment=4),
        e.Waited(who="tenser", round=1, moment=4),
        e.RoundBegan(round=2),
        e.Waited(who="jaroo", round=2, moment=5),
    ]
    moments = [each.moment for each in watch(SAM, *seen).shown if isinstance(each, e.Waited)]
    assert moments == [1, 2, 2, 1]


def test_rolls_are_counted_among_those_that_were_seen() -> None:
    def blow(first: int, hidden: bool) -> e.Event:
        rolled = Rolled("to_hit", "orc-2", 1, 20, (9,), hidden=hidden, first=first)
        return e.Waited(who="orc-2", rolls=(rolled,))

    viewer_log = watch(PIP, blow(0, False), blow(1, True), blow(2, False))
    assert [each.first for event in viewer_log.shown for each in event.rolls] == [0, 1]


# Into sight and out of it.


def test_a_hidden_combatant_that_is_made_to_appear_is_shown_first_as_it_is_now() -> None:
    events = [
        e.Moved(who="orc-1", to=(40, 50), feet=3, perceived_by=("dm",)),
        e.Damaged(who="orc-1", by="", amount=13, left=7, perceived_by=("dm",)),
        e.EffectBegan(who="orc-1", effect="prone", until=(3, 4), perceived_by=("dm",)),
        SHOW,
    ]
    shown = last(PIP, *events)
    assert [each.kind for each in shown] == ["Appeared", "Damaged", "EffectBegan", "Ruled"]
    seen = watch(PIP, *events).state.combatants["orc-3"]
    assert (seen.place, seen.hp, seen.stat_block.defence.hit_points) == ((40, 50), 2, 4)
    assert [(each.name, each.until) for each in seen.conditions] == [("prone", None)]
    assert str(LURKER.start.position) not in str(shown)


@pytest.mark.parametrize(
    "changes", [(NumberChange("ac", -2),), (NumberChange("damage", 5), NumberChange("save", 1)), ()]
)
def test_the_numbers_and_the_end_of_anothers_effect_make_no_difference(changes: tuple[NumberChange, ...]) -> None:
    def show(*given: NumberChange, until: tuple[int, int] | None = None) -> str:
        seen = e.EffectBegan(who="orc-2", effect="blessed", until=until, changes=given)
        unseen = e.EffectBegan(who="orc-1", effect="blessed", until=until, changes=given, perceived_by=("dm",))
        ended = e.EffectEnded(who="orc-2", effect="blessed", until=until)
        viewer_log = watch(PIP, seen, unseen, SHOW, ended)
        return text(viewer_log)

    assert show(*changes, until=(2, 3)) == show()


def test_the_player_of_a_combatant_keeps_the_numbers_of_its_effects() -> None:
    begun = e.EffectBegan(who="otis", effect="blessed", until=(2, 3), changes=(NumberChange("to_hit", 1),))
    assert watch(PIP, begun).state.combatants["otis"].sum_changes("to_hit") == 1


def test_a_combatant_on_the_line_of_its_side_stands_where_it_has_walked() -> None:
    lined = [change_stat_block(each, position=None) for each in STAT_BLOCKS]
    events = [e.DistanceRolled(feet=30), e.Moved(who="orc-1", to=(900, 70), feet=20, perceived_by=("dm",)), SHOW]
    viewer_log = watch(PIP, *events, opening=opened(lined))
    assert viewer_log.state.combatants["orc-3"].place == (900, 70)
    assert viewer_log.state.combatants["orc-1"].place == (3000, 0)


def test_only_the_coming_itself_is_told() -> None:
    hurt = e.Damaged(who="orc-1", by="", amount=13, left=7, perceived_by=("dm",))
    shown = last(PIP, hurt, SHOW)
    assert [each.perceived_by for each in shown] == [("public",), (), ("public",)]


@pytest.mark.parametrize("viewpoint", [PIP, SAM])
@pytest.mark.parametrize("what", ["hp", "ac", "held", "moved", "hidden", "spells", "charges"])
def test_a_ruling_on_a_hidden_combatant_tells_nothing(viewpoint: Viewpoint, what: str) -> None:
    value: Any = {"hp": 3, "ac": 2, "moved": [1, 2], "spells": [], "charges": ["arrow", 3]}.get(what, "yes")
    assert last(viewpoint, e.Ruled(who="orc-1", what=what, new=value, note="rustling")) == ()


def test_a_secret_ruling_is_told_to_nobody() -> None:
    secret = e.Ruled(who="orc-2", what="hp", old=27, new=3, perceived_by=("dm",))
    assert last(PIP, secret) == ()


@pytest.mark.parametrize("what", ["ac", "spells", "charges"])
def test_a_public_ruling_on_what_is_secret_tells_its_note_only(what: str) -> None:
    value: Any = {"ac": 2, "spells": ["bless"], "charges": ["arrow", 17]}[what]
    ruled = e.Ruled(who="orc-2", what=what, old=value, new=value, note="The shield is gone")
    shown = the_last(PIP, ruled)
    assert (shown.old, shown.new, shown.note) == (None, None, "The shield is gone")


SEEN = ("hp", "place", "conditions", "in_hand", "hidden", "met", "behind", "ranges", "types_dice")
"""What of a combatant others are shown in some way, or what is no number of its own."""

VALUES: dict[str, Any] = {
    "hp": 5, "moved": [1, 2], "drops": None, "range": ["otis", 30], "behind": "orc-3", "ac": 2, "hidden": "yes",
    "spells": [], "charges": ["bone_wand", 2], "types_dice": "yes", "vanishes": "yes", "falls": "yes",
    "appears": "yes",
}  # fmt: skip


def test_a_ruling_on_what_others_do_not_see_keeps_its_value_from_them() -> None:
    assert list(CHANGES) == [what for what in CHANGES if what in VALUES], "say here what it may be"
    before = watch(DORA).state
    for what, value in VALUES.items():
        after = rule(before, "witch", what, value).combatants["witch"]
        changed = [
            each.name
            for each in fields(after)
            if getattr(after, each.name) != getattr(before.combatants["witch"], each.name)
        ]
        told = [each.new for each in last(PIP, e.Ruled(who="witch", what=what, new=value)) if isinstance(each, e.Ruled)]
        if any(name not in SEEN for name in changed):
            assert told == [None], what


def test_a_ruling_on_his_own_character_is_told_whole() -> None:
    shown = the_last(PIP, e.Ruled(who="otis", what="ac", old=4, new=2))
    assert (shown.old, shown.new) == (4, 2)


def test_a_ruling_on_a_foes_hit_points_is_told_in_words() -> None:
    shown = the_last(PIP, e.Ruled(who="orc-2", what="hp", old=27, new=5))
    assert (shown.old, shown.new) == (4, 1)


def test_the_dead_are_seen_to_be_dead_by_ruling_too() -> None:
    viewer_log = watch(PIP, e.Ruled(who="orc-2", what="hp", old=27, new=-12))
    assert viewer_log.state.combatants["orc-1"].has("dead")
    assert "-12" not in text(viewer_log)


@pytest.mark.parametrize("what", ["range", "behind"])
def test_range_and_cover_in_regard_of_the_hidden_are_not_told(what: str) -> None:
    value: Any = ["orc-1", 30] if what == "range" else "orc-1"
    assert last(PIP, e.Ruled(who="otis", what="ac", new=1), e.Ruled(who="jaroo", what=what, new=value)) == ()


def test_one_who_was_shown_in_secret_is_met_when_he_acts() -> None:
    secret = e.Ruled(who="orc-1", what="appears", new="yes", perceived_by=("dm",))
    shown = last(PIP, secret, Parleyed(who="orc-1"))
    assert [(each.kind, getattr(each, "who", "")) for each in shown] == [("Appeared", "orc-3"), ("Parleyed", "orc-3")]


def test_a_combatant_that_goes_out_of_sight_keeps_its_name_when_it_comes_back() -> None:
    events = [
        e.RoundBegan(round=1),
        e.Ruled(who="orc-2", what="hidden", old=False, new="yes"),
        e.Moved(who="orc-2", to=(9, 9), feet=5, perceived_by=("dm",)),
        SHOW,
        e.Ruled(who="orc-2", what="appears", old=False, new="yes"),
    ]
    gone = watch(PIP, *events[:3]).state.combatants["orc-1"]
    assert (gone.hidden, gone.place) == (True, (100, 100))
    back = watch(PIP, *events).state.combatants["orc-1"]
    assert (back.hidden, back.place, back.name) == (False, (9, 9), "Orc 1")


def test_a_victim_sees_his_wound_and_not_who_dealt_it() -> None:
    wound = e.Damaged(who="otis", by="orc-1", amount=4, left=16, source="axe")
    shown = the_last(PIP, wound)
    assert (shown.by, shown.source, shown.left) == ("", "", 16)


def test_a_combatant_that_one_character_alone_perceives_is_shown_to_his_player_only() -> None:
    seen = Parleyed(who="doppelganger", perceived_by=("otis",))
    assert [each.kind for each in last(PIP, seen)] == ["Appeared", "Parleyed"]
    assert last(QUILL, seen) == ()
    assert last(SAM, seen) == ()
    wound = e.Damaged(who="otis", by="doppelganger", amount=4, left=16)
    assert (the_last(PIP, seen, wound).by, the_last(QUILL, seen, wound).by) == ("bran", "")


def test_reinforcements_are_masked_and_hidden_ones_wait() -> None:
    chief = prepare_combatant("boss", "Chief", "foes", kind="orc", armor_class=-3)
    shown = the_last(PIP, e.Appeared(who="boss", stat_block=chief))
    assert (shown.who, shown.stat_block.defence.armor_class, shown.stat_block.defence.hit_points) == ("chief", 10, 4)
    assert last(PIP, e.Appeared(who="boss", stat_block=change_stat_block(chief, hidden=True))) == ()


def test_a_hidden_character_is_known_to_his_own_player() -> None:
    thief = change_stat_block(OTIS, hidden=True)
    opening = opened((thief, *STAT_BLOCKS[1:]))
    assert "otis" in names(watch(PIP, opening=opening))
    assert "otis" not in text(watch(QUILL, opening=opening))
