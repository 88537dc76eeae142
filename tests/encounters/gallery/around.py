"""The gallery's parts around a fight: the list, preparing, joining, dice, recap."""

from encounters.screens.battle_map.shapes import FEET
from tests.encounters.gallery.dm import act, die
from tests.encounters.gallery.drawings import CLAUSE, JAROO, ORCS, OTIS, SHAMAN, TENSER

PARTS: dict[str, object] = {
    "list": {
        "acts": [act("New encounter", href="#", icon="plus", key="N", small=True)],
        "rows": [
            {
                "name": "Hall of the Broken Pillar",
                "line": "Otis, Tenser, Jaroo against 4 orcs, a shaman",
                "ruleset": "Toy",
                "state": "running",
                "words": "running, round 2, segment 3",
                "acts": [act("Return", href="#", tone="go", small=True)],
            },
            {
                "name": "The toll bridge",
                "line": "default party against 6 brigands",
                "ruleset": "Toy",
                "state": "draft",
                "words": "draft",
                "acts": [act("Prepare", href="#", small=True)],
            },
        ],
    },
    "recap_edit": {
        "number": 2,
        "action": "/gallery/",
        "text": "Webs burst over the dais before the shaman could finish.",
        "hidden": ["2 orcs by the stairs"],
        "submit": "Tell it, open round 3",
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
        "acts": [act("Close the door", small=True), act("New code", small=True, tone="quiet")],
    },
    "dice": {
        "title": "The dice of round 1",
        "note": "promise given 20:31:10, seed shown at the end of the round",
        "promise": "b41c 09fe 77d2",
        "seed": "3f0a 51c8",
        "verdict": "matches",
        "rows": [
            {
                "number": 1,
                "purpose": "initiative",
                "who": "party",
                "faces": [die(5, typed=True)],
                "from": "typed by Pip",
            },
            {
                "number": 2,
                "purpose": "to hit",
                "who": "Otis",
                "faces": [die(17, 20)],
                "from": "server",
                "check": "matches",
            },
            {"number": 3, "purpose": "damage", "who": "Otis", "faces": [die(5)], "from": "server", "check": "changed"},
        ],
    },
    "reach": {
        "unit": "segment",
        "scale": FEET,
        "columns": [{"name": "Shaman", "token": SHAMAN}, {"name": "Orc 1", "token": ORCS[0]}],
        "rows": [
            {"name": "Otis", "token": OTIS, "cells": [{"apart": "23", "segment": 2}, {"apart": "65", "segment": 4}]},
            {
                "name": "Tenser",
                "token": TENSER,
                "cells": [{"apart": "30", "segment": 2, "hot": True}, {"apart": "67", "segment": 4}],
            },
        ],
    },
    "sides": [
        {
            "label": "Party",
            "note": "default party, hit points carried over",
            "members": [
                {"name": "Otis", "token": OTIS, "line": "ranger 4, 38 hp, long sword", "seat": "Pip", "href": "#"},
                {"name": "Jaroo", "token": JAROO, "line": "cleric 4, 24 hp, mace", "cond": "no phone yet", "href": "#"},
            ],
        },
        {
            "label": "Foes",
            "note": "one order each unless you split",
            "members": [
                {"name": "Orc × 4", "token": ORCS[3], "line": "6, 5, 5, 7 hp", "cond": "as a mob", "href": "#"}
            ],
        },
    ],
    "rulesets": [
        {"value": "toy", "name": "Toy", "line": "everybody strikes or waits", "on": True},
        {"value": "chess", "name": "Chess", "line": "white first", "barred": "not here yet"},
    ],
    "options": [
        {"name": "o1", "label": "Charge against spell", "clauses": ["TOY.VII.B.2.a"], "kind": "switch", "on": True},
        {
            "name": "setting",
            "label": "Place",
            "kind": "choice",
            "choices": [
                {"value": "indoors", "label": "Indoors", "on": True},
                {"value": "outdoors", "label": "Outdoors"},
            ],
        },
    ],
    "note": {
        "clause": CLAUSE,
        "title": "Charge and length",
        "text": "The longer weapon strikes first as a charge makes contact.",
        "facts": "spear 6 ft, long sword 3½ ft",
    },
    "keys": [("Space", "next step"), ("A", "autoplay on or off"), ("Z", "take back"), ("?", "this list")],
}
