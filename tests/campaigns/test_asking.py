"""A player asks the DM for a value that only the DM changes, and the DM says yes or no."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from campaigns.models import Character, CharacterAsk
from campaigns.services import calendar, change_character, forget_player, read_value
from campaigns.services.asking import MOST_ASKS, AskedValue, ask_for_value, grant_ask, refuse_ask, withdraw_ask
from campaigns.services.characters import ChangedMeanwhile
from encounters.errors import Conflict, Forbidden, Invalid, NotFound, Rejected
from encounters.models import Seat
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_character_page import SHEET, TENSER, find_owner, make
from tests.encounters.compact import compact
from tests.encounters.seated import words
from tests.encounters.test_two_submits import at_once

pytestmark = pytest.mark.storage

GOLD = "sheet.coins.gp"


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def tenser(group: Group) -> Character:
    return make(group, "Tenser", TENSER, SHEET, seat=group.joined["Pip"].seat.pk, left=3, experience=6439)


def stored(character: Character) -> Character:
    return Character.objects.get(pk=character.pk)


def ask(
    group: Group, character: Character, path: str, value: Any, why: str = "", name: str = "Pip", **more: Any
) -> CharacterAsk:
    """Ask as a player does, who saw the value as it is."""
    seen = more.get("seen", read_value(stored(character), path))
    return ask_for_value(group.joined[name].seat, character.key, AskedValue(path, value, seen, {path: value}), why)


def grant(group: Group, character: Character, path: str, value: Any, **more: Any) -> CharacterAsk:
    """Say yes as a DM does, who saw the value as it is."""
    seen = more.get("seen", read_value(stored(character), path))
    return grant_ask(find_owner(group), character.number, AskedValue(path, value, seen, {path: value}))


def list_asks(character: Character) -> list[tuple[str, Any, bool]]:
    return [(each.path, each.value, each.refused is not None) for each in character.asks.all()]


# The services.


def test_a_yes_writes_the_value_and_names_who_asked(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    assert stored(tenser).left == 3
    grant(group, tenser, "left", 8)
    change = tenser.changes.last()
    assert change is not None
    assert (stored(tenser).left, change.author, str(change.asked_by)) == (8, "dora", "Pip")
    assert list_asks(tenser) == []


def test_a_no_writes_nothing_and_is_kept_until_the_player_has_read_it(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    refuse_ask(find_owner(group), tenser.number, "left", 8)
    assert (stored(tenser).left, list_asks(tenser)) == (3, [("left", 8, True)])
    withdraw_ask(group.joined["Pip"].seat, tenser.key, "left")
    assert list_asks(tenser) == []


def test_what_was_refused_is_asked_for_again(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    refuse_ask(find_owner(group), tenser.number, "left", 8)
    ask(group, tenser, "left", 7)
    assert list_asks(tenser) == [("left", 7, False)]


def test_a_value_is_asked_for_once_at_a_time(group: Group, tenser: Character) -> None:
    first = ask(group, tenser, "left", 8)
    assert ask(group, tenser, "left", 8) == first
    with pytest.raises(Conflict, match="You have asked for this already"):
        ask(group, tenser, "left", 9)
    assert list_asks(tenser) == [("left", 8, False)]


def test_no_more_than_a_few_asks_of_a_character_wait(group: Group, tenser: Character) -> None:
    calendar.change_options(find_owner(group), edits_carried=False)
    for n, coin in enumerate(("pp", "gp", "ep", "sp", "cp", "gem")[:MOST_ASKS]):
        ask(group, tenser, f"sheet.coins.{coin}", n + 1)
    with pytest.raises(Conflict, match="6 requests wait for the DM"):
        ask(group, tenser, "left", 8)
    refuse_ask(find_owner(group), tenser.number, "sheet.coins.pp", 1)
    ask(group, tenser, "left", 8)
    assert tenser.asks.filter(refused=None).count() == MOST_ASKS


@pytest.mark.parametrize(
    "path",
    [
        GOLD,
        "sheet.dm_notes",
        "seat",
        "status",
        "henchman_of",
        "sheet",
        "definition",
        "definition.weapons",
        "sheet.nothing",
    ],
)
def test_nothing_else_is_asked_for(group: Group, tenser: Character, path: str) -> None:
    with pytest.raises(Forbidden):
        ask(group, tenser, path, 1, seen=None)
    assert list_asks(tenser) == []


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("left", 3, "The sheet has that value already"),
        ("experience", -5, "not possible"),
        ("definition.hp", "many", "hp"),
        ("experience", None, "not possible"),
    ],
)
def test_what_is_not_possible_is_not_asked_for(
    group: Group, tenser: Character, path: str, value: Any, words: str
) -> None:
    with pytest.raises(Invalid, match=words):
        ask(group, tenser, path, value)
    assert list_asks(tenser) == []


@pytest.mark.parametrize(("why", "words"), [("a" * 121, "at most 120 letters"), ("a\x00b", ".")])
def test_a_reason_is_short_and_plain(group: Group, tenser: Character, why: str, words: str) -> None:
    with pytest.raises(Invalid, match=words) as refused:
        ask(group, tenser, "left", 8, why)
    assert (refused.value.field, list_asks(tenser)) == ("why", [])


def test_nobody_asks_for_the_character_of_another(group: Group, tenser: Character) -> None:
    with pytest.raises(NotFound):
        ask(group, tenser, "left", 8, name="Quill")
    ask(group, tenser, "left", 8)
    with pytest.raises(NotFound):
        withdraw_ask(group.joined["Quill"].seat, tenser.key, "left")
    assert list_asks(tenser) == [("left", 8, False)]


def test_a_value_that_changed_meanwhile_is_neither_asked_for_nor_granted(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    change_character(find_owner(group), tenser.number, {"left": 5})
    with pytest.raises(ChangedMeanwhile):
        grant(group, tenser, "left", 8, seen=3)
    with pytest.raises(ChangedMeanwhile):
        ask(group, tenser, "experience", 7000, seen=1)
    assert (stored(tenser).left, list_asks(tenser)) == (5, [("left", 8, False)])
    grant(group, tenser, "left", 8)
    assert stored(tenser).left == 8


def test_an_ask_that_is_gone_or_another_is_not_answered(group: Group, tenser: Character) -> None:
    owner = find_owner(group)
    with pytest.raises(Conflict, match="withdrawn this, or another DM has answered it"):
        grant(group, tenser, "left", 8)
    ask(group, tenser, "left", 8)
    withdraw_ask(group.joined["Pip"].seat, tenser.key, "left")
    ask(group, tenser, "left", 9)
    for answer in (lambda: grant(group, tenser, "left", 8), lambda: refuse_ask(owner, tenser.number, "left", 8)):
        with pytest.raises(Conflict, match="Pip asks for something else now"):
            answer()
    assert (stored(tenser).left, list_asks(tenser)) == (3, [("left", 9, False)])


def test_a_fight_in_play_keeps_its_figures_from_asks(group: Group) -> None:
    otis = make(group, "Otis", {"class": "ranger", "hp": 12}, seat=group.joined["Pip"].seat.pk, left=5)
    ask(group, otis, "left", 9)
    group.open(group.prepare("The mill"))
    with pytest.raises(Conflict, match="“The mill” is in play"):
        grant(group, otis, "left", 9)
    with pytest.raises(Conflict, match="“The mill” is in play"):
        ask(group, otis, "definition.charges.arrow", 9)
    assert (stored(otis).left, list_asks(otis)) == (5, [("left", 9, False)])


@pytest.mark.parametrize("values", [{"status": "dead"}, {"status": "retired"}, {"seat": None}])
def test_asks_go_with_the_player_and_the_character(group: Group, tenser: Character, values: Any) -> None:
    ask(group, tenser, "left", 8)
    change_character(find_owner(group), tenser.number, {"experience": 7000})
    assert list_asks(tenser) == [("left", 8, False)]
    change_character(find_owner(group), tenser.number, values)
    assert list_asks(tenser) == []


def test_a_forgotten_player_leaves_no_words(group: Group, tenser: Character) -> None:
    ask(group, tenser, "experience", 7000, "Pip was there")
    grant(group, tenser, "experience", 7000)
    ask(group, tenser, "left", 8, "Pip was there")
    forget_player(find_owner(group), group.joined["Pip"].seat.number)
    change = tenser.changes.last()
    assert change is not None
    assert (CharacterAsk.objects.count(), str(change.asked_by)) == (0, "a player")


@pytest.mark.django_db(transaction=True)
def test_of_a_yes_and_a_withdrawal_at_once_one_counts(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    owner = find_owner(group)
    results = at_once(
        lambda: grant_ask(owner, tenser.number, AskedValue("left", 8, 3, {"left": 8})),
        lambda: withdraw_ask(group.joined["Pip"].seat, tenser.key, "left"),
    )
    was_granted = not any(isinstance(each, Rejected) for each in results)
    assert (stored(tenser).left, list_asks(tenser)) == (8 if was_granted else 3, [])


@pytest.mark.django_db(transaction=True)
def test_of_a_yes_and_a_no_at_once_one_counts(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    owner = find_owner(group)
    results = at_once(
        lambda: grant_ask(owner, tenser.number, AskedValue("left", 8, 3, {"left": 8})),
        lambda: refuse_ask(owner, tenser.number, "left", 8),
    )
    assert [type(each) for each in results if isinstance(each, Rejected)] == [Conflict]
    assert (stored(tenser).left, list_asks(tenser)) in ((8, []), (3, [("left", 8, True)]))


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_ask_once(group: Group, tenser: Character) -> None:
    results = at_once(lambda: ask(group, tenser, "left", 8), lambda: ask(group, tenser, "left", 8))
    assert [each for each in results if isinstance(each, Exception)] == []
    assert list_asks(tenser) == [("left", 8, False)]


# The pages.


def sheet(group: Group) -> str:
    return f"/t/{group.campaign.code}/sheet/1/"


def read(group: Group) -> str:
    return words(group.phones["Pip"].get(sheet(group)))


def post(group: Group, path: str, value: str, seen: Any, **more: str) -> Any:
    """Ask as the form on Pip's phone does."""
    given = {"key": "tenser", "path": path, "value": value, "seen": json.dumps(seen), "do": "ask", **more}
    return group.phones["Pip"].post(sheet(group), given)


def answer(group: Group, do: str, path: str = "left", asked: Any = 8, seen: Any = 3, **more: str) -> Any:
    """Answer as the DM's bar does."""
    given = {"do": do, "path": path, "asked": json.dumps(asked), "seen": json.dumps(seen), **more}
    return group.dora.post(f"/c/{group.campaign.pk}/character/1/ask/", given, follow=True)


def test_the_phone_asks_and_withdraws(group: Group, tenser: Character) -> None:
    opened = compact(group.phones["Pip"].get(sheet(group), {"change": "left"}).content.decode())
    for each in ('name="do" value="ask"', 'name="why"', "Ask the DM"):
        assert each in opened, each
    assert post(group, "left", "8", 3, why="The well heals.").status_code == 303
    assert "Asked: hit points 3 to 8 . The well heals. Withdraw" in read(group)
    page = compact(group.phones["Pip"].get(sheet(group), {"change": "left"}).content.decode())
    assert "ask the DM" in page
    assert 'aria-label="Hit points 3, ask the DM"' not in page
    assert 'name="why"' not in page
    withdrawn = {"key": "tenser", "path": "left", "do": "withdraw"}
    assert group.phones["Pip"].post(sheet(group), withdrawn).status_code == 303
    assert "Asked:" not in read(group)


def test_a_refused_form_keeps_what_was_typed_and_the_reason(group: Group, tenser: Character) -> None:
    answered = post(group, "left", "900", 3, why="The well heals.")
    page = compact(answered.content.decode())
    assert answered.status_code == 400
    assert 'value="900"' in page
    assert 'value="The well heals."' in page
    assert post(group, "left", "8", 4).status_code == 409
    assert post(group, GOLD, "8", 141).status_code == 403
    assert post(group, "nothing", "8", 3).status_code == 400
    assert list_asks(tenser) == []


def test_spells_are_asked_for_by_a_tap(group: Group, tenser: Character) -> None:
    page = compact(group.phones["Pip"].get(sheet(group)).content.decode())
    assert "spend one: ask the DM" in page
    assert post(group, "cast", "magic_user_web", []).status_code == 303
    assert "Asked: web spent ." in read(group)


@pytest.mark.parametrize("where", ["", "character/1/"])
def test_the_dm_reads_the_ask_on_both_pages(group: Group, tenser: Character, where: str) -> None:
    page = f"/c/{group.campaign.pk}/{where}"
    assert "asks" not in words(group.dora.get(page))
    ask(group, tenser, "left", 8, "The well heals.")
    assert "Pip asks: Tenser , hit points 3 to 8. The well heals. Yes No" in words(group.dora.get(page))
    change_character(find_owner(group), tenser.number, {"left": 5})
    assert "hit points 3 to 8. The well heals. Changed since: it is 5 now." in words(group.dora.get(page))
    assert "It has changed since: it is 5 now." in read(group)


def test_a_yes_is_in_the_list_of_changes_with_who_asked(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    said = words(answer(group, "yes"))
    assert "Tenser has what Pip asked for." in said
    assert "hit points 3 to 8." in said
    assert "asked by Pip" in said
    assert "Asked:" not in read(group)


def test_a_no_is_told_to_the_player(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    said = answer(group, "no", campaign="1")
    assert said.redirect_chain[-1][0] == f"/c/{group.campaign.pk}/"
    assert "Pip is told no." in words(said)
    assert "The DM said no: hit points 3 to 8 . OK" in read(group)
    assert 'aria-label="Hit points 3, ask the DM"' in compact(group.phones["Pip"].get(sheet(group)).content.decode())


@pytest.mark.parametrize(
    ("given", "words_"),
    [
        ({"do": "maybe"}, "Say yes or no."),
        ({"do": "yes", "path": "nothing"}, "Say yes or no."),
        ({"do": "yes", "path": "experience"}, "The player has withdrawn this"),
        ({"do": "yes", "asked": 9}, "Pip asks for something else now"),
        ({"do": "yes", "seen": 4}, "changed meanwhile"),
        ({"do": "no", "path": "experience"}, "The player has withdrawn this"),
    ],
)
def test_a_wrong_answer_changes_nothing(group: Group, tenser: Character, given: Any, words_: str) -> None:
    ask(group, tenser, "left", 8)
    assert words_ in words(answer(group, **given))
    assert (stored(tenser).left, list_asks(tenser)) == (3, [("left", 8, False)])


def test_an_answer_that_cannot_be_read_changes_nothing(group: Group, tenser: Character) -> None:
    ask(group, tenser, "left", 8)
    address = f"/c/{group.campaign.pk}/character/1/ask/"
    broken = {"do": "yes", "path": "left", "asked": "{", "seen": "3"}
    assert "Answer it once more." in words(group.dora.post(address, broken, follow=True))
    assert group.dora.post(f"/c/{group.campaign.pk}/character/7/ask/", broken).status_code == 404
    assert group.dora.get(address).status_code == 405
    assert (stored(tenser).left, list_asks(tenser)) == (3, [("left", 8, False)])


def test_asked_notes_are_shown_whole_to_the_dm(group: Group, tenser: Character) -> None:
    calendar.change_options(find_owner(group), edits_notes=False)
    ask(group, tenser, "sheet.notes", "The bell rang twice.")
    assert "The bell rang twice." in words(group.dora.get(f"/c/{group.campaign.pk}/"))


def test_a_seat_that_was_left_asks_for_nothing(group: Group, tenser: Character) -> None:
    seat = group.joined["Pip"].seat
    Seat.objects.filter(pk=seat.pk).update(left=seat.created)
    with pytest.raises(NotFound):
        ask(group, tenser, "left", 8)
