"""A fight for each question that Crucible asks."""

ASKED = {
    "parry": ("crucible/WD.FB.3.dm.toml", 0),
    "opportunity": ("crucible/AoO.declined.toml", 0),
    "shoot_first": ("crucible/III.A.trigger.toml", 0),
    "change": ("crucible/AoO.3.changed.toml", 0),
    "trigger": ("crucible/III.A.trigger.toml", 0),
    "morale_due": ("crucible/WD.MOR.2.member.toml", 0),
    "follow": ("crucible/WD.DR.4.toml", 0),
    "circumstances": ("crucible/I.A.asked.toml", 0),
    "distance": ("crucible/I.E.toml", 0),
    "extra_attack": ("crucible/READY.3.toml", 0),
    "group_roll": ("crucible/IND.2.toml", 0),
    "let_fight": ("crucible/WD.DR.4.toml", 0),
    "rally": ("crucible/WD.GAME.2.allowed.toml", 0),
    "effect": ("crucible/DUR.1.toml", 0),
}
