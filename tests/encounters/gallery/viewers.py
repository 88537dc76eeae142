"""The gallery's parts of a player's phone and of the table screen."""

from encounters.screens.phone.regions import PhoneHead
from encounters.screens.spectator.story import Words
from rules.kernel.standing import Pool
from tests.encounters.gallery.drawings import NOW, OTIS

RECAP = {
    "title": "Recap of round 1",
    "paragraphs": [
        "For one breath the orcs did not believe their eyes, and in that breath Otis cut the fourth of them."
    ],
    "aftermath": "Orc 4 is badly hurt. Nobody has fallen.",
}

PARTS: dict[str, object] = {
    "me": PhoneHead("Otis", OTIS, Pool("hp", 27, 38)),
    "me_plain": PhoneHead("Otis", OTIS, Pool("hp", 27, 38), plain=True),
    "banner": {
        "tone": "ask",
        "icon": "hand",
        "title": "Your choice, segment 3",
        "small": "The table waits for you.",
        "since": NOW,
    },
    "order": {
        "letter": "T",
        "title": "Your order is sealed",
        "words": "It is final.",
        "received": "20:38:41",
        "read": "Web, on the shaman and Orc 3",
        "party": [
            {"name": "you", "letter": "T", "sealed": True},
            {"name": "Otis", "letter": "O", "sealed": False},
        ],
    },
    "now": {
        "lines": [
            {"label": "1", "parts": [{"text": "The shaman begins a prayer. Two orcs charge."}]},
            {"label": "2", "parts": [{"text": "Tenser begins a spell."}]},
            {
                "label": "3",
                "parts": [
                    {"text": "Webs burst across the dais; the prayer breaks off. Orc 2 reaches you:"},
                    {"text": "4 damage to you.", "mine": True},
                ],
            },
            {"label": "4", "state": "now", "parts": [{"text": "Orc 1 reaches Tenser behind you. Its spear misses."}]},
            {"label": "5", "parts": [{"text": "Your blow on Orc 4.", "mine": True}]},
        ],
        "meant": {"said": "Sword on Orc 4.", "happened": "Not yet: segment 5."},
    },
    "sheet": {
        "title": "You are seated",
        "words": "Orders open in a moment. You may lock the screen.",
        "facts": [("Armor class", "4, plate and no shield"), ("Move", '6", 6 ft a segment'), ("To hit AC 6", "12")],
        "spells": [
            {"name": "Cure light wounds", "left": "2 left", "line": "5 segments", "takes": 5},
            {"name": "Bless", "left": "1 left", "line": "1 round", "takes": 10},
        ],
    },
    "saw": {
        "rounds": [
            {
                "title": "Round 1",
                "paragraphs": [{"text": "Otis cut the fourth orc to the bone.", "clauses": ("TOY.8.2",)}],
            }
        ],
        "export": "#",
    },
    "tabs": [
        {"label": "Now", "icon": "clock", "href": "#now", "on": True},
        {"label": "Sheet", "icon": "shield", "href": "#sheet"},
        {"label": "What I saw", "icon": "book", "href": "#saw"},
    ],
    "story": [
        {
            "label": "1",
            "parts": [Words("The shaman", "foes"), Words(" begins a prayer. Two orcs charge.", "")],
        },
        {"label": "2", "parts": [Words("Tenser", "party"), Words(", a moment late, begins a spell.", "")]},
        {
            "label": "3",
            "parts": [
                Words("Webs burst across the dais. ", ""),
                Words("The shaman", "foes"),
                Words(" and ", ""),
                Words("Orc 3", "foes"),
                Words(" hang fast; the prayer breaks off.", ""),
            ],
        },
        {
            "label": "3",
            "parts": [
                Words("Spear lowered, ", ""),
                Words("Orc 2", "foes"),
                Words(" reaches ", ""),
                Words("Otis", "party"),
                Words(". A choice is being made.", ""),
            ],
        },
    ],
    "replay": {
        "at": "Round 2, segment 3",
        "keys": [("Home", "#"), ("ArrowLeft", "#")],
        "earlier": "#",
        "dice": "#",
        "code": "OAK-417",
        "url": "http://192.168.1.20:8000/t/OAK417/",
        "rounds": [
            {
                "label": "Round 1",
                "ticks": [{"state": "played", "href": "#", "label": f"segment {n}"} for n in range(1, 11)],
            },
            {"label": "Round 2", "ticks": [{"state": state} for state in ["played", "played", "shown", *[""] * 7]]},
        ],
    },
}
