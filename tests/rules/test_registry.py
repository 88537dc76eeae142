"""The registry: procedures that are offered, layers over them, and one that a setting adds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.procedures import (
    UnknownRuleset,
    get_ruleset,
    list_rulesets,
    lookup_layered,
    register,
    split_layer,
    unregister,
)
from tests.encounters.toy import Toy
from tests.load.programs import run_python
from tests.server import ROOT, clean_environ, manage

PLACE = "tests.encounters.toy:Toy"
TOY_MODULE = PLACE.partition(":")[0]

FIGHT = """
ruleset = "toy"
title = "A blow"

[[combatant]]
id = "otis"
side = "party"
class = "ranger"

[[combatant]]
id = "orc"
side = "foes"
monster = "orc"

[[declare]]
round = 1
who = "otis"
action = "C"
"""


@pytest.fixture
def _toy() -> Iterator[None]:
    register("toy", PLACE)
    yield
    unregister("toy")


@pytest.mark.usefixtures("_toy")
def test_a_procedure_that_is_registered_is_offered_last() -> None:
    assert list_rulesets()[-1] == "toy"
    assert isinstance(get_ruleset("toy"), Toy)


def test_a_procedure_that_is_not_registered_is_unknown() -> None:
    with pytest.raises(UnknownRuleset, match=f"no ruleset is called 'toy': there are {list_rulesets()[0]}, "):
        get_ruleset("toy")


@pytest.mark.parametrize("id", list_rulesets())
def test_a_layer_is_found_by_its_name_and_its_base(id: str) -> None:
    layer, base = split_layer(id)
    assert not base or lookup_layered(layer, base) == id


def test_a_procedure_that_is_no_layer_lies_over_no_other() -> None:
    one, other = [id for id in list_rulesets() if not split_layer(id)[1]][:2]
    with pytest.raises(UnknownRuleset, match=f"'{one}' lies over no other ruleset, not over '{other}'"):
        lookup_layered(one, other)


def test_a_setting_offers_a_procedure_in_every_process(tmp_path: Path) -> None:
    file = tmp_path / "blow.toml"
    file.write_text(FIGHT)
    output = manage("resolve", str(file), environ=clean_environ(PROCEDURES=f"toy={PLACE}"))
    assert "MoraleChecked" in output


def offer(folder: Path, id: str) -> dict[str, str]:
    """Make an installed package that offers the toy by this id; return the environment with it."""
    distribution = folder / f"{id}_for_ten_segments-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {id}-for-ten-segments\nVersion: 1.0\n")
    (distribution / "entry_points.txt").write_text(f"[ten_segments.procedures]\n{id} = {id}_procedure:Offered\n")
    (folder / f"{id}_procedure.py").write_text(f"from {TOY_MODULE} import Toy as Offered\n")
    return clean_environ(PYTHONPATH=str(folder))


def test_an_installed_package_offers_a_procedure(tmp_path: Path) -> None:
    file = tmp_path / "blow.toml"
    file.write_text(FIGHT)
    assert "MoraleChecked" in manage("resolve", str(file), environ=offer(tmp_path, "toy"))


def test_an_installed_package_replaces_no_procedure(tmp_path: Path) -> None:
    id = list_rulesets()[0]
    with pytest.raises(AssertionError, match=f"{id}_procedure:Offered” offers “{id}”, but there is a procedure"):
        manage("rules", "coverage", environ=offer(tmp_path, id))


def list_found_by(imported: str) -> list[str]:
    """Return the procedures that a process offers after an import, and their modules in it."""
    program = f"""
import sys, {imported}
from rules.kernel.registry import list_rulesets
print(*list_rulesets(), *(each for each in sys.modules if each.startswith("rules.procedures.")))"""
    return run_python(program, clean_environ()).split()


def test_the_kernel_and_what_stands_below_the_procedures_import_none() -> None:
    folders = [ROOT / "rules" / name for name in ("kernel", "reference", "catalogue", "statblocks")]
    files = [path.relative_to(ROOT).with_suffix("") for each in folders for path in sorted(each.rglob("*.py"))]
    assert list_found_by(", ".join(".".join(path.parts).removesuffix(".__init__") for path in files)) == []


def test_the_door_of_the_rules_offers_the_procedures_and_loads_none() -> None:
    assert list_found_by("rules.api") == list(list_rulesets())
