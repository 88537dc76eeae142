"""A question in mid-round: whether to dodge a blow, and lose the spell."""

import pytest

from encounters import services
from rules.kernel.inputs import Change
from tests.encounters.seated import At, buttons, prepared_fight, text, words
from tests.encounters.test_phone_following import close
from tests.encounters.test_signals import now, signs


@pytest.fixture
def dodging(transactional_db: None) -> At:
    """Return a fight where an orc strikes at the casting Tenser, who may dodge."""
    at = prepared_fight(ruleset="addict", options={"addict.offer_dodge": True})
    at.sit()
    services.open_encounter(at.dora)
    services.rule(at.dora, at.tap(), [Change("orc-1", "moved", [-4, 4])])
    services.begin_round(at.dora, at.tap())
    at.order("orc-1", action="G", weapon="weapon", target="tenser")
    close_foes(at)
    at.answer(at.quill, action="D", how="spell", spell="long_words", target="orc-1")
    close(at)
    while not any(each.question == "dodge" for each in at.state.open):
        at.step()
    return at


def close_foes(at: At) -> None:
    """Let the other foes wait."""
    for question in at.state.open:
        if question.who in ("orc-2", "shaman", "canary"):
            at.order(question.who, action="C")


def test_a_question_in_mid_round_says_who_is_awaited(dodging: At) -> None:
    page = words(dodging.quill.get(dodging.url("me/")))
    assert "Your choice, segment" in page
    assert "Dodge the blow, and lose the spell?" in page
    assert buttons(dodging.quill.get(dodging.url("me/"))) == ["choice=yes", "choice=no"]


def test_a_question_in_mid_round_is_answered_with_one_tap(dodging: At) -> None:
    given = {"token": dodging.token(dodging.quill), "tap": "d", "answer.choice": "yes"}
    assert dodging.quill.post(dodging.url("me/answer/"), given).status_code == 303
    assert "Your long words is broken off" in words(dodging.quill.get(dodging.url("me/")))


def test_nobody_else_is_told_of_the_question(dodging: At) -> None:
    assert all("Dodge" not in text(each.get(dodging.url("me/"), follow=True)) for each in (dodging.pip, dodging.sam))


def test_a_question_is_signalled_by_its_token_and_told_in_the_title(dodging: At) -> None:
    found = now(dodging, dodging.quill)
    assert found["data-cue-asked"] == dodging.token(dodging.quill)
    assert found["data-title"].startswith("Tenser: ")
    assert "data-awake" in found
    for tab in ("sheet/", "saw/"):
        assert signs(text(dodging.quill.get(dodging.url(f"me/{tab}")))) == found


def test_nobody_elses_page_changes_when_one_is_asked(dodging: At) -> None:
    for client, page in ((dodging.pip, "me/"), (dodging.sam, "watch/")):
        told = signs(text(client.get(dodging.url(page))))
        assert [name for name in told if name in ("data-cue-asked", "data-title", "data-cue-orders")] == []
