"""A few syllables before an option of Dew's: folded away, last on the form."""

import pytest
from django.contrib.auth.models import User

from encounters import services
from encounters.models import Encounter
from encounters.scenario_files import import_text
from encounters.viewers import build_dm_viewer
from tests.encounters.seated import At, markup
from tests.people import sit
from tests.procedures.dew.encounters.test_field_traces import FIGHT


@pytest.mark.django_db(transaction=True)
def test_they_are_asked_last_folded_away_and_heard_when_said() -> None:
    encounter = import_text(
        User.objects.create_user("dora-dew"), FIGHT.replace('"movement"', '"combat"'), "square.toml"
    )
    at = At(Encounter.objects.get(pk=encounter.pk), build_dm_viewer(encounter))
    services.open_encounter(at.dora)
    at.encounter.refresh_from_db()
    sit(at.pip, at.encounter.campaign, "Pip", ["bran"])
    services.begin_round(at.dora, at.tap())
    asked = markup(at.pip.get(at.url("me/"), {"answer.command": "pass"}))
    label = "Say a few syllables (the first 40 letters are heard)"
    folded = f'<details class="field pad aside"><summary class="b">{label}</summary>'
    assert 0 < asked.index("Go to the ground?") < asked.index(folded)
    at.answer(at.pip, command="pass", speech="Behind you")
    assert "Behind you" in markup(at.pip.get(at.url("me/saw/")))
