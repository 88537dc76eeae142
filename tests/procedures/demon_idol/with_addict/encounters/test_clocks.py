"""ADDICT does not count hesitation: its questions have no clock."""

import pytest

from encounters import services
from encounters.models import Absence, Clock
from encounters.selectors import read_view
from tests.encounters.conftest import prove
from tests.procedures.demon_idol.encounters.tables import demon_table

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_ruleset_that_does_not_count_it_has_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    table = demon_table(monkeypatch, "addict")
    services.note_away(table.quill)
    services.note_question_shown(table.quill, table.token("tenser"))
    table.hours.go(60)
    with prove(table.at.encounter):
        table.declare("tenser")
    assert Absence.objects.count() == Clock.objects.count() == 0
    assert "delay" not in str(read_view(table.dora).all_events[-1])
    assert 'id="clock"' in table.at.quill.get(table.at.url("me/")).content.decode()
    assert "countup" not in table.at.quill.get(table.at.url("me/")).content.decode()
