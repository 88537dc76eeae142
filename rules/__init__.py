"""The referee: published AD&D-style procedures as pure Python.

Nothing here does input or output, reads a clock, draws from global randomness or knows Django.
"""
