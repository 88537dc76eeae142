"""The keys of the DM's laptop, as they are listed under "?"."""

KEYS = (
    ("Space", "next step; never answers a person's question"),
    ("A", "autoplay on or off"),
    ("Z", "take back"),
    ("R", "ruling"),
    ("W", "why this order?"),
    ("V", "the round by other procedures, side by side"),
    ("1 to 9, 0", "look at column 1 to 10"),
    ("J K, Enter", "next and previous in a list; open it"),
    ("M", "the field"),
    ("N", "remind all who are awaited"),
    ("C", "close with defaults"),
    ("H", "the open question's default"),
    ("P A B C D E F G", "in the composer: that action"),
    ("X", "cover the foes' orders"),
    ("Alt", "held: read the players' orders"),
    ("Ctrl Enter", "send the form"),
    ("\u2190 \u2192", "in a replay: a moment back or on; with Shift a column, Home and End"),
    ("Esc", "back to the round"),
    ("?", "this list"),
)
