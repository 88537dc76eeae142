"""The segment strip as data: a lane for each combatant, a column for each segment.

Places across are percent of the strip's width, places down are pixels, so that the drawing stretches without script and
its text never scales. The sentences that say the same in words are made from the same marks. Nothing here knows Django
or the rules: the code that fills a strip has already asked what the viewer may know.
"""

from encounters.screens.strip.drawing import DESK, LAPTOP, TABLE, Size
from encounters.screens.strip.marks import (
    Lane,
    Mark,
    MarkKind,
    MarkState,
    Pips,
    StripColumn,
    list_segments,
    number_columns,
)
from encounters.screens.strip.sheet import Strip

__all__ = [
    "DESK",
    "LAPTOP",
    "TABLE",
    "StripColumn",
    "MarkKind",
    "Lane",
    "Mark",
    "Pips",
    "Size",
    "MarkState",
    "Strip",
    "number_columns",
    "list_segments",
]
