"""The aims of spells, as their printed areas say."""

import pytest

from rules.reference.spell_aims import MANY, UNKNOWN, SpellAim, find_spell_aim, read_aim

FT = 100


@pytest.mark.parametrize(
    ("area", "aim"),
    [
        ("Personal", SpellAim(most=0)),
        ("One person", SpellAim(most=1)),
        ("Creature touched", SpellAim(most=1)),
        ("One to four persons", SpellAim(most=4)),
        ("One or more creatures in a 10 sq. ft. area", SpellAim(most=MANY)),
        ('2" radius sphere', SpellAim(radius=20 * FT)),
        ("20' diameter sphere", SpellAim(radius=10 * FT)),
        ("10' radius of the spell caster", SpellAim(radius=10 * FT, about_caster=True)),
        ('5" X 5"', SpellAim(sides=(50 * FT, 50 * FT))),
        ('3" cube', SpellAim(sides=(30 * FT, 30 * FT))),
        ('1"/level', UNKNOWN),
        ("Special", UNKNOWN),
    ],
)
def test_an_area_is_read_as_it_is_printed(area: str, aim: SpellAim) -> None:
    assert read_aim(area) == aim


def test_a_spell_of_the_tables_has_its_aim_and_any_other_none() -> None:
    assert find_spell_aim("magic_user_charm_person").most == 1
    assert find_spell_aim("magic_user_fireball").radius == 20 * FT
    assert find_spell_aim("umbrafall") == UNKNOWN
