"""Fights with a hidden combatant, for tests of what viewers learn about the others."""

from collections.abc import Mapping, Sequence

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog
from rules.kernel.stat_block import StatBlock
from tests.rules.players import FACES, hand, prepare_combatant, sword

OTIS = prepare_combatant("otis", "party", played=True, weapons=(sword(),), to_hit=(-20,) * 21)
ORC = prepare_combatant("orc", "foes", weapons=(sword(),))
SNEAK = prepare_combatant("sneak", "foes", weapons=(sword(),), hidden=True)


def seen(events: list[e.Event], *characters: str) -> ViewerLog:
    """Return what the player of these characters is shown of a log."""
    viewer_log = ViewerLog(Viewpoint(characters=characters))
    for position, event in enumerate(events):
        viewer_log.see(event, position)
    return viewer_log


def round_of(ruleset: str, *stat_blocks: StatBlock, orders: dict[str, Answer], **options: object) -> list[e.Event]:
    """Play one round and return its log."""
    faces = {("initiative", "foes"): (6,), ("initiative", "party"): (1,)}
    table = hand(stat_blocks, orders, faces, ruleset=ruleset, options=options, distance_ft=5)
    table.play_round()
    return table.game.list_live_events()


def asked_of_otis(events: list[e.Event]) -> list[str]:
    return [event.question for event in events if isinstance(event, e.Asked) and event.who == "otis"]


def shown_with_and_without(
    ruleset: str,
    others: Sequence[StatBlock],
    lurker: StatBlock,
    orders: Mapping[str, Answer],
    faces: FACES,
    *,
    answers: Mapping[str, Answer] | None = None,
    rounds: int = 1,
    **how: object,
) -> tuple[list[e.Event], list[e.Event]]:
    """Return all that Otis's player is shown: without somebody hidden, and with it."""
    shown = []
    for cast in (others, [*others, lurker]):
        table = hand(cast, orders, faces, answers=answers, ruleset=ruleset, **how)
        for _ in range(rounds):
            table.play_round()
        shown.append(list(seen(table.game.list_live_events(), "otis").shown))
    return shown[0], shown[1]
