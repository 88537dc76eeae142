"""The page on the order of deeds: a sentence, the clause, then every precedence."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from encounters import services
from tests.encounters.seated import At, begun_fight, markup, words


def read_reasons(at: At) -> str:
    """Return the panel in words."""
    hers = Client()
    hers.force_login(User.objects.get())
    return words(hers.get(f"/e/{at.encounter.pk}/why/")).partition("Why this order?")[2].partition("Selected")[0]


def order_a_charge_and_a_spell(at: At) -> None:
    at.order("otis", action="E", how="charge", target="orc-2")
    at.order("tenser", action="D", how="spell", spell="magic_user_sleep", target=["orc-1"])
    services.close(at.dora, at.tap())


def test_it_begins_with_a_sentence_and_quotes_the_clause(at: At) -> None:
    order_a_charge_and_a_spell(at)
    told = read_reasons(at)
    assert re.match(r" Close Esc [A-Z][^.]+\. (So [^.]+\. )?VII", told)
    assert "Tenser (sleep on Orc 1) is due in segment 1, earlier than Shaman (hold person on Otis), in 5." in told
    assert "Draw it Top to bottom. No arrow: the order of the two does not matter." in told


def test_it_tells_of_the_last_moment_when_nothing_is_pending(at: At) -> None:
    order_a_charge_and_a_spell(at)
    at.step_to(8)
    assert " The order " in read_reasons(at)


def test_it_is_about_the_deeds_of_the_row_that_is_selected(at: At) -> None:
    order_a_charge_and_a_spell(at)
    hers = Client()
    hers.force_login(User.objects.get())

    def list_reasons(who: str) -> list[str]:
        page = markup(hers.get(f"/e/{at.encounter.pk}/why/?who={who}"))
        return sorted(re.findall(r'<li>([^<]+) <a class="clause"', page))

    assert list_reasons("tenser") == [each for each in list_reasons("") if "Tenser" in each]
    assert list_reasons("tenser")
    assert list_reasons("jaroo") == []
    page = words(hers.get(f"/e/{at.encounter.pk}/why/?who=jaroo"))
    assert "No rule puts a deed of Jaroo before or after another." in page


@pytest.mark.django_db(transaction=True)
def test_two_who_charge_each_other_have_one_order() -> None:
    at = begun_fight()
    at.order("orc-1", action="E", how="charge", target="otis")
    for who in ("orc-2", "shaman", "canary"):
        at.order(who, action="C")
    at.order("otis", action="E", how="charge", target="orc-1")
    services.close(at.dora, at.tap())
    told = read_reasons(at)
    assert "Otis (charge at Orc 1) and Orc 1 (charge at Otis) come at once." in told
    assert "comes before" not in told
