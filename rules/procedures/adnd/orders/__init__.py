"""The orders of the AD&D family: a file for each deed, or for two that belong together.

An order stands here from the form that asks for it to the deeds that are built from it. ``listed`` has them all.
"""
