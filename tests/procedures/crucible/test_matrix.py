"""Rows of Crucible's matrix, each played as a round of two on the counts of its example."""

import re
from collections.abc import Iterator
from dataclasses import replace

from rules.catalogue import MatrixRow, load_catalogue
from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.forms import BadAnswer
from rules.kernel.game import Game
from rules.kernel.state import OpenQuestion
from rules.procedures.adnd.orders.parley import Parleyed
from rules.procedures.crucible.events import TurnBegan
from tests.procedures.adnd.matrix import STEPS, Case, Part, armed, cites, is_clause_of_row, order, play_each, reasons
from tests.rules.players import Hand, opening, script_dice

MATRIX = load_catalogue("crucible").matrix
APART_FT, MELEE_FT = 25, 5
BY_LENGTH, COMPLETION = "weapon-length", "completion-count"

OF_KIND = {
    "melee-sf": ("melee",), "melee-nosf": ("melee",), "missile": ("missile",), "charge": ("charge", "melee"),
    "move": ("move", "melee"), "set": ("set",), "spell": ("spell",), "device": ("device",), "turning": ("turning",),
    "flee": ("flee",), "parley": ("parley",), "psionic": ("psionic",), "wait": ("melee",),
}  # fmt: skip
"""The deeds that a kind comes to, of which the first that is there counts."""

HAPPENED = {
    "melee": e.Attacked, "missile": e.Attacked, "charge": e.ChargeBegan, "move": e.Moved, "set": e.WeaponSet,
    "spell": e.SpellCompleted, "device": e.DeviceUsed, "turning": e.UndeadTurned, "flee": e.Fled,
    "parley": Parleyed, "psionic": e.PsionicExchanged,
}  # fmt: skip


# From rows to cases.


def cases(rows: tuple[MatrixRow, ...]) -> Iterator[Case]:
    for row in rows:
        found = re.match(r"counts a (\d), b (\d)", row.example)
        assert found is not None
        a, b = (Part(kind, int(count)) for kind, count in zip((row.a, row.b), found.groups(), strict=True))
        if row.first == "compare":
            for step, by in STEPS.items():
                yield Case(row, step, *compared(row, a, b, by))
        else:
            yield Case(row, "", a, b)


def compared(row: MatrixRow, a: Part, b: Part, step: int) -> tuple[Part, Part]:
    """Return the two with the numbers that the row compares: a's, and b's ``step`` above it."""
    match row.numbers.a, row.numbers.b:
        case "length(a)", "length(b)":
            return replace(a, length=4), replace(b, length=4 + step)
        case "count", "count+CT":
            return a, replace(b, time=a.die - b.die + step)
        case "count+CT", "count":
            return replace(a, time=b.die - a.die - step), b
        case "count+CT (a)", "count+CT (b)":
            return replace(a, time=2 + max(0, b.die - a.die)), replace(b, time=2 + max(0, a.die - b.die) + step)
    raise AssertionError(f"{row.id} compares {row.numbers.a} with {row.numbers.b}")


def first(case: Case) -> str:
    """Return the first deed by the row; of equally long weapons that on the lower count."""
    if case.row.rule == BY_LENGTH and case.step == "equal":
        return {"a-won": "a", "b-won": "b", "tied": "same"}[case.row.initiative]
    return case.first


# From cases to fights.


def waits(target: str, strike: Answer) -> Answer:
    """Return an order to wait for a combatant, and then strike."""
    return {"action": "C", "target": target, "with": [strike]}


class Chooser(Hand):
    """Chooses on the count; what can no longer be chosen then is not."""

    def _word(self, question: OpenQuestion) -> Answer | None:
        answer = super()._word(question)
        if answer is None or question.question != "declare":
            return answer
        form = self.game.ruleset.questions["declare"].form(self.state, question)
        assert form is not None
        try:
            return answer if form.find_refusal(answer) is None else None
        except BadAnswer:
            return None


def fight(case: Case) -> list[e.Event]:
    """Return the events of one round of the two against each other."""
    a, b = case.a, case.b
    far = APART_FT if {"charge", "move"} & {a.kind, b.kind} else MELEE_FT
    stat_blocks = [armed("a", "party", a, 0, b.kind), armed("b", "foes", b, far, a.kind)]
    dice = script_dice(
        {
            ("initiative", "party"): [a.die],
            ("initiative", "foes"): [b.die],
            ("saving_throw", "a"): [20],
            ("saving_throw", "b"): [20],
        }
    )
    game = Game(opening(stat_blocks, ruleset="crucible"), lambda number, attempt: dice)
    return Chooser(game, {"a": order(a, "b", waits), "b": order(b, "a", waits)}).play_round()


# What came of them.


def deed_of(events: list[e.Event], case: Case, who: str) -> str:
    """Return the deed that counts: the first of its kind.

    For a row by length it is the blow, if there is one.
    """
    kind = (case.a if who == "a" else case.b).kind
    wanted = ("melee", *OF_KIND[kind]) if case.row.rule == BY_LENGTH else OF_KIND[kind]
    known = [deed for event in events if isinstance(event, e.MomentBegan | e.DeedLost) for deed in deeds_in(event)]
    return next((f"{who}:{each}" for each in wanted if f"{who}:{each}" in known), "")


def deeds_in(event: e.MomentBegan | e.DeedLost) -> tuple[str, ...]:
    return event.deeds if isinstance(event, e.MomentBegan) else (event.deed,)


def place(events: list[e.Event], deed: str, who: str) -> tuple[int, int]:
    """Return the moment of a deed; for one lost or no longer offered, just after the last."""
    moment, turn = 0, (99, 1)
    for event in events:
        if isinstance(event, e.MomentBegan):
            moment = event.moment or 0
            if deed in event.deeds:
                return moment, 0
        if isinstance(event, e.DeedLost) and event.deed == deed:
            return moment, 1
        if isinstance(event, TurnBegan) and event.who == who:
            turn = (moment, 1)
    return turn


def who_was_first(events: list[e.Event], case: Case) -> str:
    one, other = (place(events, deed_of(events, case, who), who) for who in ("a", "b"))
    return "same" if one == other else "a" if one < other else "b"


def done(events: list[e.Event], case: Case, who: str) -> bool:
    """Return whether the deed was done in its moment.

    Nothing more can be done to one who has fled.
    """
    other = case.b if who == "a" else case.a
    deed = deed_of(events, case, who)
    moment, lost = place(events, deed, who)
    if lost:
        return other.kind == "flee"
    kind = HAPPENED[deed.partition(":")[2]]
    return any(type(each) is kind and getattr(each, "who", "") == who and each.moment == moment for each in events)


ALL = tuple(cases(MATRIX))
WAITING = [case for case in ALL if case.row.first == "none"]
ORDERED = [case for case in ALL if case not in WAITING]


def test_all_273_rows_are_played() -> None:
    assert len(dict.fromkeys(case.row.id for case in ALL)) == 273 == len(MATRIX)


def test_rows_that_compare_are_played_lower_equal_and_higher() -> None:
    steps = {row.id: [case.step for case in ALL if case.row is row] for row in MATRIX if row.first == "compare"}
    assert set(map(tuple, steps.values())) == {("lower", "equal", "higher")}


@play_each(ORDERED)
def test_who_goes_first(case: Case) -> None:
    events = fight(case)
    assert who_was_first(events, case) == first(case)
    assert done(events, case, "a")
    assert done(events, case, "b")


@play_each(ORDERED)
def test_the_order_cites_the_row_and_nothing_else(case: Case) -> None:
    events = fight(case)
    a, b = (deed_of(events, case, who) for who in ("a", "b"))
    cited = reasons(events, a, b) or [*of_the_deed(events, a, "a"), *of_the_deed(events, b, "b")]
    if a and b:  # one who is gone can no longer be waited for
        assert set(cited) & set(case.row.clauses)
    if reasons(events, a, b):
        assert [clause for clause in cited if not is_clause_of_row(case.row, clause)] == []


def of_the_deed(events: list[e.Event], deed: str, who: str) -> list[str]:
    """Return the clauses of a deed's event, where the counts alone decide.

    Neither deed reaches the other then.
    """
    kind = HAPPENED.get(deed.partition(":")[2])
    mine = [each for each in events if type(each) is kind and getattr(each, "who", "") == who]
    lost = [each for each in events if isinstance(each, e.DeedLost) and each.deed == deed]
    return [*(cites(mine, kind) if kind is not None else []), *cites([*lost], e.DeedLost)]


@play_each(WAITING)
def test_where_each_waits_for_the_other_the_dm_says_what_happens(case: Case) -> None:
    events = fight(case)
    asked = [event for event in events if isinstance(event, e.Asked) and event.question == "effect"]
    assert [(event.who, event.clauses) for event in asked] == [("dm", case.row.clauses)]
    assert [type(each) for each in events if getattr(each, "who", "") in ("a", "b") and each.moment] == [
        e.Waited, e.Waited
    ]  # fmt: skip
