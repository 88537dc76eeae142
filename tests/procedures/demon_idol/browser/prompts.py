"""A fight for each question that Demon Idol asks."""

ASKED = {
    "retaliate": ("demon_idol/8.E.retaliate.one-left.toml", 1),
    "cancel": ("demon_idol/6.3.cancel.always.toml", 0),
    "letter": ("demon_idol/6.cat.toml", 0),
    "range": ("demon_idol/FN.14.toml", 0),
    "symbol": ("demon_idol/FN.15.toml", 0),
    "recover": ("demon_idol/11.2.limits.toml", 0),
    "trigger": ("demon_idol/8.PREP.damage.toml", 0),
    "morale_due": ("demon_idol/8.A.morale.toml", 0),
    "opening_morale": ("demon_idol/4.2.toml", 0),
    "effect": ("demon_idol/5.A.indoor.toml", 0),
    "modes": ("demon_idol/browser/modes.toml", 0),
}
