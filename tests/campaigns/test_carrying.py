"""The end of a fight on the sheets: carried over, taken back, and into the next fight."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db.models import Model

from campaigns import services as between_fights
from campaigns.models import CarryOver, Character, CharacterChange
from campaigns.outcome import FALLEN, LEFT, FightOutcome, read_outcome, write_entry
from campaigns.services import Figures
from encounters import services
from encounters.errors import Conflict, Invalid, NotFound, Rejected
from encounters.models import Combatant, Encounter, Member, SeatHold
from encounters.party import find_next_party
from encounters.selectors import read_view
from encounters.viewers import build_dm_viewer
from rules.api import build_stat_blocks
from rules.kernel import state
from rules.kernel.inputs import Change
from tests.campaigns.evenings import Group, make_group
from tests.encounters.test_two_submits import at_once

pytestmark = pytest.mark.storage

ARCHER: dict[str, Any] = {"weapons": ["bow_long", "dagger"], "charges": {"arrow": 20, "dagger": 2}}
CASTER: dict[str, Any] = {
    "level": 3,
    "spells": ["magic_user_sleep", "magic_user_sleep", "magic_user_web"],
    "devices": ["potion_healing"],
}


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def ended(group: Group) -> Encounter:
    """Return an ended fight.

    Otis is hurt and has shot, Tenser has cast, Jaroo has fallen, one orc is dead."""
    return fight(group)


def fight(group: Group) -> Encounter:
    encounter = group.prepare("The mill")
    dora = build_dm_viewer(encounter)
    for row in encounter.combatants.all():
        more = {"otis": ARCHER, "tenser": CASTER}.get(row.definition["id"], {})
        if more:
            services.put_combatant(dora, {**row.definition, **more}, row.pk)
    group.give(encounter, "Pip", "otis")
    group.open(encounter)
    services.begin_round(dora, "begin")
    services.rule(
        dora,
        "ruled",
        [
            Change("otis", "hp", 11),
            Change("otis", "charges", ["arrow", 14]),
            Change("tenser", "spells", ["magic_user_sleep"]),
            Change("jaroo", "hp", -3),
            Change("orc-1", "hp", -12),
        ],
        "",
    )
    services.end(dora, "over", "they fled")
    encounter.refresh_from_db()
    return encounter


def find_owner(group: Group) -> Member:
    return group.campaign.members.select_related("user").get(role=Member.Role.OWNER)


def outcome(encounter: Encounter) -> FightOutcome:
    return read_outcome(encounter, read_view(build_dm_viewer(encounter)))


def accept(encounter: Encounter, **more: Any) -> dict[str, Figures]:
    """Return the figures that a fight proposes."""
    found = {}
    for each in outcome(encounter).characters:
        supplies = {supply.item: supply.left + supply.found for supply in each.supplies}
        found[each.key] = Figures(each.left, supplies, is_dead=each.is_dead, **more)
    return found


def carry(group: Group, encounter: Encounter, **more: Any) -> CarryOver:
    return between_fights.carry_over(find_owner(group), encounter.pk, accept(encounter, **more))


def sheets() -> list[dict[str, Any]]:
    """Return all that is stored of characters and of what changed them."""
    tables: tuple[type[Model], ...] = (Character, CharacterChange, CarryOver, Combatant, SeatHold)
    return [dict(row) for table in tables for row in table._default_manager.order_by("pk").values()]


def test_a_fight_proposes_what_it_knows(ended: Encounter) -> None:
    found = outcome(ended)
    otis, tenser, jaroo = found.characters
    assert (otis.left, otis.full, [(each.name, each.had, each.left) for each in otis.supplies]) == (
        11,
        20,
        [("arrow", 20, 14), ("dagger", 2, 2)],
    )
    assert (tenser.cast, tenser.spent) == (("magic_user_sleep", "magic_user_web"), ("sleep", "web"))
    assert (jaroo.left, jaroo.is_down, jaroo.is_dead) == (-3, True, False)
    assert [(each.name, each.count, each.fate, each.value) for each in found.foes] == [
        ("orc", 1, FALLEN, 15),
        ("orc", 1, LEFT, 15),
    ]


def test_the_first_carrying_over_makes_the_characters(group: Group, ended: Encounter) -> None:
    between_fights.carry_over(find_owner(group), ended.pk, accept(ended, experience=40, gold=12), 120)
    otis, tenser, jaroo = group.campaign.characters.all()
    assert (otis.name, otis.left, otis.experience, otis.sheet["coins"]) == ("Otis", 11, 40, {"gp": 12})
    assert otis.sheet["full"] == {"arrow": 20, "dagger": 2}
    assert otis.definition["charges"] == {"arrow": 14, "dagger": 2}
    assert otis.seat == group.joined["Pip"].seat
    assert tenser.seat is None
    assert (tenser.cast, tenser.left) == (["magic_user_sleep", "magic_user_web"], None)
    assert (jaroo.left, jaroo.status) == (-3, "here")
    assert [each.source for each in otis.changes.all()] == ["made", "carry"]


def test_a_character_that_came_into_play_keeps_all_of_its_classes() -> None:
    classes = [{"class": "fighter", "level": 3}, {"class": "magic_user", "level": 4}]
    (melf,) = build_stat_blocks({"id": "melf", "side": "party", "classes": classes, "spells": ["magic_user_sleep"]})
    written = write_entry(state.Combatant(melf, 9, (0, 0)))
    assert (written["classes"], "class" in written, "level" in written) == (classes, False, False)
    assert build_stat_blocks({"id": "melf", "side": "party", **written})[0].creature == melf.creature


def test_the_next_fight_takes_the_characters_in_as_they_are(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    party = find_next_party(group.campaign, "toy")
    assert party is not None
    assert party.title == group.campaign.name
    come = {each["id"]: each for each in party.definitions}
    assert come["otis"]["left"] == 11
    assert come["otis"]["charges"] == {"arrow": 14, "dagger": 2}
    assert come["tenser"]["spells"] == ["magic_user_sleep"]
    made = services.create_encounter(group.campaign.find_owner(), "Next", "toy", campaign=group.campaign)
    services.add_combatants(build_dm_viewer(made), list(party.definitions))
    assert SeatHold.objects.get(encounter=made).seat == group.joined["Pip"].seat


def test_a_sheet_that_changes_is_read_again_by_fights_in_preparation(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    made = services.create_encounter(group.campaign.find_owner(), "Next", "toy", campaign=group.campaign)
    party = find_next_party(group.campaign, "toy")
    assert party is not None
    services.add_combatants(build_dm_viewer(made), [{**each, "position": [5, 5]} for each in party.definitions])
    otis = group.campaign.characters.get(key="otis")
    quill = group.joined["Quill"].seat
    values = {"left": None, "definition.level": 2, "seat": quill.pk, "name": "Otis the Grey"}
    between_fights.change_character(find_owner(group), otis.number, values)
    row = made.combatants.get(definition__id="otis").definition
    assert "left" not in row
    assert (row["level"], row["position"], row["name"]) == (2, [5, 5], "Otis the Grey")
    assert SeatHold.objects.get(encounter=made).seat == quill
    assert ended.combatants.get(definition__id="otis").definition["name"] == "Otis"


def test_the_dead_stay_out_of_the_next_fight(group: Group, ended: Encounter) -> None:
    figures = accept(ended)
    figures["jaroo"] = Figures(-10, is_dead=True)
    between_fights.carry_over(find_owner(group), ended.pk, figures)
    jaroo = group.campaign.characters.get(key="jaroo")
    assert (jaroo.status, jaroo.died_in) == ("dead", ended)
    party = find_next_party(group.campaign, "toy")
    assert party is not None
    assert [each["id"] for each in party.definitions] == ["otis", "tenser"]


@pytest.mark.parametrize(
    ("key", "figures", "field"),
    [
        ("otis", Figures(21), "otis.left"),
        ("otis", Figures(-11), "otis.left"),
        ("otis", Figures(1, experience=-1), "otis.experience"),
        ("otis", Figures(1, gold=-1), "otis.gold"),
        ("otis", Figures(1, {"bolt": 3}), "otis.bolt"),
        ("otis", Figures(1, {"arrow": -3}), "otis.arrow"),
    ],
)
def test_a_figure_that_is_not_possible_is_named_and_nothing_is_written(
    group: Group, ended: Encounter, key: str, figures: Figures, field: str
) -> None:
    before = sheets()
    with pytest.raises(Invalid) as raised:
        between_fights.carry_over(find_owner(group), ended.pk, {**accept(ended), key: figures})
    assert (raised.value.field, sheets()) == (field, before)


def test_only_an_ended_fight_of_the_campaign_is_carried_over_once(group: Group, ended: Encounter) -> None:
    owner = find_owner(group)
    carry(group, ended)
    with pytest.raises(Conflict, match="carried over already"):
        carry(group, ended)
    other = services.make_campaign(User.objects.create_user("emil"), "Other")
    with pytest.raises(NotFound):
        between_fights.carry_over(other.members.select_related("user").get(), ended.pk, {})
    running = group.prepare("The weir")
    group.open(running)
    with pytest.raises(Conflict, match="in play"):
        between_fights.carry_over(owner, running.pk, {})


def test_it_is_taken_back_and_done_again(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    first = [(each.key, each.left, each.cast, each.definition) for each in group.campaign.characters.all()]
    owner = find_owner(group)
    back = between_fights.take_back(owner, ended.pk)
    assert (back.written, back.kept, group.campaign.characters.count()) == (3, (), 0)
    carry(group, ended)
    assert [(each.key, each.left, each.cast, each.definition) for each in group.campaign.characters.all()] == first


def test_a_second_fight_is_taken_back_to_what_was_before_it(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    party = find_next_party(group.campaign, "toy")
    assert party is not None
    second = group.prepare("The weir")
    for row in second.combatants.all():
        come = next((each for each in party.definitions if each["id"] == row.definition["id"]), None)
        if come is not None:
            services.put_combatant(build_dm_viewer(second), come, row.pk)
    before = [dict(each) for each in Character.objects.values()]
    group.open(second)
    dora = build_dm_viewer(second)
    services.begin_round(dora, "begin-2")
    services.rule(dora, "ruled-2", [Change("otis", "hp", 2), Change("tenser", "spells", [])], "")
    services.end(dora, "over-2", "they fled")
    carry(group, second, experience=10)
    otis, tenser, _ = group.campaign.characters.all()
    assert (otis.left, otis.experience) == (2, 10)
    assert tenser.cast == ["magic_user_sleep", "magic_user_web", "magic_user_sleep"]
    between_fights.take_back(find_owner(group), second.pk)
    assert [dict(each) for each in Character.objects.values()] == before


def test_what_was_changed_since_stays_when_it_is_taken_back(group: Group, ended: Encounter) -> None:
    carry(group, ended, experience=40)
    owner, otis = find_owner(group), group.campaign.characters.get(key="otis")
    between_fights.change_character(owner, otis.number, {"left": 15})
    back = between_fights.take_back(owner, ended.pk)
    assert (back.written, back.kept) == (2, ("Otis",))
    otis.refresh_from_db()
    assert (otis.left, otis.experience) == (15, 0)


def test_it_is_not_taken_back_once_another_fight_is_open(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    group.open(group.prepare("The weir"))
    with pytest.raises(Conflict, match="The weir"):
        between_fights.take_back(find_owner(group), ended.pk)


def test_an_end_that_is_carried_over_is_not_taken_back(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    dora = build_dm_viewer(ended)
    position = Encounter.objects.get(pk=ended.pk).position
    with pytest.raises(Conflict, match="carried over"):
        services.undo(dora, "undo", position)
    with pytest.raises(Conflict, match="carried over"):
        services.take_back(dora, "back", position - 1)
    between_fights.take_back(find_owner(group), ended.pk)
    services.undo(dora, "undo", position)
    ended.refresh_from_db()
    assert ended.state == Encounter.State.PLAYING


def test_what_a_running_fight_keeps_is_not_changed_on_the_sheet(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    group.open(group.prepare("The weir"))
    owner, otis = find_owner(group), group.campaign.characters.get(key="otis")
    with pytest.raises(Conflict, match="The weir"):
        between_fights.change_character(owner, otis.number, {"left": 3})
    between_fights.change_character(owner, otis.number, {"sheet.notes": "Owes the miller."})


def test_two_who_write_one_figure_are_told(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    owner, otis = find_owner(group), group.campaign.characters.get(key="otis")
    between_fights.change_character(owner, otis.number, {"left": 12}, {"left": 11})
    with pytest.raises(Conflict, match="dora has changed this meanwhile"):
        between_fights.change_character(owner, otis.number, {"left": 9}, {"left": 11})
    otis.refresh_from_db()
    assert otis.left == 12


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": " "}, "name"),
        ({"status": "asleep"}, "status"),
        ({"experience": -1}, "experience"),
        ({"definition.class": "baker"}, "class"),
        ({"definition.weapons": ["spoon"]}, "weapons"),
        ({"left": -11}, "left"),
    ],
)
def test_a_value_that_is_not_possible_is_refused(
    group: Group, ended: Encounter, values: dict[str, Any], field: str
) -> None:
    carry(group, ended)
    otis, before = group.campaign.characters.get(key="otis"), sheets()
    with pytest.raises(Invalid) as raised:
        between_fights.change_character(find_owner(group), otis.number, values)
    assert raised.value.field.partition(".")[0] == field
    assert sheets() == before


def test_a_name_is_once_among_those_who_play(group: Group, ended: Encounter) -> None:
    carry(group, ended)
    owner = find_owner(group)
    with pytest.raises(Conflict, match="is called otis already"):
        between_fights.make_character(owner, "otis", {"class": "fighter"})
    otis = group.campaign.characters.get(key="otis")
    between_fights.change_character(owner, otis.number, {"status": "retired"})
    made = between_fights.make_character(owner, "Otis", {"class": "fighter"}, experience=2000)
    assert (made.number, made.key, made.experience) == (4, "otis-2", 2000)


@pytest.mark.django_db(transaction=True)
def test_two_dms_who_carry_over_at_once_do_it_once(group: Group, ended: Encounter) -> None:
    figures = accept(ended, experience=40)
    emil = Member.objects.create(campaign=group.campaign, user=User.objects.create_user("emil"), role="helper")
    members = (find_owner(group), emil)
    done = at_once(*(lambda each=each: between_fights.carry_over(each, ended.pk, figures) for each in members))
    assert sorted(isinstance(each, Rejected) for each in done) == [False, True]
    # Tenser begins with the first point of level 3.
    assert [each.experience for each in group.campaign.characters.all()] == [40, 5041, 40]


def test_foes_without_a_value_go_by_their_names(group: Group) -> None:
    encounter = group.prepare("The mill")
    services.put_combatant(
        build_dm_viewer(encounter), {"id": "shaman", "name": "Shaman", "side": "foes", "class": "cleric", "level": 3}
    )
    group.fight(encounter)
    found = {each.name: each.base for each in outcome(encounter).foes}
    assert found == {"orc": 10, "Shaman": None}
