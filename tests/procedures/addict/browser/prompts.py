"""A fight for each question that ADDICT asks."""

ASKED = {
    "modes": ("addict/V.A.modes.toml", 0),
    "opening_morale": ("addict/II-IV.toml", 0),
    "effect": ("addict/VII.OTHER.both-wait.toml", 0),
    "dodge": ("addict/options/offer_dodge.toml", 2),
}
