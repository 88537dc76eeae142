"""A fight for each question that Dew asks."""

ASKED = {
    "option": ("dew/0a.toml", 0),
    "noncombat": ("dew/0l.toml", 0),
    "trace": ("dew/0l.2.toml", 0),
    "at_stop": ("dew/0j.toml", 0),
    "consult": ("dew/0j.toml", 0),
    "parry": ("dew/0b.toml", 0),
}
