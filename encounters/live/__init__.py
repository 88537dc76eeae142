"""The live push: sockets, their connections, the hub that sends frames, and the doorbell.

Services import the doorbell alone, which imports models alone. The other modules import what draws pages, and nothing
in ``encounters`` imports them: the server reaches them through ``consumers``. Log readers, which selectors use as
well, are in ``encounters/log_reader.py``.
"""
