"""The table screen and a spectator's phone: what has happened, as everybody perceives it."""
