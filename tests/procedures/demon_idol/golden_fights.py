"""Fights of the golden databases whose open round is played otherwise by a later rule."""

REOPENED: dict[str, str] = {}
"""The rule that changed, by the name of the fight: its round is reopened before it goes on."""
