"""A fight under Demon Idol in four browsers, through its eleven phases. What happened when is in demon_fight.py."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.demon_fight import played
from tests.browser.story import Story
from tests.server import Server


@pytest.fixture(scope="module")
def story(browser: Browser, module_server: Server) -> Iterator[Story]:
    """The fight, as it was played."""
    with played(browser, module_server) as story:
        yield story


def shown(story: Story, moment: str, name: str) -> str:
    return story.moments[moment][name].shown


def test_no_page_complains(story: Story) -> None:
    assert [words for device in story.devices.values() for words in device.complaints] == []
