"""Words of the cards: everything in the tables has some, short, without figures, its own."""

import re
from collections import Counter

import pytest

from rules.reference import SPEED_WEAPONS, UnknownId, list_devices, list_monsters, list_spells, list_weapons
from rules.reference.cards import CardKind, lookup_card, lookup_words
from rules.reference.tables import Row, list_rows

MOST_WORDS = 30
NAMES = {
    CardKind.SPELL: {each.id: each.name for each in list_spells()},
    CardKind.DEVICE: {each.id: each.name for each in list_devices()},
    CardKind.WEAPON: {each.id: each.name for each in list_weapons()},
    CardKind.MONSTER: {each.id: each.name for each in list_monsters()},
}
EVERY_KIND = pytest.mark.parametrize("kind", CardKind)


def list_texts(kind: CardKind) -> tuple[Row, ...]:
    return list_rows(f"words_{kind}s", "text")


@EVERY_KIND
def test_everything_of_the_tables_has_words(kind: CardKind) -> None:
    assert all(lookup_words(kind, id) for id in NAMES[kind])


@EVERY_KIND
def test_no_words_are_written_for_what_the_tables_do_not_hold_or_twice(kind: CardKind) -> None:
    written = Counter(id for row in list_texts(kind) for id in row["of"])
    elsewhere = set(SPEED_WEAPONS) if kind is CardKind.WEAPON else set()
    assert written == Counter(set(NAMES[kind]) - elsewhere)


@EVERY_KIND
def test_words_are_few(kind: CardKind) -> None:
    assert [row["of"] for row in list_texts(kind) if not 3 <= len(row["words"].split()) <= MOST_WORDS] == []


@EVERY_KIND
def test_words_are_sentences(kind: CardKind) -> None:
    sentences = re.compile(r"[A-Z][^\"]*[^\s.]\.")
    assert [row["of"] for row in list_texts(kind) if not sentences.fullmatch(row["words"])] == []


@EVERY_KIND
def test_words_hold_no_figure_and_presume_nobody_a_man_or_a_woman(kind: CardKind) -> None:
    forbidden = re.compile(r"[0-9]|\b(he|she|his|her|him|hers)\b", re.IGNORECASE)
    assert [row["of"] for row in list_texts(kind) if forbidden.search(row["words"])] == []


@EVERY_KIND
def test_words_say_save_where_the_game_rolls_a_save(kind: CardKind) -> None:
    forbidden = re.compile(r"\bresist(s|ed)?\b(?! (cold|fire|sleep)\b)")
    magic = ["helm_brilliance"]
    assert [row["of"] for row in list_texts(kind) if row["of"] != magic and forbidden.search(row["words"])] == []


def test_words_of_a_spell_that_a_save_negates_name_the_save() -> None:
    saved = [each for each in list_spells() if each.save.kind == "negates"]
    assert len(saved) > 50
    assert [each.id for each in saved if not re.search(r"\bsaves?\b", lookup_words(CardKind.SPELL, each.id))] == []


@EVERY_KIND
def test_words_send_nobody_to_another_card(kind: CardKind) -> None:
    sent = re.compile(r"\b(As|Like) |\bthe reverse of\b", re.IGNORECASE)
    assert [row["of"] for row in list_texts(kind) if sent.match(row["words"])] == []


@EVERY_KIND
def test_cards_are_in_american_spelling(kind: CardKind) -> None:
    british = re.compile(
        r"\w*(?:colour|favour|honour|armour|harbour|vapour|neighbour|centre|grey|paralys(?!is)|defence|offence|draught)\w*"
        r"|\w*(?:recogni|memori|reali|organi)s(?!t)\w*|\w*travell\w*|\b(?:up|down|to|for|back)wards\b",
        re.IGNORECASE,
    )
    cards = [lookup_card(kind, id) for id in NAMES[kind]]
    texts = {
        each.id: " ".join((each.name, each.words, *(fact.value for fact in each.facts), *each.notes)) for each in cards
    }
    assert {id: found for id, text in texts.items() if (found := british.findall(text))} == {}


def test_the_words_of_a_weapon_do_not_repeat_how_many_hands_the_table_gives_it() -> None:
    hands = re.compile(r"\b(one|two) hands?\b|one-hand|two-hand|for both hands|needs both", re.IGNORECASE)
    assert [row["of"] for row in list_texts(CardKind.WEAPON) if hands.search(row["words"])] == []


@EVERY_KIND
def test_only_what_has_one_name_shares_words(kind: CardKind) -> None:
    texts = list_texts(kind)
    assert len({row["words"] for row in texts}) == len(texts)
    assert [row["of"] for row in texts if len({NAMES[kind][id] for id in row["of"]}) > 1] == []


@EVERY_KIND
def test_an_unknown_thing_has_no_words(kind: CardKind) -> None:
    with pytest.raises(UnknownId, match=f'unknown {kind} "teapot"'):
        lookup_words(kind, "teapot")


def test_a_weapon_that_strikes_first_has_the_words_of_the_device_that_it_is() -> None:
    for id in SPEED_WEAPONS:
        assert lookup_words(CardKind.WEAPON, id) == lookup_words(CardKind.DEVICE, id)
