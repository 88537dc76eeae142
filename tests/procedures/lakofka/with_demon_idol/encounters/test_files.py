"""A fight by the ten rules names in its file what they lie over."""

import tomllib

from django.test import Client

from encounters.models import Encounter
from encounters.scenario_files import export_text

LAYERED = """\
ruleset = "lakofka"
over = "demon_idol"
title = "The toll bridge"

[[combatant]]
id = "otis"
side = "party"
"""


def test_what_is_exported_is_written_as_the_format_has_it(hers: Client) -> None:
    hers.post("/import/", {"paste": LAYERED})
    assert tomllib.loads(export_text(Encounter.objects.get())) == tomllib.loads(LAYERED)
