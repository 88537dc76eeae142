"""Rules that every screen keeps.

Nothing is inline, ids are unique, and drawings say in words what they show.
"""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import pytest
from django.template import engines
from django.template.loader import get_template
from django.test import override_settings

from encounters.screens.spectator.story import StoryLine, Words
from encounters.screens.strip.marks import NARROW
from encounters.templatetags import look
from rules.kernel import forms
from rules.kernel.standing import Pool
from tests.conventions.sources import ROOT
from tests.encounters.compact import compact
from tests.encounters.gallery import PARTS
from tests.encounters.gallery.drawings import STRIP
from tests.encounters.gallery.forms import LETTER_QUESTION, QUESTIONS, SEAL_QUESTION, SPELL_QUESTION

SCREENS = Path(__file__).parent / "gallery" / "screens"
TEMPLATES = [path.read_text() for path in sorted((ROOT / "templates").rglob("*.html"))]
NAMES = [path.stem for path in sorted(SCREENS.glob("*.html"))]
INLINE_SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)")


class Tags(HTMLParser):
    """Every tag of a page with its attributes, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def values(self, name: str) -> list[str]:
        return [attrs[name] or "" for _, attrs in self.tags if name in attrs]


def page(name: str) -> str:
    """Return a screen, or the whole gallery, as a browser gets it."""
    source = '{% extends "components/gallery.html" %}' if name == "gallery" else (SCREENS / f"{name}.html").read_text()
    with override_settings(ROOT_URLCONF="tests.encounters.gallery.urls"):
        return compact(engines["django"].from_string(source).render(PARTS))


def render_part(template: str, /, **context: object) -> str:
    with override_settings(ROOT_URLCONF="tests.encounters.gallery.urls"):
        return compact(get_template(template).render({**PARTS, **context}))


@pytest.fixture(scope="module", params=["gallery", *NAMES])
def screen(request: pytest.FixtureRequest) -> str:
    return page(request.param)


def test_no_screen_has_a_style_attribute(screen: str) -> None:
    assert Tags(screen).values("style") == []


def test_no_screen_has_a_style_element_or_an_inline_script(screen: str) -> None:
    assert "<style" not in screen
    assert INLINE_SCRIPT.findall(screen) == []


def test_no_screen_has_an_inline_handler(screen: str) -> None:
    names = {name for _, attrs in Tags(screen).tags for name in attrs}
    assert [name for name in names if name.startswith("on")] == []


def test_every_id_is_on_a_screen_once(screen: str) -> None:
    ids = Tags(screen).values("id")
    assert sorted(ids) == sorted(set(ids))


def test_every_drawing_that_is_used_is_on_the_screen(screen: str) -> None:
    tags = Tags(screen)
    drawn = {f"#{value}" for value in tags.values("id")}
    assert set(tags.values("href")) & {value for value in tags.values("href") if value.startswith("#i-")} <= drawn


def test_every_label_names_a_control_of_its_screen(screen: str) -> None:
    tags = Tags(screen)
    assert set(tags.values("for")) <= set(tags.values("id"))


def test_every_post_carries_a_tap(screen: str) -> None:
    for body in re.findall(r'<form[^>]*method="post"(.*?)</form>', screen, re.S):
        assert body.count('name="tap"') == 1


def test_what_the_gallery_shows_comes_from_this_host() -> None:
    assert [value for value in Tags(page("gallery")).values("src") if not value.startswith("/static/")] == []


def test_every_component_is_in_the_gallery_or_on_a_screen() -> None:
    shown = "".join(TEMPLATES) + "".join(path.read_text() for path in SCREENS.glob("*.html"))
    regions = [f"screens/{name}/regions.py" for name in ("dm", "phone", "spectator")]
    modules = ("templatetags/look.py", "screens/forms.py", *regions)
    python = "".join((ROOT / "encounters" / each).read_text() for each in modules)
    parts = [path.stem for path in (ROOT / "templates" / "components").glob("*.html")]
    used = [name for name in parts if f"components/{name}.html" in shown + python or name.startswith("field_")]
    assert set(parts) - set(used) == {"gallery"}


def test_the_strip_is_hidden_from_readers_and_told_in_a_list() -> None:
    html = render_part("components/strip.html")
    told = re.findall(r"<li[^>]*>(Segment [^<]*)</li>", html)
    assert '<svg class="strip-svg" width="100%"' in html
    assert told == [f"Segment {s.label}, {s.state}. {s.text}" for s in STRIP.sentences]


def test_every_mark_of_the_strip_is_told() -> None:
    told = " ".join(sentence.text for sentence in STRIP.sentences)
    for lane in STRIP.lanes:
        for mark in lane.marks:
            assert lane.name in told
            assert mark.label.rstrip("?") in told


def test_every_mark_of_the_strip_is_drawn_in_its_own_shape() -> None:
    html = render_part("components/strip.html", strip=PARTS["key"])
    for shape in ("m spell", "m charge", "m deed", "m psi", "m deed prepared", "m tog"):
        assert f'class="{shape} ' in html


def test_the_head_of_the_strip_is_a_list_of_buttons() -> None:
    head = re.search(r'<ol class="strip-head">(.*?)</ol>', render_part("components/strip.html"), re.S)
    assert head is not None
    assert re.findall(r'<button type="button" data-look="(\d+)">', head[1]) == [str(n) for n in range(1, 11)]


def test_a_surprise_column_has_the_same_share_in_the_head_and_in_the_drawing() -> None:
    css = (ROOT / "static" / "css" / "shared" / "strip.css").read_text()
    grow = re.search(r"\.strip-head \.narrow \{ flex-grow: ([\d.]+);", css)
    assert grow is not None
    assert float(grow[1]) == NARROW


def test_a_region_that_is_pushed_says_so_and_carries_its_cursor() -> None:
    html = render_part("screens/phone/banner.html", oob=True, at=7, epoch="k")
    assert '<section id="banner" data-at="7" data-epoch="k" hx-swap-oob="true"' in html


def test_a_region_of_a_page_is_not_marked_for_pushing() -> None:
    assert "hx-swap-oob" not in render_part("screens/phone/banner.html")


def test_every_kind_of_field_is_in_the_gallery() -> None:
    shown = {type(field.of) for question in QUESTIONS for field in question.fields}
    assert shown >= set(get_args(forms.Field))


def test_every_field_is_rendered_under_its_name() -> None:
    html = render_part("components/question.html", question=SEAL_QUESTION)
    names = {"with", "shots", "words", "to.x", "to.y", "way", "changes.0.who", "changes.2.until"}
    assert {f"answer.{name}" for name in names} <= set(Tags(html).values("name"))


def test_a_barred_option_stays_in_place_with_its_reason_and_its_clause() -> None:
    html = render_part("components/question.html", question=LETTER_QUESTION)
    labels = re.findall(r"<b>([^<]+)</b>", html)
    assert labels[:3] == ["Psionics", "Avoid", "Parley"]
    assert re.search(r'Tenser has none <a class="clause" href="/rule/TOY.V.C">V.C</a>', html)
    assert 'value="P"' not in html


def test_a_step_of_an_order_is_one_button_for_each_option() -> None:
    html = render_part("components/question.html", question=LETTER_QUESTION)
    assert re.findall(r'<button name="answer.action" value="(\w)"', html) == ["A", "B", "C", "D", "E"]


def test_what_was_chosen_before_goes_along() -> None:
    html = render_part("components/question.html", question=SPELL_QUESTION)
    assert '<input type="hidden" name="answer.action" value="D">' in html


def test_hit_points_are_a_meter_with_words() -> None:
    html = render_part("screens/dm/meter.html", meter=Pool("hp", 9, 14, title="hit points"), name="Tenser")
    assert '<meter class="bar" min="0" max="14" value="9" aria-label="Tenser: hit points">9 of 14</meter>' in html


def test_a_typed_die_is_dashed() -> None:
    html = render_part(
        "components/dice.html", faces=[{"face": 4, "sides": 6, "typed": True}, {"face": 2, "sides": 6, "typed": False}]
    )
    assert html.count('class="typed"') == 1


def test_clauses_are_shown_without_their_ruleset() -> None:
    assert look.shorten_clause("TOY.VII.D.2.c") == "VII.D.2.c"


def test_words_of_people_are_escaped() -> None:
    line = StoryLine("1", (Words("<script>alert(1)</script>"),), ())
    html = get_template("screens/spectator/story.html").render({"story": (line,)})
    assert "alert(1)" in html
    assert "<script>" not in html


def test_a_small_bar_has_ten_cells_and_fills_those_that_a_spell_takes() -> None:
    html = get_template("components/mini.html").render(look.build_mini(2))
    assert html.count('class="c"') == 10
    assert 'x="0.5" y="3.5" width="18.2"' in html


def test_a_spell_longer_than_the_round_fills_the_small_bar() -> None:
    assert look.build_mini(40)["width"] == "95.0"


def test_a_code_for_cameras_is_one_path_on_white() -> None:
    html = look.draw_qr("http://192.168.1.20:8000/t/OAK417/", "Join")
    assert html.count("<path") == 1
    assert 'aria-label="Join"' in html


def test_the_first_typefaces_are_fetched_early_only_where_they_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "_has_faces", lambda: False)
    assert look.preload_typefaces() == ""
    monkeypatch.setattr(look, "_has_faces", lambda: True)
    assert Tags(look.preload_typefaces()).values("href") == [
        "/static/vendor/alegreya-sans-400-normal-plain.woff2",
        "/static/vendor/alegreya-sans-700-normal-plain.woff2",
    ]


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "429", "500", "503"])
def test_an_error_page_needs_nothing_but_itself(name: str) -> None:
    html = get_template(f"{name}.html").render({})
    assert "<h1>" in html
    assert Tags(html).values("style") == []
