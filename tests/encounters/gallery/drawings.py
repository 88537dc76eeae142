"""The fight that the gallery shows: its strips, its field and its graph of precedences."""

from encounters.graph import Deed, Graph, Precedence
from encounters.screens.battle_map.shapes import BattleMap, MapCombatant
from encounters.screens.battle_map.ways import Trail
from encounters.screens.strip import TABLE, Lane, Mark, MarkKind, MarkState, Strip, list_segments
from encounters.screens.tokens import Token

OTIS, TENSER, JAROO = Token("party", "O"), Token("party", "T"), Token("party", "J")
ORCS = [Token("foes", str(n)) for n in range(1, 5)]
SHAMAN = Token("foes", "SH")
CLAUSE = "TOY.VII.B.3.b"
NOW = 0


def _mark(kind: MarkKind, state: MarkState, begin: str | None, end: str | None, label: str, **more: object) -> Mark:
    return Mark(kind, state, begin, end, label, **more)  # type: ignore[arg-type]


LANES = (
    Lane(
        "Otis",
        OTIS,
        "sword on Orc 4",
        "G",
        (
            _mark(MarkKind.ASKED, MarkState.PENDING, "3", "3", "retaliate?"),
            _mark(MarkKind.BLOW, MarkState.PENDING, "5", "5", "sword, Orc 4"),
        ),
        acting=True,
    ),
    Lane(
        "Tenser",
        TENSER,
        "web",
        "D",
        (
            _mark(MarkKind.LATE, MarkState.DONE, "1", "1", "1 late"),
            _mark(MarkKind.SPELL, MarkState.DONE, "2", "3", "web on shaman, Orc 3", order=1, moment="a"),
        ),
    ),
    Lane(
        "Jaroo",
        JAROO,
        "cure Otis",
        "D",
        (_mark(MarkKind.SPELL, MarkState.RUNNING, "1", "5", "cure light wounds on Otis"),),
    ),
    Lane(
        "Orc 1",
        ORCS[0],
        "charge Tenser",
        "E",
        (_mark(MarkKind.CHARGE, MarkState.RUNNING, "1", "4", "charge at Tenser"),),
    ),
    Lane(
        "Orc 2",
        ORCS[1],
        "charge Otis",
        "E",
        (_mark(MarkKind.CHARGE, MarkState.DONE, "1", "3", "charge at Otis", order=2),),
    ),
    Lane("Orc 3", ORCS[2], "2 arrows", "D", (_mark(MarkKind.MISSILE, MarkState.SUPERSEDED, "4", "4", "2 arrows"),)),
    Lane(
        "Orc 4",
        ORCS[3],
        "axe on Jaroo",
        "G",
        (_mark(MarkKind.BLOW, MarkState.PENDING, "7", "7", "axe, Jaroo", own="6"),),
    ),
    Lane(
        "Shaman",
        SHAMAN,
        "hold person",
        "D",
        (_mark(MarkKind.SPELL, MarkState.SPOILED, "1", "5", "hold person on Otis, Jaroo", cut="3"),),
    ),
)

STRIP = Strip("Round 2, ten segments", list_segments(last_word="then bleed"), LANES, now="3")

WATCHED = Strip(
    "Round 2, what has happened",
    list_segments(),
    (
        Lane("Otis", OTIS),
        Lane("Tenser", TENSER, marks=(_mark(MarkKind.SPELL, MarkState.DONE, "2", "3", "web"),)),
        Lane("Jaroo", JAROO, marks=(_mark(MarkKind.SPELL, MarkState.FRAYED, "1", "3", "a prayer"),)),
        Lane("Orc 1", ORCS[0], marks=(_mark(MarkKind.CHARGE, MarkState.RUNNING, "1", "3", ""),)),
        Lane("Orc 2", ORCS[1], marks=(_mark(MarkKind.CHARGE, MarkState.DONE, "1", "3", ""),)),
        Lane("Orc 3", ORCS[2], marks=(_mark(MarkKind.WORD, MarkState.DONE, "3", "3", "webbed"),)),
        Lane("Orc 4", ORCS[3]),
        Lane(
            "Shaman",
            SHAMAN,
            marks=(_mark(MarkKind.SPELL, MarkState.SPOILED, "1", "3", "a prayer", cut="3", word="broken off"),),
        ),
    ),
    now="3",
    corner="what has happened",
    size=TABLE,
    foretells=False,
)

ORDERS = Strip(
    "Round 2, orders",
    list_segments(),
    tuple(Lane(lane.name, lane.token, sealed=lane.name != "Tenser") for lane in LANES),
    corner="two of three sealed, Jaroo is choosing",
    size=TABLE,
    foretells=False,
)

PLACES = {
    "Otis": (OTIS, (2500, 2200)),
    "Tenser": (TENSER, (1500, 2500)),
    "Jaroo": (JAROO, (2400, 3350)),
    "Orc 1": (ORCS[0], (2220, 2740)),
    "Orc 2": (ORCS[1], (3160, 2160)),
    "Orc 3": (ORCS[2], (3800, 1250)),
    "Orc 4": (ORCS[3], (2840, 2900)),
    "Shaman": (SHAMAN, (3300, 1050)),
}

MAP = BattleMap(
    tuple(MapCombatant(name, token, at, asked=name == "Otis") for name, (token, at) in PLACES.items()),
    (Trail("foes", ((7000, 2150), (3160, 2160))), Trail("foes", ((3160, 2160), (2690, 2200)), todo=True)),
)
PLACE_MAP = BattleMap(MAP.combatants, range_ring=((1500, 2500), 2500))

GRAPH = Graph(
    [
        Deed("web", "Tenser: web", "segment 3, complete", "party", "gone"),
        Deed("spear", "Orc 2: spear on Otis", "segment 3, contact now", "foes", "now"),
        Deed("orc1", "Orc 1: spear on Tenser", "segment 4, charge arrives", "foes"),
        Deed("retaliate", "Otis: retaliation", "segment 3, if he says yes", "party", "now"),
        Deed("cure", "Jaroo: cure light wounds", "segment 5, casting time", "party"),
        Deed("sword", "Otis: sword on Orc 4", "segment 5, speed factor", "party"),
        Deed("axe", "Orc 4: axe on Jaroo", "segment 7, speed factor", "foes"),
    ],
    [
        Precedence("web", "orc1", "TOY.VII.B.2.a", "web complete in 3, charge arrives in 4"),
        Precedence("spear", "retaliate", CLAUSE, "spear 6 ft first"),
        Precedence("retaliate", "sword", "TOY.VII.A.2", "spends his one routine"),
        Precedence("cure", "axe", "TOY.VII.C.2.a", "cure 5 before axe 7"),
        Precedence("sword", "axe", "TOY.VII.D.1.a", "sword 5 before axe 7"),
        Precedence("axe", "cure", "TOY.VII", dropped=True, by="TOY.VII.C.2.a"),
    ],
)
