"""The DM's screen of a fight in play: the run page, its panels, and what is pushed to it."""
