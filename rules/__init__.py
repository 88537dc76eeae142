"""The rules: published AD&D-style combat procedures as pure Python.

Only ``apps`` and the management commands know Django. Everything else does no input or output, reads no clock and
draws nothing from global randomness.
"""
