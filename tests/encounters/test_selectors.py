"""The selectors: each viewer's own view, its forms, and what may be known of the dice."""

import pytest

from encounters import seats, services
from encounters.errors import Conflict, Invalid
from encounters.log_reader import find_view
from encounters.models import Encounter
from encounters.selectors import find_players, list_encounters, list_open_forms, list_seats, list_seeds_shown, read_view
from encounters.viewers import build_dm_viewer
from rules.kernel import events as e
from rules.kernel.inputs import Change
from tests.encounters.conftest import Table

pytestmark = pytest.mark.storage


def test_the_dm_sees_every_event(table: Table) -> None:
    table.play_round()
    kinds = [event.kind for event in read_view(table.dora).all_events]
    assert len(kinds) == table.encounter.events.count()
    assert "MoraleChecked" in kinds


def test_a_player_sees_his_own_declaration_and_the_others_seals(table: Table) -> None:
    table.begin()
    table.strike(table.pip, "otis", "orc-1")
    pips = [event.kind for event in read_view(table.pip).all_events]
    quills = [event.kind for event in read_view(table.quill).all_events]
    assert ("Declared" in pips, "Declared" in quills, "Sealed" in quills) == (True, False, True)


def test_a_cursor_counts_only_what_was_shown(table: Table) -> None:
    before = read_view(table.sam).at
    services.rule(table.dora, table.tap(), [Change("otis", "hp", 3)], secret=True)
    assert read_view(table.sam).at == before


def test_a_player_has_the_forms_of_his_own_combatants(table: Table) -> None:
    table.begin()
    assert [each.question.who for each in list_open_forms(read_view(table.pip))] == ["otis"]


def test_a_spectator_has_no_forms(table: Table) -> None:
    table.begin()
    assert list_open_forms(read_view(table.sam)) == []


def test_the_dm_has_everybodys_forms(table: Table) -> None:
    table.begin()
    asked = [each.question.who for each in list_open_forms(read_view(table.dora))]
    assert asked == ["otis", "tenser", "jaroo", "orc-1", "orc-2"]


def test_a_form_answered_is_no_longer_offered(table: Table) -> None:
    table.begin()
    table.strike(table.pip, "otis", "orc-1")
    assert list_open_forms(read_view(table.pip)) == []


def test_a_form_never_offers_whom_the_player_has_not_met(table: Table) -> None:
    lurker = {"id": "lurker", "side": "foes", "hidden": True}
    services.bring_in_combatants(table.dora, table.tap(), [lurker])
    table.begin()
    form = list_open_forms(read_view(table.pip))[0].form
    assert "lurker" not in targets(form)
    assert "lurker" in targets(next(each.form for each in list_open_forms(read_view(table.dora))))


def test_whom_one_has_not_met_is_refused_like_whom_there_is_not(table: Table) -> None:
    services.bring_in_combatants(table.dora, table.tap(), [{"id": "lurker", "side": "foes", "hidden": True}])
    table.begin()
    said = []
    for target in ("lurker", "nobody"):
        with pytest.raises(Invalid) as refused:
            services.answer(table.pip, table.tap(), table.token(table.pip), {"action": "G", "target": target})
        said.append((refused.value.message.replace(target, "..."), refused.value.field))
    assert said[0] == said[1]


def test_a_player_knows_his_combatants_by_name(table: Table) -> None:
    seats.pick(table.pip, "jaroo")
    assert read_view(table.pip).own == ("otis", "jaroo")


def test_who_comes_to_play_a_combatant_sees_it_whole(table: Table) -> None:
    table.play_round()
    assert read_view(table.pip).state.combatants["jaroo"].stat_block.attack.to_hit == ()
    seats.pick(table.pip, "jaroo")
    assert read_view(table.pip).state.combatants["jaroo"].stat_block.attack.to_hit != ()


def test_who_comes_later_learns_what_a_combatant_does_now_and_not_what_it_did_before(table: Table) -> None:
    table.play_round()
    table.begin()
    table.wait(table.pip, "otis")
    seats.give(table.dora, "otis", table.quill.seat_id)
    declared = [event for event in read_view(table.quill).all_events if isinstance(event, e.Declared)]
    assert [each.declaration.action for each in declared if each.who == "otis"] == ["C"]


def test_before_the_opening_there_is_nothing_to_see(prepared: Encounter) -> None:
    with pytest.raises(Conflict):
        read_view(build_dm_viewer(prepared))


def test_a_dm_has_his_own_encounters(table: Table) -> None:
    assert list(list_encounters(table.encounter.campaign.find_owner())) == [table.encounter]


def test_seats_are_listed_as_people_came(table: Table) -> None:
    assert [seat.name for seat in list_seats(table.encounter.pk)] == ["Pip", "Quill", "Sam"]
    assert sorted(find_players(table.encounter.pk)) == ["otis", "tenser"]


def test_a_recap_is_of_a_round_that_has_ended_and_stands(table: Table) -> None:
    table.play_round()
    services.publish_recap(table.dora, table.tap(), 1, "Otis held the bridge.")
    assert find_view(table.dora).read_recap(1) == "Otis held the bridge."
    services.take_back(table.dora, table.tap(), 0)
    assert find_view(table.dora).read_recap(1) == ""


def test_the_open_seed_is_shown_when_its_round_is_over(table: Table) -> None:
    table.begin()
    assert [each["open_seed"] for each in list_seeds_shown(table.sam)] == [""]
    services.take_back(table.dora, table.tap(), 0)
    table.play_round()
    shown = list(list_seeds_shown(table.sam))
    assert (shown[0]["open_seed"], bool(shown[1]["open_seed"])) == ("", True)


def test_the_hidden_seed_is_the_dms_until_he_publishes_it(table: Table) -> None:
    table.play_round()
    assert all(each["dm_seed"] for each in list_seeds_shown(table.dora))
    assert not any(each["dm_seed"] for each in list_seeds_shown(table.sam))
    with pytest.raises(Conflict):
        services.publish_dm_seed(table.dora, 1)
    services.end(table.dora, table.tap())
    services.publish_dm_seed(table.dora, 1)
    assert all(each["dm_seed"] for each in list_seeds_shown(table.sam))


def targets(form: object) -> list[str]:
    """Return the targets at which a declaration may be aimed."""
    strike = next(option for option in form.fields[0].choices if option.value == "G")  # type: ignore[attr-defined]
    return [option.value for option in strike.then()[0].choices]
