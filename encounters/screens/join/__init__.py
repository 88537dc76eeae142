"""Joining a table by its code, and choosing characters."""
