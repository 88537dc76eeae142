"""The things that the ten rules name are things of the tables."""

from rules.procedures.lakofka import named_things
from rules.reference import list_likenesses


def test_every_thing_that_a_rule_names_is_one_of_the_tables() -> None:
    named = [each for name, each in vars(named_things).items() if name.isupper() and isinstance(each, frozenset)]
    assert len(named) > 5
    assert frozenset().union(*named) <= {*list_likenesses()}
