"""Digests of what every viewer reads in fights of every procedure.

`python -m tests.encounters.visible FOLDER` writes the texts behind them to a folder, one file for each digest, so
that two checkouts can be compared by `diff -r`. A change of the site's code that is to change nothing on any screen
leaves the digests as they are.
"""
