"""The fight by Dew whose speed is measured, with as many combatants as for the others."""

from collections.abc import Mapping

from rules.kernel.events import EncounterOpened
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion, State
from rules.procedures import get_ruleset
from rules.statblocks import build_stat_blocks


def opening(stat_blocks: int) -> EncounterOpened:
    """Return two lines face to face, with blows and EN for everybody to attack and parry."""
    line: list[StatBlock] = []
    blade = {"id": "sword", "carried": "hand", "modes": [{"hit_number": 20, "reach": 2}]}
    for number in range(stat_blocks):
        side, place = ("party", "foes")[number % 2], number // 2
        dew = {"el": 40, "en": 400, "en_max": 400, "bd": 100, "active_blows": 2, "weapons": [blade]}
        line += build_stat_blocks(
            {"id": f"{side}-{place}", "side": side, "dew": dew, "position": [number % 2, 3 * place]}
        )
    options = {"dew.movement_mode": "simple"}
    return EncounterOpened(ruleset="dew", version="bench", stat_blocks=tuple(line), options=options)


class Players:
    """Players who attack the one they face and parry while they can; nobody moves or rules."""

    def __init__(self) -> None:
        self._questions = get_ruleset("dew").questions

    def __call__(self, state: State, question: OpenQuestion) -> Mapping[str, object]:
        side, _, place = question.who.partition("-")
        faced = f"{'foes' if side == 'party' else 'party'}-{place}"
        use = {"weapon": "sword", "mode": "1h"}
        words: dict[str, tuple[Mapping[str, object], ...]] = {
            "option": ({"command": "attack", **use, "use": "melee", "target": faced}, {"command": "pass"}),
            "parry": ({"command": "parry", **use}, {"command": "decline"}),
            "noncombat": ({"command": "none"},),
            "trace": ({"command": "stay_alert"} if question.facts.get("step") == "alertness" else {"command": "stay"},),
            "consult": ({"command": "nothing"},),
        }
        form = self._questions[question.question].form(state, question)
        if form is None:
            return words[question.question][-1]
        return next(word for word in words[question.question] if form.find_refusal(word) is None)
