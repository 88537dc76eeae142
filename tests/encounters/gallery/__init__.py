"""One sample of everything that the components draw: the same fight, seen from each screen.

Otis the ranger, Tenser the magic-user and Jaroo the cleric against four orcs and a shaman, round 2, segment 3.
"""

from encounters.screens.answering.question import AimMap
from encounters.screens.spectator.regions import Title
from encounters.screens.strip.key import KEY
from tests.encounters.gallery import around, viewers
from tests.encounters.gallery.dm import BOARD, CONSOLE, LOG, PROMPTS, ROSTER, TOP, WHY
from tests.encounters.gallery.drawings import MAP, ORDERS, PLACE_MAP, STRIP, WATCHED
from tests.encounters.gallery.forms import QUESTIONS, RETALIATE_QUESTION

PARTS: dict[str, object] = {
    "top": TOP,
    "strip": STRIP,
    "roster": ROSTER,
    "board": BOARD,
    "prompts": PROMPTS,
    "map": MAP,
    "place_map": PLACE_MAP,
    "place_aim": AimMap(PLACE_MAP),
    "log": LOG,
    "why": WHY,
    "console": CONSOLE,
    "question": RETALIATE_QUESTION,
    "questions": QUESTIONS,
    "tv": Title(
        "Hall of the Broken Pillar", "Round 2, segment 3", "", False, "OAK-417", "http://192.168.1.20:8000/t/OAK417/"
    ),
    "watched": WATCHED,
    "orders": ORDERS,
    "key": KEY,
    **viewers.PARTS,
    **around.PARTS,
}
