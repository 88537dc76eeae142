"""Fights of the golden databases whose open round is played otherwise by a later rule."""

REOPENED: dict[str, str] = {
    "2026-11-27: ADDICT, half played": "who charges is where the run has led by the end of each segment (VII.B.charge)",
}
"""The rule that changed, by the name of the fight: its round is reopened before it goes on."""
