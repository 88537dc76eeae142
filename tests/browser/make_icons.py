"""The command `python -m tests.browser.make_icons`: the icons of the site.

They are drawn from static/img/mark.svg. Run it after the mark has changed.
"""

import io
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.conventions.sources import ROOT
from tests.packages import find_chromium

MARK = ROOT / "static" / "img" / "mark.svg"
IMAGES = ROOT / "static" / "img"
AT_ROOT = ROOT / "combat_site" / "root"

SAFE = 0.7
"""The part of a maskable icon's width that the mark takes: systems cut away what is outside four fifths."""

GROUND = "#f6f1e3"
"""The ground of the mark, which fills what the system may cut."""

FAVICON_SIZES = (16, 32, 48)


def main() -> None:
    """Write every icon."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()

        def draw(size: int, part: float = 1) -> Image.Image:
            page.set_viewport_size({"width": size, "height": size})
            mark = MARK.read_text(encoding="utf-8").replace("<svg ", f'<svg width="{size * part}" ', 1)
            page.set_content(
                f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{GROUND}">{mark}</body>'
            )
            return Image.open(io.BytesIO(page.screenshot())).convert("RGB")

        write(draw)
        browser.close()


def write(draw: Callable[..., Image.Image]) -> None:
    """Write the icons; few colours keep the files small."""
    icons = {
        IMAGES / "icon-192.png": draw(192),
        IMAGES / "icon-512.png": draw(512),
        IMAGES / "icon-maskable-512.png": draw(512, SAFE),
        AT_ROOT / "apple-touch-icon.png": draw(180),
    }
    for path, image in icons.items():
        image.quantize(64).save(path, optimize=True)
    favicons = [draw(size) for size in FAVICON_SIZES]
    favicons[-1].save(
        AT_ROOT / "favicon.ico", sizes=[(size, size) for size in FAVICON_SIZES], append_images=favicons[:-1]
    )


if __name__ == "__main__":
    main()
