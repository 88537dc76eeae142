"""Pasted stat blocks: values that are read, text that is ignored, and no guesses."""

import json
from random import Random
from time import perf_counter

import pytest

from rules.statblocks import BadEntry, build_stat_blocks
from rules.statblocks.pasted import (
    LONGEST_PASTED_TEXT,
    MOST_BLOCKS,
    read_pasted_text,
    read_with_assumed,
)
from rules.statblocks.pasted_builder import PastedStatBlock


def one(text: str) -> PastedStatBlock:
    """Return the only stat block of a text."""
    (block,) = read_pasted_text(text)
    return block


def stat_blocks(text: str) -> list[tuple[str, int]]:
    """Return the names and hit points of the combatants of a pasted text."""
    return [
        (each.name, each.defence.hit_points) for each in build_stat_blocks({**one(text).definition, "side": "foes"})
    ]


def reason(block: PastedStatBlock, written: str) -> str:
    """Return the reason why this part was ignored, or why its value is asked."""
    asked = [each.reason for each in block.open_values if written in each.reason]
    return next((each.reason for each in block.ignored if written in each.written), *asked[:1])


# Whole lines, as they stand in adventures and books.

SHAPES: dict[str, dict[str, object]] = {
    'Orc: AC 6 (13), MV 9", HD 1, hp 5, #AT 1, D 1-8 or by weapon, SA none, SZ M, morale 50%': {
        "name": "Orc", "ac": 6, "movement": 9, "hd": "1", "hp": 5, "size": "M", "morale": 50,
    },
    "4 orcs (AC 6; MV 9”; HD 1; hp 6, 5, 5, 7; #AT 1; D 1–8; spears)": {
        "name": "Orc", "count": 4, "hp": [6, 5, 5, 7],
        "weapons": [{"id": "spear", "natural": False, "damage": "1d8", "length_ft": 9.0, "speed_factor": 7}],
    },
    "Goblins (6): AL C, MV 60’ (20’), AC 6, HD 1-1, hp 3, 4, 2, 5, 1, 6, #AT 1, DG 1d6 or weapon, SV 0 level, ML 7": {
        "name": "Goblin", "count": 6, "hp": [3, 4, 2, 5, 1, 6], "movement": 6, "hd": "1-1",
    },
    "Wolf: AC 7 [12], HD 2+2 (11hp), Att 1 × bite (1d6), THAC0 17 [+2], MV 180' (60'), SV D12 W13, ML 8, TT None": {
        "ac": 7, "hd": "2+2", "hp": 11, "movement": 18, "natural": True,
        "weapons": [{"id": "bite", "natural": True, "blows": ["1d6"]}],
    },
    "Ogre: HD 4+1; AC 5[14]; Atk weapon (1d10+1); Move 9; Save 13; AL C; CL/XP 4/120; Special: none": {
        "hd": "4+1", "ac": 5, "movement": 9,
        "weapons": [{"id": "weapon", "natural": False, "length_ft": 3.5, "damage": "1d10+1"}],
    },
    "Owlbear: AC 5, MV 12, HD 5+2, hp 30 #AT 3 D 1-6/1-6/2-12 SA hug 2-16, SZ L, ML 60%": {
        "size": "L", "morale": 60, "hp": 30,
        "weapons": [{"id": "natural_attacks", "natural": True, "blows": ["1d6", "1d6", "2d6"]}],
    },
    "Ferd, F4: AC 3, hp 28, long sword, light crossbow": {
        "class": "fighter", "level": 4, "ac": 3, "hp": 28, "weapons": ["sword_long", "crossbow_light"],
    },
    "Odo the Bold: level 5 magic-user, AC 10, hp 14, dagger": {"class": "magic_user", "level": 5, "hp": 14},
    "Sedna F/MU/T 3/3/4: AC 6, hp 12": {
        "name": "Sedna", "hp": 12,
        "classes": [
            {"class": "fighter", "level": 3}, {"class": "magic_user", "level": 3}, {"class": "thief", "level": 4},
        ],
    },
    "Melf: F3/MU4, AC 5, hp 15": {
        "classes": [{"class": "fighter", "level": 3}, {"class": "magic_user", "level": 4}], "class": None, "hd": None,
    },
    "Prioress: cleric 5/thief 6; AC 2; HD 6": {
        "classes": [{"class": "cleric", "level": 5}, {"class": "thief", "level": 6}], "hd": None,
    },
    "2. Bandit leader (3rd level thief; AC 6; hp 11)": {"name": "Bandit leader", "class": "thief", "level": 3},
    "**Skeleton** (x8): AC 7; MV 12\"; HD 1; HP 4 each; #AT 1; Dmg 1-6": {"name": "Skeleton", "count": 8, "hp": 4},
    "Kobolds, 3 (HP 1, 3, 4; AC 7; HD 1/2; D by weapon)": {"hd": "1d4 hp", "count": 3, "hp": [1, 3, 4]},
    "Berserker AC 7 [12] HD 1+1 Att 1 weapon (1d8) MV 120’ (40’) ML 12": {"ac": 7, "hd": "1+1", "movement": 12},
    "Bat: AC 8, HD 1-4 hp, #AT 1, D 1": {"hd": "1d4 hp", "ac": 8},
    "Imp: AC −2, HD 3d8+3": {"ac": -2, "hd": "3+3"},
}  # fmt: skip


@pytest.mark.parametrize("text", SHAPES)
def test_a_line_is_understood(text: str) -> None:
    block = one(text)
    assert block.problems == []
    assert {key: block.definition.get(key) for key in SHAPES[text]} == SHAPES[text]


BOOK = """Ghoul
Size: Man-sized
Move: 90 ft
Armour Class: 6
Hit Dice: 2
Attacks: 3 (2 claws, bite)
Damage: 1-3/1-3/1-6
Special Attacks: Paralysis
Lair Probability: 20%
Level/XP: 3/65+2/hp
"""


def test_a_label_may_have_a_line_of_its_own() -> None:
    block = one(BOOK)
    assert (block.name, block.definition["movement"], block.definition["size"]) == ("Ghoul", 9, "M")
    assert block.definition["weapons"] == [{"id": "claws_bite", "natural": True, "blows": ["1d3", "1d3", "1d6"]}]
    (ghoul,) = build_stat_blocks({**block.definition, "side": "foes"})
    assert [blow.damage for blow in ghoul.gear.weapons[0].blows] == ["1d3", "1d3", "1d6"]


def test_several_are_kept_apart_with_and_without_a_line_between() -> None:
    found = read_pasted_text(f"{BOOK}\nOgre: AC 5, HD 4+1\nBlack dog: AC 6, HD 3\n\nWolf\n\nAC 7\n\nHD 2+2\r\n")
    assert [(each.name, each.line) for each in found] == [("Ghoul", 1), ("Ogre", 12), ("Black dog", 13), ("Wolf", 15)]


def test_each_of_several_has_his_own_hit_points() -> None:
    assert stat_blocks("3 orcs: AC 6, HD 1, hp 6, 2, 7") == [("Orc 1", 6), ("Orc 2", 2), ("Orc 3", 7)]


# Ignored text has a reason.


@pytest.mark.parametrize(
    ("text", "written", "words"),
    [
        ("Orc: AC 15, HD 1", "AC 15", "counts upwards"),
        ("Orc: AC 6, HD 1, ML 8", "ML 8", "percentage"),
        ("Orc: AC 6, HD 1, MV 30", "MV 30", "without a sign"),
        ("Orc: AC 6, HD 1, MV 25'", "MV 25'", "not a whole number of inches"),
        ('Bat: AC 6, HD 1, MV 1"/24"', '24"', "on foot"),
        ("Orc: AC 6, HD 1, THAC0 19", "THAC0 19", "follows"),
        ("Orc: AC 6, HD 1, MR 15%", "MR 15%", "bestiary"),
        ("Orc: AC 6, HD 1, carries a torch", "carries a torch", "beside the hit dice"),
        ("Snake: AC 6, HD 2, #AT 1, D 1-3 + poison", "poison", "rule what it does"),
        ("Thing: AC 6, HD 2, #AT 1, D 9-2", "9-2", "no dice"),
        ("Orc: AC 6, HD 1, sword", "sword", "beside"),
        ("Crawler: AC 3/7, HD 3+1", "7", "beside the armor class"),
        ("Orc: AC 6, HD 1, SZ enormous", "enormous", "S, M or L"),
    ],
)
def test_ignored_text_has_a_reason(text: str, written: str, words: str) -> None:
    assert words in reason(one(text), written)


def test_a_label_without_a_value_is_not_ignored_text() -> None:
    assert one("Orc: AC 6, HD 1, SA nil, SD none, MR standard").ignored == []


# What is missing is asked.


def test_a_value_that_nobody_wrote_is_asked_with_what_would_be_assumed() -> None:
    block = one("Bear: AC 6, HD 3")
    assert not block.ready
    assert {each.key: each.meaning for each in block.open_values} == {
        "hit points": "13, the average", "movement": '12"', "attacks": "one blow by weapon, 1d8",
    }  # fmt: skip


def test_the_monster_table_fills_in_only_when_the_dm_says_so() -> None:
    (asked,) = one("Orc: AC 5, hp 7").open_values
    assert (asked.key, "bestiary" in asked.meaning) == ("hit dice", True)
    block = read_with_assumed("Orc: AC 5, hp 7", 0, {})
    assert (block.ready, block.definition["monster"], block.definition["ac"]) == (True, "orc", 5)


def test_answers_are_read_like_the_text() -> None:
    text = "Bear: AC 13, HD 3"
    answers = {"armor class": "7", "hit points": "15", "movement": "9", "attacks": "2 claws (1d4), bite (1d8)"}
    (block,) = read_pasted_text(text, {0: answers})
    assert block.ready
    assert {key: block.definition[key] for key in ("ac", "hp", "movement")} == {"ac": 7, "hp": 15, "movement": 9}
    assert block.definition["weapons"] == [{"id": "claws_bite", "natural": True, "blows": ["1d4", "1d4", "1d8"]}]


@pytest.mark.parametrize(
    ("key", "answer"), [("armor class", "13"), ("movement", "fast"), ("hit points", "0"), ("attacks", "2 claws")]
)
def test_an_answer_that_cannot_be_read_stays_a_question(key: str, answer: str) -> None:
    (block,) = read_pasted_text("Bear: AC 13, HD 3", {0: {key: answer}})
    assert answer in {each.key: each.answer for each in block.open_values}[key]
    assert not block.ready


def test_the_assumed_figures_are_taken_where_nothing_is_answered() -> None:
    block = read_with_assumed("Bear: AC 13, HD 3", 0, {0: {"hit points": "20"}})
    assert block.ready
    assert (block.definition["ac"], block.definition["hp"], block.definition["movement"]) == (7, 20, 12)


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("Bear: AC 6, HD 3; hp 12; AC 4 with armor", "armor class", "AC 6 and AC 4"),
        ("Orcs 6: AC 6, HD 1", "count", "6 may be how many"),
        ("1d6 orcs: AC 6, HD 1", "count", "rolled"),
        ("Bear: AC 6, HD 3, hp 7/13", "hit points", "what is left"),
        ("Bear: AC 6, HD 2-5", "hit dice", "range"),
        ("Bear: AC 6, HD 3, #AT 3, D 1-4/1-8", "attacks", "damage of 2"),
        ("Bear: AC 6, HD 3, D 1-4 or 1-8", "attacks", "choice"),
        ("Sedna F/F 3/4: AC 6", "class", "fighter 3 / fighter 4: write each class once"),
    ],
)
def test_what_may_mean_two_things_is_asked(text: str, key: str, words: str) -> None:
    assert words in {each.key: each.reason for each in one(text).open_values}[key]


def test_many_answers_of_a_text_belong_to_their_own_stat_blocks() -> None:
    first, second = read_pasted_text("Bear: AC 6, HD 3\nDog: AC 7, HD 1", {1: {"hit points": "4"}})
    assert (first.definition.get("hp"), second.definition["hp"]) == (None, 4)


def test_a_text_of_the_greatest_length_is_read_in_a_few_seconds() -> None:
    for piece in ("AC 6 HD 1 hp 5 ", "Orc, ", "word ", "(", "1d6/", "1 ", "long sword, ", "D 1-6 plus\n", "| a "):
        text = "Orc: AC 6, HD 1, #AT 1, D 1-6 " + piece * (190_000 // len(piece))
        start = perf_counter()
        read_pasted_text(text)
        assert perf_counter() - start < 15, piece


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Orc: AC 6\n\n6 zombies: AC 8, HD 2, hp 12, 9", "line 3: 6 are named, and hit points of 2: 12, 9"),
        ("300 rats: AC 7, HD 1", "line 1: there are 1 to 100 alike, not 300"),
    ],
)
def test_what_cannot_be_added_names_its_line(text: str, words: str) -> None:
    assert read_pasted_text(text)[-1].problems[0].startswith(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing stands there"),
        (" \n ", "nothing stands there"),
        ("x" * (LONGEST_PASTED_TEXT + 1), "at most"),
        ("Orc: AC 6\n" * (MOST_BLOCKS + 1), "at most 40 statblocks"),
        ('{"name": "Orc",\n "ac" 6}', "line 2: this is not JSON"),
        ("[" * 9000, "too deep"),
        ("[6]", "creature 1 is not an object"),
    ],
)
def test_what_is_no_paste_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadEntry, match=words):
        read_pasted_text(text)


# A tracker's file.


def test_a_flat_object_is_read_like_a_line() -> None:
    given = {"name": "Ghoul", "ac": 6, "hd": "2", "hp": 9, "mv": '9"', "attacks": "2 claws, 1 bite",
             "damage": "1-3/1-3/1-6", "morale": "60%"}  # fmt: skip
    block = one(json.dumps(given))
    assert block.problems == []
    assert (block.definition["ac"], block.definition["hp"], block.definition["morale"]) == (6, 9, 60)


def test_values_within_values_are_found_and_the_rest_is_left_out() -> None:
    ours = {"Name": "Orc", "HP": {"Value": 5, "Notes": "1d8"}, "AC": {"Value": 6}, "Speed": ["30 ft."], "Abilities": {}}
    theirs = {"name": "Wolf", "system": {"hp": {"hd": "2+2", "max": 11}, "ac": {"value": 7}, "details": {"morale": 8}}}
    orc, wolf = read_pasted_text(json.dumps([ours, theirs]))
    assert (orc.definition["hp"], orc.definition["ac"], orc.definition["monster"]) == (5, 6, "orc")
    assert "pace of other games" in reason(orc, "Speed")
    assert (wolf.definition["hd"], wolf.definition["hp"], wolf.definition["ac"]) == ("2+2", 11, 7)


# Whatever is pasted.


def garbled(rng: Random) -> str:
    """Something that was a statblock, or looks like one."""
    lines, words = [*SHAPES, BOOK], " ".join([*SHAPES, BOOK]).split()
    if rng.random() < 0.4:
        signs = list(rng.choice(lines))
        for _ in range(rng.randint(1, 30)):
            signs[rng.randrange(len(signs))] = rng.choice("()[]{},;:/-+×½\"'0123456789dDhpACHD \n%#\x00é")
        return "".join(signs)
    if rng.random() < 0.7:
        return " ".join(rng.choice(words) for _ in range(rng.randint(1, 80)))
    values: list[object] = [1, "2", None, True, [1, 2], {"Value": 3}, {"hd": "2", "max": 3}, float("nan"), -5, 1e99]
    keys = ["Name", "AC", "HD", "hp", "system", "att", "damage", "x"]
    return json.dumps([{rng.choice(keys): rng.choice(values) for _ in range(5)} for _ in range(rng.randint(1, 4))])


def test_whatever_is_pasted_is_read_or_refused_and_what_is_sound_takes_the_field() -> None:
    sound = 0
    for seed in range(700):
        try:
            blocks = read_pasted_text(garbled(Random(seed)))
        except BadEntry:
            continue
        for block in blocks:
            if not block.problems:
                sound += len(build_stat_blocks({**block.definition, "side": "foes"}))
    assert sound > 300


def test_a_monster_is_found_by_the_name_as_it_is_said() -> None:
    bear = one("Brown bear: AC 6")
    assert (bear.definition["monster"], bear.problems) == ("bear_brown", [])
    (asked,) = bear.open_values
    assert (asked.key, asked.meaning.split(",")[0]) == ("hit dice", "5+5")


@pytest.mark.parametrize(
    ("text", "words"),
    [("Grue: AC 5, hp 7", "hit dice are missing"), ("AC 5, HD 2", "a name is missing"), ("Titan: HD vast", "hit dice")],
)
def test_what_no_table_has_must_be_answered(text: str, words: str) -> None:
    assert any(words in each.reason and not each.offered for each in one(text).open_values)
    assert not one(text).assumable
