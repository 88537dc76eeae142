"""The gallery's parts of the DM's laptop while a round is played."""

from encounters.screens.actions import Link, Post
from encounters.screens.answering.answer import QuestionStep
from encounters.screens.answering.question import make_question_form
from encounters.screens.dice import Face
from encounters.screens.dm.why import Focus, Reason, Why
from encounters.screens.log_lines import LogLine
from rules.api import events as e
from rules.kernel.standing import Pool, Standing
from tests.encounters.gallery.drawings import CLAUSE, GRAPH, JAROO, NOW, OTIS, PLACES, SHAMAN, TENSER


def die(face: int, sides: int = 6, *, typed: bool = False) -> Face:
    return Face(face, sides, typed)


def _row(name: str, line: str, hp: int, most: int, *conds: dict[str, str]) -> dict[str, object]:
    token = PLACES[name][0]
    return {
        "id": name.lower().replace(" ", "-"),
        "name": name,
        "token": token,
        "line": line,
        "standing": Standing(Pool("hp", hp, most, title="hit points")),
        "conds": conds,
        "href": "#",
    }


WEBBED = {"words": "webbed", "tone": "bad", "icon": "spark"}
ROSTER = {
    "orders": "Orders 8 of 8",
    "sides": [
        {
            "label": "Party",
            "note": "3 standing, dice 4",
            "rows": [
                _row("Otis", "ranger 4, long sword, AC 4", 27, 38, {"words": "asked", "icon": "hand"}),
                _row("Tenser", "magic-user 5, staff, AC 7", 9, 14),
                _row("Jaroo", "cleric 4, mace, AC 4", 18, 24, {"words": "casting", "tone": "mag", "icon": "spark"}),
            ],
        },
        {
            "label": "Foes",
            "note": "5 standing, dice 4",
            "rows": [
                _row("Orc 1", "spear, charging, AC 6", 6, 6),
                _row("Orc 2", "spear, charged, AC 6", 4, 5),
                _row("Orc 3", "short bow, AC 6", 5, 5, WEBBED),
                _row("Orc 4", "battle axe, AC 6", 2, 7),
                _row("Shaman", "cleric 3, staff, AC 5", 12, 16, WEBBED),
            ],
        },
    ],
}

BOARD = {
    "note": "6 of 8 in. The foes have their orders, 20:37:58.",
    "clauses": ["TOY.V.A"],
    "since": NOW,
    "rows": [
        {
            "name": "Otis",
            "token": OTIS,
            "seat": "Pip’s phone",
            "state": "sealed",
            "words": "sealed at 0:04",
            "letter": "O",
            "order": "sword on Orc 4",
            "covered": True,
            "acts": [Link("Open", "#", tone="quiet", small=True)],
        },
        {
            "name": "Tenser",
            "token": TENSER,
            "seat": "Quill’s phone",
            "state": "choosing",
            "words": "choosing",
            "since": NOW,
            "silent": "await (C)",
            "hot": True,
            "acts": [Post("Nudge", "/gallery/", icon="bell", small=True)],
        },
        {
            "name": "Jaroo",
            "token": JAROO,
            "seat": "no phone",
            "state": "yours",
            "words": "yours to give",
            "silent": "mace on Orc 4 (G)",
            "acts": [Link("Declare", "#", small=True)],
        },
        {
            "name": "Shaman",
            "token": SHAMAN,
            "seat": "you",
            "state": "sealed",
            "words": "sealed first",
            "order": "hold person on Otis, Jaroo",
            "acts": [Link("Open", "#", tone="quiet", small=True)],
        },
    ],
}

PROMPTS = [
    {
        "id": "q-otis",
        "title": "Otis: retaliate against Orc 2?",
        "since": NOW,
        "detail": "Costs his blow on Orc 4.",
        "clauses": [CLAUSE],
        "acts": [
            Post("Nudge", "/gallery/", icon="bell", small=True),
            Link("Answer for him", "#", small=True),
            Post("He holds", "/gallery/", key="H", small=True),
        ],
    },
    {
        "id": "q-web",
        "title": "Your ruling on web",
        "detail": "Web: webbed: Orc 1, Orc 2 until round 5. Saved: Orc 3.",
        "acts": [Post("Apply", "/gallery/", tone="go"), Post("Nothing", "/gallery/")],
        "folded": {"words": "Change"},
        "form": make_question_form(QuestionStep((), (), False), "1~0", "/gallery/", submit="Apply changes"),
    },
]


def _line(text: str, **more: object) -> LogLine:
    return LogLine(text, e.Event(), **more)  # type: ignore[arg-type]


LOG = {
    "groups": [
        {
            "label": "Orders",
            "words": "closed 20:38:44",
            "lines": [
                _line("The foes’ five orders were sealed first.", side="foes", clauses=("TOY.V.A",)),
                _line(
                    "Dice: party 4, foes 4. Tied; nobody wins.",
                    dice=(die(4, typed=True), die(4)),
                    note="party typed by Pip",
                    clauses=("TOY.VI", "TOY.VII.tie"),
                ),
            ],
        },
        {
            "label": "1",
            "words": "and 2",
            "lines": [
                _line("The shaman begins hold person. Orcs 1 and 2 charge, 18 ft a segment.", side="foes"),
                _line("Tenser begins web.", side="party"),
                _line("Segment 4 began.", state="back", note="Taken back 20:39:20, pressed twice"),
            ],
        },
        {
            "label": "3",
            "words": "now",
            "lines": [
                _line(
                    "Web is complete. The shaman and Orc 3 are caught.",
                    side="party",
                    dice=(die(7, 20), die(4, 20)),
                    working="needed 15, 17",
                    clauses=("TOY.VII.C.6",),
                ),
                _line(
                    "Hold person is spoiled.",
                    state="ruled",
                    note="Ruled by the DM: cannot finish the gestures in a web",
                ),
                _line(
                    "Orc 2 reaches Otis, spear (6 ft) against sword (3½ ft).",
                    side="foes",
                    state="now",
                    clauses=(CLAUSE, "TOY.VII.B.3.c"),
                ),
            ],
        },
    ],
}

LONGER = "Orc 2’s spear, 6 ft, is longer than Otis’s sword, 3½ ft. So Orc 2 comes first."

WHY = Why(
    title="",
    reasons=(Reason(LONGER, CLAUSE), Reason("Otis comes before Orc 1.", "TOY.VII.B.3.c")),
    graph=GRAPH,
    close="#",
    focus=Focus(LONGER, CLAUSE, "The longer weapon strikes first as a charge makes contact."),
)

CONSOLE = {
    "left": [
        Link("Take back", "#", key="Z", icon="undo"),
        Link("Ruling", "#", key="R", icon="quill"),
    ],
    "head": "Segment 3",
    "words": "12 to 18 seconds.",
    "waits": ["Otis", "Jaroo"],
    "autoplay": 4,
    "right": [Post("Next segment", "/gallery/", key="Space", icon="next", tone="go", next=True, disabled=True)],
}

TOP = {
    "title": "Hall of the Broken Pillar",
    "set": "Round 2, Toy",
    "steps": [
        {"label": "Orders", "state": "done"},
        {"label": "Initiative", "state": "done"},
        {"label": "Segments", "state": "now"},
        {"label": "Bleeding"},
        {"label": "Recap"},
    ],
    "phones": 3,
    "screens": 1,
    "code": "OAK-417",
    "join_href": "#join",
}
