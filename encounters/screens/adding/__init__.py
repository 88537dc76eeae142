"""Adding combatants, in preparation and in play: one search, one paste, one sheet."""
