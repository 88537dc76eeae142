"""The key of the strip: every mark in a lane that is named for its meaning."""

from encounters.screens.strip.marks import Lane, Mark, MarkKind, MarkState, number_columns
from encounters.screens.strip.sheet import Strip
from encounters.screens.tokens import Token

PARTY, FOES = Token("party", "A"), Token("foes", "1")
DONE, PENDING, RUNNING = MarkState.DONE, MarkState.PENDING, MarkState.RUNNING


def _name_lane(meaning: str, *marks: Mark, token: Token = PARTY, out: str = "") -> Lane:
    return Lane(meaning, token, marks=marks, out=out)


KEY = Strip(
    "Every mark of the strip",
    number_columns(1, 7),
    (
        _name_lane("Hit", Mark(MarkKind.BLOW, DONE, "2", "2", "axe", struck=(True,))),
        _name_lane("Miss", Mark(MarkKind.BLOW, DONE, "2", "2", "axe", struck=(False,))),
        _name_lane("Some hit", Mark(MarkKind.MISSILE, DONE, "2", "2", "1 of 2 hit", struck=(True, False))),
        _name_lane("Falls", Mark(MarkKind.DOWN, DONE, "2", "2", "falls")),
        _name_lane("Dies", Mark(MarkKind.DEAD, DONE, "2", "2", "dies")),
        _name_lane("Is down", out="down"),
        _name_lane("Is dead", out="dead"),
        _name_lane(
            "Blow, shot to come",
            Mark(MarkKind.BLOW, PENDING, "4", "4", "sword"),
            Mark(MarkKind.MISSILE, PENDING, "6", "6", "bow"),
            token=FOES,
        ),
        _name_lane("Out of turn", Mark(MarkKind.OPPORTUNITY, DONE, "2", "2", "spear", struck=(False,)), token=FOES),
        _name_lane("Lost, cancelled", Mark(MarkKind.MISSILE, MarkState.SUPERSEDED, "4", "4", "bow"), token=FOES),
        _name_lane("Spell under way", Mark(MarkKind.SPELL, RUNNING, "1", "6", "sleep")),
        _name_lane("Spell complete", Mark(MarkKind.SPELL, DONE, "1", "2", "web", order=1)),
        _name_lane("Spell spoiled", Mark(MarkKind.SPELL, MarkState.SPOILED, "1", "5", "hold", cut="2"), token=FOES),
        _name_lane("Still casting", Mark(MarkKind.SPELL, MarkState.FRAYED, "1", "3", "a prayer"), token=FOES),
        _name_lane("Charge, move", Mark(MarkKind.CHARGE, RUNNING, "1", "5", "charge")),
        _name_lane("Charge that hit", Mark(MarkKind.CHARGE, DONE, "1", "3", "charge", struck=(True,))),
        _name_lane("Charge that missed", Mark(MarkKind.CHARGE, DONE, "1", "3", "charge", struck=(False,))),
        _name_lane("Prepared", Mark(MarkKind.PREPARED, PENDING, "3", "6", "if it moves")),
        _name_lane("Device", Mark(MarkKind.DEVICE, PENDING, "4", "5", "wand of fear")),
        _name_lane("Turns undead", Mark(MarkKind.TURNING, DONE, "2", "2", "turns")),
        _name_lane("Delay", Mark(MarkKind.LATE, DONE, "1", "1", "1 late")),
        _name_lane("Is asked", Mark(MarkKind.ASKED, PENDING, "3", "3", "retaliate?")),
        _name_lane("Psionics", Mark(MarkKind.PSIONIC, RUNNING, "1", "4", "mind thrust")),
        _name_lane("Together", Mark(MarkKind.BLOW, DONE, "3", "3", "mace", 1, "together", struck=(True,))),
        _name_lane(
            "with this one", Mark(MarkKind.BLOW, DONE, "3", "3", "axe", 1, "together", struck=(True,)), token=FOES
        ),
    ),
    now="3",
    corner="the party is round, foes are diamonds",
)
