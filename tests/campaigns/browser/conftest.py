"""Chromium and a real server, as in tests/browser."""

from tests.browser.conftest import *  # noqa: F403
