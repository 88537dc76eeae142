"""The site without the app ``campaigns``: fights of one evening are all there is."""

import re

import pytest

from tests import without
from tests.conventions.sources import shown, sources
from tests.conventions.test_imports import imported

OWN = ("campaigns/", "tests/campaigns/")
OF_A_PROCEDURE = re.compile(r"tests/procedures/\w+/campaigns/")


def test_nothing_else_imports_campaigns() -> None:
    found = [
        f"{shown(path)}: {name}"
        for path in sources(".py")
        if not (shown(path).startswith(OWN) or OF_A_PROCEDURE.match(shown(path)))
        for name in imported(path)
        if name.split(".")[0] == "campaigns" or name.startswith("tests.campaigns")
    ]
    assert found == []


@pytest.mark.soak
def test_without_campaigns_fights_of_one_evening_are_played() -> None:
    assert without.main([without.CAMPAIGNS]) == 0
