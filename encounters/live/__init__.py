"""The live push: sockets, their connections, the hub that sends frames, and the doorbell.

Services import the doorbell alone, which imports models alone. The other modules import what draws pages, and nothing
in ``encounters`` imports them: the server reaches them through ``consumers``. Viewer logs, which selectors read as
well, are in ``encounters/viewer_log.py``.
"""
