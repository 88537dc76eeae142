"""A file that is played in the order in which it stands, and faults in its entries."""

import pytest

from rules.kernel import events as e
from rules.scenarios import ScenarioError, ScenarioRun, find_differences, parse_scenario, play_scenario
from tests.any_procedure import ANY

HEAD = f"""
ruleset = "{ANY}"
in_order = true
[options]
"table.close_orders" = "dm"
[encounter]
distance_ft = 5
[[combatant]]
id = "otis"
side = "party"
class = "fighter"
weapons = ["sword_long"]
[[combatant]]
id = "orc"
side = "foes"
hd = "2"
hp = 5
weapons = ["dagger"]
[[input]]
kind = "begin"
"""
LATE = '[[combatant]]\nid = "late"\nside = "foes"\nhd = "1"\n'


def play(text: str) -> ScenarioRun:
    return play_scenario(parse_scenario(HEAD + text, "file.toml"))


def refuse(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        play(text)
    return str(caught.value)


def list_kinds(run: ScenarioRun) -> list[str]:
    return [event.kind for event in run.events]


def test_each_entry_is_one_input_in_the_order_of_the_file() -> None:
    run = play(
        '[[declare]]\nwho = "orc"\naction = "G"\ntarget = "otis"\n'
        '[[ruling]]\nwho = "orc"\nwhat = "hp"\nvalue = 3\n'
        '[[declare]]\nwho = "otis"\naction = "G"\ntarget = "orc"\nby = "Pip"\n'
    )
    mine = [event.kind for event in run.events if event.kind in ("Declared", "Ruled")]
    assert mine == ["Declared", "Ruled", "Declared"]


def test_nothing_happens_by_itself() -> None:
    ordered = '[[declare]]\nwho = "orc"\naction = "C"\n[[declare]]\nwho = "otis"\naction = "C"\nby = "Pip"\n'
    assert "DeclarationsClosed" not in list_kinds(play(ordered))
    assert "DeclarationsClosed" in list_kinds(play(ordered + '[[input]]\nkind = "close"\n'))


def test_an_answer_may_be_written_in_the_fields_of_its_form() -> None:
    literal = '[[input]]\nkind = "answer"\nquestion = "declare"\nwho = "orc"\n'
    run = play(literal + 'answer = { action = "G", weapon = "dagger", target = "otis" }\n')
    same = play(literal + """answer = '{"action": "G", "weapon": "dagger", "target": "otis"}'\n""")
    declared = [event.declaration for event in run.events if isinstance(event, e.Declared)]
    assert [event.declaration for event in same.events if isinstance(event, e.Declared)] == declared
    assert len(declared) == 1


def test_the_dm_goes_on_as_often_as_is_said() -> None:
    closed = '[[input]]\nkind = "close"\n' * 2 + '[[input]]\nkind = "next"\ntimes = 3\n'
    assert [event.clock for event in play(closed).events if isinstance(event, e.SegmentBegan)] == [1, 2, 3]


def test_a_combatant_who_arrives_is_not_part_of_the_opening() -> None:
    run = play(LATE + '[[input]]\nkind = "arrive"\nwho = ["late"]\nnote = "from the cellar"\n')
    opening = run.events[0]
    assert isinstance(opening, e.EncounterOpened)
    assert [each.id for each in opening.stat_blocks] == ["otis", "orc"]
    assert [event.who for event in run.events if isinstance(event, e.Appeared)] == ["late"]


def test_faces_are_of_the_dice_that_the_entry_names() -> None:
    run = play(
        '[[input]]\nkind = "call"\nwho = ["orc"]\ndice = "1d20"\n'
        '[[input]]\nkind = "call"\nwho = ["orc"]\ndice = "1d20"\n'
        '[[roll]]\npurpose = "effect"\nby = "orc"\nsides = 20\nfirst = 1\nfaces = [17]\n'
        '[[roll]]\npurpose = "effect"\nby = "orc"\nsides = 20\nfirst = 0\nfaces = [4]\n'
    )
    assert [event.total for event in run.events if isinstance(event, e.DiceRolled)] == [4, 17]


def test_real_dice_are_given_where_they_are_asked_for() -> None:
    typed = '[[ruling]]\nwho = "orc"\nwhat = "types_dice"\nvalue = "yes"\n'
    called = typed + '[[input]]\nkind = "call"\nwho = ["orc"]\ndice = "1d20"\n'
    run = play(called + '[[input]]\nkind = "dice"\nwho = "orc"\nfaces = [13]\nby = "Dora"\n')
    assert [event.total for event in run.events if isinstance(event, e.DiceRolled)] == [13]
    shown = called + '[[roll]]\npurpose = "effect"\nby = "orc"\nsides = 20\nfaces = [6]\nshown = true\n'
    assert "DiceAsked" not in list_kinds(play(shown))


def test_the_fight_may_be_ended() -> None:
    run = play('[[input]]\nkind = "end"\nnote = "the bell rings"\n')
    assert [event.reason for event in run.events if isinstance(event, e.EncounterEnded)] == ["the bell rings"]


def test_expectations_are_checked_as_in_any_file() -> None:
    run = play('[expect]\nevents = [{ kind = "RoundBegan", round = 2 }]\n')
    assert find_differences(run) == ["events: there is no RoundBegan with round = 2; the nearest has round = 1"]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('[[input]]\nkind = "sing"\n', '[[input]] 2: "kind": must be one of begin, next, answer'),
        ('[[input]]\nkind = "next"\n', '[[input]] 2: "question": "dm" is not asked "next" here'),
        ('[[input]]\nkind = "begin"\n', '[[input]] 2: "who": a round is in play'),
        ('[[input]]\nkind = "dice"\nwho = "orc"\nfaces = [3]\n', '"who": "orc" is not asked for dice here'),
        ('[[input]]\nkind = "early"\nwho = ["orc"]\n', '"who": "orc" is not awaited here'),
        ('[[input]]\nkind = "arrive"\nwho = ["elf"]\n', '"who": nobody here is "elf"'),
        ('[[input]]\nkind = "rule"\nchanges = "hp"\n', '"changes": this is not JSON'),
        ('[[input]]\nkind = "rule"\nchanges = [{ who = "orc", what = "wings" }]\n', "'wings' cannot be ruled"),
        ('[[input]]\nkind = "close"\nall = true\n', '"all": unknown key'),
        ('[[declare]]\nround = 2\nwho = "orc"\naction = "C"\n', '"round": round 1 is played here'),
        ('[[answer]]\nquestion = "dodge"\nwho = "orc"\nchoice = "yes"\n', '"orc" is not asked "dodge" here'),
        ('[[roll]]\npurpose = "damage"\nby = "orc"\nfaces = [3]\n', '"sides": is missing'),
        ('[[roll]]\npurpose = "damage"\nby = "orc"\nsides = 4\nfaces = [3]\n', "faces are left over"),
        ('[[roll]]\npurpose = "damage"\nby = "orc"\nsides = 4\nfaces = [5]\n', "a d4 has no face 5"),
    ],
)
def test_what_cannot_be_played_is_named_with_its_line(text: str, wrong: str) -> None:
    said = refuse(text)
    assert wrong in said
    assert said.startswith("file.toml:")


def test_inputs_stand_only_in_files_that_are_played_in_order() -> None:
    with pytest.raises(ScenarioError, match="stands only in a file with in_order = true"):
        parse_scenario(HEAD.replace("in_order = true\n", "").replace('"table.close_orders" = "dm"\n', ""))


@pytest.mark.parametrize("header", ["[[combatant]]", "[[effect]]", "[map]"])
def test_a_stored_form_that_cannot_be_read_is_an_error_of_its_line(header: str) -> None:
    named = 'id = "elf"\nside = "foes"\n' if header == "[[combatant]]" else ""
    assert '"stored": is not JSON' in refuse(f'{header}\n{named}stored = "all that there is"\n')
