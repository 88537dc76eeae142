"""Dora's preparation of a fight.

Rules and options, combatants from the table and by hand, places, and each combatant's player.
"""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.errors import Invalid
from encounters.models import Encounter, SeatHold
from encounters.scenario_files import export_text, import_text
from encounters.screens.sheets.combatant import CombatantForm
from encounters.screens.sheets.typed_names import TABLES, list_names, read_lines
from encounters.selectors import find_house_options
from encounters.viewers import Viewer, build_dm_viewer
from tests.any_procedure import ANY, RULESET, find_switch
from tests.encounters.compact import compact
from tests.encounters.conftest import FOES
from tests.encounters.seated import words

RULES = {"title": "The bridge", "ruleset": ANY, "setting": "outdoors", "start": "surprise"}


@pytest.fixture
def draft(dora: User) -> Encounter:
    """Return a fight in which nothing is prepared yet."""
    return services.create_encounter(dora, "A draft", ANY)


def choices(encounter: Encounter, hers: Client) -> dict[str, str]:
    """Return what the page's form posts when every option stays as it stands."""
    from encounters.screens.prepare.rules import RulesForm

    form = RulesForm(encounter=encounter, sides=())
    given = {name: form.initial.get(name) for name in form.fields}
    return {
        name: "on" if value is True else str(value)
        for name, value in given.items()
        if value is not None and value is not False
    }


def ids(encounter: Encounter) -> list[object]:
    return [row.definition["id"] for row in encounter.combatants.all()]


# Rules.


def test_every_option_is_offered_with_its_default_and_clause(hers: Client, draft: Encounter) -> None:
    text = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    assert [key for key in RULESET.options if f'name="{key}"' not in text] == []
    assert [each.clause for each in RULESET.options.values() if f"/rule/{each.clause}" not in text] == []
    assert 'name="table.foe_hp"' in text


def test_rules_options_and_place_are_saved(hers: Client, draft: Encounter) -> None:
    given = {**choices(draft, hers), **RULES, find_switch(): "on", "table.foe_hp": "hidden", "distance_ft": "90"}
    assert hers.post(f"/e/{draft.pk}/prepare/", given).status_code == 303
    draft.refresh_from_db()
    assert draft.options == {find_switch(): True, "table.foe_hp": "hidden"}
    assert draft.notes == {"setting": "outdoors", "start": "surprise", "distance_ft": 90}


def test_an_option_stands_under_its_subject_and_says_what_it_changes(hers: Client, draft: Encounter) -> None:
    text = unescape(words(hers.get(f"/e/{draft.pk}/prepare/")))
    for spec in RULESET.options.values():
        assert spec.words.label in text
        assert spec.words.meaning in text
        assert spec.words.group in text
        assert [each for each in spec.words.choices.values() if each not in text] == []


def test_dora_keeps_house_rules_and_new_encounters_begin_with_them(hers: Client, draft: Encounter) -> None:
    given = {**choices(draft, hers), **RULES, find_switch(): "on", "house": "keep"}
    assert hers.post(f"/e/{draft.pk}/prepare/", given).status_code == 303
    hers.post("/new/", {"title": "Another", "ruleset": ANY})
    assert Encounter.objects.get(title="Another").options == {find_switch(): True}


def test_house_rules_replace_the_options_of_an_encounter(hers: Client, draft: Encounter) -> None:
    services.save_house_rules(draft.campaign.find_owner(), ANY, {"table.foe_hp": "hidden"})
    page = f"/e/{draft.pk}/prepare/"
    assert "Use house rules" in words(hers.get(page))
    hers.post(page, {**choices(draft, hers), **RULES, find_switch(): "on", "house": "use"})
    draft.refresh_from_db()
    assert draft.options == {"table.foe_hp": "hidden"}
    assert "Use house rules" not in words(hers.get(page))


def test_house_rules_of_one_dm_are_not_anothers(draft: Encounter, django_user_model: type[User]) -> None:
    services.save_house_rules(django_user_model.objects.create_user("rex"), ANY, {"table.foe_hp": "hidden"})
    assert find_house_options(draft.campaign.find_owner().pk, ANY) == {}


def test_house_rules_that_no_option_has_are_refused(dora: User) -> None:
    with pytest.raises(Invalid, match="not a choice"):
        services.save_house_rules(dora, ANY, {"table.foe_hp": "loud"})


def test_what_stays_at_its_default_is_not_written_down(hers: Client, draft: Encounter) -> None:
    hers.post(f"/e/{draft.pk}/prepare/", {**choices(draft, hers), **RULES})
    draft.refresh_from_db()
    assert draft.options == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"ruleset": "chess"},
        {"setting": "under water"},
        {"distance_ft": "-3"},
        {"reaction": "amused"},
        {"table.foe_hp": "coin"},
        {"surprised": "nobody"},
    ],
)
def test_rules_that_cannot_be_are_shown_again(hers: Client, draft: Encounter, wrong: dict[str, str]) -> None:
    answer = hers.post(f"/e/{draft.pk}/prepare/", {**choices(draft, hers), **RULES, "distance_ft": "77", **wrong})
    assert answer.status_code == 400
    assert b'role="alert"' in answer.content
    if "distance_ft" not in wrong:
        assert b'value="77"' in answer.content
    draft.refresh_from_db()
    assert draft.title == "A draft"


# Combatants.


def test_the_bestiary_is_searched(hers: Client, draft: Encounter) -> None:
    text = hers.get(f"/e/{draft.pk}/prepare/", {"q": "orc"}).content.decode()
    assert "HD 1, AC 6, move 9" in text


def test_a_monster_is_called_as_one_of_its_kind(hers: Client, draft: Encounter) -> None:
    assert "Bear, brown" in hers.get(f"/e/{draft.pk}/prepare/", {"q": "brown bear"}).content.decode()
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "bear_brown.2"})
    assert [row.definition["name"] for row in draft.combatants.all()] == ["Brown bear"]


def test_one_or_four_monsters_are_added(hers: Client, draft: Encounter) -> None:
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.4"})
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.1"})
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.2", "side": "bandits", "wave": "2"})
    assert ids(draft) == ["orc", "orc-5", "orc"]
    four, one, two = (row.definition for row in draft.combatants.all())
    assert (four["count"], one["name"], two["first"]) == (4, "Orc 5", 6)
    assert (four["side"], two["side"], two["wave"]) == ("foes", "bandits", 2)


def test_the_side_that_was_added_to_is_offered_again(hers: Client, draft: Encounter) -> None:
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.1", "side_other": "bandits"})
    assert 'value="bandits" checked' in words_of_page(hers, draft)
    hers.post(f"/e/{draft.pk}/add/pick/", {"add": "orc.1"})
    assert [row.definition["side"] for row in draft.combatants.all()] == ["bandits", "bandits"]


def words_of_page(hers: Client, draft: Encounter) -> str:
    return compact(hers.get(f"/e/{draft.pk}/prepare/").content.decode())


def test_numbers_that_go_on_outlive_a_scenario_file(hers: Client, dora: User, draft: Encounter) -> None:
    for count in (4, 2):
        hers.post(f"/e/{draft.pk}/add/pick/", {"add": f"orc.{count}"})
    hers.post(f"/e/{draft.pk}/prepare/party/", {"party": "1"})
    again = import_text(dora, export_text(draft), "again")
    assert [row.definition for row in again.combatants.all()] == [row.definition for row in draft.combatants.all()]


def test_the_default_party_comes_once(hers: Client, draft: Encounter) -> None:
    for _ in range(2):
        hers.post(f"/e/{draft.pk}/prepare/party/", {"party": "1"})
    assert ids(draft) == ["otis", "tenser", "serten"]


@pytest.mark.parametrize(
    "given", [{"add": "ork.1"}, {"add": "orc.many"}, {"add": "orc.0"}, {"add": "written", "q": "orc"}, {}]
)
def test_what_no_table_has_is_not_added(hers: Client, draft: Encounter, given: dict[str, str]) -> None:
    assert hers.post(f"/e/{draft.pk}/add/pick/", given).status_code == 400
    assert ids(draft) == []


HAND = {"id": "jaroo", "name": "Jaroo", "side": "party", "class_": "cleric", "level": "4", "played": "on"}


def test_a_combatant_is_written_by_hand(hers: Client, draft: Encounter) -> None:
    given = {
        **HAND,
        "hp": "24",
        "ac": "4",
        "ac_dexterity": "-1",
        "reaction": "1",
        "strength": "18/63",
        "routines": "1.5",
        "weapons": "footman's mace",
        "spells": "cure light wounds x2\nbless",
        "devices": "ring of invisibility",
        "attack": "60",
        "defense": "50",
        "attack_modes": ["mind_thrust"],
        "x": "8.5",
        "y": "20",
        "hidden": "on",
    }
    assert hers.post(f"/e/{draft.pk}/add/new/", given).status_code == 303
    assert draft.combatants.get().definition == {
        "id": "jaroo",
        "name": "Jaroo",
        "side": "party",
        "class": "cleric",
        "level": 4,
        "hp": 24,
        "ac": 4,
        "ac_dexterity": -1,
        "reaction": 1,
        "played": True,
        "hidden": True,
        "weapons": ["mace_foot"],
        "spells": ["cleric_cure_light_wounds", "cleric_cure_light_wounds", "cleric_bless"],
        "devices": ["ring_invisibility"],
        "strength": "18/63",
        "routines": 1.5,
        "psionic": {"attack": 60, "defense": 50, "attack_modes": ["mind_thrust"]},
        "position": [8.5, 20],
    }


@pytest.mark.parametrize(("field", "typed"), [("strength", "18²"), ("routines", "1e99999")])
def test_a_number_that_python_cannot_read_is_an_error_at_its_field(
    hers: Client, draft: Encounter, field: str, typed: str
) -> None:
    answer = hers.post(f"/e/{draft.pk}/add/new/", {**HAND, field: typed})
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert not draft.combatants.exists()


def test_a_spell_of_another_class_is_taken_and_said(hers: Client, draft: Encounter) -> None:
    given = {"name": "Ysolde", "side": "party", "class_": "cleric", "level": "3", "spells": "bless, magic missile"}
    page = hers.post(f"/e/{draft.pk}/add/new/", given, follow=True).content.decode()
    assert "Ysolde is a cleric, and has spells of another class: magic missile (magic user)." in page
    assert draft.combatants.get().definition["spells"] == ["cleric_bless", "magic_user_magic_missile"]


def test_a_combatant_is_changed_in_its_place(hers: Client, prepared: Encounter) -> None:
    row = prepared.combatants.first()
    assert row is not None
    text = hers.get(f"/e/{prepared.pk}/prepare/{row.pk}/").content.decode()
    assert 'value="otis"' in text
    hers.post(f"/e/{prepared.pk}/prepare/{row.pk}/", {"id": "otis", "side": "party", "class_": "ranger", "hp": "31"})
    row.refresh_from_db()
    assert row.definition == {"id": "otis", "side": "party", "class": "ranger", "hp": 31}


@pytest.mark.parametrize(("said", "kept"), [("yes", {"on_point": True}), ("no", {"on_point": False}), ("", {})])
def test_who_is_on_point_is_prepared_shown_and_exported(
    hers: Client, draft: Encounter, said: str, kept: dict[str, bool]
) -> None:
    elf = {"id": "elf", "side": "party", "race": "elf", "on_point": said}
    hers.post(f"/e/{draft.pk}/add/new/", elf)
    row = draft.combatants.get()
    assert {key: value for key, value in row.definition.items() if key == "on_point"} == kept
    again = import_text(draft.campaign.find_owner(), export_text(draft), "again.toml")
    assert again.combatants.get().definition == row.definition
    assert CombatantForm(before=row.definition).initial.get("on_point", "") == said
    hers.post(f"/e/{draft.pk}/prepare/{row.pk}/", {**elf, "on_point": ""})
    row.refresh_from_db()
    assert "on_point" not in row.definition


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"id": "two words"}, "Write one word"),
        ({"hp": "many"}, "whole number"),
        ({"hp": "0"}, "whole number of 1 or more"),
        ({"ac": "20"}, "from -10 to 10"),
        ({"class_": "ninja"}, "not one of the available choices"),
        ({"weapons": "lightsaber"}, "No weapon “lightsaber”."),
        ({"spells": "purr"}, "No spell “purr”."),
        ({"spells": "light", "class_": ""}, "write which"),
        ({"weapons": "{ id = "}, "is not a table"),
        ({"weapons": "{ id = 'oar', speed = 3 }"}, "unknown key"),
        ({"strength": "mighty"}, "strength"),
        ({"routines": "0"}, "greater than 0"),
        ({"surprised": "often"}, "chance"),
        ({"initiative_die": "six"}, "die"),
        ({"x": "4"}, "two numbers"),
        ({"id": "otis"}, "Two combatants are called"),
    ],
)
def test_a_combatant_that_cannot_be_says_why(
    hers: Client, prepared: Encounter, wrong: dict[str, str], words: str
) -> None:
    before = ids(prepared)
    answer = hers.post(f"/e/{prepared.pk}/add/new/", {**HAND, "id": "boot", "name": "Boot", **wrong})
    assert answer.status_code == 400
    assert words in answer.content.decode()
    assert 'value="Boot"' in answer.content.decode()
    assert ids(prepared) == before


def test_what_was_typed_stays_in_words_and_the_first_error_has_the_focus(hers: Client, draft: Encounter) -> None:
    typed = {**HAND, "weapons": "footman's mace\ncudgle", "spells": "Light", "hp": "many"}
    page = hers.post(f"/e/{draft.pk}/add/new/", typed)
    assert "footman&#x27;s mace\ncudgle</textarea>" in page.content.decode()
    assert [each for each in page.context["form"].fields.values() if each.widget.attrs.get("autofocus")] == [
        page.context["form"].fields["hp"]
    ]


def test_only_the_name_is_needed(hers: Client, draft: Encounter) -> None:
    assert hers.post(f"/e/{draft.pk}/add/new/", {"name": "Boot"}).status_code == 303
    assert draft.combatants.get().definition == {"id": "boot", "name": "Boot", "side": "foes"}


@pytest.mark.parametrize(("side", "played"), [("party", True), ("foes", False)])
def test_one_of_the_party_is_a_players_character_unless_switched_off(
    hers: Client, draft: Encounter, side: str, played: bool
) -> None:
    form = hers.get(f"/e/{draft.pk}/add/new/", {"side": side}).context["form"]
    assert form.initial.get("played", False) is played
    hers.post(f"/e/{draft.pk}/add/new/?side={side}", {"name": "Boot"})
    assert "played" not in draft.combatants.get().definition


def test_empty_fields_show_what_class_and_level_give(hers: Client, draft: Encounter) -> None:
    form = hers.post(f"/e/{draft.pk}/add/new/", {**HAND, "hp": "many"}).context["form"]
    shown = {name: each.widget.attrs.get("placeholder") for name, each in form.fields.items()}
    assert (shown["ac"], shown["movement"]) == (10, 12)


def test_of_two_errors_the_upper_one_has_the_focus(hers: Client, draft: Encounter) -> None:
    form = hers.post(f"/e/{draft.pk}/add/new/", {**HAND, "id": "two words", "hp": "many"}).context["form"]
    assert [name for name, each in form.fields.items() if each.widget.attrs.get("autofocus")] == ["hp"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("footman's mace, club", ["mace_foot", "club"]),
        ("Sword, long, club x2", ["sword_long", "club", "club"]),
        ("Long sword\nClub", ["sword_long", "club"]),
    ],
)
def test_names_are_typed_with_commas_or_on_lines(typed: str, read: list[str]) -> None:
    assert read_lines("weapons", typed, {}) == read


@pytest.mark.parametrize(
    ("typed", "dice"), [("oar 1-6", "1d6"), ("oar 2-8", "2d4"), ("oar 2-7", "1d6+1"), ("oar 1d10", "1d10")]
)
def test_a_weapon_with_its_damage_is_an_own_one_and_is_shown_in_words(typed: str, dice: str) -> None:
    own = read_lines("weapons", typed, {})
    assert own[0] | {"id": "oar", "damage": dice} == own[0]
    shown = CombatantForm(before={"weapons": own}).initial["weapons"]
    assert shown.startswith("oar ")
    assert read_lines("weapons", shown, {}) == own


def test_an_unknown_weapon_becomes_a_club_by_one_press(hers: Client, draft: Encounter) -> None:
    typed = {**HAND, "weapons": "club, grunk"}
    page = hers.post(f"/e/{draft.pk}/add/new/", typed).content.decode()
    assert "No weapon “grunk”." in page
    assert "Make grunk a club with 1-6" in page
    modes = ["mind_thrust", "ego_whip"]
    given = {**typed, "attack": "60", "attack_modes": modes, "make": "grunk"}
    assert hers.post(f"/e/{draft.pk}/add/new/", given).status_code == 303
    definition = draft.combatants.get().definition
    club, own = definition["weapons"]
    assert definition["psionic"]["attack_modes"] == modes
    assert (club, own["id"], own["damage"]) == ("club", "grunk", "1d6")


@pytest.mark.parametrize("kind", ["weapons", "spells", "devices"])
def test_every_listed_name_is_read_again(kind: str) -> None:
    read = [id for name, _ in list_names(kind) for id in read_lines(kind, name, {})]
    assert len(set(read)) == len(read)
    assert (
        len(TABLES[kind]()) - len(read) <= 2
    )  # a druid's and a magic-user's reversed spell have the name of the other way


@pytest.mark.parametrize("id", ["cleric_light", "magic_user_light", "druid_cure_light_wounds"])
def test_a_spell_of_several_classes_is_shown_by_its_name_and_read_again(id: str) -> None:
    shown = CombatantForm(before={"spells": [id]}).initial["spells"]
    assert "_" not in shown
    assert read_lines("spells", shown, {}) == [id]


def test_combatants_are_put_in_order_and_removed(hers: Client, prepared: Encounter) -> None:
    rows = list(prepared.combatants.all())
    hers.post(f"/e/{prepared.pk}/prepare/{rows[0].pk}/move/", {"way": "down"})
    assert ids(prepared)[:2] == ["tenser", "otis"]
    hers.post(f"/e/{prepared.pk}/prepare/{rows[0].pk}/move/", {"way": "up"})
    hers.post(f"/e/{prepared.pk}/prepare/{rows[2].pk}/remove/")
    assert ids(prepared) == ["otis", "tenser", "orc"]


def test_a_combatant_that_is_not_there_is_404(hers: Client, prepared: Encounter) -> None:
    assert hers.get(f"/e/{prepared.pk}/prepare/9999/").status_code == 404
    assert hers.post(f"/e/{prepared.pk}/prepare/9999/remove/").status_code == 404


def test_everybody_is_given_a_place(hers: Client, prepared: Encounter) -> None:
    first, second, *_ = prepared.combatants.all()
    given = {f"x.{first.definition['id']}": "12", f"y.{first.definition['id']}": "20.5"}
    assert hers.post(f"/e/{prepared.pk}/prepare/places/", given).status_code == 303
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.definition["position"] == [12, 20.5]
    assert "position" not in second.definition


@pytest.mark.parametrize("place", [("12", ""), ("far", "20"), ("1", "nan")])
def test_a_place_is_two_numbers(hers: Client, prepared: Encounter, place: tuple[str, str]) -> None:
    first = prepared.combatants.first()
    assert first is not None
    given = {f"x.{first.definition['id']}": place[0], f"y.{first.definition['id']}": place[1]}
    assert hers.post(f"/e/{prepared.pk}/prepare/places/", given).status_code == 400
    first.refresh_from_db()
    assert "position" not in first.definition


GOBLINS = {"id": "goblin", "side": "foes", "monster": "goblin", "count": 20}


@pytest.fixture
def crowd(dora: User) -> Encounter:
    """Return a draft with Otis against twenty goblins, at a distance of 40 feet."""
    made = services.create_encounter(dora, "A crowd", ANY, {}, {"distance_ft": 40})
    services.add_combatants(build_dm_viewer(made), [{"id": "otis", "side": "party", "class": "ranger"}, GOBLINS])
    return made


def list_places(encounter: Encounter) -> dict[str, Any]:
    return {row.definition["id"]: row.definition.get("position") for row in encounter.combatants.all()}


def arrange(hers: Client, encounter: Encounter, **given: str) -> int:
    spot = {f"{axis}.spot": given.pop(axis, "") for axis in "xy"}
    return hers.post(f"/e/{encounter.pk}/prepare/arrange/", {**spot, **given}).status_code


def test_one_press_places_both_sides_in_two_lines(hers: Client, crowd: Encounter) -> None:
    assert "21 have no place." in words(hers.get(f"/e/{crowd.pk}/prepare/"))
    assert arrange(hers, crowd, how="lines") == 303
    otis, goblins = list_places(crowd).values()
    assert otis == [0, 0]
    assert {each[0] for each in goblins} == {40, 45}
    assert len({tuple(each) for each in goblins}) == 20
    assert "no place" not in words(hers.get(f"/e/{crowd.pk}/prepare/"))


def test_a_side_is_placed_around_a_spot(hers: Client, crowd: Encounter) -> None:
    assert arrange(hers, crowd, how="around", side="foes", x="30", y="-10") == 303
    assert list_places(crowd)["otis"] is None
    goblins = list_places(crowd)["goblin"]
    assert goblins[0] == [30, -10]
    assert len({tuple(each) for each in goblins}) == 20


@pytest.mark.parametrize("given", [{"side": "dragons"}, {"how": "around"}, {"how": "around", "x": "far", "y": "1"}])
def test_nobody_is_placed_nowhere(hers: Client, crowd: Encounter, given: dict[str, str]) -> None:
    assert arrange(hers, crowd, **given) == 400
    assert list_places(crowd) == {"otis": None, "goblin": None}


def test_one_of_a_count_is_moved_alone_and_keeps_its_place_when_the_sheet_is_saved(
    hers: Client, crowd: Encounter
) -> None:
    arrange(hers, crowd, how="lines")
    places = list_places(crowd)["goblin"]
    given = {f"x.goblin-{n}": str(x) for n, (x, _) in enumerate(places, 1)}
    given |= {f"y.goblin-{n}": str(y) for n, (_, y) in enumerate(places, 1)}
    page = f"/e/{crowd.pk}/prepare/"
    hers.post(f"{page}places/", {**given, "x.goblin-7": "90", "y.goblin-7": "1.5"})
    assert list_places(crowd)["goblin"][6] == [90, 1.5]
    row = crowd.combatants.get(order=2)
    hers.post(f"{page}{row.pk}/", {"name": "Goblin", "side": "foes", "monster": "goblin", "count": "20"})
    assert list_places(crowd)["goblin"][6] == [90, 1.5]
    assert hers.post(f"{page}places/", {**given, "x.goblin-7": "", "y.goblin-7": ""}).status_code == 400


# Seat assignments, what is missing, opening.


def test_dora_says_who_plays_whom(hers: Client, prepared: Encounter, join: Callable[..., Viewer]) -> None:
    pip, row = join("Pip"), prepared.combatants.first()
    assert row is not None
    hers.post(f"/e/{prepared.pk}/prepare/{row.pk}/plays/", {"seat.otis": str(pip.seat_id)})
    assert SeatHold.objects.get().combatant == "otis"
    hers.post(f"/e/{prepared.pk}/prepare/{row.pk}/plays/", {"seat.otis": ""})
    assert not SeatHold.objects.exists()


def test_what_is_missing_is_said_in_words(hers: Client, draft: Encounter) -> None:
    page = f"/e/{draft.pk}/prepare/"
    assert "Nobody is in it yet. Search above." in hers.get(page).content.decode()
    services.put_combatant(build_dm_viewer(draft), FOES[0])
    assert "Nobody stands against the foes yet." in hers.get(page).content.decode()
    hers.post(f"{page}party/", {"party": "1"})
    assert "Nobody plays Otis, Tenser and Serten yet: you give their orders." in hers.get(page).content.decode()


def test_the_table_is_opened(hers: Client, prepared: Encounter) -> None:
    assert hers.post(f"/e/{prepared.pk}/open/").headers["Location"] == f"/e/{prepared.pk}/"
    prepared.refresh_from_db()
    assert prepared.opened
    assert hers.get(f"/e/{prepared.pk}/prepare/").headers["Location"] == f"/e/{prepared.pk}/"


def test_a_fight_of_one_side_is_not_opened(hers: Client, draft: Encounter) -> None:
    services.put_combatant(build_dm_viewer(draft), FOES[0])
    answer = hers.post(f"/e/{draft.pk}/open/")
    assert answer.status_code == 400
    assert "A fight has two sides" in answer.content.decode()


def test_opening_twice_shows_the_fight(hers: Client, prepared: Encounter) -> None:
    hers.post(f"/e/{prepared.pk}/open/")
    assert hers.post(f"/e/{prepared.pk}/open/").headers["Location"] == f"/e/{prepared.pk}/"


def test_what_has_begun_is_not_prepared(hers: Client, prepared: Encounter) -> None:
    services.open_encounter(build_dm_viewer(prepared))
    row = prepared.combatants.first()
    assert row is not None
    assert hers.get(f"/e/{prepared.pk}/prepare/{row.pk}/")["Location"] == f"/e/{prepared.pk}/"
    assert hers.post(f"/e/{prepared.pk}/prepare/party/", {"party": "1"}).status_code == 409


# Joining, as the DM sees it.


def test_the_join_page_has_code_square_and_address(hers: Client, prepared: Encounter) -> None:
    text = hers.get(f"/e/{prepared.pk}/join/").content.decode()
    assert f"{prepared.code[:3]}-{prepared.code[3:]}" in text
    assert 'class="qr"' in text
    assert "scan the code" in text


def test_the_door_is_closed_and_the_code_renewed(hers: Client, prepared: Encounter) -> None:
    before = prepared.code
    hers.post(f"/e/{prepared.pk}/door/", {"open": ""})
    hers.post(f"/e/{prepared.pk}/code/")
    prepared.campaign.refresh_from_db()
    assert not prepared.campaign.door_open
    assert prepared.code != before


def test_a_seat_is_muted_linked_and_released(hers: Client, prepared: Encounter, join: Callable[..., Viewer]) -> None:
    pip = join("Pip")
    seat = f"/e/{prepared.pk}/seat/{pip.seat_id}/"
    hers.post(f"{seat}mute/", {"on": "1"})
    row = prepared.campaign.seats.get()
    assert row.muted
    assert f"/t/{prepared.code}/seat/" in hers.post(f"{seat}link/").content.decode()
    hers.post(f"{seat}release/")
    row.refresh_from_db()
    assert row.left is not None


@pytest.mark.parametrize(("do", "status"), [("dance", 400), ("release", 404)])
def test_a_seat_that_is_not_there_is_told(hers: Client, prepared: Encounter, do: str, status: int) -> None:
    assert hers.post(f"/e/{prepared.pk}/seat/999/{do}/").status_code == status


def cells(text: str) -> list[str]:
    """Return the words of each cell of the table of reach."""
    table = text.partition('<table class="reach">')[2].partition("</table>")[0]
    return [" ".join(re.sub("<[^>]*>", " ", cell.partition("</td>")[0]).split()) for cell in table.split("<td")[1:]]


def test_who_reaches_whom_and_when_a_charge_would_arrive(hers: Client, draft: Encounter) -> None:
    # An orc covers 9" doubled, 18 feet a segment; a man in heavy load the same. Their weapons reach 3 1/2 feet.
    orc = {"id": "orc", "side": "foes", "monster": "orc", "position": [0, 0]}
    near = {"id": "otis", "name": "Otis", "side": "party", "class": "ranger", "weapons": ["sword_long"],
            "load": "heavy", "position": [0, 21.5]}  # fmt: skip
    for each in (
        orc,
        near,
        {**near, "id": "far", "position": [0, 21.6]},
        {**near, "id": "beyond", "position": [0, 500]},
    ):
        services.put_combatant(build_dm_viewer(draft), each)
    text = hers.get(f"/e/{draft.pk}/prepare/").content.decode()
    # The first side of the roster are the foes; the party is read from the left all the same.
    assert cells(text) == ['class="hot"> 22 ft in 1', "> 22 ft in 2", "> 500 ft in a later round"]
    # The map has it for every two of different sides, and says it of the nearest.
    assert re.findall(r'data-meets="(\d)" data-charges="([^"]+)"', compact(text)) == [
        ("2", "- 1 2 later"), ("1", "1 - - -"), ("1", "2 - - -"), ("1", "later - - -"),
    ]  # fmt: skip
    assert "A charge at Orc arrives in segment 2." in text
    assert "A charge at Orc arrives in a later round." in text


def test_what_the_search_found_is_underlined_and_has_its_card(hers: Client, draft: Encounter) -> None:
    found = compact(hers.get(f"/e/{draft.pk}/prepare/?q=wolves").content.decode())
    assert "Dire <mark>wolf</mark>" in found
    assert f'data-card href="/e/{draft.pk}/monster/wolf/" aria-label="What is Wolf?"' in found
