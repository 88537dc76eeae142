"""The gallery's questions: one with every kind of field, and those a round asks most."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from encounters.screens.answering.question import AnswerSoFar, Button, Crumb, Foot, QuestionForm, QuestionHead, Sending
from encounters.screens.answering.shown_fields import ChangeRow, DeedRow, ShownChoice, ShownField, Taken
from rules.kernel.forms import (
    ChangesField,
    Choice,
    Field,
    LengthField,
    Number,
    OneOf,
    PathField,
    PlaceField,
    Refusal,
    Several,
    SomeOf,
    Text,
)
from tests.encounters.gallery.drawings import CLAUSE

LETTERS = OneOf(
    "action",
    "What does Tenser do?",
    [
        Choice("P", "Psionics", refusal=Refusal("TOY.V.C", "Tenser has none")),
        Choice("A", "Avoid", "flee, shut a door, escape by magic"),
        Choice("B", "Parley", "talk instead"),
        Choice("C", "Await", "let them act first"),
        Choice("D", "Cast, shoot or use", "cast, shoot, use a device, turn"),
        Choice("E", "Move", "close, charge, fetch something"),
        Choice("F", "Set against a charge", refusal=Refusal("TOY.VII.B.4", "a staff cannot be set")),
        Choice("G", "Strike", refusal=Refusal("TOY.VII.D", "no foe within reach of a staff")),
    ],
)

ROWS = (ChangeRow(),) * 3
"""Empty rows of changes."""
DEEDS = (DeedRow("Draw sword", "", "more.0.1"), DeedRow("Strike, Sword", "more.1.0", ""))
"""Two deeds of an order."""


def question(key: str, head: QuestionHead | str, fields: Sequence[Field], **more: Any) -> QuestionForm:
    shown = [ShownField(each, each.name, getattr(each, "choices", ()), rows=ROWS) for each in fields]
    shown = [replace(each, deeds=DEEDS) if isinstance(each.of, Several) else each for each in shown]
    head = QuestionHead(head) if isinstance(head, str) else head
    return QuestionForm(f"q-{key}", key, Sending("/gallery/"), tuple(shown), head=head, **more)


LETTER_QUESTION = question("letter", "", [LETTERS], steps=True, shape="letters")
SPELLS = [
    ShownChoice("web", "Web", "2 segments, range 25 ft", takes=2),
    ShownChoice("missile", "Magic missile", "1 segment, range 110 ft", takes=1),
    ShownChoice("sleep", "Sleep", refusal=Refusal("TOY.VII.C", "cast this morning")),
]
SPELL_QUESTION = question(
    "spell",
    "",
    [OneOf("spell", "Which spell?", SPELLS)],
    steps=True,
    so_far=AnswerSoFar(Crumb((Taken("answer.action", "D", "Cast, shoot or use", "D"),), "#")),
)
RETALIATE_QUESTION = question(
    "retaliate",
    QuestionHead(
        "Orc 2’s charge reaches you. Retaliate?", "You have one attack routine left this round.", clauses=(CLAUSE,)
    ),
    [OneOf("choice", "Retaliate?", [Choice("yes", "Retaliate against Orc 2"), Choice("no", "Hold for Orc 4")])],
    shape="acts",
)
DICE_QUESTION = question(
    "dice",
    "What does your d20 show?",
    [Number("face", "Tap the face you rolled", 1, 20)],
    shape="die",
    foot=Foot("Send", others=(Button("mine", "server", "Roll it for me", "d20"),)),
)
SEAL_QUESTION = question(
    "seal",
    "Web on Orc 3",
    [
        SomeOf("with", "Who goes along?", [Choice("otis", "Otis"), Choice("jaroo", "Jaroo", "beside you")], most=2),
        Number("shots", "How many shots?", 1, 3),
        Text("words", "What do you say?"),
        PlaceField("to", "Where to?"),
        PathField("way", "By which way?"),
        ChangesField("changes", "What changes?", [Choice("otis", "Otis")], [Choice("hp", "hit points")]),
        Several("more", "Add another deed", lambda: (), most=1),
        LengthField("far", "How far?", 0, 1000, optional=True),
    ],
    so_far=AnswerSoFar(facts=(("Begins", "segment 2, you are 1 late"), ("Complete", "segment 3, unless you are hit"))),
    foot=Foot("Seal this order", "seal"),
)

QUESTIONS = [LETTER_QUESTION, SPELL_QUESTION, DICE_QUESTION, SEAL_QUESTION]
