"""Golden databases: fights as earlier versions stored them, to be read and played on.

A folder for each release, named by its date:

- ``database.sql.xz``: the whole SQLite database, with fights of every procedure;
- ``fights.txt.xz``: the title of each fight with its ruleset, for the names of tests;
- ``lines.jsonl.xz``: one stored event of every kind and of every stored class, from the library of scenarios.

Those of campaigns with characters are in ``tests/campaigns/golden``.

``python -m tests.golden.make FOLDER`` writes a folder of fights by the code as it is. Seeds, codes, tokens and the
clock are fixed, so that a second run writes the same files. A folder is never written again after its release.
"""
