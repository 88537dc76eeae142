"""A sheet that cannot be read is refused, with its key and a suggestion."""

import pytest

from tests.rules.test_build_stat_blocks_errors import ORC, refused

AXE = {"id": "axe", "modes": [{}]}


@pytest.mark.parametrize(
    ("keys", "key", "words"),
    [
        ({"dew": 3}, "dew", "must be a table"),
        ({"dew": {"like": "brann"}}, "dew.like", 'unknown character "brann" (did you mean bran?)'),
        ({"dew": {"en_die": "AD8"}}, "dew.en_die", "must be one of AD6"),
        ({"dew": {"weapons": ["axe"]}}, "dew.weapons", "is not an inline table"),
        ({"dew": {"like": "bran", "ac": [21, 0, 0]}}, "dew.ac", "armor class must be from -20 to 20"),
        ({"dew": {"like": "bran", "move": 61}}, "dew.move", "must be from 0 to 60"),
        ({"dew": {"shield": {"broken": 1}}}, "dew.shield.broken", "must be true or false"),
        (
            {"dew": {"weapons": [AXE, {"id": "bow", "modes": [{}, {"reach": 13}]}]}},
            "dew.weapons.2.modes.2.reach",
            "must be from 0 to 12",
        ),
        ({"dew": {"weapons": [AXE, AXE]}}, "dew.weapons.2.id", "another's already"),
        ({"dew": {"weapons": [{"id": "axe"}]}}, "dew.weapons.1.modes", "one mode at least"),
        ({"dew": {"weapons": [{"id": "axe", "modes": [{"damage": "axe"}]}]}}, "dew.weapons.1.modes.1.damage", "dice"),
        ({"dew": {}, "hp": 3}, "hp", "says nothing of one who has a dew table"),
    ],
)
def test_a_bad_entry_names_its_key(keys: dict[str, object], key: str, words: str) -> None:
    error = refused(ORC | keys)
    assert error.key == key
    assert words in str(error)
    assert f'combatant "orc": "{key}": ' in str(error)
