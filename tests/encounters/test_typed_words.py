"""Words that people type, on every screen: they are shown as they were typed."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.utils.html import escape

from encounters import services
from encounters.errors import Invalid
from encounters.models import Combatant
from encounters.scenario_files import copy_encounter, export_text, import_text
from encounters.selectors import read_view
from rules.kernel import events as e
from rules.kernel.dice import Call
from rules.kernel.inputs import Change
from rules.procedures import list_rulesets
from rules.procedures.adnd.orders.task import DoTask
from tests.any_procedure import ANY
from tests.encounters.seated import PARTY, At, prepared_fight, text, words
from tests.encounters.test_two_worlds import tried  # noqa: F401  (a fixture)
from tests.rules.two_worlds.comparing import Verdict
from tests.rules.two_worlds.secrets import words_about_the_hidden
from tests.soak import is_soak


@pytest.mark.parametrize("ruleset", list_rulesets() if is_soak() else [ANY])
def test_typed_words_that_name_a_hidden_combatant_send_the_same_bytes(
    ruleset: str,
    tried: Callable[..., Verdict],  # noqa: F811
) -> None:
    for seed in (0, 2) if is_soak() else (2,):
        verdict = tried(words_about_the_hidden, seed, ruleset)
        assert verdict.problem == ""
        assert verdict.same > 20


# Characters that no typed text may hold.

BAD = "a\u202eb"

RAT: dict[str, object] = {"id": "rat", "name": "Rat", "side": "foes", "monster": "orc", "hp": 2}

Typing = Callable[[At, str], object]

TYPED: dict[str, Typing] = {
    "the title": lambda at, text: services.create_encounter(User.objects.get(), text, ANY),
    "a combatant's name": lambda at, text: services.put_combatant(at.dora, {**RAT, "name": text}),
    "one of several combatants": lambda at, text: services.add_combatants(at.dora, [{**RAT, "special": [text]}]),
    "the map": lambda at, text: services.change_map(at.dora, {"wall": [{"points": [[0, 0], [1, 1]], "note": text}]}),
    "a changed effect": lambda at, text: services.change_effect(at.dora, {"magic": ["sleep"], "note": text}),
    "house rules": lambda at, text: services.save_house_rules(User.objects.get(), ANY, {}, [{"note": text}]),
    "a note on a combatant": lambda at, text: services.write_combatant_note(at.dora, "otis", text),
    "a scenario file": lambda at, text: import_text(
        User.objects.get(), export_text(at.encounter).replace("Otis", "O\\u202etis"), "file"
    ),
}
"""Every text that a DM types before a fight."""

PLAYED: dict[str, Typing] = {
    "an order": lambda at, text: at.order("otis", action="E", how="task", task=text),
    "a ruling's note": lambda at, text: services.rule(at.dora, at.tap(), [Change("orc-1", "hp", 3)], text),
    "a ruling's value": lambda at, text: services.rule(at.dora, at.tap(), [Change("dm", "note", text)]),
    "the reason of a call": lambda at, text: services.make_call(at.dora, at.tap(), Call(("otis",), "d6", why=text)),
    "the reason of a take-back": lambda at, text: services.take_back(at.dora, at.tap(), 0, text),
    "a newcomer": lambda at, text: services.bring_in_combatants(at.dora, at.tap(), [{**RAT, "name": text}]),
    "the end": lambda at, text: services.end(at.dora, at.tap(), text),
    "the recap": lambda at, text: services.publish_recap(at.dora, at.tap(), 1, text),
    "a note in play": lambda at, text: services.write_combatant_note(at.dora, "otis", text),
}
"""Every text that is typed in a fight, by the DM or by players."""


@pytest.mark.django_db
@pytest.mark.parametrize("typing", TYPED.values(), ids=TYPED)
def test_a_text_typed_before_the_fight_has_nothing_that_is_not_seen(typing: Typing) -> None:
    at = prepared_fight()
    with pytest.raises(Invalid, match=r"a character that is not seen in it \(U\+202E\)"):
        typing(at, BAD)


@pytest.fixture
def at(transactional_db: None) -> At:
    """Return the fight in round 1, with everybody seated and the foes' orders sealed."""
    made = prepared_fight()
    made.sit()
    made.begin()
    return made


@pytest.mark.parametrize("typing", PLAYED.values(), ids=PLAYED)
def test_a_text_typed_in_a_fight_has_nothing_that_is_not_seen(typing: Typing, at: At) -> None:
    before = read_view(at.dora).at
    with pytest.raises(Invalid, match=r"a character that is not seen in it \(U\+202E\)"):
        typing(at, BAD)
    assert read_view(at.dora).at == before


def test_a_phone_says_what_is_wrong_with_a_text(at: At) -> None:
    answered = at.answer(at.quill, action="E", how="task", task="burn \x02orc-1\x03", segments="1")
    assert answered.status_code == 400
    assert "This text has a character that is not seen in it (U+0002). Delete it" in words(answered)


def test_an_encounter_that_has_such_a_text_from_before_can_be_copied(at: At) -> None:
    Combatant.objects.filter(definition__id="otis").update(definition={**PARTY[0], "name": "O\u200btis"})
    made = copy_encounter(User.objects.get(), at.encounter)
    assert made.combatants.get(definition__id="otis").definition["name"] == "Otis"


# How typed words are shown.


def test_a_typed_order_is_shown_as_it_was_typed(at: At) -> None:
    typed = "burn the Canaryhidden_webs, canary & Bugbear"
    at.answer(at.quill, action="E", how="task", task=typed, segments="1")
    own = text(at.quill.get(at.url("me/")))
    assert f"<bdi>{escape(typed)}</bdi>" in own
    services.close(at.dora, at.tap())
    at.finish()
    for page in (at.pip.get(at.url("me/saw/")), at.quill.get(at.url("me/saw/"))):
        assert f": <bdi>{escape(typed)}</bdi>." in text(page)
    assert f"<bdi>{escape(typed)}</bdi>" in text(at.sam.get(at.url("round/1/")))
    assert typed in text(at.quill.get(at.url("me/saw.txt")))
    assert typed in [event.task for event in read_view(at.dora).all_events if isinstance(event, e.TaskDone)]


@pytest.mark.parametrize("typed", ["canary", "bugbear", "cleric_hold_person", "Hold person", "dm", "Orc 1"])
def test_a_typed_order_that_is_an_id_or_a_name_is_stored_as_it_was_typed(at: At, typed: str) -> None:
    at.answer(at.quill, action="E", how="task", task=typed, segments="1")
    order = at.state.declared["tenser"]
    assert isinstance(order, DoTask)
    assert order.task == typed


def test_what_the_dm_types_for_a_foe_names_nobody_who_is_hidden(at: At) -> None:
    services.rule(at.dora, at.tap(), [Change("orc-1", "hp", 3)], "Canaryhidden bites")
    told = words(at.pip.get(at.url("me/saw/")))
    assert "Someone bites." in told
    assert "Canaryhidden" not in told


def test_names_have_their_own_direction(at: At) -> None:
    for client, page in ((at.pip, "me/"), (at.sam, "watch/"), (at.pip, "me/saw/")):
        assert "<bdi>Otis</bdi>" in text(client.get(at.url(page)))
