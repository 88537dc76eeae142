"""The choice of spells: on a player's phone, and on the DM's sheet."""
