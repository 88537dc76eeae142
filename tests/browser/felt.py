"""A device that writes down what its page would have one feel, hear and see lit.

Its own parts are played here.
"""

from typing import Any

from playwright.sync_api import BrowserContext, Page

RECORD = """(() => {
    window.felt = []; window.heard = []; window.lit = [];
    const own = (name, value) => Object.defineProperty(navigator, name, { value, configurable: true });
    own("vibrate", pattern => { felt.push([].concat(pattern).join()); return true; });
    own("wakeLock", { request: async () => {
        const lock = new EventTarget();
        lit.push("lit");
        lock.release = async () => { lit.push("dark"); lock.dispatchEvent(new Event("release")); };
        return lock;
    } });
    const value = () => ({ value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} });
    const node = () => ({ connect() {}, start() {}, stop() {}, gain: value(), frequency: value(), Q: value() });
    window.AudioContext = class {
        state = "running"; currentTime = 0; sampleRate = 8000; destination = {};
        async resume() {}
        createOscillator() { heard.push("tone"); return node(); }
        createBuffer(channels, length) { return { getChannelData: () => new Float32Array(length) }; }
        createBufferSource() { return node(); }
        createBiquadFilter() { return node(); }
        createGain() { return node(); }
    };
})()"""


def record(page: Page | BrowserContext) -> None:
    """Record from the next page on."""
    page.add_init_script(RECORD)


def felt(page: Page) -> Any:
    """Return every vibration since the page was loaded, as "120,60,120"."""
    return page.evaluate("felt")


def heard(page: Page) -> Any:
    """Return how many tones were sounded since the page was loaded."""
    return page.evaluate("heard.length")


def expect_tones(page: Page, number: int) -> None:
    """Wait until as many tones were sounded since the page was loaded."""
    page.wait_for_function("number => heard.length === number", arg=number)


def lit(page: Page) -> Any:
    """Return when the screen was to stay lit, and when it was let go, since the page was loaded."""
    return page.evaluate("lit")


def expect_value(page: Page, what: str, wanted: Any) -> None:
    """Wait until what was written down is this."""
    page.wait_for_function(
        "([what, wanted]) => JSON.stringify(window[what]) === JSON.stringify(wanted)", arg=[what, wanted]
    )
