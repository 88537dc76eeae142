"""The version is written in one place and shown to people."""

import re
import tomllib

import pytest
from django.test import Client

from combat_site.version import VERSION
from tests.server import ROOT


def test_the_newest_version_of_the_changes_is_that_of_the_code() -> None:
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION


def test_the_project_file_writes_no_version_of_its_own() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in project["project"]["dynamic"]
    assert "version" not in project["project"]


@pytest.mark.django_db
def test_the_sign_in_page_says_the_version(client: Client) -> None:
    assert f"Ten Segments {VERSION} ·" in client.get("/sign-in/").content.decode()
