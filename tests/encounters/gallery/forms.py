"""The gallery's questions: one with every kind of field, and those a round asks most."""

from typing import Any

from rules.kernel.forms import (
    ChangesField,
    LengthField,
    Number,
    OneOf,
    Option,
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
        Option("P", "Psionics", refusal=Refusal("TOY.V.C", "Tenser has none")),
        Option("A", "Avoid", "flee, shut a door, escape by magic"),
        Option("B", "Parley", "talk instead"),
        Option("C", "Await", "let them act first"),
        Option("D", "Discharge", "cast, shoot, use a device, turn"),
        Option("E", "Move", "close, charge, fetch something"),
        Option("F", "Set against a charge", refusal=Refusal("TOY.VII.B.4", "a staff cannot be set")),
        Option("G", "Strike", refusal=Refusal("TOY.VII.D", "no foe within reach of a staff")),
    ],
)


def question(key: str, title: str, fields: list[Any], **more: object) -> dict[str, Any]:
    return {"id": f"q-{key}", "token": key, "action": "/gallery/", "title": title, "fields": fields, **more}


LETTER_QUESTION = question("letter", "", [LETTERS], steps=True, shape="letters")
SPELLS: list[Any] = [
    {"value": "web", "label": "Web", "price": "2 segments, range 25 ft", "takes": 2, "late": 1},
    {"value": "missile", "label": "Magic missile", "price": "1 segment, range 110 ft", "takes": 1, "late": 1},
    {
        "value": "sleep",
        "label": "Sleep",
        "refusal": Refusal("TOY.VII.C", "cast this morning"),
    },
]
SPELL_QUESTION = question(
    "spell",
    "",
    [OneOf("spell", "Which spell?", SPELLS)],
    steps=True,
    shape="rows",
    back="#",
    taken=[{"name": "answer.action", "value": "D", "letter": "D", "label": "Discharge"}],
)
RETALIATE_QUESTION = question(
    "retaliate",
    "Orc 2’s charge reaches you. Retaliate?",
    [OneOf("choice", "Retaliate?", [Option("yes", "Retaliate against Orc 2"), Option("no", "Hold for Orc 4")])],
    shape="acts",
    detail="You have one attack routine left this round.",
    clauses=[CLAUSE],
    alert="Otis: retaliate?",
    stakes=[
        {
            "tone": "y",
            "title": "If you retaliate",
            "text": "Its spear strikes first; if you stand, your sword strikes.",
        },
        {"tone": "n", "title": "If you hold", "text": "Its spear strikes you. You keep your routine for Orc 4."},
    ],
)
DICE_QUESTION = question(
    "dice",
    "What does your d20 show?",
    [Number("face", "Tap the face you rolled", 1, 20)],
    shape="die",
    submit="Send",
    others=[{"name": "mine", "value": "server", "label": "Roll it for me", "icon": "d20"}],
)
SEAL_QUESTION = question(
    "seal",
    "Web on Orc 3",
    [
        SomeOf("with", "Who goes along?", [Option("otis", "Otis"), Option("jaroo", "Jaroo", "beside you")], most=2),
        Number("shots", "How many shots?", 1, 3),
        Text("words", "What do you say?"),
        PlaceField("to", "Where to?"),
        PathField("way", "By which way?"),
        ChangesField("changes", "What changes?", [Option("otis", "Otis")], [Option("hp", "hit points")]),
        Several("more", "Add another deed", lambda: (), most=1),
        LengthField("far", "How far?", 0, 1000, optional=True),
    ],
    facts=[("Begins", "segment 2, you are 1 late"), ("Complete", "segment 3, unless you are hit")],
    submit="Seal this order",
    tone="seal",
)

QUESTIONS = [LETTER_QUESTION, SPELL_QUESTION, DICE_QUESTION, SEAL_QUESTION]
