"""Scenario files of fights by Dew."""

import tomllib

from django.test import Client

from encounters.models import Encounter
from encounters.scenario_files import export_text

PAIRED = """\
ruleset = "dew"
title = "Two at the ford"

[[combatant]]
id = "bran"
side = "party"
dew = { like = "bran", ranges = { cora = 3, "ö" = 4 } }

[[combatant]]
id = "cora"
side = "foes"
count = 2
dew = { like = "cora" }

[[combatant]]
id = "ö"
side = "foes"
dew = { like = "cora" }
"""


def test_what_is_exported_is_written_as_the_format_has_it(hers: Client) -> None:
    hers.post("/import/", {"paste": PAIRED})
    assert tomllib.loads(export_text(Encounter.objects.get())) == tomllib.loads(PAIRED)


def test_a_range_to_one_who_is_gone_is_not_exported(hers: Client) -> None:
    hers.post("/import/", {"paste": PAIRED})
    made = Encounter.objects.get()
    made.combatants.get(definition__id="cora").delete()
    assert tomllib.loads(export_text(made))["combatant"][0]["dew"]["ranges"] == {"ö": 4}
