"""A fight that was copied to Dew is tried alone."""

from django.test import Client

from tests.any_procedure import ANY
from tests.encounters.test_trying import Prepare, prepare, trials

__all__ = ["prepare"]


def test_who_lacks_attributes_of_the_procedure_is_named(prepare: Prepare, hers: Client) -> None:
    from encounters.scenario_files import copy_encounter

    encounter = prepare(ANY)
    copied = copy_encounter(encounter.campaign.find_owner(), encounter, "dew")
    answer = hers.post(f"/e/{copied.pk}/prepare/try/")
    assert (answer.status_code, trials()) == (400, 0)
    assert "Otis" in answer.content.decode()
