"""An error in a scenario file names its key and line."""

import re

import pytest

from rules.scenarios import parse
from rules.scenarios.lines import Lines
from tests.any_procedure import ANY, find_choice, find_clause, find_other, find_switch
from tests.rules.fights import FIELD, declare, error_of, expect, fight, line_of

SWITCH = find_switch()
WORDS = find_choice()
OPTIONS = (SWITCH, f"{SWITCH}s", WORDS.key)
"""Keys with a dot that is no path."""

TABLES = [
    # The text of the file, the key that the error names, and words of its message.
    ('[encounter]\nweather = "rain"', "weather", "unknown key"),
    ('[encounter]\nsetting = "underwater"', "setting", "must be one of indoors, outdoors"),
    ('[encounter]\nstart = "middle"', "start", "must be one of encounter, surprise, melee"),
    ("[encounter]\ndistance_ft = -1", "distance_ft", "must not be less than 0"),
    ("[encounter]\ndistance_ft = 2.5", "distance_ft", "must be whole feet"),
    ('[encounter]\nsurprised = ["monsters"]', "surprised", 'nobody fights on a side "monsters"'),
    ('[encounter]\nreaction = "hungry"', "reaction", "must be one of violently_hostile"),
    (f'[options]\n"{SWITCH}s" = true', f"{SWITCH}s", f"is no option of {ANY} (did you mean {SWITCH}"),
    (f'[options]\n"{SWITCH}" = "never"', SWITCH, "is one of True, False; not 'never'"),
    (
        f'[options]\n"{WORDS.key}" = "perhaps"',
        WORDS.key,
        f"is one of {', '.join(map(str, WORDS.choices))}; not 'perhaps'",
    ),
    ('[[declare]]\nwho = "orc-3"\naction = "C"', "who", 'nobody here is "orc-3" (did you mean orc'),
    ('[[declare]]\naction = "C"', "who", "is missing"),
    ('[[declare]]\nwho = "otis"', "action", "is missing"),
    ('[[declare]]\nwho = "otis"\naction = "Z"', "action", "must be one of P, A, B, C, D, E, F, G"),
    ('[[declare]]\nwho = "otis"\naction = "G"\ntarget = ["orc-1", "elf"]', "target", 'nobody here is "elf"'),
    ('[[declare]]\nwho = "otis"\naction = "G"\nweapon = "sord_long"', "weapon", 'unknown weapon "sord_long" (did you'),
    ('[[declare]]\nwho = "otis"\naction = "D"\nspell = "slep"', "spell", 'unknown spell "slep"'),
    ('[[declare]]\nwho = "otis"\naction = "D"\ndevice = "rug"', "device", 'unknown device "rug"'),
    ('[[declare]]\nwho = "otis"\naction = "P"\nattack_mode = "shout"', "attack_mode", 'unknown attack mode "shout"'),
    ('[[declare]]\nwho = "otis"\naction = "E"\nto = 5', "to", "must be [x, y] in feet"),
    ('[[declare]]\nwho = "otis"\naction = "E"\ncharge = "yes"', "charge", "must be true or false"),
    (
        '[[declare]]\nwho = "otis"\naction = "E"\ncharge = true\ntarget = "orc"\nto = [1, 2]',
        "to",
        "a target or a place",
    ),
    ('[[declare]]\nwho = "otis"\naction = "D"\nshots = 0', "shots", "must be from 1"),
    ('[[declare]]\nwho = "otis"\naction = "A"\navoid = "dig"', "avoid", "must be one of flee"),
    ('[[declare]]\nwho = "otis"\naction = "C"\nwith = [{ who = "orc" }]', "with.who", "unknown key"),
    ('[[declare]]\nwho = "otis"\naction = "C"\nwith = ["G"]', "with", "must be a list of tables"),
    (
        '[[declare]]\nwho = "otis"\naction = "C"\nprepared = { when = "now", part = "end" }',
        "prepared.part",
        "must be one",
    ),
    ('[[declare]]\nwho = "otis"\naction = "C"\nround = "one"', "round", "must be a whole number"),
    ('[[roll]]\nby = "otis"\nfaces = [1]', "purpose", "is missing"),
    ('[[roll]]\npurpose = "luck"\nby = "otis"\nfaces = [1]', "purpose", 'nothing is rolled for "luck"'),
    ('[[roll]]\npurpose = "to_hit"\nby = "nobody"\nfaces = [1]', "by", 'nobody here is "nobody"'),
    ('[[roll]]\npurpose = "to_hit"\nby = "otis"\nfaces = []', "faces", "must be a list of what the dice show"),
    ('[[roll]]\npurpose = "to_hit"\nby = "otis"\nfaces = [0]', "faces", "no die shows 0"),
    ('[[roll]]\npurpose = "to_hit"\nby = "otis"\nfaces = ["5"]', "faces", "no die shows '5'"),
    ('[[answer]]\nquestion = "riddle"\nwho = "otis"\nchoice = "egg"', "question", 'nobody asks "riddle"'),
    ('[[answer]]\nquestion = "next"\nwho = "dm"\nchoice = "go"', "question", "answered by [[declare]] or by itself"),
    ('[[answer]]\nquestion = "effect"\nwho = "otis"', "choice", "is missing"),
    ('[[answer]]\nquestion = "call"\nwho = "otis"', "choice", "is missing"),
    ('[[answer]]\nquestion = "call"\nwho = "otis"\nchoice = "save"', "choice", "must be a table"),
    ('[[answer]]\nquestion = "call"\nwho = "otis"\nchoice = { saves = "breath" }', "choice.saves", "unknown key"),
    ('[[answer]]\nquestion = "call"\nwho = "otis"\nchoice = { save = "fog" }', "choice.save", "no saving throw"),
    ('[[answer]]\nquestion = "call"\nwho = "otis"\nchoice = { dice = "d" }', "choice.dice", "is not dice"),
    ('[[answer]]\nquestion = "call"\nwho = "dm"\nchoice = { dice = "d6", who = ["elf"] }', "choice.who", "nobody here"),
    ('[[answer]]\nquestion = "effect"\nwho = "otis"\nchoice = true', "choice", "must be a word, a whole number or"),
    ('[[answer]]\nquestion = "effect"\nchoice = "yes"', "who", "is missing"),
    (
        '[[answer]]\nquestion = "change"\nwho = "otis"\nchoice = { action = "E", too = [1, 2] }',
        "choice.too",
        "unknown key (did you mean to",
    ),
    (
        '[[answer]]\nquestion = "change"\nwho = "otis"\nchoice = { action = "G", target = "elf" }',
        "choice.target",
        'nobody here is "elf"',
    ),
    ('[[answer]]\nquestion = "change"\nwho = "otis"\nchoice = { warn = "elf" }', "choice.warn", 'nobody here is "elf"'),
    ('[[ruling]]\nwho = "otis"\nwhat = "explodes"', "what", '"explodes" cannot be ruled'),
    ('[[ruling]]\nwho = "dm"\nwhat = "hp"\nvalue = 3', "what", '"hp" cannot be ruled'),
    ('[[ruling]]\nwho = "otis"\nwhat = "moved"', "to", "is missing"),
    ('[[ruling]]\nwho = "otis"\nwhat = "moved"\nvalue = "away"', "value", "must be [x, y] in feet"),
    ('[[ruling]]\nwho = "otis"\nwhat = "moved"\nvalue = [1, 1]\nto = [1, 1]', "to", "either a value or a place"),
    ('[[ruling]]\nwho = "otis"\nwhat = "held"\nuntil = 3', "until", "must be [round, segment]"),
    ('[[ruling]]\nwho = "dm"\nwhat = "option"\nvalue = ["no.such", 1]', "value", f"is no option of {ANY}"),
    ('[[ruling]]\nwho = "dm"\nwhat = "option"\nvalue = true', "value", "must be [option, value]"),
    ('[[combatant]]\nside = "foes"', "id", "is missing"),
    ('[[combatant]]\nid = "x"\nside = "foes"\nmonster = "hydrant"', "monster", "unknown monster"),
    ('[[combatant]]\nid = "x"\nside = "foes"\npsionic = { atack = 4 }', "psionic.atack", "unknown key"),
    ('[[combatant]]\nid = "otis"\nside = "foes"', "id", '"otis" is already the id of [[combatant]] 1'),
    ('[[combatant]]\nid = "orc"\nside = "foes"', "id", '"orc" is already the id of [[combatant]] 3'),
    ('[[combatant]]\nid = "party"\nside = "foes"', "id", '"party" names somebody else'),
    ('[[combatant]]\nid = "dm"\nside = "foes"', "id", '"dm" names somebody else'),
    ("[expect]\nodrer = []", "odrer", "unknown key (did you mean order"),
    ("[encounter]\ndistance_ft = 1e300", "distance_ft", "must be no further than 100000"),
    ("[encounter]\ndistance_ft = inf", "distance_ft", "must be a number, and inf is none"),
    ("[encounter]\ndistance_ft = 99999999999999999999", "distance_ft", "more digits than 64 bits hold"),
    ('[[combatant]]\nid = "x"\nside = "foes"\nposition = [0, -1e9]', "position", "must be no further than"),
    ('[[combatant]]\nid = "x"\nside = "foes"\nhd = "9999"', "hd", "is not a number of hit dice"),
    ('[[declare]]\nwho = "otis"\naction = "E"\nto = [nan, 0]', "to", "must be a number"),
    ('[[answer]]\nquestion = "effect"\nwho = "dm"\nchoice = { text = 1e999 }', "choice.text", "must be a number"),
    (
        f'[[answer]]\nquestion = "effect"\nwho = "dm"\nchoice = {{ text = {"[" * 30}{"]" * 30} }}',
        "choice.text",
        "nested too deeply",
    ),
    (
        '[[answer]]\nquestion = "effect"\nwho = "dm"\nchoice = { changes = [true] }',
        "choice.changes",
        "holds true or false where",
    ),
]


def line_within(text: str, start: str, key: str) -> int:
    """Return the line of a key after the last line that is ``start``; else that line itself."""
    lines = text.splitlines()
    at = first = max(number for number, line in enumerate(lines) if line == start)
    for part in [key] if key in OPTIONS else key.split("."):
        at = next((number for number in range(at, len(lines)) if re.search(rf'\b{part}"? =', lines[number])), first)
    return at + 1


@pytest.mark.parametrize(("table", "key", "words"), TABLES, ids=[f"{key}: {words[:40]}" for _, key, words in TABLES])
def test_a_table_that_is_wrong_is_refused_with_its_key_and_line(table: str, key: str, words: str) -> None:
    field, header = FIELD, table.splitlines()[0]
    if header == "[encounter]":
        field, table = FIELD.replace('[encounter]\nstart = "melee"\ndistance_ft = 5', table), ""
    message = error_of(table, field=field)
    assert message.startswith(f"ford.toml:{line_within(field + table, header, key)}: ")
    assert re.search(rf"""["']{re.escape(key)}["']""", message)
    assert words in message


def test_the_line_is_that_of_the_right_one_of_several_tables() -> None:
    wrong = [declare("otis", "G", "orc-1"), declare("tenser", "G", "orc-9")]
    assert error_of(*wrong) == (
        f'ford.toml:{line_of("target", *wrong, nth=2)}: [[declare]] 2: "target": nobody here is "orc-9"'
        " (did you mean orc-2 or orc-1 or orc?)"
    )


HEADS = [
    (f'"{ANY}"', '"chess"', "ruleset", "no ruleset is called 'chess'"),
    (f'ruleset = "{ANY}"\n', "", "ruleset", "is missing"),
    (f'"{ANY}"', "3", "ruleset", "must be a text"),
    ('title = "At the ford"', "title = 3", "title", "must be a text"),
    ('title = "At the ford"', 'titel = "At the ford"', "titel", "unknown key (did you mean title"),
    ('title = "At the ford"', 'clauses = ["NOWHERE.I"]', "clauses", 'unknown clause "NOWHERE.I"'),
    ('title = "At the ford"', f'clauses = "{find_clause()}"', "clauses", "must be a list"),
    ('title = "At the ford"', "clauses = [{ id = 3 }]", "clauses", "unknown clause"),
    ('title = "At the ford"', f'over = "{find_other()}"', "over", "lies over no other ruleset"),
    ('title = "At the ford"', 'seed = "x"', "unscripted", "either a seed or what unscripted dice show"),
    ('unscripted = "low"', 'unscripted = "middling"', "unscripted", "must be one of low, high"),
]


@pytest.mark.parametrize(("old", "new", "key", "words"), HEADS, ids=[f"{head[2]}: {head[3][:30]}" for head in HEADS])
def test_the_head_of_a_file_is_checked_too(old: str, new: str, key: str, words: str) -> None:
    message = error_of(field=FIELD.replace(old, new))
    assert f'the file: "{key}": ' in message
    assert words in message


def test_a_file_that_is_no_toml_says_where() -> None:
    assert error_of("[[roll]\npurpose = 1").startswith(f"ford.toml:{line_of('[[roll]', '[[roll]')}: this is not TOML")


def test_a_text_nested_without_end_is_refused_with_its_line() -> None:
    deep = f"title = {'[' * 20_000}{']' * 20_000}"
    assert error_of(field=FIELD.replace('title = "At the ford"', deep)) == (
        "ford.toml:2: lists and tables are nested too deeply"
    )


def test_a_number_without_end_is_refused_with_its_line() -> None:
    assert error_of(field=FIELD.replace("hp = 20", f"hp = {'9' * 5000}")) == (
        f"ford.toml:{line_of('hp')}: a whole number has more digits than 64 bits hold"
    )


def test_a_mark_of_byte_order_before_the_text_does_no_harm() -> None:
    assert fight(field=f"\ufeff{FIELD}").title == "At the ford"


def test_an_unfinished_text_is_reported_at_its_end() -> None:
    assert "this is not TOML" in error_of('[expect]\norder = ["otis')


def test_a_fight_of_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packs = [f'[[combatant]]\nid = "pack{n}"\nside = "foes"\nmonster = "orc"\ncount = 100' for n in range(10)]
    line = line_of("count = 100", *packs, nth=4)
    with monkeypatch.context() as patch:
        patch.setattr(parse, "build_stat_blocks", pytest.fail)  # nobody is built
        words = error_of(*packs)
    assert words == f'ford.toml:{line}: [[combatant]] 7: "count": a fight has at most 400 combatants'


def test_a_list_without_end_is_refused() -> None:
    daggers = '"dagger", ' * 101
    field = FIELD.replace("hp = 20", f"hp = 20\nspecial = [{daggers}]")
    assert '"special": a list has at most 100 entries' in error_of(field=field)


def test_changed_effects_without_end_are_refused() -> None:
    assert "a fight changes at most 100 effects" in error_of(*['[[effect]]\nmagic = ["cleric_bless"]'] * 101)


def test_a_fight_needs_somebody() -> None:
    assert 'ford.toml:1: the file: "combatant": a fight needs' in error_of(field=f'ruleset = "{ANY}"\n')


@pytest.mark.parametrize("name", ["options", "encounter", "expect"])
def test_a_table_must_be_a_table(name: str) -> None:
    field = FIELD if name != "encounter" else FIELD.replace('[encounter]\nstart = "melee"\ndistance_ft = 5\n', "")
    assert f'"{name}": must be a table: [{name}]' in error_of(field=f"{name} = 3\n{field}")


def test_a_list_of_tables_must_be_one() -> None:
    assert '"roll": must be tables: [[roll]]' in error_of(field=f"roll = [3]\n{FIELD}")


def test_two_declarations_of_one_combatant_need_a_change() -> None:
    twice = [declare("otis", "G", "orc-1"), declare("otis", "C")]
    assert '"otis" already declares in [[declare]] 1' in error_of(*twice)
    assert len(fight(*twice, "change = true").entries.declarations) == 2


def test_a_key_of_an_inline_table_is_found_on_its_own_line() -> None:
    lines = Lines("x", "[[combatant]]\npsionic = {\n  attack = 3,\n}\n[[combatant]]\n[combatant.psionic]\nattack = 4\n")
    assert lines.find("combatant", 0, "psionic.attack") == 3
    assert lines.find("combatant", 1, "psionic.attack") == 7
    assert lines.find("combatant", 1, "hp") == 5
    assert lines.find("nowhere", 0, "hp") == 1


EXPECTATIONS = [
    ('order = "otis strikes orc-1"', "order", "must be a list of short forms"),
    ("orders = [[]]", "orders", "each list names at least 1 short form"),
    ('together = [["otis strikes orc-1"]]', "together", "each list names at least 2 short forms"),
    ('together = ["otis strikes orc-1"]', "together", "must be a list of short forms in lists"),
    ("orders = 3", "orders", "must be a list of lists"),
    ('order = ["otis"]', "order", 'is not a short form such as "a strikes b"'),
    ('order = ["elf strikes orc-1"]', "order", 'nobody here is "elf"'),
    ('order = ["otis hits orc-1"]', "order", '"hits" is not a verb of short forms'),
    ('order = ["otis strikes elf"]', "order", 'nobody here is "elf"'),
    ('order = ["otis casts magic_user_slep"]', "order", 'unknown spell "magic_user_slep"'),
    ('order = ["otis uses rug"]', "order", 'unknown device "rug"'),
    ('order = ["otis dies orc-1"]', "order", '"dies" takes no object'),
    ('order = ["InitiativeRolled elves"]', "order", 'nobody here is "elves"'),
    ('order = ["InitiativRolled party"]', "order", 'nobody here is "InitiativRolled" (did you mean InitiativeRolled'),
    ("count = 3", "count", "must be a table such as"),
    ('count = { "otis strikes orc-1" = -1 }', "count", "must be a whole number, 0 or more"),
    ('count = { "otis strikes" = "2" }', "count", "must be a whole number, 0 or more"),
    ('refused = ["NOWHERE.I"]', "refused", 'unknown clause "NOWHERE.I"'),
    (f'refused = "{find_clause()}"', "refused", "must be a list of clause ids"),
    ("refused = [{ id = 3 }]", "refused", "unknown clause"),
    ('events = [{ who = "otis" }]', "events", '"None" is not a kind of event'),
    ('events = [{ kind = "Attaked" }]', "events", '"Attaked" is not a kind of event (did you mean Attacked'),
    ('events = [{ kind = "Attacked", whom = "otis" }]', "events", 'Attacked has no field "whom"'),
    ('never = [{ kind = "Slain", clauses = ["NOWHERE.I"] }]', "never", 'unknown clause "NOWHERE.I"'),
    ('never = ["Slain"]', "never", "must be a list of tables"),
]


@pytest.mark.parametrize(
    ("line", "key", "words"), EXPECTATIONS, ids=[f"{each[1]}: {each[2][:30]}" for each in EXPECTATIONS]
)
def test_an_expectation_that_could_never_be_met_is_refused(line: str, key: str, words: str) -> None:
    message = error_of(expect(line))
    assert message.startswith(f'ford.toml:{line_of(line, expect(line))}: [expect]: "{key}": ')
    assert words in message
