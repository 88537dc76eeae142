"""Fights that stand at a question of every kind.

`python -m tests.browser.prompts` makes them and prints where. Each is a fight of a scenario file that answers such
a question, played with the file's words until it is asked.
"""

import json
import os
from collections.abc import Iterator
from typing import Any

import django

from tests.any_procedure import ANY
from tests.registered import gather, layered_by
from tests.server import ROOT

LONG_NAME = "Bartholomew Featherstonehaugh-Cholmondeley of Oxmoor"
MOST_STEPS = 150

ASKED: list[dict[str, tuple[str, int]]] = gather("browser.prompts", "ASKED")
"""For each question of each procedure a scenario file, and a seed with which its fight comes to it.

The file is one of the library, or one of the procedure's tests.
"""


def main() -> None:
    """Make the fights; print for each question its encounter and the seat of its player."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "combat_site.settings")
    django.setup()
    print(json.dumps([*questions(), dice()]))  # noqa: T201


def fix_seeds(seed: int) -> None:
    """Let the rounds to come have the same dice whenever this is run."""
    from encounters.models import Round

    for field in Round._meta.concrete_fields:
        if field.name in ("open_seed", "dm_seed"):
            field.default = f"{field.name} {seed}"


def questions() -> Iterator[dict[str, Any]]:
    """Make a fight for each kind of question that each procedure asks."""
    for question, (file, seed) in (row for rows in ASKED for row in rows.items()):
        made = stand_at(file, question, seed)
        assert made is not None, f"{file} does not come to the question {question} with seed {seed}"
        yield made


def stand_at(file: str, question: str, seed: int) -> dict[str, Any] | None:
    """Play a file's fight until such a question is open; return None if the dice go another way."""
    from encounters import services
    from encounters.models import Encounter
    from encounters.scenario_files import import_text
    from encounters.selectors import read_view
    from encounters.viewers import build_dm_viewer
    from rules.scenarios import parse_scenario
    from rules.scenarios.scripted_inputs import ScriptedInputs

    text = read_fight(file)
    encounter = import_text(owner(), text, file)
    inputs = ScriptedInputs(parse_scenario(text, file))
    viewer = build_dm_viewer(encounter)
    fix_seeds(seed)
    services.open_encounter(viewer)
    for step in range(MOST_STEPS):
        state = read_view(viewer).state
        asked = next((each for each in state.open if each.question == question and not each.sealed), None)
        if asked is not None:
            return {"question": question, "encounter": encounter.pk} | seat_of(encounter, asked.who)
        if state.ended:
            break
        if state.between_rounds:
            services.begin_round(viewer, f"begin-{step}")
        else:
            go_on(viewer, inputs, state, step)
    services.delete(Encounter.objects.filter(pk=encounter.pk))
    return None


def read_fight(file: str) -> str:
    """Return the text of a scenario file.

    A layer plays it over the first procedure that it lies over here.
    """
    folder, _, name = file.partition("/")
    paths = (ROOT / "rules" / "procedures" / folder / "scenarios" / name, ROOT / "tests" / "procedures" / file)
    text = next(path for path in paths if path.exists()).read_text(encoding="utf-8")
    over = layered_by(folder)
    return text.replace(f'ruleset = "{folder}"', f'ruleset = "{over[0]}"', 1) if over else text


def go_on(viewer: Any, inputs: Any, state: Any, step: int) -> None:
    """Give the file's next answer to an open question, or close it."""
    from encounters import services
    from encounters.errors import Rejected

    for question in state.open:
        if question.question == "next" and rule_due(viewer, inputs, state, question, step):
            return
        scripted = inputs.take_answer(state, question) if not question.sealed and question.question != "next" else None
        if scripted is not None:
            try:
                if services.answer(viewer, f"say-{step}", scripted.input.token, scripted.input.answer).refusal is None:
                    return
            except Rejected:
                continue
    services.close(viewer, f"close-{step}")


def rule_due(viewer: Any, inputs: Any, state: Any, question: Any, step: int) -> bool:
    """Make the rulings that the file has before the next column; return True if there were any."""
    from encounters.services.playing import submit

    due = [inputs.make_ruling(each, state) for each in inputs.take_rulings_before_column(state, question)]
    if due:
        submit(viewer, f"rule-{step}", *due)
    return bool(due)


def dice() -> dict[str, Any]:
    """Make a fight that stands at dice to be typed by a player, whose character has a long name."""
    from encounters import services
    from encounters.selectors import read_view
    from encounters.viewers import build_dm_viewer
    from rules.kernel.inputs import Change

    made = services.create_encounter(owner(), "Real dice", ANY, {}, {"start": "melee", "distance_ft": 5})
    hero = {"id": "otis", "name": LONG_NAME, "side": "party", "class": "ranger", "hp": 20, "played": True,
            "weapons": ["sword_long"]}  # fmt: skip
    foe = {"id": "orc", "name": "Orc", "side": "foes", "monster": "orc", "hp": 20, "count": 11}
    services.add_combatants(build_dm_viewer(made), (hero, foe))
    services.open_encounter(build_dm_viewer(made))
    services.rule(build_dm_viewer(made), "types", [Change("otis", "types_dice", "yes")])
    services.begin_round(build_dm_viewer(made), "begin")
    for step in range(MOST_STEPS):
        state = read_view(build_dm_viewer(made)).state
        if state.open_rolls:
            break
        asked = next((each for each in state.open if each.who == "otis" and each.question == "declare"), None)
        if asked is not None:
            services.answer(
                build_dm_viewer(made),
                f"strike-{step}",
                asked.token,
                {"action": "G", "weapon": "sword_long", "target": "orc-1"},
            )
        else:
            services.close(build_dm_viewer(made), f"close-{step}")
    return {"question": "dice", "encounter": made.pk} | seat_of(made, "otis")


def seat_of(encounter: Any, who: str) -> dict[str, str]:
    """Seat a player for the combatant that is asked; nothing where it is the DM."""
    from encounters import seats
    from encounters.selectors import read_view
    from encounters.viewers import build_dm_viewer, make_seat_cookie

    if who not in read_view(build_dm_viewer(encounter)).state.combatants:
        return {}
    joined = seats.join(encounter.code, "Pip", "player")
    seats.give(build_dm_viewer(encounter), who, joined.seat.pk)
    ((name, value),) = make_seat_cookie(joined.seat, joined.token).items()
    return {"code": encounter.code, "cookie": name, "value": value}


def owner() -> Any:
    """Return the DM who gets the sign-in link."""
    from django.contrib.auth.models import User

    return User.objects.order_by("pk").first()


if __name__ == "__main__":
    main()
