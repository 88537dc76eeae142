"""Fights of the golden databases whose open round is played otherwise by a later rule."""

COUNTS = "counts 1 to 12 are always begun, and the end of a round has no clock"

REOPENED: dict[str, str] = {
    "2026-11-27: Crucible, in the orders": COUNTS,
    "2026-11-27: Crucible, half played": COUNTS,
}
"""The rule that changed, by the name of the fight: its round is reopened before it goes on."""
