"""A fight for each question that the ten rules add to those of the procedure under them."""

ASKED = {
    "aim": ("lakofka/10.2.place.toml", 0),
    "thwart": ("lakofka/0.3.toml", 0),
    "observation": ("lakofka/10.10.11_feet.toml", 0),
    "opposes": ("lakofka/9.5.giant_no.toml", 0),
    "parry": ("lakofka/0.1.parry_and_throw.toml", 0),
    "retaliate": ("lakofka/9.1.toml", 0),
    "change": ("lakofka/10.14.toml", 0),
}
