"""Values for the layer's own ruling in the fights of the golden database."""

RULINGS = (("orc-1", "event", "blows a horn", False, None), ("dm", "event", "a horn is blown", True, None))
CITED = "an order cites 10.1 and no longer its example, 10.1.ex"
REOPENED: dict[str, str] = {
    "2026-11-27: Lakofka, half played": CITED,
    "2026-11-27: Lakofka over Demon Idol, in the orders": CITED,
    "2026-11-27: Lakofka over Demon Idol, half played": CITED,
}
"""The rule that changed, by the name of the fight: its round is reopened before it goes on."""
