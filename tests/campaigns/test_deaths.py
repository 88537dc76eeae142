"""The death of a character, on its sheet and in the list of the dead."""

import pytest
from django.contrib.auth.models import User

from campaigns import services as between_fights
from campaigns.deaths import Death, find_death
from campaigns.models import Character
from campaigns.services import Figures, calendar
from encounters.models import Encounter
from rules.kernel import events as e
from rules.kernel.apply import fold
from tests.any_procedure import ANY
from tests.campaigns.evenings import Group, make_group
from tests.campaigns.test_carrying import accept, fight
from tests.campaigns.test_character_page import find_owner, post, say, stored
from tests.encounters.compact import compact
from tests.rules.stat_block_fields import make_stat_block

OPENED = e.EncounterOpened(
    ruleset=ANY,
    version="1",
    title="The chapel",
    stat_blocks=(
        make_stat_block("otis", "Otis", "party", kind="ranger", hit_points=20),
        make_stat_block("ghoul-1", "Ghoul 1", "foes", kind="ghoul"),
        make_stat_block("orc", "Orc", "foes", kind="orc"),
        make_stat_block("vexgrin", "Vexgrin", "foes", kind="magic_user"),
    ),
)


def fell(by: str, at: int) -> list[e.Event]:
    return [
        e.Damaged(who="otis", by=by, amount=9, left=-2, round=at),
        e.HelplessMade(who="otis", cause="hit points", round=at),
    ]


def find(*events: e.Event) -> Death:
    """Return how Otis fell in a fight in which this happened."""
    log = [OPENED, *events]
    return find_death(fold(log), log, "otis")


@pytest.mark.parametrize(("by", "said"), [("ghoul-1", "a ghoul"), ("orc", "an orc"), ("vexgrin", "Vexgrin")])
def test_a_foe_is_named_by_its_kind_unless_it_has_a_name(by: str, said: str) -> None:
    assert find(*fell(by, 4)) == Death(4, said)


def test_who_dies_of_the_wounds_later_died_later() -> None:
    assert find(*fell("ghoul-1", 4), e.Slain(who="otis", round=6)) == Death(6, "a ghoul")


def test_who_was_healed_and_fell_again_fell_to_the_last() -> None:
    healed = e.Healed(who="otis", by="otis", amount=5, left=3, round=4)
    assert find(*fell("ghoul-1", 3), healed, *fell("orc", 5)) == Death(5, "an orc")


def test_who_falls_by_a_ruling_fell_to_nobody() -> None:
    assert find(e.Ruled(who="otis", what="hp", old=20, new=-12, round=2)) == Death(2, "")


@pytest.fixture
def group(dora: User) -> Group:
    return make_group(dora)


@pytest.fixture
def ended(group: Group) -> Encounter:
    """Return an ended fight in which Jaroo has fallen."""
    calendar.set_clock(find_owner(group), 5, 17, 0)
    return fight(group)


def carry(group: Group, ended: Encounter) -> Character:
    """Carry the fight over with Jaroo dead, and return him."""
    figures = {**accept(ended), "jaroo": Figures(-10, is_dead=True)}
    between_fights.carry_over(find_owner(group), ended.pk, figures)
    return group.campaign.characters.get(key="jaroo")


def read_campaign(group: Group) -> str:
    return compact(group.dora.get(f"/c/{group.campaign.pk}/").content.decode())


def test_the_sheet_and_the_list_of_the_dead_say_when_and_where(group: Group, ended: Encounter) -> None:
    jaroo = carry(group, ended)
    assert stored(jaroo, "sheet.death") == {"at": 4 * calendar.DAY + 17 * calendar.HOUR + 1, "round": 1, "by": ""}
    assert "Died on day 5, The mill, round 1." in say(group.dora, jaroo)
    assert "died on day 5, The mill, round 1" in read_campaign(group)


def test_it_says_to_whom(group: Group, ended: Encounter) -> None:
    jaroo = carry(group, ended)
    Character.objects.filter(pk=jaroo.pk).update(
        sheet={**jaroo.sheet, "death": {"at": 4 * calendar.DAY, "round": 4, "by": "a ghoul"}}
    )
    assert "Died on day 5, The mill, round 4, to a ghoul." in say(group.dora, jaroo)
    assert "died on day 5, The mill, round 4, to a ghoul" in read_campaign(group)


def test_it_goes_with_the_carrying_over_that_is_taken_back(group: Group, ended: Encounter) -> None:
    between_fights.make_character(find_owner(group), "Jaroo", {"class": "cleric"})
    jaroo = carry(group, ended)
    between_fights.take_back(find_owner(group), ended.pk)
    jaroo.refresh_from_db()
    assert (jaroo.status, jaroo.died_in, "death" in jaroo.sheet) == ("here", None, False)
    assert "Died" not in say(group.dora, jaroo)
    assert "died on" not in read_campaign(group)


def test_who_is_said_to_live_did_not_die(group: Group, ended: Encounter) -> None:
    jaroo = carry(group, ended)
    assert post(group.dora, jaroo, "status", "here").status_code == 303
    assert stored(jaroo, "sheet.death") is None
    assert "Died" not in say(group.dora, jaroo)


def test_players_are_told_nothing_of_it(group: Group, ended: Encounter) -> None:
    jaroo = carry(group, ended)
    Character.objects.filter(pk=jaroo.pk).update(seat=group.joined["Pip"].seat)
    group.clear()
    assert "died on day" not in group.read("Pip")
    assert "died on day" not in group.read("Quill")
