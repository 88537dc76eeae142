"""Reveal: the only way from the log to viewers, and so the place of secrecy.

Pages, pushes, logs, recaps, replays and exports are made from its output. ``ViewerLog`` turns the log into the events
that are shown from one viewpoint. ``rows`` reads the table of secrecy, field by field; nothing that is not listed there
is shown. Contents, ids, counts, sizes and the fact that something is sent are secrets; the time that the table waits
is not.
"""
