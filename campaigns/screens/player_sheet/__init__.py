"""The player's sheet: an own character on the phone, between fights."""
