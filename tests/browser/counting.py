"""Counts of presses and typed fields, of each tab of a browser."""

from dataclasses import dataclass

from playwright.sync_api import Page

COUNTER = """(() => {
    const count = change => {
        const counted = JSON.parse(sessionStorage.counted || '{"presses": 0, "fields": []}');
        change(counted);
        sessionStorage.counted = JSON.stringify(counted);
    };
    const field = "input:not([type=checkbox], [type=radio]), textarea, select";
    const press = event => event.isTrusted && count(counted => { counted.presses += 1; });
    addEventListener("pointerdown", press, true);
    addEventListener("keydown", event => {
        if (event.key === "Enter" || !event.target.matches(field)) press(event);
    }, true);
    addEventListener("input", event => {
        if (event.isTrusted && event.target.matches(field))
            count(counted => { counted.fields = [...new Set([...counted.fields, event.target.name])]; });
    }, true);
})()"""
"""Counts presses (a click, a tap, a shortcut or Enter) and fields in which something is typed, of each tab."""

READ_COUNTS = """() => {
    const counted = JSON.parse(sessionStorage.counted || '{"presses": 0, "fields": []}');
    delete sessionStorage.counted;
    return [counted.presses, counted.fields.length];
}"""


@dataclass(frozen=True)
class Cost:
    """The presses and typed fields of something that was done."""

    presses: int
    fields: int


def count_from_now(page: Page) -> None:
    """Count on every page of this browser from its next one on."""
    page.context.add_init_script(COUNTER)


def read_cost(page: Page) -> Cost:
    """Return what was pressed and typed on a page since this was last read."""
    presses, fields = page.evaluate(READ_COUNTS)
    return Cost(presses, fields)
