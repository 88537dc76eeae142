"""Procedures that the AD&D family shares."""
