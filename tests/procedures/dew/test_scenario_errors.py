"""A scenario file of the sequence that cannot be read or played is refused, with its line."""

import pytest

from tests.rules.fights import error_of

SEQUENCE = """\
ruleset = "dew"
unscripted = "low"
[[combatant]]
id = "bran"
side = "party"
dew = { like = "bran" }
[[combatant]]
id = "cora"
side = "foes"
dew = { like = "cora" }
"""


SEQUENCES = [
    ('dew = { like = "bran" }', 'dew = { like = "bran", ranges = { coro = 3 } }', 6, '"dew.ranges.coro": nobody here'),
    (
        'dew = { like = "bran" }',
        'dew = { like = "bran", preparations = [{ weapon = "lute" }] }',
        6,
        '"dew.preparations": has no weapon "lute"',
    ),
    (
        "",
        '[[answer]]\nquestion = "option"\nwho = "bran"\nchoice = { command = "attak" }',
        14,
        'no command "attak" (did',
    ),
    (
        "",
        '[[answer]]\nquestion = "option"\nwho = "bran"\nchoice = { command = "declare" }',
        14,
        'no command "declare"',
    ),
    ("", '[[answer]]\nquestion = "parry"\nwho = "bran"\nchoice = { command = true }', 14, 'knows no command "True"'),
]


def test_an_attribute_that_no_character_has_is_refused_with_its_line() -> None:
    dew = 'ruleset = "dew"\n[[combatant]]\nid = "bran"\nside = "party"\ndew = { EN = 20 }\n'
    assert error_of(field=dew) == 'ford.toml:5: [[combatant]] 1: "dew.EN": unknown key'


@pytest.mark.parametrize(("old", "new", "line", "words"), SEQUENCES, ids=[each[3][:30] for each in SEQUENCES])
def test_unknown_names_in_a_fight_of_dew_are_refused(old: str, new: str, line: int, words: str) -> None:
    field = SEQUENCE.replace(old, new) if old else SEQUENCE + new
    message = error_of(field=field)
    assert message.startswith(f"ford.toml:{line}: ")
    assert words in message


def test_a_wrong_choice_is_named_within_the_answer() -> None:
    answer = '[[answer]]\nquestion = "option"\nwho = "bran"\nchoice = { command = "attack", weapon = "lute" }'
    message = error_of(field=SEQUENCE + answer, playing=True)
    assert message.startswith('ford.toml:14: [[answer]] 1: "choice.weapon": ')
