"""People read names on every page, and no ids.

An id is what has an underscore, or the id of a combatant whose name is another word.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Combatant
from encounters.newcomers import name_newcomers
from encounters.screens.sheets.combatant import build_initial
from encounters.screens.sheets.typed_names import TABLES, read_lines
from encounters.viewers import build_dm_viewer
from tests.any_procedure import FAMILY
from tests.encounters.seated import At, text
from tests.encounters.visible.texts import words_of
from tests.people import sit

WRITTEN = re.compile(r"<(code|textarea)\b.*?</\1>", re.DOTALL)
"""What a page shows of the text of files, where keys and ids belong."""

ID = re.compile(r"\S*[^\W_]_[^\W_]\S*")

PARTY: tuple[dict[str, Any], ...] = (
    {
        "id": "otis_bold", "name": "Otis the Bold", "side": "party", "class": "ranger", "level": 4, "hp": 38,
        "played": True, "weapons": ["sword_long", "bow_long", "crossbow_light"], "devices": ["ring_invisibility"],
        "position": [0, 0],
    },
    {
        "id": "old_tenser", "name": "Tenser", "side": "party", "class": "magic_user", "level": 5, "hp": 14,
        "played": True, "weapons": ["staff_quarter"], "devices": ["wand_magic_missiles"], "position": [-6, 4],
        "spells": [
            "magic_user_magic_missile", "magic_user_charm_person", {"id": "long_words", "casting": "8 segments"},
        ],
    },
    {
        "id": "kid_2", "name": "Jaroo", "side": "party", "class": "cleric", "level": 4, "hp": 24, "played": True,
        "weapons": ["mace_foot"], "spells": ["cleric_cure_light_wounds"], "position": [-4, 8],
    },
)  # fmt: skip
FOES: tuple[dict[str, Any], ...] = (
    {"id": "orc_chief", "name": "Orc chief", "side": "foes", "monster": "orc", "hp": 5, "weapons": ["axe_battle"]},
    {"id": "hill_giant", "name": "Stone-thrower", "side": "foes", "monster": "hill_giant", "count": 2},
    {"id": "dark_one", "name": "Masked One", "side": "foes", "class": "cleric", "level": 3, "hp": 97,
     "weapons": ["club"], "spells": ["cleric_hold_person"]},
)  # fmt: skip
OF_DM = (
    "", "add/", "add/new/", "ruling/", "call/", "take-back/", "close/", "end/", "join/", "effects/", "dice/0/",
    "dice/1/", "round/0/", "round/1/", "why/", "countdown/", "prepare/", "prepare/effects/",
    "prepare/effects/?q=web", "effects/?q=missile", "effects/?magic=magic_user_charm_person",
)  # fmt: skip
OF_PLAYERS = (
    "me/", "me/sheet/", "me/saw/", "me/saw.txt", "me/characters/", "watch/", "rounds/", "round/1/", "dice/1/",
)  # fmt: skip


class Fight:
    """A fight of combatants with long names, and everything that is read of it."""

    def __init__(self, ruleset: str) -> None:
        owner = User.objects.create_user("dora", password="ten segments")
        notes: dict[str, object] = {"start": "melee", "distance_ft": 10, "reaction": "hostile"}
        encounter = services.create_encounter(owner, "The weir", ruleset, None, notes)
        self.at = At(encounter, build_dm_viewer(encounter))
        services.add_combatants(self.at.dora, (*PARTY, *FOES))
        self.dora = Client()
        self.dora.force_login(owner)
        for name in ("Горбаг", "גולם"):
            self._add(name)
        sit(self.at.pip, self.at.encounter.campaign, "Pip", ["otis_bold", "kid_2"])
        sit(self.at.quill, self.at.encounter.campaign, "Quill", ["old_tenser"])
        sit(self.at.sam, self.at.encounter.campaign, "Sam", kind="spectator")

    def _add(self, name: str) -> None:
        """Add two combatants by hand, with an id that is made of their name."""
        given = {"name": name, "side": "foes", "monster": "orc", "count": "2", "tap": self.at.tap()}
        answer = self.dora.post(f"/e/{self.at.encounter.pk}/add/new/", given)
        assert answer.status_code == 303, text(answer)

    def read(self) -> Iterator[tuple[str, str]]:
        """Yield what is read on each page."""
        own = [f"prepare/{each.pk}/" for each in Combatant.objects.filter(encounter=self.at.encounter)]
        about = [f"combatant/{who}/" for who in self._list_ids()]
        for page in (*OF_DM, *own, *about):
            yield f"dora {page}", self._get(self.dora, f"/e/{self.at.encounter.pk}/{page}")
        for name, client in (("pip", self.at.pip), ("quill", self.at.quill), ("sam", self.at.sam)):
            for page in OF_PLAYERS:
                yield f"{name} {page}", self._get(client, self.at.url(page))
        yield "stranger", self._get(Client(), self.at.url())

    def _get(self, client: Client, address: str) -> str:
        return words_of(WRITTEN.sub("", text(client.get(address, follow=True))))

    def _list_ids(self) -> list[str]:
        return list(self.at.state.combatants)

    def play(self) -> None:
        """Play a round: a shot, a charge, a spell, a device, things drawn and put on."""
        at = self.at
        services.open_encounter(at.dora)
        services.begin_round(at.dora, at.tap())
        foe = next(each for each in at.state.combatants if each.startswith("orc_chief"))
        orders: dict[str, dict[str, Any]] = {
            "otis_bold": {"action": "D", "how": "shoot", "weapon": "bow_long", "target": [foe]},
            "old_tenser": {"action": "D", "how": "spell", "spell": "magic_user_magic_missile", "target": [foe]},
            "kid_2": {"action": "E", "how": "charge", "target": foe},
            "dark_one": {"action": "D", "how": "spell", "spell": "cleric_hold_person", "target": ["otis_bold"]},
        }
        for question in list(at.state.open):
            if question.question == "declare" and not question.sealed:
                at._order_a_foe(question.token, orders.get(question.who, {"action": "C"}))
        services.close(at.dora, at.tap())


@pytest.fixture(params=FAMILY)
def fight(request: pytest.FixtureRequest, db: None) -> Fight:
    return Fight(request.param)


def list_ids(pages: Iterator[tuple[str, str]]) -> list[str]:
    """Return what is read on pages and looks like an id, each once with its page."""
    return list(dict.fromkeys(f"{page}: {found}" for page, words in pages for found in ID.findall(words)))


def test_no_id_is_read_while_a_fight_is_prepared(fight: Fight) -> None:
    page = f"/e/{fight.at.encounter.pk}/prepare/"
    own = [f"{page}{each.pk}/" for each in Combatant.objects.filter(encounter=fight.at.encounter)]
    pages = ((each, fight._get(fight.dora, each)) for each in (page, *own, fight.at.url("me/")))
    assert "\n".join(list_ids(pages)) == ""


def test_no_id_is_read_while_orders_are_given_and_when_the_round_is_over(fight: Fight) -> None:
    fight.play()
    ordered = list_ids(fight.read())
    fight.at.finish()
    assert "\n".join([*ordered, *list_ids(fight.read())]) == ""


def test_a_sheet_shows_names_and_reads_them_again(fight: Fight) -> None:
    row = Combatant.objects.get(encounter=fight.at.encounter, definition__id="otis_bold")
    page = text(fight.dora.get(f"/e/{fight.at.encounter.pk}/prepare/{row.pk}/"))
    written = re.search(r'<textarea name="weapons".*?>\s*(.*?)</textarea>', page, re.DOTALL)
    assert written is not None
    assert written[1].split("\n") == ["long sword", "long bow", "light crossbow"]


@pytest.mark.parametrize("kind", ["weapons", "spells", "devices"])
def test_every_thing_is_read_by_the_name_that_a_sheet_shows(kind: str) -> None:
    for each in TABLES[kind]():
        class_ = getattr(each, "class_", "")
        (shown,) = build_initial({kind: [each.id], "class": class_})[kind].split("\n")
        assert read_lines(kind, shown, {class_: 1}) == [each.id]


def test_names_of_other_letters_have_ids_of_their_own_and_no_number(fight: Fight) -> None:
    named = [each.definition for each in Combatant.objects.filter(encounter=fight.at.encounter)][-2:]
    assert [(each["id"], each["name"], each.get("first")) for each in named] == [
        ("горбаг", "Горбаг", None),
        ("גולם", "גולם", None),
    ]


def test_names_of_which_no_letter_is_left_keep_their_names_and_have_other_ids() -> None:
    named = name_newcomers([{"id": each, "name": each} for each in ("☠", "☀", "☠")], ())
    assert [(each["id"], each["name"]) for each in named] == [
        ("combatant", "☠"), ("combatant_2", "☀"), ("combatant-2", "☠ 2"),
    ]  # fmt: skip
