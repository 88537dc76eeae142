"""Cards of everything in the tables: six facts each, from the tables alone."""

import re

import pytest

from rules.kernel.terms import Save
from rules.reference import (
    UnknownId,
    find_effect,
    list_devices,
    list_monsters,
    list_spells,
    list_weapons,
    lookup_device,
    lookup_spell,
)
from rules.reference.cards import HALF, Card, CardFact, CardKind, lookup_card, lookup_words
from rules.reference.printed_texts import DM_DECIDES, write_feet, write_plainly

IDS = {
    CardKind.SPELL: [each.id for each in list_spells()],
    CardKind.DEVICE: [each.id for each in list_devices()],
    CardKind.WEAPON: [each.id for each in list_weapons()],
    CardKind.MONSTER: [each.id for each in list_monsters()],
}
EVERY_KIND = pytest.mark.parametrize("kind", CardKind)


def list_cards(kind: CardKind) -> list[Card]:
    return [lookup_card(kind, id) for id in IDS[kind]]


def list_values(kind: CardKind, id: str) -> dict[str, str]:
    return {each.label: each.value for each in lookup_card(kind, id).facts}


def find_morale(id: str) -> str:
    note = next(each for each in lookup_card(CardKind.MONSTER, id).notes if each.startswith("Morale: "))
    return note.removeprefix("Morale: ").partition(".")[0]


@EVERY_KIND
def test_every_card_has_a_name_a_sort_its_words_and_six_facts(kind: CardKind) -> None:
    for card in list_cards(kind):
        assert (card.kind, card.words) == (kind, lookup_words(kind, card.id))
        assert card.name
        assert card.name[0] == card.name[0].upper()
        assert card.sort
        assert len({each.label for each in card.facts}) == 6, card.id


@EVERY_KIND
def test_no_fact_is_empty_or_left_in_the_short_form_of_the_books(kind: CardKind) -> None:
    short = re.compile(r'"|\d\'|/level|\bspecial\b|\bNeg\b|\bNone\b|inches|\bFraction\b')
    found = [(card.id, each) for card in list_cards(kind) for each in card.facts]
    assert [each for each in found if not each[1].value.strip() or short.search(each[1].value)] == []


@EVERY_KIND
def test_a_card_that_takes_segments_says_how_long(kind: CardKind) -> None:
    for card in list_cards(kind):
        assert card.takes is None or card.takes >= 0
        if card.takes:
            assert re.search(r"segment|round|turn|hour", dict(list_values(kind, card.id))["Takes"]), card.id


@EVERY_KIND
def test_an_unknown_thing_has_no_card(kind: CardKind) -> None:
    with pytest.raises(UnknownId):
        lookup_card(kind, "teapot")


def test_the_card_of_a_spell_has_its_printed_figures_in_feet() -> None:
    card = lookup_card(CardKind.SPELL, "cleric_bless")
    assert (card.name, card.sort, card.takes) == ("Bless", "Cleric spell, level 1", 10)
    assert list_values(CardKind.SPELL, card.id) == {
        "Range": "60 ft",
        "Area": "50 ft x 50 ft",
        "Save": "none",
        "Takes": "1 round",
        "Lasts": "6 rounds",
        "Needs": "words, gestures, materials",
    }
    assert card.sources == ("PH, cleric level 1: Bless",)


def test_where_the_table_has_no_figure_the_dm_decides() -> None:
    values = list_values(CardKind.SPELL, "magic_user_wish")
    assert [label for label, value in values.items() if value == DM_DECIDES] == ["Area", "Save", "Takes", "Lasts"]
    assert lookup_card(CardKind.SPELL, "magic_user_wish").takes is None


def test_a_spell_that_harms_or_heals_says_by_what_dice() -> None:
    assert list_values(CardKind.SPELL, "magic_user_fireball")["Damage"] == "1d6 a level"
    assert list_values(CardKind.SPELL, "cleric_cure_light_wounds")["Heals"] == "1d8"
    assert list_values(CardKind.SPELL, "cleric_cure_light_wounds.reversed")["Damage"] == "1d8"


def test_a_reversed_spell_has_its_own_save_where_the_table_has_one() -> None:
    for id in ("cleric_cure_blindness", "cleric_neutralize_poison", "druid_cure_disease"):
        assert list_values(CardKind.SPELL, id)["Save"] == "none"
        assert list_values(CardKind.SPELL, f"{id}.reversed")["Save"] == "negates"
    assert list_values(CardKind.SPELL, "cleric_raise_dead.reversed")["Save"] == "harm in place of death"
    assert list_values(CardKind.SPELL, "druid_fire_storm.reversed")["Save"] == "none"
    assert list_values(CardKind.SPELL, "cleric_bless.reversed")["Save"] == "none"


def test_cause_fear_has_no_save_and_only_its_touch_must_hit() -> None:
    assert lookup_spell("cleric_remove_fear.reversed", 5).save == "none"
    assert list_values(CardKind.SPELL, "cleric_remove_fear.reversed")["Save"] == "none"


def test_a_reversed_spell_lasts_its_own_time_where_the_table_has_one() -> None:
    lasts = {id: list_values(CardKind.SPELL, id)["Lasts"] for id in IDS[CardKind.SPELL]}
    assert (lasts["cleric_light"], lasts["cleric_light.reversed"]) == (
        "6 turns + 1 turn a level",
        "3 turns + ½ turn a level",
    )
    assert (lasts["cleric_remove_curse"], lasts["cleric_remove_curse.reversed"]) == ("permanent", "1 turn a level")


def test_where_the_table_prints_no_duration_the_card_says_the_end_that_the_effect_has() -> None:
    lasts = {id: list_values(CardKind.SPELL, id)["Lasts"] for id in IDS[CardKind.SPELL]}
    assert (lasts["cleric_remove_fear"], lasts["cleric_remove_fear.reversed"]) == ("1 turn", "1 round a level")
    assert (lasts["magic_user_fear"], lasts["illusionist_invisibility"]) == (
        "1 round a level",
        "until its bearer attacks",
    )
    assert list_values(CardKind.DEVICE, "potion_invisibility")["Lasts"] == "1d4+2 turns, or until its bearer attacks"
    assert list_values(CardKind.DEVICE, "rod_lordly_might.fear_6_inches")["Lasts"] == "6 rounds"
    ended = [id for id in lasts if (effect := find_effect(id)) and (effect.unit or effect.ends_on_attack)]
    assert [id for id in ended if lasts[id] == DM_DECIDES] == []


OF_ITS_OWN = ("magic_user_stinking_cloud", "magic_user_power_word_stun")
"""The spells whose printed duration is not that of their effect: the cloud's, and one for each step of hit points."""
ROUNDS = {"segment": 0.1, "round": 1, "turn": 10}


def count_rounds(text: str, level: int) -> float:
    """Return the rounds in a duration of a card, at a caster's level: of dice the most."""
    parts = re.findall(r"(?:(\d+)d)?(½|\d+)(?:\+(\d+))? (segment|round|turn)s?( a level)?", text)
    return sum(
        (int(dice or 1) * (0.5 if number == "½" else int(number)) + int(more or 0))
        * ROUNDS[unit]
        * (level if each else 1)
        for dice, number, more, unit, each in parts
    )


def test_an_effect_lasts_as_long_as_the_card_of_its_spell_says() -> None:
    found = {id: effect for id in IDS[CardKind.SPELL] if id not in OF_ITS_OWN and (effect := find_effect(id))}
    timed = {id: effect for id, effect in found.items() if effect.unit}
    assert len(timed) > 30
    for id, effect in timed.items():
        lasts = list_values(CardKind.SPELL, id)["Lasts"]
        assert count_rounds(lasts, 7) == count_rounds(effect.describe_duration(7), 1), id


def test_of_a_special_save_the_card_says_what_the_table_does() -> None:
    assert list_values(CardKind.SPELL, "magic_user_stinking_cloud")["Save"] == "against poison"


@pytest.mark.parametrize("kind", [CardKind.SPELL, CardKind.DEVICE])
def test_a_save_halves_harm_only_where_the_tables_have_dice_for_it(kind: CardKind) -> None:
    shown = {id: list_values(kind, id) for id in IDS[kind]}
    halved = {id: values for id, values in shown.items() if HALF in values.get("Save", "")}
    assert {id for id, values in halved.items() if "Damage" not in values} == set()
    assert "magic_user_fireball" in halved or kind is CardKind.DEVICE


def test_a_save_that_halves_what_has_no_dice_halves_the_effect() -> None:
    saves = {id: list_values(CardKind.SPELL, id)["Save"] for id in ("druid_entangle", "magic_user_fumble")}
    assert set(saves.values()) == {"half the effect"}


@pytest.mark.parametrize("kind", [CardKind.SPELL, CardKind.DEVICE])
def test_words_that_ask_for_a_save_stand_over_a_fact_that_has_one(kind: CardKind) -> None:
    asked = re.compile(r"(fails?|each) to save|(first|may|who|that) saves?\b|unless [^.]*\bsaves?\b")
    cards = [each for each in list_cards(kind) if asked.search(each.words)]
    assert cards
    assert [each.id for each in cards if CardFact("Save", "none") in each.facts] == []


def test_a_reversed_spell_says_so_and_has_other_words() -> None:
    card = lookup_card(CardKind.SPELL, "cleric_bless.reversed")
    assert (card.name, card.sort) == ("Curse", "Cleric spell, level 1, reversed")
    assert card.words != lookup_card(CardKind.SPELL, "cleric_bless").words


def test_the_card_of_a_power_of_a_wand_has_its_own_time_and_charges() -> None:
    values = list_values(CardKind.DEVICE, "wand_fire.wall_of_fire")
    assert (values["Takes"], values["A use takes"]) == ("3 segments", "2 charges")
    assert list_values(CardKind.DEVICE, "wand_fire")["A use takes"] == "1 to 2 charges"
    assert "wall of fire" in lookup_card(CardKind.DEVICE, "wand_fire").notes[0]
    assert lookup_card(CardKind.DEVICE, "wand_fire.wall_of_fire").notes == ()


def test_a_potion_works_after_a_time_by_dice_and_is_drunk_up() -> None:
    card, values = lookup_card(CardKind.DEVICE, "potion_speed"), list_values(CardKind.DEVICE, "potion_speed")
    assert (values["Takes"], values["Reach"], values["A use takes"]) == ("2 to 5 segments", "yourself", "all of it")
    assert values["Lasts"] == "5d4 rounds"
    assert (card.takes, card.may_take_less) == (5, True)
    assert not lookup_card(CardKind.DEVICE, "wand_fear").may_take_less


def test_a_wand_lasts_as_long_as_for_the_level_as_which_it_counts() -> None:
    values = list_values(CardKind.DEVICE, "wand_fear")
    assert (values["Lasts"], values["Save"]) == ("6 rounds", "negates, against wands")


def test_a_power_of_a_wand_saves_against_wands() -> None:
    assert list_values(CardKind.DEVICE, "wand_fire.fireball")["Save"] == "half harm, against wands"
    cone = list_values(CardKind.DEVICE, "wand_frost.cone_of_cold")
    assert (cone["Save"], cone["Reach"]) == ("half harm, against wands", "cone 60 ft by 20 ft")
    assert lookup_device("wand_frost.cone_of_cold").save_column == Save.ROD_STAFF_WAND


def test_the_card_of_a_device_says_by_what_act_it_works() -> None:
    acts = {id: list_values(CardKind.DEVICE, id).get("Works by", "using") for id in IDS[CardKind.DEVICE]}
    assert [(id, act) for id, act in acts.items() if not re.match(r"an? |\w+ing\b", act)] == []
    assert (acts["potion_speed"], acts["rod_lordly_might.paralysis_on_hit"]) == ("drinking", "a hit")


def test_what_is_only_worn_takes_no_action() -> None:
    values = list_values(CardKind.DEVICE, "cloak_protection")
    assert (values["Takes"], values["A use takes"], values["Lasts"]) == ("no action", "nothing", "while worn")
    assert lookup_card(CardKind.DEVICE, "cloak_protection").takes is None


def test_the_card_of_a_weapon_for_melee_has_its_speed_and_length() -> None:
    card = lookup_card(CardKind.WEAPON, "sword_long")
    assert (card.name, card.sort, card.takes) == ("Long sword", "Weapon, in melee", None)
    assert list_values(CardKind.WEAPON, "sword_long") == {
        "Small, man-sized": "1d8",
        "Large": "1d12",
        "Speed factor": "5",
        "Length": "3½ ft",
        "Hands": "one",
        "Room": "3 ft",
    }


def test_the_card_of_a_weapon_that_flies_has_its_ranges_and_rate() -> None:
    bow, dagger = list_values(CardKind.WEAPON, "bow_short"), list_values(CardKind.WEAPON, "dagger")
    assert (bow["Range"], bow["Rate"], bow["To hit, far"]) == ("50/100/150 ft", "2 a round", "-2 medium, -5 long")
    assert (dagger["Speed factor"], dagger["Length"], dagger["Range"]) == ("2", "1¼ ft", "10/20/30 ft")
    assert list_values(CardKind.WEAPON, "crossbow_heavy")["Rate"] == "1 in 2 rounds"


def test_what_a_text_does_not_print_of_a_weapon_is_not_said_as_certain() -> None:
    assert lookup_card(CardKind.WEAPON, "spear").notes[0] == "Set against a charge it does double damage."
    assert lookup_card(CardKind.WEAPON, "halberd").notes[0].endswith("unless the DM says otherwise.")


def test_a_weapon_that_strikes_first_has_one_card_as_a_device_and_as_a_weapon() -> None:
    weapon = lookup_card(CardKind.WEAPON, "scimitar_speed")
    assert weapon.notes[0] == "Magic: +2 to hit, +2 damage."
    assert lookup_card(CardKind.DEVICE, "scimitar_speed").facts == weapon.facts


def test_morale_that_cannot_fail_by_itself_is_no_percentage_over_a_hundred() -> None:
    assert find_morale("fire_giant") == "holds, base 103"
    assert find_morale("skeleton") == "never checks"
    percents = [re.match(r"(\d+) %", find_morale(id)) for id in IDS[CardKind.MONSTER]]
    assert all(int(each[1]) < 100 for each in percents if each)


def test_a_potion_that_controls_others_reaches_farther_than_its_drinker() -> None:
    assert list_values(CardKind.DEVICE, "potion_giant_control")["Reach"] == DM_DECIDES
    assert list_values(CardKind.DEVICE, "potion_poison")["Save"] == "against poison"


def test_the_card_of_a_monster_has_the_figures_for_the_dm() -> None:
    card = lookup_card(CardKind.MONSTER, "ogre")
    assert (card.name, card.sort) == ("Ogre", "Monster, large")
    assert list_values(CardKind.MONSTER, "ogre") == {
        "Armor class": "5",
        "Hit dice": "4+1, about 19 hit points",
        "Hits AC 0": "15 or more",
        "Attacks": "1d10, or by weapon",
        "Move": "90 ft",
        "Experience": "90 + 5 a hit point",
    }
    assert card.notes[0] == "Morale: 66 %."
    assert lookup_card(CardKind.MONSTER, "basilisk").sources


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("3 turns + 1/2 turn/level", "3 turns + ½ turn a level"),
        ('6" + 1"/level', "60 ft + 10 ft a level"),
        ('1"/level, Maximum 9"', "10 ft a level, at most 90 ft"),
        ('1/2"/level, 9" max', "5 ft a level, at most 90 ft"),
        ('1 1/2" radius globe', "15 ft radius globe"),
        ('1/4" path', "2½ ft path"),
        ('4 square" + 1 square"/level', "4 squares of 10 ft + 1 square of 10 ft a level"),
        ('1 cubic "', "1 cube of 10 ft"),
        ("One chest of about 2'x2'x3' size", "one chest of about 2 ft x 2 ft x 3 ft size"),
        ("2-12 rounds + 2 rounds/level", "2 to 12 rounds + 2 rounds a level"),
        ("1 turn + 1/2 turn/level", "1 turn + ½ turn a level"),
        (
            "1d4+1 per missile; missiles = (level + 1) / 2",
            "1d4+1 a missile; one at level 1, two at 3, three at 5, and so on",
        ),
        ("One or more in a 10 sq. ft. area", "one or more in an area of 10 square feet"),
        ("1 cubic foot/substance/2 levels", "1 cubic foot of a substance for every 2 levels"),
        ("5d4 (S/M) or 5d6 (L)", "5d4 against small and man-sized or 5d6 against large"),
        ("Special + 1 segment", "1 segment, and more as the DM decides"),
        ("7 round/level", "7 rounds a level"),
        ("1 round/2 levels", "1 round for every 2 levels"),
        ("cone 6 by 2 inches", "cone 60 ft by 20 ft"),
        ("Special", DM_DECIDES),
        ("Creature touched (special)", "creature touched (the DM decides)"),
        ("", DM_DECIDES),
    ],
)
def test_printed_texts_are_written_plainly(text: str, plain: str) -> None:
    assert write_plainly(text) == plain


def test_lengths_are_in_feet() -> None:
    assert (write_feet(6), write_feet(0)) == ("60 ft", "0 ft")
