"""The experience of a fight on the phones and the table screen, once it was carried over."""

import pytest
from django.contrib.auth.models import User

from campaigns import services as between_fights
from campaigns.services import Figures
from encounters import services
from encounters.models import Encounter, Member
from encounters.screens.summary import build_summary
from encounters.selectors import read_view
from encounters.viewers import Viewer, build_dm_viewer, build_seat_viewer
from rules.kernel.inputs import Change
from tests.campaigns.evenings import Group, make_group

SHARES = {"otis": 181, "tenser": 181, "jaroo": 181}
HENCHMAN = {"id": "shade", "name": "Shade", "side": "party", "class": "fighter", "level": 1, "hp": 6, "played": True}
STALKER = {"id": "ogre", "name": "Stalker", "side": "foes", "monster": "ogre", "hp": 19, "hidden": True}


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


def fight(group: Group, *more: dict[str, object]) -> Encounter:
    encounter = group.prepare("The mill")
    for each in more:
        services.put_combatant(build_dm_viewer(encounter), each)
    group.give(encounter, "Pip", "otis")
    group.give(encounter, "Quill", "tenser", "jaroo")
    group.fight(encounter)
    return encounter


def carry(group: Group, encounter: Encounter, shares: dict[str, int]) -> None:
    figures = {key: Figures(5, experience=share) for key, share in shares.items()}
    between_fights.carry_over(find_owner(group), encounter.pk, figures)


def find_owner(group: Group) -> Member:
    return group.campaign.members.select_related("user").get(role=Member.Role.OWNER)


def read_facts(viewer: Viewer) -> dict[str, str]:
    summary = build_summary(read_view(viewer))
    assert summary is not None
    return {each.label: each.text for each in summary.facts if "xperience" in each.label}


def read_shown(group: Group, encounter: Encounter) -> dict[str, dict[str, str]]:
    """Return the experience that players and the table screen are shown at the end of a fight."""
    return {name: read_facts(build_seat_viewer(each.seat, encounter)) for name, each in group.joined.items()}


NOTHING: dict[str, dict[str, str]] = {"Pip": {}, "Quill": {}, "Screen": {}}


def test_each_is_shown_the_own_share_once_the_fight_is_carried_over(group: Group) -> None:
    encounter = fight(group)
    assert read_shown(group, encounter) == NOTHING
    carry(group, encounter, {**SHARES, "jaroo": 90})
    assert read_shown(group, encounter) == {
        "Pip": {"Your experience": "181"},
        "Quill": {"Your experience": "Tenser 181, Jaroo 90"},
        "Screen": {"Experience, a share": "90 to 181"},
    }


def test_the_table_screen_says_one_figure_where_all_have_the_same(group: Group) -> None:
    encounter = fight(group)
    carry(group, encounter, SHARES)
    assert read_shown(group, encounter)["Screen"] == {"Experience, a share": "181"}
    assert "Experience, a share" in group.read("Screen")
    assert "Your experience" in group.read("Pip")


def test_taking_the_carrying_over_back_takes_the_shares_away(group: Group) -> None:
    encounter = fight(group)
    carry(group, encounter, SHARES)
    between_fights.take_back(find_owner(group), encounter.pk)
    assert read_shown(group, encounter) == NOTHING


def test_a_sheet_that_is_changed_later_changes_no_share(group: Group) -> None:
    encounter = fight(group)
    carry(group, encounter, SHARES)
    between_fights.change_character(find_owner(group), 1, {"experience": 5000})
    assert read_shown(group, encounter)["Pip"] == {"Your experience": "181"}


def test_one_who_got_nothing_is_shown_nothing(group: Group) -> None:
    encounter = fight(group)
    carry(group, encounter, {**SHARES, "otis": 0})
    assert read_shown(group, encounter)["Pip"] == {}


def test_shares_do_not_tell_of_a_hidden_character(group: Group) -> None:
    # The table screen shows what it would show without the carrying over.
    encounter = fight(group, {**HENCHMAN, "hidden": True})
    carry(group, encounter, {**SHARES, "shade": 90})
    assert read_shown(group, encounter) == {
        "Pip": {"Your experience": "181"}, "Quill": {"Your experience": "Tenser 181, Jaroo 181"}, "Screen": {}
    }  # fmt: skip


def test_shares_are_the_same_with_and_without_a_hidden_foe(group: Group) -> None:
    with_foe = fight(group, STALKER)
    carry(group, with_foe, SHARES)
    group.clear()
    without = fight(group)
    carry(group, without, SHARES)
    assert read_shown(group, with_foe) == read_shown(group, without) != NOTHING


def test_a_fight_without_sheets_has_no_shares(group: Group) -> None:
    encounter = fight(group)
    services.rule(build_dm_viewer(encounter), "ruled", [Change("otis", "hp", 3)], "")
    assert read_facts(build_dm_viewer(encounter)) == {}
