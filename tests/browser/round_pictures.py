"""The command `python -m tests.browser.round_pictures`: the pictures of README.md.

It plays round 1 with a DM, a phone and a television, and writes docs/phone-and-television.webp and docs/round.webp.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.table import PHONE, SCREEN, Device, devices, join, make_demo, plain, tap
from tests.conventions.sources import ROOT
from tests.packages import find_chromium
from tests.server import Server, clean_environ
from tests.services import free_port

SIZES = {"dora": (1280, 720), "pip": PHONE, "sam": SCREEN}
HEIGHT = 540
"""Pixels of every picture; the pages are made smaller to it."""
GAP = 16
SHOWN = 1600
"""Milliseconds for which each picture of the round is shown."""
MOST_STEPS = 16


@contextmanager
def serve(folder: Path) -> Iterator[Server]:
    """Run a server with the demo fight in a folder of its own."""
    port = free_port()
    server = Server(port, clean_environ(VAR_DIR=str(folder), HOST="127.0.0.1", PORT=str(port)), folder / "log")
    for command in ("migrate", "collectstatic"):
        server.manage(command, "--noinput", "--verbosity", "0")
    make_demo(server)
    server.start()
    yield server
    server.stop()


def sit_down(server: Server, at: dict[str, Device]) -> None:
    """Sign Dora in by a link, and seat Pip and Sam."""
    dora = at["dora"].page
    link = re.search(r"/sign-in/\S+", server.manage("sign_in_link"))
    assert link is not None
    dora.goto(server.url + link[0])
    dora.get_by_role("button", name="Sign in").click()
    dora.get_by_role("link", name="Return to the fight").click()
    at["dora"].await_live()
    code = plain(dora.locator(".joinchip").text_content() or "").replace("-", "")
    join(at["pip"].page, server, code, "Pip", "Otis")
    join(at["sam"].page, server, code, "Sam")
    for device in at.values():
        device.await_live()


def play_round(at: dict[str, Device]) -> Iterator[str]:
    """Play round 1; yield a name whenever there is something to see."""
    dora, pip = at["dora"].page, at["pip"].page
    yield "ready"
    dora.keyboard.press("Space")
    expect(dora.locator("#board")).to_be_visible()
    dora.keyboard.press("o")
    likely = pip.locator(".likely a, .likely button, .offers a, .offers button").first
    expect(likely).to_be_visible()
    yield "orders"
    tap(likely)
    tap(pip.get_by_role("button", name=re.compile("^Seal")))
    expect(pip.get_by_role("heading", name="Your order is sealed")).to_be_visible()
    yield "sealed"
    dora.keyboard.press("Escape")
    dora.keyboard.press("c")
    dora.get_by_role("button", name="Close with these defaults").click()
    expect(dora.locator("#log")).to_be_visible()
    for step in range(MOST_STEPS):
        if dora.locator("#recap").count():
            break
        _step(dora, pip)
        yield f"segment {step + 1}"
    yield "recap"


def _step(dora: Page, pip: Page) -> None:
    """Play the next segment; what is asked is answered by its default."""
    before = dora.locator("body").get_attribute("data-at")
    if dora.locator("#prompts .prompt:not(.told)").count():
        dora.keyboard.press("q")
        dora.keyboard.press("Enter")
    else:
        dora.keyboard.press("Space")
    expect(dora.locator("body")).not_to_have_attribute("data-at", before or "")
    pip.wait_for_timeout(400)


def take(page: Page) -> Image.Image:
    """Return what a page shows, at the height of the pictures."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    return picture.resize((round(picture.width * HEIGHT / picture.height), HEIGHT), Image.Resampling.LANCZOS)


def put_beside(*pictures: Image.Image) -> Image.Image:
    """Return pictures side by side."""
    width = sum(each.width for each in pictures) + GAP * (len(pictures) - 1)
    whole, left = Image.new("RGB", (width, HEIGHT), "#8a8478"), 0
    for each in pictures:
        whole.paste(each, (left, 0))
        left += each.width + GAP
    return whole


def make_pictures(browser: Browser, server: Server, folder: Path) -> None:
    """Play the round, and write both pictures."""
    with devices(browser, SIZES) as at:
        sit_down(server, at)
        frames = []
        for name in play_round(at):
            for device in at.values():
                device.settle()
            frames.append(put_beside(take(at["dora"].page), take(at["pip"].page)))
            if name == "segment 5":
                still = put_beside(take(at["sam"].page), take(at["pip"].page))
                still.save(folder / "phone-and-television.webp", quality=82, method=6)
    frames[0].save(
        folder / "round.webp", save_all=True, append_images=frames[1:], duration=SHOWN, loop=0, quality=72, method=6
    )


def main(folder: Path = ROOT / "docs") -> int:
    """Make the pictures of the documents."""
    with tempfile.TemporaryDirectory() as var, serve(Path(var)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        make_pictures(browser, server, folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
