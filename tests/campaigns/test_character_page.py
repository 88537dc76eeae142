"""The page of a character: each value is shown, changed in place, and refused in words."""

import html
import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns import services as between_fights
from campaigns.levels import ABILITIES
from campaigns.models import Character, CharacterChange
from campaigns.screens.character.values import VALUES
from campaigns.services import Figures
from encounters.models import Member
from encounters.screens.sheets.combatant import CLASS_FIELDS
from tests.campaigns.evenings import Group, make_group
from tests.encounters.compact import compact

MOST_QUERIES = 12

TENSER: dict[str, Any] = {
    "class": "magic_user",
    "level": 3,
    "hp": 9,
    "weapons": ["staff_quarter", "dagger", "dart"],
    "spells": ["magic_user_magic_missile", "magic_user_sleep", "magic_user_sleep", "magic_user_web"],
    "devices": ["wand_magic_missiles", "potion_healing"],
    "charges": {"dagger": 3, "dart": 4, "wand_magic_missiles": 11},
}
SHEET: dict[str, Any] = {
    "abilities": {"str": 8, "int": 17, "wis": 10, "dex": 16, "con": 14, "cha": 12},
    "coins": {"gp": 141},
    "gear": [{"what": "Rope, 50 ft", "lb": 7.5}, {"what": "Belt pouch"}],
    "notes": "Owes the ferryman a letter.",
    "dm_notes": "The ferryman is a spy.",
    "known": ["magic_user_light"],
    "lasting": ["deaf in one ear"],
}


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def tenser(group: Group) -> Character:
    return make(group, "Tenser", TENSER, SHEET, experience=6439, left=3, cast=["magic_user_web"])


def find_owner(group: Group) -> Member:
    return group.campaign.members.select_related("user", "campaign").get(role=Member.Role.OWNER)


def make(group: Group, name: str, definition: Any = None, sheet: Any = None, **columns: Any) -> Character:
    return between_fights.make_character(find_owner(group), name, definition or {}, sheet, **columns)


def address(character: Character) -> str:
    return f"/c/{character.campaign_id}/character/{character.number}/"


def read(browser: Client, character: Character, change: str = "") -> str:
    answered = browser.get(address(character), {"change": change} if change else {})
    assert answered.status_code == 200
    return compact(answered.content.decode())


def post(browser: Client, character: Character, path: str, value: str, seen: Any = "as it is") -> Any:
    """Change a value as the page's form does."""
    row, known = Character.objects.get(pk=character.pk), VALUES.get(path)
    before = known.read_seen(row) if known is not None else between_fights.read_value(row, path)
    given = json.dumps(before if seen == "as it is" else seen)
    return browser.post(address(character), {"path": path, "value": value, "seen": given})


def stored(character: Character, path: str) -> Any:
    return between_fights.read_value(Character.objects.get(pk=character.pk), path)


def say(browser: Client, character: Character, change: str = "") -> str:
    """Return the words of the sheet."""
    answered = browser.get(address(character), {"change": change} if change else {})
    return strip(answered.content.decode())


def strip(page: str) -> str:
    """Return the words of a page's sheet."""
    words = re.sub(r"<[^>]+>", " ", page[page.index("<article") : page.index("</article>")])
    return re.sub(r" ([:,.;])", r"\1", html.unescape(" ".join(words.split())))


def test_the_sheet_shows_all_of_a_character(group: Group, tenser: Character) -> None:
    said = say(group.dora, tenser)
    for words in (
        "magic-user 3 add a class race alignment played by the DM here",
        'Experience 6,439 3,562 to magic-user 4 Armor 10 Move 12" light load Hit points 3 of 9',
        "8 Strength note 17 Intelligence learns 75 %, 6 languages note 10 Wisdom",
        "16 Dexterity +1 missiles, AC -2 note 14 Constitution shock 88 % note 12 Charisma",
        "14 Poison, death 13 Petrification 11 Wands 15 Breath 12 Spells",
        "Armor class 10 9 8 7 6 5 4 3 2 1 0 d20 11 12 13 14 15 16 17 18 19 20 20",
        "Dagger 2 1.25 ft 1d4 / 1d3 10, 20, 30 ft; 2 a round 3",
        "Level 1 3 of 3 left, 1 more than the tables give Magic missile 1 segment, 90 ft Sleep",
        "Level 2 0 of 1 left Web 2 segments, 15 ft, spent",
        "In the book light",
        "wand of magic missiles 11 left potion of healing",
        "Gear 7.5 lb, alone a light load Change Rope, 50 ft 7.5 lb Belt pouch",
        "deaf in one ear",
        "Owes the ferryman a letter.",
        "The ferryman is a spy.",
        "made the character. dora",
    ):
        assert words in said, words


def test_a_figure_of_the_tables_is_grey_and_one_of_the_dms_is_dark(group: Group, tenser: Character) -> None:
    assert 'class="edit by-table " id="v-definition-ac"' in read(group.dora, tenser)
    post(group.dora, tenser, "definition.ac", "8")
    assert 'class="edit  " id="v-definition-ac"' in read(group.dora, tenser)


CHANGED: dict[str, tuple[str, Any, str]] = {
    "name": ("Tenser the Red", "Tenser the Red", ""),
    "status": ("absent", "absent", "gone"),
    "seat": ("SEAT", "SEAT", "999999"),
    "henchman_of": ("OTHER", "OTHER", "SELF"),
    "experience": ("10,001", 10001, "many"),
    "definition.class": ("illusionist", "illusionist", "baker"),
    "definition.level": ("4", 4, "-1"),
    "definition.classes": (
        "fighter 2, magic_user 3",
        [{"class": "fighter", "level": 2}, {"class": "magic_user", "level": 3}],
        "fighter 2, baker 3",
    ),
    **{f"sheet.ability_notes.{key}": ("by the  book", "by the book", "x" * 61) for key in ABILITIES},
    "definition.race": ("elf", "elf", "x" * 21),
    "sheet.alignment": ("lawful good", "lawful good", "x" * 21),
    "definition.ac": ("4", 4, "11"),
    "definition.movement": ("9", 9, "fast"),
    "definition.load": ("heavy", "heavy", "huge"),
    "definition.hp": ("12", 12, "0"),
    "left": ("5", 5, "10"),
    "sheet.abilities.str": ("18", 18, "19"),
    "sheet.abilities.int": ("16", 16, "2"),
    "sheet.abilities.wis": ("11", 11, "x"),
    "sheet.abilities.dex": ("17", 17, "99"),
    "sheet.abilities.con": ("15", 15, "-3"),
    "sheet.abilities.cha": ("13", 13, "1.5"),
    "definition.weapons": ("dagger, sling (bullet)", ["dagger", "sling_bullet"], "quibble"),
    "definition.spells": ("sleep x2", ["magic_user_sleep", "magic_user_sleep"], "slep"),
    "cast": ("magic_user_sleep", ["magic_user_sleep"], "magic_user_light"),
    "sheet.known": ("light\nsleep", ["magic_user_light", "magic_user_sleep"], "nonsense"),
    "definition.devices": ("potion of healing x2", ["potion_healing", "potion_healing"], "a spoon of joy"),
    "sheet.coins.pp": ("3", 3, "-3"),
    "sheet.coins.gp": ("1,200", 1200, "gold"),
    "sheet.coins.ep": ("4", 4, "-1"),
    "sheet.coins.sp": ("5", 5, "-1"),
    "sheet.coins.cp": ("6", 6, "-1"),
    "sheet.coins.gem": ("2", 2, "-1"),
    "sheet.gear": (
        "Rope, 50 ft, 7.5 lb\nTorch 2 lb\nChalk",
        [{"what": "Rope, 50 ft", "lb": 7.5}, {"what": "Torch", "lb": 2}, {"what": "Chalk"}],
        "Anvil 90000 lb",
    ),
    "sheet.lasting": ("blind\n\ncursed", ["blind", "cursed"], "x\n" * 61),
    "definition.conditions": (
        "Bless, 4 rounds\nprone",
        [{"id": "blessed", "rounds": 4}, {"id": "prone"}],
        "blind",
    ),
    "sheet.notes": ("One.\n\nTwo.", "One.\n\nTwo.", "x" * 4001),
    "sheet.dm_notes": ("Is a spy.", "Is a spy.", "x" * 4001),
    "definition.charges.dart": ("2", 2, "a few"),
    "definition.charges.wand_magic_missiles": ("10", 10, "-1"),
}
"""What is typed for each value, what is stored of it, and what is refused."""


def test_every_value_has_its_row() -> None:
    assert {path for path in CHANGED if not path.startswith("definition.charges.")} == set(VALUES)


@pytest.mark.parametrize("path", CHANGED)
def test_every_value_is_opened_written_and_refused(group: Group, tenser: Character, path: str) -> None:
    other = make(group, "Brunhild")
    names = {"SEAT": group.joined["Pip"].seat.pk, "OTHER": other.pk, "SELF": tenser.pk}
    typed, expected, refused = (names.get(each, each) if isinstance(each, str) else each for each in CHANGED[path])
    assert f'name="path" value="{path}"' in read(group.dora, tenser, change=path)

    wrong = post(group.dora, tenser, path, str(refused) or "x" * 200)
    assert wrong.status_code == 400
    page = wrong.content.decode()
    assert 'role="alert"' in page, "the error stands at the field"
    assert f'name="path" value="{path}"' in compact(page), "and what was typed stays"
    assert CharacterChange.objects.filter(character=tenser).count() == 1

    answered = post(group.dora, tenser, path, str(typed))
    assert answered.status_code == 303
    assert answered["Location"].endswith(f"#v-{path.replace('.', '-')}")
    assert stored(tenser, path) == expected
    last = CharacterChange.objects.filter(character=tenser).last()
    assert last is not None
    assert (last.author, path in last.paths) == ("dora", True)
    assert read(group.dora, tenser), "what is stored is shown"


def test_an_empty_value_goes_back_to_the_tables(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "definition.ac", "2")
    post(group.dora, tenser, "definition.ac", "")
    post(group.dora, tenser, "definition.charges.dart", "")
    assert "ac" not in stored(tenser, "definition")
    assert stored(tenser, "definition.charges") == {"dagger": 3, "wand_magic_missiles": 11}
    assert "Dart 1d3 / 1d2 15, 30, 45 ft; 3 a round not counted" in say(group.dora, tenser)


def test_an_ability_changes_what_a_fight_reads(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "definition.class", "fighter")
    post(group.dora, tenser, "sheet.abilities.str", "18/63")
    post(group.dora, tenser, "sheet.abilities.dex", "17")
    definition = stored(tenser, "definition")
    assert (definition["strength"], definition["reaction"], definition["attacking"]) == ("18/63", 2, 2)
    assert "ac_dexterity" not in definition, "the tables' armor class has none"
    post(group.dora, tenser, "definition.ac", "5")
    assert stored(tenser, "definition.ac_dexterity") == -3
    assert "18/63 Strength +2 to hit, +3 damage" in say(group.dora, tenser)


def test_a_spell_not_memorised_any_more_is_not_spent_either(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "definition.spells", "sleep")
    assert stored(tenser, "cast") == []


def test_who_lives_again_did_not_die(group: Group, tenser: Character) -> None:
    encounter = group.prepare("The mill")
    Character.objects.filter(pk=tenser.pk).update(status="dead", died_in=encounter)
    assert "Died in The mill." in say(group.dora, tenser)
    assert post(group.dora, tenser, "status", "here").status_code == 303
    assert stored(tenser, "died_in") is None
    assert "Died" not in say(group.dora, tenser)


def test_a_name_that_another_has_is_refused_at_its_field(group: Group, tenser: Character) -> None:
    make(group, "Brunhild")
    answered = post(group.dora, tenser, "name", "brunhild")
    assert answered.status_code == 409
    assert "Somebody of this campaign is called brunhild already." in answered.content.decode()


def test_two_who_change_one_value_are_both_shown(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "experience", "6500")
    answered = post(group.dora, tenser, "experience", "7000", seen=6439)
    page = compact(answered.content.decode())
    assert answered.status_code == 409
    said = strip(answered.content.decode())
    assert re.search(r"dora changed this to 6,500 at \d\d:\d\d. You typed 7000. Take mine Keep dora’s", said)
    assert 'name="seen" value="6500"' in page, "what is taken now was seen"
    assert stored(tenser, "experience") == 6500
    assert post(group.dora, tenser, "experience", "7000").status_code == 303


def test_of_two_texts_both_are_shown(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "sheet.notes", "Paid the ferryman.")
    answered = post(group.dora, tenser, "sheet.notes", "Fled.", seen=SHEET["notes"])
    said = strip(answered.content.decode())
    assert answered.status_code == 409
    assert "dora changed this to Paid the ferryman. at" in said
    assert "You typed Fled." in said


def test_two_who_change_different_abilities_lose_nothing(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "sheet.abilities.wis", "11", seen=10)
    assert post(group.dora, tenser, "sheet.abilities.con", "15", seen=14).status_code == 303
    assert stored(tenser, "sheet.abilities") == {**SHEET["abilities"], "wis": 11, "con": 15}


def test_a_running_fight_keeps_its_figures(group: Group, tenser: Character) -> None:
    encounter = group.prepare("Goblin Ford")
    assert tenser.key == "tenser"
    group.open(encounter)
    page = read(group.dora, tenser)
    assert "Goblin Ford is in play." in say(group.dora, tenser)
    assert f'href="/e/{encounter.pk}/"' in page
    for path in ("left", "cast", "definition.charges.dart", "definition.devices", "status"):
        assert f"change={path}#" not in page, path
        answered = post(group.dora, tenser, path, {"status": "absent", "cast": ""}.get(path, "1"))
        assert answered.status_code in (400, 409), path
    assert 'class="press"' not in page
    refused = post(group.dora, tenser, "left", "5")
    assert refused.status_code == 409
    assert "“Goblin Ford” is in play. Change this in the fight." in refused.content.decode()
    assert post(group.dora, tenser, "experience", "7000").status_code == 303


def test_what_changed_is_told_newest_first(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "left", "9")
    post(group.dora, tenser, "cast", "magic_user_web,magic_user_sleep")
    post(group.dora, tenser, "definition.weapons", "dagger, sling (bullet)")
    post(group.dora, tenser, "sheet.notes", "Other notes.")
    post(group.dora, tenser, "seat", str(group.joined["Pip"].seat.pk))
    said = say(group.dora, tenser)
    told = re.findall(r"\d+ \w{3} ([^.]+)\. dora", said[said.index("What changed") :])
    assert told == [
        "player the DM to Pip",
        "notes changed",
        "weapons: + sling (bullet), - quarter staff, - dart; dart 4 to not counted",
        "sleep spent",
        "hit points 3 to all",
        "made the character",
    ]


def test_what_a_fight_did_is_told_and_taken_back(group: Group) -> None:
    encounter = group.prepare("Goblin Ford")
    group.fight(encounter)
    figures = {"otis": Figures(11, experience=199, gold=53, lasting=("deaf",))}
    between_fights.carry_over(find_owner(group), encounter.pk, figures)
    otis = Character.objects.get()
    said = say(group.dora, otis)
    assert "Goblin Ford: experience 0 to 199; hit points all to 11; gold none to 53;" in said
    assert "conditions that last: + deaf." in said
    assert "Goblin Ford: became a character of the campaign. dora" in said
    post(group.dora, otis, "experience", "250")
    between_fights.take_back(find_owner(group), encounter.pk)
    said = say(group.dora, otis)
    assert "took back what the fight did; " in said
    assert "hit points 11 to all; gold 53 to none; conditions that last: - deaf" in said
    assert stored(otis, "experience") == 250, "what somebody changed since stays"


def test_what_no_sheet_has_is_not_changed(group: Group, tenser: Character) -> None:
    for path in ("", "key", "definition.count", "definition.charges.moon", "sheet", "died_in"):
        assert group.dora.post(address(tenser), {"path": path, "value": "1", "seen": "null"}).status_code == 400
    assert group.dora.post(address(tenser), {"path": "left", "value": "1", "seen": "{"}).status_code == 400
    assert group.dora.get(f"/c/{group.campaign.pk}/character/77/").status_code == 404
    assert CharacterChange.objects.filter(character=tenser).count() == 1


def test_attributes_that_the_rules_cannot_read_any_more_are_said_so(group: Group, tenser: Character) -> None:
    Character.objects.filter(pk=tenser.pk).update(definition={**TENSER, "class": "baker"})
    assert "The rules cannot read these figures any more." in say(group.dora, tenser)
    assert post(group.dora, tenser, "definition.class", "fighter").status_code == 303


def test_the_sheet_asks_little_of_the_database(group: Group, tenser: Character) -> None:
    for n in range(12):
        make(group, f"Hireling {n}", henchman_of=tenser.pk)
        post(group.dora, tenser, "experience", str(7000 + n))
    read(group.dora, tenser)
    with CaptureQueriesContext(connection) as asked:
        read(group.dora, tenser)
    assert len(asked) <= MOST_QUERIES, [each["sql"] for each in asked.captured_queries]


# Several classes, and what is taken back.


def choose(group: Group, character: Character, *rows: tuple[str, str], seen: Any = None) -> Any:
    """Choose classes and levels in the rows of their form."""
    value = VALUES["definition.classes"]
    read = value.read_seen(Character.objects.get(pk=character.pk)) if seen is None else seen
    given = {"path": value.path, "seen": json.dumps(read)}
    for names, row in zip(CLASS_FIELDS, rows, strict=False):
        given |= dict(zip(names, row, strict=True))
    return group.dora.post(address(character), given)


def tell(group: Group, character: Character) -> list[str]:
    """Return the changes of a character in words, newest first."""
    said = say(group.dora, character)
    return re.findall(r"\d+ \w{3} ([^.]+)\. dora", said[said.index("What changed") :])


FIGHTER, MAGIC_USER = {"class": "fighter", "level": 4}, {"class": "magic_user", "level": 3}


def test_a_class_is_added_and_taken_away(group: Group, tenser: Character) -> None:
    opened = read(group.dora, tenser, change="definition.classes")
    assert '<option value="magic_user" selected>' in opened, "the first row is the class that there is"
    assert choose(group, tenser, ("magic_user", "3"), ("fighter", "4")).status_code == 303
    definition = stored(tenser, "definition")
    assert (definition["classes"], "class" in definition, "level" in definition) == (
        [MAGIC_USER, FIGHTER],
        False,
        False,
    )
    said = say(group.dora, tenser)
    assert "magic-user 3, fighter 4 race alignment" in said
    assert "magic-user 3 / fighter 4 Armor class" in said, "it strikes by the better row"
    assert choose(group, tenser, ("", ""), ("fighter", "5")).status_code == 303
    definition = stored(tenser, "definition")
    assert (definition["class"], definition["level"], "classes" in definition) == ("fighter", 5, False)
    assert tell(group, tenser)[:2] == [
        "classes magic-user 3, fighter 4 to fighter 5",
        "classes magic-user 3 to magic-user 3, fighter 4",
    ]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ((("fighter", "3"), ("fighter", "4")), "fighter"),
        ((("", "3"), ("fighter", "4")), "Choose the class of level 3."),
        ((("fighter", "many"), ("magic_user", "4")), "A level is a whole number from 0 to 100."),
        ((("fighter", "0"), ("magic_user", "4")), "1 to 100"),
        ((("baker", "1"),), "Choose a class of the list."),
    ],
)
def test_classes_that_do_not_go_together_are_refused_at_their_field(
    group: Group, tenser: Character, rows: tuple[tuple[str, str], ...], said: str
) -> None:
    answered = choose(group, tenser, *rows)
    page = compact(answered.content.decode())
    assert answered.status_code == 400
    form = page[page.index('<form class="change classes"') :]
    form = form[: form.index("</form>")]
    assert said in form[form.index('role="alert"') :]
    assert all(f'value="{level}"' in form for _, level in rows), "what was typed stays"
    assert stored(tenser, "definition") == TENSER


def test_two_who_change_the_classes_are_both_shown(group: Group, tenser: Character) -> None:
    seen = VALUES["definition.classes"].read_seen(tenser)
    post(group.dora, tenser, "definition.level", "4")
    answered = choose(group, tenser, ("magic_user", "3"), ("fighter", "1"), seen=seen)
    assert answered.status_code == 409
    said = strip(answered.content.decode())
    assert "changed this to magic-user 4" in said
    assert "You typed magic_user 3, fighter 1." in said
    assert stored(tenser, "definition.level") == 4


def test_a_level_of_one_class_is_no_value_of_several(group: Group, tenser: Character) -> None:
    choose(group, tenser, ("magic_user", "3"), ("fighter", "4"))
    assert post(group.dora, tenser, "definition.level", "7", seen=3).status_code == 400
    assert stored(tenser, "definition.classes") == [MAGIC_USER, FIGHTER]


def test_a_note_stands_beside_its_ability(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "sheet.ability_notes.int", "reads Old Suloise")
    assert "17 Intelligence learns 75 %, 6 languages reads Old Suloise 10 Wisdom" in say(group.dora, tenser)
    assert tell(group, tenser)[0] == "note on intelligence none to reads Old Suloise"


def take_back(group: Group, character: Character, number: int) -> Any:
    return group.dora.post(f"{address(character)}change/{number}/back/")


def test_a_change_on_the_sheet_is_taken_back(group: Group, tenser: Character) -> None:
    choose(group, tenser, ("magic_user", "3"), ("fighter", "4"))
    post(group.dora, tenser, "sheet.ability_notes.str", "a ring")
    page = read(group.dora, tenser)
    assert f'action="{address(tenser)}change/2/back/"' in page
    assert f'action="{address(tenser)}change/1/back/"' not in page, "nobody takes back the making"
    assert take_back(group, tenser, 2).status_code == 303
    assert stored(tenser, "definition") == TENSER
    assert stored(tenser, "sheet.ability_notes.str") == "a ring"
    assert tell(group, tenser)[0] == "took back a change; classes magic-user 3, fighter 4 to magic-user 3"
    assert take_back(group, tenser, 3).status_code == 303
    assert stored(tenser, "sheet.ability_notes") is None


def test_what_has_changed_since_is_not_taken_back(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "experience", "7000")
    post(group.dora, tenser, "experience", "8000")
    assert f'action="{address(tenser)}change/2/back/"' not in read(group.dora, tenser)
    answered = take_back(group, tenser, 2)
    assert answered.status_code == 409
    assert "This has changed since." in strip(answered.content.decode())
    assert stored(tenser, "experience") == 8000
    for number in (1, 77):
        assert take_back(group, tenser, number).status_code == 404


def test_what_a_fight_in_play_keeps_is_not_taken_back(group: Group, tenser: Character) -> None:
    post(group.dora, tenser, "left", "5")
    group.open(group.prepare("Goblin Ford"))
    answered = take_back(group, tenser, 2)
    assert answered.status_code == 409
    assert "is in play. Change this in the fight." in answered.content.decode()
    assert stored(tenser, "left") == 5
