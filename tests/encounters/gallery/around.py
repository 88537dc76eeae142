"""The gallery's parts around a fight: the list, preparing, joining, dice, recap."""

from encounters.screens.actions import Link, Post
from encounters.screens.battle_map.shapes import FEET
from encounters.screens.dice import DiceRow, DiceTable
from encounters.screens.prepare.encounters import EncounterList, EncounterRow
from encounters.screens.prepare.preparation_view import Reach, ReachCell, ReachColumn, ReachRow
from encounters.screens.prepare.rules import OptionChoice, OptionInput
from encounters.screens.rulebook.clause import ClauseNote
from tests.encounters.gallery.dm import die
from tests.encounters.gallery.drawings import CLAUSE, ORCS, OTIS, SHAMAN, TENSER

PARTS: dict[str, object] = {
    "list": EncounterList(
        acts=[Link("New encounter", "#", icon="plus", key="N", small=True)],
        rows=[
            EncounterRow(
                name="Hall of the Broken Pillar",
                line="Otis, Tenser, Jaroo against 4 orcs, a shaman",
                ruleset="Toy",
                state="running",
                words="running, round 2, segment 3",
                acts=[Link("Open", "#", tone="go", small=True)],
            ),
            EncounterRow(
                name="The toll bridge",
                line="default party against 6 brigands",
                ruleset="Toy",
                state="draft",
                words="draft",
                acts=[Link("Prepare", "#", small=True)],
            ),
        ],
    ),
    "recap_edit": {
        "number": 2,
        "action": "/gallery/",
        "text": "Webs burst over the dais before the shaman could finish.",
        "hidden": ["2 orcs by the stairs"],
        "submit": "Post recap and start round 3",
        "again": "#",
    },
    "join": {
        "code": "OAK-417",
        "url": "http://192.168.1.20:8000/t/OAK417/",
        "address": "192.168.1.20:8000",
        "seats": [
            {"name": "Pip, Otis", "live": True, "words": "live"},
            {"name": "Quill, Tenser", "live": False, "words": "away 20 s"},
            {"name": "Table screen", "live": True, "screen": True, "words": "live"},
        ],
        "acts": [
            Post("Stop new players joining", "/gallery/", small=True),
            Post("New code", "/gallery/", small=True, tone="quiet"),
        ],
    },
    "dice": DiceTable(
        title="The dice of round 1",
        note="promise given 20:31:10, seed shown at the end of the round",
        promise="b41c 09fe 77d2",
        seed="3f0a 51c8",
        verdict="matches",
        rows=(
            DiceRow(1, "initiative", "party", (die(5, typed=True),), "typed by Pip", ""),
            DiceRow(2, "to hit", "Otis", (die(17, 20),), "server", "matches"),
            DiceRow(3, "damage", "Otis", (die(5),), "server", "changed"),
        ),
    ),
    "reach": Reach(
        columns=[ReachColumn("Shaman", SHAMAN), ReachColumn("Orc 1", ORCS[0])],
        rows=[
            ReachRow("Otis", OTIS, [ReachCell("23", 23, "2", False), ReachCell("65", 65, "4", False)]),
            ReachRow("Tenser", TENSER, [ReachCell("30", 30, "2", False, hot=True), ReachCell("67", 67, "4", False)]),
        ],
        unit="segment",
        scale=FEET,
    ),
    "options": [
        OptionInput("o1", "Charge against spell", ["TOY.VII.B.2.a"], is_switch=True, on=True),
        OptionInput(
            "setting",
            "Place",
            choices=[OptionChoice("indoors", "Indoors", on=True), OptionChoice("outdoors", "Outdoors", on=False)],
        ),
    ],
    "note": ClauseNote(
        clause=CLAUSE,
        book="Toy",
        says="The longer weapon strikes first as a charge makes contact.",
        reading="A spear of 6 ft strikes before a long sword of 3½ ft.",
        option=None,
        fights=1,
    ),
    "keys": [("Space", "next step"), ("A", "autoplay on or off"), ("Z", "take back"), ("?", "this list")],
}
