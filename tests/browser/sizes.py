"""Look at a page at one size: nothing is cut, overlaps or scrolls sideways."""

from playwright.sync_api import Page

from tests.browser.inspection import WIDER

DESK = ((1366, 768), (1920, 1080), (683, 384))
"""A laptop, a large screen, and the laptop at a zoom of 200 %."""

PHONES = ((360, 740), (390, 844))

LONG = {
    "Otis": "Otis the Unyielding of the Hall of the Broken Pillar",
    "Tenser": "T" + "ensermenthalorandelmirathuspendragonwatervaleworth",
}
"""Long names for some: of several words, and of one."""

CUT = """() => {
    const found = [];
    const named = each => each.closest("[title], [aria-label]");
    for (const each of document.body.querySelectorAll("*")) {
        if (each.closest("svg, .visually-hidden, textarea, select") || !each.checkVisibility()) continue;
        const style = getComputedStyle(each);
        if (style.clipPath !== "none" || each.clientWidth < 2 || each.clientHeight < 2) continue;
        // What wraps into a line out of sight is left out whole: the page means it.
        if (style.display === "flex" && style.flexWrap === "wrap" && style.overflow === "hidden") continue;
        const hides = axis => ["hidden", "clip"].includes(style["overflow" + axis]);
        const across = hides("X") && each.scrollWidth > each.clientWidth + 1;
        const down = hides("Y") && each.scrollHeight > each.clientHeight + 2;
        if (!(across || down) || !each.textContent.trim()) continue;
        if (each.querySelector("svg.map, [data-map], .strip-svg")) continue;
        const marked = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        if (marked && named(each)) continue;
        found.push(`cut ${across ? "across" : "below"}: ${label(each)}`);
    }
    return found;
    function label(each) {
        const words = each.textContent.trim().replace(/\\s+/g, " ").slice(0, 60);
        return `${each.tagName.toLowerCase()}#${each.id}.${each.className} ${words}`;
    }
}"""

OVERLAPS = """() => {
    const rects = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
        const owner = node.parentElement;
        const shut = owner.closest("details:not([open])");
        if (shut && !owner.closest("summary")) continue;
        if (!node.data.trim() || owner.closest("svg, script, style, template, .visually-hidden, .skip")) continue;
        if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const layer = findLayer(owner);
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            const seen = clip(owner, box);
            if (seen.right - seen.left <= 2 || seen.bottom - seen.top <= 4) continue;
            rects.push({ ...seen, owner, layer, text: node.data.trim() });
        }
    }
    const found = new Set();
    rects.sort((one, other) => one.top - other.top);
    rects.forEach((one, n) => {
        for (let m = n + 1; m < rects.length && rects[m].top < one.bottom; m += 1) {
            const other = rects[m];
            if (one.owner === other.owner || one.layer !== other.layer) continue;
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - other.top;
            if (wide > 2 && high > 0.35 * Math.min(one.bottom - one.top, other.bottom - other.top))
                found.add(`overlap: "${one.text.slice(0, 40)}" and "${other.text.slice(0, 40)}"`);
        }
    });
    return [...found];
    // What floats over the page has a layer of its own, and so has what sticks to an edge.
    function findLayer(each) {
        for (let at = each; at && at !== document.body; at = at.parentElement) {
            const position = getComputedStyle(at).position;
            if (["fixed", "sticky"].includes(position)) return at;
            if (position === "absolute" && at.matches("form, .pop > div")) return at;
        }
        return document.body;
    }
    function clip(each, box) {
        const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
        for (let at = each; at && at !== document.body; at = at.parentElement) {
            const style = getComputedStyle(at);
            if (style.overflowX === "visible" && style.overflowY === "visible") continue;
            const edge = at.getBoundingClientRect();
            seen.left = Math.max(seen.left, edge.left);
            seen.right = Math.min(seen.right, edge.right);
            seen.top = Math.max(seen.top, edge.top);
            seen.bottom = Math.min(seen.bottom, edge.bottom);
        }
        return seen;
    }
}"""


OUT_OF_REACH = """root => {
    const found = [];
    for (const each of root.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary")) {
        if (!each.checkVisibility({checkVisibilityCSS: true}) || each.closest("svg, .visually-hidden")) continue;
        const target = each.matches("input[type=checkbox], input[type=radio]") && each.labels?.[0] || each;
        target.scrollIntoView({block: "center", inline: "nearest"});
        const box = target.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) continue;
        const name = (each.textContent.trim() || each.name || each.id).replace(/\\s+/g, " ").slice(0, 40);
        if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1) {
            found.push(`${name}: out of sight`);
            continue;
        }
        const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (on !== target && !target.contains(on) && !on?.contains(target))
            found.push(`${name}: under ${on?.tagName} ${on?.id} ${on?.className}`);
    }
    return found;
}"""
"""Names each control below an element that cannot be scrolled into view and pressed."""


def list_faults(page: Page, where: str) -> list[str]:
    """Return what is cut, overlaps or is too wide on the page as it is shown now."""
    size = page.viewport_size or {"width": 0, "height": 0}
    at = f"{where}, {size['width']}x{size['height']}"
    found = [*page.evaluate(CUT), *page.evaluate(OVERLAPS), *(f"too wide: {each}" for each in page.evaluate(WIDER))]
    return [f"{at}: {each}" for each in found]


def lengthen(html: str) -> str:
    """Return a page with the names of some combatants made long."""
    for name, long in LONG.items():
        html = html.replace(name, long)
    return html
