"""Values for the layer's own ruling in the fights of the golden database."""

RULINGS = (("orc-1", "event", "blows a horn", False, None), ("dm", "event", "a horn is blown", True, None))
REOPENED: dict[str, str] = {}
"""The rule that changed, by the name of the fight: its round is reopened before it goes on."""
