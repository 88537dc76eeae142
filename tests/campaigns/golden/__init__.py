"""Golden databases of campaigns, as earlier versions stored them.

A folder for each release, named by its date: ``database.sql.xz``, and ``expected.json`` with what is known of them.
``python -m tests.campaigns.golden.make_campaign FOLDER`` writes one. See ``tests/golden``.
"""
