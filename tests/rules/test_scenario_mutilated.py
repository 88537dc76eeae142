"""A scenario file with random values in it runs, or is refused with its line."""

from random import Random

import pytest

from rules.scenarios import ScenarioError, find_differences, parse_scenario, play_scenario
from rules.scenarios.coverage import find_evidence
from rules.scenarios.library import find_scenario_files
from tests.any_procedure import find_clause
from tests.soak import runs

FILES = list(find_scenario_files().values())
VALUES = (
    *("3", "-1", "0", "1.5", "nan", "1e400", "99999999999999999999", "true", '"x"', '""', '" "', "2020-01-01"),
    *("[]", "[1, 2]", '["a"]', "[[]]", '[1.5, "a"]', "{}", "{ a = 1 }", "[{}]", '[{ kind = "Attacked", target = 3 }]'),
    *('"G"', '"D"', '"E"', '"A"', '"P"', '"F"', f'"{find_clause()}"', '"orc"'),
)


def mutilated(text: str, rng: Random) -> str:
    """Change, drop, double or tear one to three lines."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(lines))
        what = rng.random()
        if "=" in lines[at] and what < 0.7:
            lines[at] = f"{lines[at].split('=')[0]}= {rng.choice(VALUES)}"
        elif what < 0.8:
            del lines[at]
        elif what < 0.9:
            lines.insert(at, rng.choice(lines))
        else:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_it_runs_or_is_refused(seed: int) -> None:
    rng = Random(seed)
    refused: list[tuple[str, ScenarioError]] = []
    for _ in range(runs(1000)):
        text = mutilated(rng.choice(FILES).read_text(encoding="utf-8"), rng)
        try:
            run = play_scenario(parse_scenario(text, "torn.toml"))
        except ScenarioError as error:
            refused.append((text, error))
        else:
            assert isinstance(find_differences(run), list)
            assert isinstance(find_evidence(run), list)
    assert refused
    assert all(str(error).startswith(f"torn.toml:{error.line}: ") for _, error in refused)
    assert all(1 <= error.line <= len(text.splitlines()) + 1 for text, error in refused)
