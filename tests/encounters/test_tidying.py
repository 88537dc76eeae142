"""Things that nobody has needed for long go, and nothing else does."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from encounters import seats, services
from encounters.models import Campaign, Encounter, Invitation, Member, Seat
from encounters.services.tidying import find_untidy, tidy
from encounters.services.trying import try_alone
from encounters.viewers import build_dm_viewer
from tests.encounters.conftest import Table
from tests.killings import count_killings, read_all

pytestmark = pytest.mark.storage

YEAR = 365


def pass_days(days: int) -> None:
    """Make everything that is stored so many days older."""
    for model, names in (
        (Encounter, ("created", "opened_at")),
        (Seat, ("created", "last_seen", "heard")),
        (Invitation, ("made", "expires")),
    ):
        for row in model._default_manager.all():
            for name in names:
                if getattr(row, name) is not None:
                    setattr(row, name, getattr(row, name) - timedelta(days=days))
            row.save()
    for encounter in Encounter.objects.all():
        for given in encounter.inputs.all():
            given.made_at -= timedelta(days=days)
            given.save(update_fields=["made_at"])


def list_found(days: int = YEAR) -> dict[str, list[str]]:
    """Return what would go, by its kind."""
    found = find_untidy(timezone.now(), days)
    return {each.what: [str(row) for row in each.rows] for each in found if each.rows.exists()}


def end(table: Table) -> None:
    """Play a round, and end the fight."""
    table.play_round()
    services.end(table.dora, table.tap(), "they fled")


def test_an_ended_fight_of_one_evening_goes_after_the_days_and_its_people_with_it(table: Table) -> None:
    end(table)
    pass_days(YEAR - 1)
    assert list_found() == {}
    pass_days(2)
    assert list_found()["ended fights of one evening"] == ["The bridge"]
    tidy(timezone.now(), YEAR)
    assert not Encounter.objects.exists()
    assert not Campaign.objects.exists()
    assert not Seat.objects.exists()


def test_a_fight_of_a_campaign_stays_with_those_who_played(table: Table) -> None:
    end(table)
    Campaign.objects.update(name="The Ford")
    pass_days(9 * YEAR)
    assert list_found() == {"seats that were never used": ["Sam"]}
    tidy(timezone.now(), YEAR)
    assert sorted(Seat.objects.values_list("name", flat=True)) == ["Pip", "Quill"]
    assert Encounter.objects.get().title == "The bridge"


def test_a_fight_that_is_played_or_prepared_stays(table: Table, dora: User) -> None:
    table.play_round()
    services.create_encounter(dora, "The weir", "toy", {}, {})
    pass_days(9 * YEAR)
    tidy(timezone.now(), YEAR)
    assert sorted(Encounter.objects.values_list("title", flat=True)) == ["The bridge", "The weir"]


def test_a_trial_goes_after_days(prepared: Encounter) -> None:
    trial = try_alone(build_dm_viewer(prepared), "trial")
    assert list_found() == {}
    pass_days(2)
    assert list_found() == {"trials": ["The bridge"]}
    tidy(timezone.now(), YEAR)
    assert not Encounter.objects.filter(pk=trial.pk).exists()
    assert Encounter.objects.filter(pk=prepared.pk).exists()


def test_somebody_who_sat_here_lately_stays(prepared: Encounter, join: Callable[..., Any]) -> None:
    Campaign.objects.update(name="The Ford")
    join("Newt")
    pass_days(YEAR + 1)
    join("Nell")
    assert list_found() == {"seats that were never used": ["Newt"]}


def test_somebody_who_was_given_a_combatant_stays(prepared: Encounter, join: Callable[..., Any]) -> None:
    seats.pick(join("Newt"), "otis")
    pass_days(9 * YEAR)
    assert list_found() == {}


def test_invitations_go_after_the_days(dora: User) -> None:
    campaign = services.make_campaign(dora, "The Ford")
    services.invite(Member.objects.get(campaign=campaign))
    pass_days(YEAR)
    assert list_found() == {}
    pass_days(8)
    assert list(list_found()) == ["invitations"]
    tidy(timezone.now(), YEAR)
    assert not Invitation.objects.exists()


def test_it_is_all_or_nothing(table: Table) -> None:
    end(table)
    pass_days(9 * YEAR)
    before = read_all()
    kept = [read_all() == before for _ in count_killings(lambda: tidy(timezone.now(), YEAR))]
    assert len(kept) > 5
    assert all(kept)


def run(*words: str) -> str:
    """Return what the command prints."""
    out = StringIO()
    call_command("tidy", *words, stdout=out)
    return out.getvalue()


def test_the_command_deletes_nothing_before_it_is_told_to(table: Table) -> None:
    end(table)
    pass_days(9 * YEAR)
    before = read_all()
    for words in ((), ("--dry-run",)):
        assert run(*words).splitlines()[0] == "1 ended fights of one evening: The bridge"
        assert "Nothing was deleted." in run(*words)
    assert read_all() == before
    assert run("--yes").endswith("Deleted.\n")
    assert run() == "There is nothing to tidy away.\n"


def test_the_command_names_no_session(hers: Client) -> None:
    from django.contrib.sessions.models import Session

    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    assert run().splitlines()[0] == "1 sessions that have ended"


def test_a_few_days_are_too_few() -> None:
    with pytest.raises(CommandError, match="fewer than 30 days"):
        run("--days", "29")
