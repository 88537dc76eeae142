"""Fights of the library, read to somebody."""

from encounters.narration import tell_all
from rules.kernel.apply import fold
from rules.scenarios.library import load_library_script
from rules.scenarios.play import play_scenario, reveal_run


def read_aloud(name: str, viewer: str) -> list[str]:
    """Return every sentence that this viewer is told of a fight, named "procedure/file"."""
    events = list(reveal_run(play_scenario(load_library_script(f"{name}.toml")), viewer))
    return [told.text for told in tell_all(events, fold(events), (viewer,) if viewer not in ("dm", "public") else ())]


def check_lost_deed(fight: str, who: str, words: str) -> None:
    """Check that only its combatant's player and the DM are told of a deed that is lost."""
    assert words in read_aloud(fight, who)
    _, _, rest = words.partition("You lose ")
    assert [told for told in read_aloud(fight, "dm") if told.endswith(f" loses {rest}")]
    assert [told for told in read_aloud(fight, "public") if " loses the" in told or " loses a deed" in told] == []
