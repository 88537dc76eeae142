"""The orders of the AD&D family: a file for each deed, in the order of the list.

An order stands here from the form that asks for it to the deeds that are built from it. ``listed`` has them all.
"""
