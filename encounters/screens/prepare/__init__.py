"""Preparing an encounter: the list, the rules, the combatants and their places."""
