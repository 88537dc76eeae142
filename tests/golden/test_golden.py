"""Every fight that an earlier version stored is read, shown, and played on to its end."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from encounters import services
from encounters.errors import RulesHaveChanged, Unreadable
from encounters.models import Encounter, Event, Input, Seat
from encounters.seats import Joined
from encounters.selectors import read_view
from encounters.services import games
from encounters.services.declarations import rebuild_declarations
from encounters.stored import read_opening, read_records
from encounters.viewers import Viewer, build_dm_viewer, hash_secret
from rules.kernel import events as e
from rules.kernel.apply import fold
from rules.kernel.codec import decode_event, encode_event, is_as_stored, versions
from rules.kernel.game import Game
from rules.kernel.stat_block import Weapon
from rules.kernel.stored_forms import Converters, Renames
from rules.procedures import get_all_kinds
from rules.procedures.adnd.deed_types import Blow, TaskKind
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.task import DoTask
from tests.any_procedure import ANY
from tests.golden.play import HALF_PLAYED
from tests.golden.restoring import RELEASES, GoldenFight, list_fights, read_lines, restored
from tests.people import let_sit
from tests.soak import is_soak

MOST_INPUTS = 40 if is_soak() else 6
"""The inputs with which a fight is played on, before its DM ends it."""

HOW_TO_NAME = """
The open round of this fight is played otherwise by a rule that has changed since it was stored: its DM is asked to
reopen the round. Is that what you meant to change? Then add a line to REOPENED of {module}:
    "{name}": "the rule that changed, and its clause",
"""


@pytest.fixture(scope="module")
def bases(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator["Bases"]:
    """Give each release's database, restored once."""
    with django_db_blocker.unblock():
        found = Bases(tmp_path_factory.mktemp("golden"))
        yield found
        found.close()


class Bases:
    """The restored databases: one is in use at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._stack, self._in_use = folder, ExitStack(), ""

    def use(self, release: Path) -> None:
        """Let everything read and write the database of a release."""
        if self._in_use != release.name:
            self.close()
            self._stack.enter_context(restored(release, self._folder / f"{release.name}.sqlite3"))
            self._in_use = release.name

    def close(self) -> None:
        """Leave the database that is in use."""
        self._stack.close()
        self._in_use = ""


@pytest.mark.parametrize("fight", list_fights(), ids=lambda fight: fight.name)
def test_a_stored_fight_is_read_shown_and_played_on_to_its_end(fight: GoldenFight, bases: Bases) -> None:
    bases.use(fight.release)
    encounter = Encounter.objects.get(title=fight.title)
    dora = build_dm_viewer(encounter)
    if encounter.state == Encounter.State.PREPARING:
        assert browse(encounter).get(f"/e/{encounter.pk}/prepare/").status_code == 200
        services.open_encounter(dora)
        services.begin_round(dora, "golden-0")
    if encounter.state == Encounter.State.ENDED:
        assert_folds(encounter)
    else:
        reopen(fight, dora)
        play_on(dora)
        assert read_view(dora).state.ended
    show(encounter)


def assert_folds(encounter: Encounter) -> None:
    """Check that the game goes on from the state that its readers see."""
    opening, records = read_opening(encounter.pk), read_records(encounter.pk)
    game = games.SetAside.load(opening, records, games.make_dice(encounter.pk))
    assert fold(game.list_live_events()) == read_view(build_dm_viewer(encounter)).state


def reopen(fight: GoldenFight, dora: Viewer) -> None:
    """Reopen the round in play of a fight that is named, and of no other."""
    try:
        games.load(Game, dora.encounter_id)
    except games.RulesChanged:
        module = f"tests/procedures/{fight.ruleset.partition('/')[0]}/golden_fights.py"
        assert fight.reason_to_reopen, HOW_TO_NAME.format(module=module, name=fight.name)
        with pytest.raises(RulesHaveChanged):
            services.close(dora, "golden-close")
        services.reopen_round(dora, "golden-reopen")
    else:
        assert not fight.reason_to_reopen, f"{fight.name} goes on as it is: delete its line in REOPENED"


def play_on(dora: Viewer) -> None:
    """Play on with the answers that are given where nobody answers, and end the fight."""
    for number in range(1, MOST_INPUTS):
        state = read_view(dora).state
        if state.ended:
            return
        if state.between_rounds and not state.calls:
            services.begin_round(dora, f"golden-{number}")
        else:
            services.close(dora, f"golden-{number}")
    services.end(dora, "golden-end", "as it was")


def browse(encounter: Encounter) -> Client:
    """Return the DM's browser."""
    browser = Client()
    browser.force_login(encounter.campaign.find_owner())
    return browser


def show(encounter: Encounter) -> None:
    """Load the pages of the DM, of a player and of a spectator."""
    for address in (f"/e/{encounter.pk}/", f"/t/{encounter.code}/watch/"):
        assert browse(encounter).get(address).status_code == 200
    seat = Seat.objects.filter(campaign=encounter.campaign, kind=Seat.Kind.PLAYER, left=None).first()
    assert seat is not None
    secret = f"golden-{seat.pk}"
    Seat.objects.filter(pk=seat.pk).update(token_hash=hash_secret(secret))
    phone = Client()
    let_sit(phone, Joined(seat, secret))
    assert phone.get(f"/t/{encounter.code}/me/").status_code == 200


@pytest.mark.parametrize("fight", list_fights(), ids=lambda fight: fight.name)
def test_the_declarations_of_a_stored_fight_are_indexed_by_the_migration(fight: GoldenFight, bases: Bases) -> None:
    bases.use(fight.release)
    encounter = Encounter.objects.get(title=fight.title)
    indexed = list(encounter.declarations.order_by("pk").values())
    assert len(indexed) == encounter.events.filter(kind="Declared").count()
    rebuild_declarations(encounter)
    assert list(encounter.declarations.order_by("pk").values()) == indexed


# A fight as a version would have stored it that had other names.

OLDER = {"Moved": "Walked", "missile": "shoots", "Strike": "Hit", "Blow": "Cut"}
"""An event, a field of a nested class, a declaration and a deed, by what they are called now."""
CONVERTERS: Converters = {
    Weapon: {1: lambda fields: {"missile" if name == "shoots" else name: each for name, each in fields.items()}}
}
RENAMED: Renames = {1: (("Walked", e.Moved), ("Hit", Strike), ("Cut", Blow))}


def rename(data: Any) -> Any:
    """Return stored data with the older names."""
    if isinstance(data, dict):
        return {OLDER.get(name, name): rename(value) for name, value in data.items()}
    if isinstance(data, list):
        return [rename(each) for each in data]
    return OLDER.get(data, data) if isinstance(data, str) else data


def test_a_fight_with_other_names_is_read_and_goes_on_by_converters(
    tmp_path: Path, django_db_setup: None, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = RELEASES[0]
    fight = next(each for each in list_fights() if each.ruleset == ANY and HALF_PLAYED in each.title)
    with django_db_blocker.unblock(), restored(release, tmp_path / "older.sqlite3"):
        encounter = Encounter.objects.get(title=fight.title)
        for event in encounter.events.all():
            Event.objects.filter(pk=event.pk).update(data=rename(event.data))
        for given in encounter.inputs.all():
            Input.objects.filter(pk=given.pk).update(payload=rename(given.payload))
        dora = build_dm_viewer(encounter)
        with pytest.raises(Unreadable, match="cannot be read"):
            read_view(dora)
        converters = {**versions.list_converters(), **CONVERTERS}
        renames = {**versions.list_renames(), 1: [*versions.list_renames().get(1, ()), *RENAMED[1]]}
        monkeypatch.setattr(versions, "list_converters", lambda: converters)
        monkeypatch.setattr(versions, "list_renames", lambda: renames)
        if not fight.reason_to_reopen:
            assert_folds(encounter)
        reopen(fight, dora)
        play_on(dora)
        assert read_view(dora).state.ended


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_every_stored_event_is_read_and_written_again(release: Path) -> None:
    kinds = get_all_kinds()
    for line in read_lines(release):
        event = decode_event(line["event"], kinds)
        assert decode_event(encode_event(event), kinds) == event
        assert is_as_stored(event, line["event"])


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_a_stored_task_has_the_kind_that_its_words_say(release: Path) -> None:
    read = [decode_event(line["event"], get_all_kinds()) for line in read_lines(release)]
    orders = [each.declaration for each in read if isinstance(each, e.Declared)]
    kinds = {each.task: each.kind for each in orders if isinstance(each, DoTask)}
    assert kinds["draw sword_long"] is TaskKind.DRAW
    assert kinds["swing on the chandelier to the door"] is TaskKind.OTHER
