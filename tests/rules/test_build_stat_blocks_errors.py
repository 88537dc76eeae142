"""An entry that no combatant can be built from is refused, with its key and a suggestion."""

import pytest

from rules.statblocks import BadEntry, build_stat_blocks

ORC: dict[str, object] = {"id": "orc", "side": "foes"}


def refused(entry: dict[str, object]) -> BadEntry:
    with pytest.raises(BadEntry) as caught:
        build_stat_blocks(entry)
    return caught.value


@pytest.mark.parametrize(
    ("keys", "key", "words"),
    [
        ({"wepons": []}, "wepons", "unknown key (did you mean weapons?)"),
        ({"monster": "ork"}, "monster", 'unknown monster "ork" (did you mean orc?)'),
        ({"class": "wizard"}, "class", 'unknown class "wizard"'),
        ({"weapons": ["dager"]}, "weapons", "did you mean dagger"),
        ({"spells": ["sleep"]}, "spells", "did you mean magic_user_sleep"),
        ({"devices": ["ring_invisible"]}, "devices", "did you mean ring_invisibility"),
        ({"undead": "goul"}, "undead", "did you mean ghoul"),
        ({"hd": "many"}, "hd", "is not a number of hit dice"),
        ({"class": "fighter", "hd": "3"}, "hd", "either a class or hit dice"),
        ({"class": 3}, "class", "must be a text"),
        ({"name": " "}, "name", "must be a text"),
        ({"level": "five"}, "level", "must be a whole number"),
        ({"level": -1}, "level", "must be from 0 to 100"),
        ({"class": "cleric", "level": 101}, "level", "must be from 0 to 100"),
        ({"hp": 0}, "hp", "must be from 1"),
        ({"hp": True}, "hp", "must be a whole number"),
        ({"hp": 4.5}, "hp", "must be a whole number"),
        ({"ac": 11}, "ac", "must be from -10 to 10"),
        ({"count": 0}, "count", "must be from 1 to 100"),
        ({"count": 101}, "count", "must be from 1 to 100"),
        ({"size": "XL"}, "size", "must be one of S, M, L"),
        ({"load": "hevy"}, "load", "must be one of light, heavy, very_heavy, encumbered"),
        ({"hasted": "yes"}, "hasted", "must be true or false"),
        ({"natural": 1}, "natural", "must be true or false"),
        ({"strength": 19}, "strength", "is not a strength"),
        ({"strength": 16.5}, "strength", "must be a score"),
        ({"strength": True}, "strength", "must be a score"),
        ({"initiative_die": "8"}, "initiative_die", 'must be a die such as "d8"'),
        ({"initiative_die": "d1"}, "initiative_die", 'must be a die such as "d8"'),
        ({"surprised": "often"}, "surprised", 'must be a chance such as "2 in 6"'),
        ({"surprises": "7 in 6"}, "surprises", 'must be a chance such as "2 in 6"'),
        ({"surprises": "0 in 0"}, "surprises", 'must be a chance such as "2 in 6"'),
        ({"routines": 0}, "routines", "must be greater than 0"),
        ({"routines": 21}, "routines", "must be at most 20"),
        ({"routines": "two"}, "routines", "must be a number"),
        ({"position": [1]}, "position", "must be [x, y] in feet"),
        ({"position": "here"}, "position", "must be [x, y] in feet"),
        ({"position": [0, float("nan")]}, "position", "must be a number"),
        ({"position": [0, 0.001]}, "position", "must be whole hundredths of a foot"),
        ({"weapons": "dagger"}, "weapons", "must be a list"),
        ({"weapons": [3]}, "weapons", "neither an id nor a table"),
        ({"weapons": [{"damage": "1d6"}]}, "weapons.id", "is missing"),
        ({"weapons": [{"id": "a b"}]}, "weapons.id", "must have no spaces"),
        ({"weapons": [{"id": "x", "damge": "1d6"}]}, "weapons.damge", "did you mean damage"),
        ({"weapons": [{"id": "x", "damage": "lots"}]}, "weapons.damage", "is not a dice expression"),
        ({"weapons": [{"id": "x", "damage": True}]}, "weapons.damage", "must be a text"),
        ({"weapons": [{"id": "x", "length_ft": -1}]}, "weapons.length_ft", "must not be less than 0"),
        ({"weapons": [{"id": "x", "missile": 2}]}, "weapons.missile", "must be a table such as { rate = ... }"),
        ({"weapons": [{"id": "x", "missile": {"speed": 2}}]}, "weapons.missile.speed", "unknown key"),
        ({"weapons": [{"id": "x", "missile": {"rate": 0}}]}, "weapons.missile.rate", "must be greater than 0"),
        ({"spells": [{"id": "x"}]}, "spells.casting", "is missing"),
        ({"spells": [{"id": "x", "casting": "soon"}]}, "spells.casting", "is not a casting time"),
        ({"spells": [{"id": "x", "casting": "1 round", "save": "maybe"}]}, "spells.save", "must be one of none"),
        ({"devices": [{"id": "x", "activation": "now"}]}, "devices.activation", "must be a whole number"),
        ({"devices": [{"id": "x", "spell": "slep"}]}, "devices.spell", 'unknown spell "slep"'),
        ({"psionic": 5}, "psionic", "must be a table"),
        ({"psionic": {"power": 5}}, "psionic.power", "unknown key"),
        ({"psionic": {"attack": -5}}, "psionic.attack", "must be from 0"),
        ({"psionic": {"attack_modes": ["mind_blank"]}}, "psionic.attack_modes", 'unknown psionic mode "mind_blank"'),
        ({"psionic": {"defense_modes": ["mind_blnk"]}}, "psionic.defense_modes", "did you mean mind_blank"),
    ],
)
def test_a_bad_entry_names_its_key(keys: dict[str, object], key: str, words: str) -> None:
    error = refused(ORC | keys)
    assert error.key == key
    assert words in str(error)
    assert f'combatant "orc": "{key}": ' in str(error)


@pytest.mark.parametrize("key", ["id", "side"])
def test_id_and_side_are_required(key: str) -> None:
    error = refused({each: value for each, value in ORC.items() if each != key})
    assert (error.key, f'"{key}": is missing' in str(error)) == (key, True)


@pytest.mark.parametrize("id", ["the orc", " orc", ""])
def test_an_id_has_no_spaces(id: str) -> None:
    assert refused(ORC | {"id": id}).key == "id"


def test_the_message_begins_with_where_the_entry_stands() -> None:
    with pytest.raises(BadEntry, match=r'^fight\.toml, combatant 2: "hp": must be a whole number$'):
        build_stat_blocks(ORC | {"hp": "ten"}, where="fight.toml, combatant 2")
