"""A secret question is signalled to nobody else."""

from tests.encounters.seated import At, text
from tests.encounters.test_signals import now, signs
from tests.procedures.dew.encounters.test_choosing import at
from tests.procedures.dew.encounters.test_field_traces import BRANS

__all__ = ["at"]


def test_a_secret_question_leaves_no_trace_on_the_table_screen(at: At) -> None:
    before = signs(text(at.sam.get(at.url("watch/"))))
    assert "data-cue-asked" in now(at, at.pip)
    assert set(before) <= {"data-signals", "data-cue-segment", "data-awake"}
    at.order("bran", command="trace", cease_alert="yes", vertices=BRANS)
    assert signs(text(at.sam.get(at.url("watch/")))) == before
