"""The form that is made of the attributes that a procedure's own sheet describes."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from encounters.models import Encounter
from encounters.screens.sheets.own_combatant import list_form_values
from rules.kernel.own import Attribute, AttributeKind, PartKind, SheetPart
from rules.procedures import register, unregister
from tests.encounters.compact import compact
from tests.rules.test_sheets import Nerve, Nervous

STEADY = Attribute("nerve", "steady", "Steadiness", AttributeKind.WHOLE, "TOY.1", "How much it bears.", 4, 1, 9, row=1)
FEAR = Attribute("nerve", "fear", "Fear", AttributeKind.TEXT, "TOY.2", "Of what it runs.", "", group="Rarely", row=1)
CHARMS = SheetPart(
    "charms",
    PartKind.SEVERAL,
    (Attribute("charm", "against", "Against", AttributeKind.TEXT, "TOY.3", "What it keeps away."),),
    noun="charm",
    most=2,
)


class Told(Nerve):
    """The nerve of a combatant, of which a form is made."""

    @classmethod
    def describe_form(cls) -> SheetPart:
        return SheetPart(attributes=(STEADY, FEAR), parts=(CHARMS,))


class Tremulous(Nervous):
    """The toy whose sheet is prepared by a form."""

    id = "tremulous"
    title = short = "Tremulous"
    own_sheet = Told

    def read_sheet(self, entry: dict[str, dict[str, object]], where: str) -> Nerve:  # type: ignore[override]
        return Told(**{key: value for key, value in entry["nerve"].items() if key != "charms"})  # type: ignore[arg-type]


@pytest.fixture
def draft(dora: User) -> Iterator[Encounter]:
    """Return a fight by a procedure with a sheet of its own."""
    register("tremulous", f"{__name__}:Tremulous")
    yield services.create_encounter(dora, "The weir", "tremulous")
    unregister("tremulous")


def test_a_form_has_a_field_for_each_attribute_in_its_group(hers: Client, draft: Encounter) -> None:
    page = compact(hers.get(f"/e/{draft.pk}/add/new/").content.decode())
    shown, _, folded = page.partition(">Rarely</summary>")
    assert 'name="nerve.steady"' in shown
    assert 'name="nerve.fear"' in folded
    assert "How much it bears." in page
    assert "Fights like" not in page


def test_what_the_form_changes_is_stored_under_the_key_of_the_sheet(hers: Client, draft: Encounter) -> None:
    given = {"name": "Otis", "side": "party", "nerve.steady": "7", "nerve.charms": "0"}
    assert hers.post(f"/e/{draft.pk}/add/new/", given).status_code == 303
    assert draft.combatants.get().definition == {
        "id": "otis",
        "name": "Otis",
        "side": "party",
        "nerve": {"steady": 7},
    }


def test_a_number_beyond_its_limits_is_an_error_at_its_field(hers: Client, draft: Encounter) -> None:
    given = {"name": "Otis", "side": "party", "nerve.steady": "10"}
    answer = hers.post(f"/e/{draft.pk}/add/new/", given)
    assert answer.status_code == 400
    assert 'id="error_1_id_nerve.steady"' in answer.content.decode()


def test_one_thing_more_is_added_up_to_the_most(hers: Client, draft: Encounter) -> None:
    values = {"name": "Otis", "side": "party", **list_form_values(Told, {}), "do": "add:nerve.charms"}
    for count, expected in ((0, 1), (1, 2), (2, 2)):
        answer = hers.post(f"/e/{draft.pk}/add/new/", {**values, "nerve.charms": str(count)})
        page = compact(answer.content.decode())
        assert page.count('name="nerve.charms.1.against"') == 1
        assert page.count('name="nerve.charms.2.against"') == (expected == 2)
