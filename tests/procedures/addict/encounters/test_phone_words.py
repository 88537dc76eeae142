"""Words of a phone on ADDICT's stages, and on what its clauses forbid there."""

import re

from encounters import services
from tests.encounters.seated import At, prepared_fight, words


def begun(start: str) -> At:
    """Return a table whose first round, or whose opening, has begun."""
    at = prepared_fight(start, ruleset="addict")
    at.sit()
    services.open_encounter(at.dora)
    services.begin_round(at.dora, at.tap())
    return at


def quill(at: At) -> str:
    return words(at.quill.get(at.url("me/")))


def test_a_round_begins_with_orders(transactional_db: None) -> None:
    assert "Round 1, orders The DM is ordering the foes; you’re next." in quill(begun("melee"))


def test_the_opening_asks_where_there_is_something_to_choose(transactional_db: None) -> None:
    told = "The opening The sides meet. You are asked when there is something to choose."
    assert told in quill(begun("encounter"))


def test_what_a_segment_of_surprise_forbids_stays_in_its_place(transactional_db: None) -> None:
    at = begun("surprise")
    while not at.state.clock:
        at.step()
    folded = "not possible now P Psionics You have no psionic powers V B Parley is none of the five actions"
    assert f"{folded} of a surprise segment I.D" in quill(at)


def test_a_refusal_names_its_clause(transactional_db: None) -> None:
    at = begun("melee")
    for foe in ("orc-1", "orc-2", "shaman", "canary"):
        services.close(at.dora, at.tap(), foe)
    answered = at.answer(at.quill, action="P", target="orc-1")
    assert re.search(r"Not possible: Tenser has no psionic powers\. V", words(answered))
