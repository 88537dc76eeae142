"""Screens of the DM, the players and spectators: pages, and fragments pushed to them."""
