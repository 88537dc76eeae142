"""Sheets: a procedure's own attributes of its combatants, and what others see of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from rules.kernel.codec import decode_text, encode_text
from rules.kernel.events import EncounterOpened
from rules.kernel.own import Own, Owned, Sheet, SheetFault, SheetPart
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.stat_block import StatBlock
from rules.kernel.visibility import EventEntry
from rules.procedures import register, unregister
from rules.statblocks import build_stat_blocks
from tests.encounters.toy import Toy

OTIS = {"id": "otis", "side": "party", "nerve": {"steady": 7, "fear": "rats"}}


@dataclass(frozen=True)
class Shaken(Own):
    """The number of times that a combatant was shaken."""

    times: int = 0


@dataclass(frozen=True)
class Nerve(Sheet):
    """The nerve of a combatant, and its fear."""

    key = "nerve"

    steady: int = 1
    fear: str = ""

    @property
    def hit_points(self) -> int:
        return 10

    @property
    def points(self) -> int:
        return self.steady

    def find_greatest(self, pool: str) -> int | None:
        return None

    def keep_at_first(self) -> Own:
        return Shaken()

    def show_kept(self, owned: Owned, call: Callable[[str], str]) -> Own:
        return owned[Shaken]

    def show_outside(self, owned: Owned, hit_points: int) -> Sheet:
        return Nerve(hit_points)

    def describe_numbers(self) -> str:
        return f"steady {self.steady}"

    def describe(self) -> str:
        return f"steady {self.steady}, fears {self.fear}"

    def write_table(self) -> Mapping[str, object]:
        return {"steady": self.steady, "fear": self.fear}

    def write_left(self, owned: Owned) -> Mapping[str, object]:
        return {}

    def name_spells(self) -> tuple[str, ...]:
        return ()

    def find_fault(self, ids: Sequence[str]) -> SheetFault | None:
        return None


class Nervous(Toy):
    """The toy with a sheet of its own."""

    id = "nervous"
    own_sheet = Nerve

    def read_sheet(self, entry: Mapping[str, object], where: str) -> Sheet:
        given = entry["nerve"]
        assert isinstance(given, Mapping)
        return Nerve(**given)


@pytest.fixture
def otis() -> Iterator[StatBlock]:
    register("nervous", f"{__name__}:Nervous")
    yield build_stat_blocks(OTIS)[0]
    unregister("nervous")


def test_an_entry_with_a_sheet_is_read_by_its_procedure(otis: StatBlock) -> None:
    assert (otis.sheet, otis.defence.hit_points) == (Nerve(7, "rats"), 10)


def test_a_sheet_is_stored_with_the_name_of_its_kind(otis: StatBlock) -> None:
    assert decode_text(StatBlock, encode_text(otis)) == otis


def test_others_see_of_a_sheet_what_it_shows_outside(otis: StatBlock) -> None:
    orc = replace(otis, id="orc", name="Orc", side="foes")
    opening = EncounterOpened(ruleset="nervous", version="test", stat_blocks=(otis, orc))
    viewer_log = ViewerLog(Viewpoint(characters=("otis",)))
    viewer_log.see(opening)
    seen = {each.side: each for each in viewer_log.state.combatants.values()}
    assert (seen["party"].stat_block.sheet, seen["party"].hp) == (Nerve(7, "rats"), 7)
    assert seen["foes"].stat_block.sheet == Nerve(4)


def test_a_sheet_that_describes_no_form_lists_nothing() -> None:
    assert (Nerve.describe_form(), Nerve.list_ready_made(), Nerve.list_ready_party()) == (SheetPart(), {}, ())


@pytest.mark.parametrize("base", [Sheet, EventEntry])
def test_what_does_not_say_who_sees_what_cannot_be_made(base: type[object]) -> None:
    with pytest.raises(TypeError, match="abstract"):
        type("Silent", (base,), {})()
