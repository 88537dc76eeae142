"""The ten rules' function that takes texts apart."""

READERS = ("rules/procedures/lakofka/named_things.py:read_kinds",)
