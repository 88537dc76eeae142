"""Every field of every event kind: those who are to see it do, and no other viewer does."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from fractions import Fraction
from typing import Any, get_type_hints

import pytest

from rules.kernel import events as e
from rules.kernel.battlefield import Way
from rules.kernel.deeds import DECLARATION_KINDS, Declaration, add_own
from rules.kernel.dice import Call, CallResult
from rules.kernel.effect_entries import EffectEntry
from rules.kernel.effects import Rolled
from rules.kernel.map_plan import FeatureKind, MapFeature, MapPlan, PlanChange
from rules.kernel.own import OWN_KINDS, Own
from rules.kernel.registry import register, unregister
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.rows import Unlisted, lookup_fields, lookup_row
from rules.kernel.stat_block import NumberChange
from rules.kernel.visibility import Audience, Doer, Mask
from rules.procedures import get_all_kinds
from rules.procedures.adnd.deed_types import Blow, TaskKind
from rules.procedures.adnd.orders.base import Addition
from rules.procedures.adnd.orders.parley import Parleyed
from rules.procedures.adnd.orders.spell import Cast, Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.orders.task import DoTask
from rules.procedures.adnd.state import MoraleDuty
from tests.any_procedure import ANY, RULESET
from tests.registered import merge
from tests.rules.canaries import NUMBER, WORD
from tests.rules.field_viewers import APART, DMS, IDS, NEVER, OWNERS, PRIVATE
from tests.rules.watchers import (
    DORA,
    LURKER,
    PIP,
    WATCHERS,
    last,
    opened,
    prepare_combatant,
    text,
    texts,
    the_last,
    watch,
)

OWN_DEED = Blow("otis:1", "otis", ("orc-2",))
OTHER_DEED = Completion("tenser:1", "tenser", ("doppelganger",), order=Cast("tenser", ("doppelganger",)))
FOE_DEED = Blow("orc-2:1", "orc-2", ("otis",))


LATEST = NUMBER * NUMBER
"""The column in play; viewers are shown no later one."""

EFFECT = EffectEntry(WORD, (WORD,), NUMBER, 0, "", "round", (), (), False, "", "high", WORD)
WALL = MapFeature("wall-1", FeatureKind.WALL, ((0, 0), (100, 0)))


def sample(kind: type[e.Event], **given: Any) -> e.Event:
    """Return an event of this kind about Otis."""
    needed = {
        "who": "otis",
        "target": "orc-2",
        "side": "party",
        "declaration": Strike("otis"),
        "to": (3, 4),
        "first": "otis:1",
        "then": "otis:2",
        "deed": "otis:1",
        "ruleset": ANY,
        "by": "",
        "position": (3, 4),
        "a": "otis",
        "b": "orc-2",
        "owner": "otis",
        "id": "5",
        "stat_block": prepare_combatant("newcomer", "Newcomer", "party"),
        "deeds": (OWN_DEED,),
        "hit": True,
        "saved": True,
        "surprised": True,
        "change": PlanChange.ADDED,
        "feature": WALL,
        "plan": MapPlan((WALL,)),
        **merge("shown", "SAMPLES"),
    }
    if kind is e.MomentBegan:
        needed["deeds"] = ("otis:1",)
    if kind is e.Appeared:
        needed["who"] = "newcomer"
    if kind is e.TakenBack:
        needed["to"] = 0
    hints = get_type_hints(kind)
    wanted = [each.name for each in fields(kind) if _is_needed(each) or each.name in ("who", "deeds")]
    plain: dict[Any, object] = {str: "", bool: True, Call: Call(("otis",), "breath")}
    values = {name: needed.get(name, plain.get(hints[name], 1)) for name in wanted}
    return kind(**{**values, **given})


def _is_needed(each: Any) -> bool:
    return each.default is MISSING and each.default_factory is MISSING


def list_events_before(kind: type[e.Event], id: str = "5") -> list[e.Event]:
    """Return the events that must come before an event of this kind."""
    deeds = (OWN_DEED, replace(OWN_DEED, id="otis:2"), OTHER_DEED, FOE_DEED)
    asked: dict[type[e.Event], e.Event] = {
        e.Answered: e.Asked(who="otis", question="declare", id=id),
        e.Withdrawn: e.Asked(who="otis", question="declare", id=id),
        e.DiceGiven: e.DiceAsked(who="otis", id=id),
    }
    agenda = [] if kind is e.AgendaChanged else [e.AgendaChanged(deeds=deeds)]
    return [e.RoundBegan(round=1), *agenda, *([asked[kind]] if kind in asked else [])]


def before(kind: type[e.Event], id: str = "5") -> list[e.Event]:
    """Return the same with a column in play that is later than any other."""
    began, *others = list_events_before(kind, id)
    return [began, e.SegmentBegan(round=1, clock=LATEST), *others]


RECORDS: dict[str, Any] = {
    "tuple[tuple[str, int], ...]": (("otis", NUMBER),),
    "tuple[tuple[str, tuple[int, int]], ...]": (("otis", (NUMBER, 1)),),
    "tuple[tuple[str, tuple[fractions.Fraction, fractions.Fraction]], ...]": (
        ("otis", (Fraction(NUMBER), Fraction(1, 2))),
    ),
    "tuple[int, ...]": (NUMBER,),
    "Call": Call(("otis",), "breath", why=WORD),
    "tuple[rules.kernel.dice.CallResult, ...]": (CallResult("otis", NUMBER, True),),
    "tuple[rules.kernel.effect_entries.EffectEntry, ...]": (EFFECT,),
    "rules.kernel.effect_entries.EffectEntry | None": EFFECT,
    "rules.kernel.battlefield.Way | None": Way(
        NUMBER, (NUMBER, 1), (NUMBER, 2), (NUMBER, 3), Fraction(NUMBER), NUMBER, NUMBER, NUMBER, NUMBER
    ),
    "tuple[rules.kernel.stat_block.NumberChange, ...]": (NumberChange("ac", NUMBER),),
} | merge("shown", "RECORDS")
"""Records about Otis, by the type of their field; those of one procedure from its tests/procedures/<name>/shown.py."""


def canary(hint: Any) -> Any:
    """Return a value of this type that occurs nowhere else; None for a truth value."""
    words = {"str": WORD, "str | None": WORD, "int": NUMBER, "int | None": NUMBER, "object": WORD}
    name = getattr(hint, "__name__", "") if isinstance(hint, type) else str(hint)
    if name in words:
        return words[name]
    if name in ("bool", "bool | None", "PlanChange") or "Own" in name:
        return None
    if "MapPlan" in name:
        return MapPlan((WALL, replace(WALL, id=WORD, points=((NUMBER, 1), (0, 0)), hidden=True)))
    if "MapFeature" in name:
        return replace(WALL, id=WORD)
    if name == "Fraction":
        return Fraction(NUMBER)
    if name in RECORDS:
        return RECORDS[name]
    if name == "tuple[str, ...]":
        return (WORD,)
    if "tuple[int, int]" in name:
        return (NUMBER, 1)
    if "Mapping" in name:
        return {"key": WORD}
    if "Rolled" in name:
        return (Rolled("to_hit", "otis", 1, 20, (NUMBER,)),)
    assert name == "Declaration", name
    return DoTask("otis", task=WORD)


def cases(kind: type[e.Event]) -> dict[str, Any]:
    """Return the fields of a kind that take a canary, with one."""
    values = {}
    hints = get_type_hints(kind)
    for field in (each.name for each in fields(kind)):
        hint = hints[field]
        apart = field in APART.get(kind.__name__, ()) or (field in IDS and hint is not int)
        if not apart or _is_text(kind.__name__, field):
            values[field] = canary(hint)
    return {field: value for field, value in values.items() if value is not None}


def _is_text(kind: str, field: str) -> bool:
    return (kind, field) in (("Answered", "by"), ("DiceGiven", "by"))


def sees(name: str, kind: str, field: str) -> bool:
    """Return whether a viewer of this name is to see this field of an event about Otis.

    Pip plays Otis.
    """
    if name == "dora":
        return True
    # Moments are numbered for each viewer from 1.
    if kind in NEVER or field in DMS.get(kind, ()) or field == "moment":
        return False
    # No column has begun yet, or any more.
    if field == "clock" and kind in ("EncounterOpened", "TakenBack"):
        return False
    return name == "pip" or not (kind in PRIVATE or field in OWNERS.get(kind, ()))


def found_in(shown: str) -> bool:
    return WORD in shown or str(NUMBER) in shown


KINDS = get_all_kinds()

of_each_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


@pytest.fixture
def _named_like_the_canary() -> Iterator[None]:
    """Offer the procedure of the tests by the name of the canary, too, for openings."""
    register(WORD, f"{type(RULESET).__module__}:{type(RULESET).__name__}")
    yield
    unregister(WORD)


@of_each_kind
@pytest.mark.usefixtures("_named_like_the_canary")
def test_each_field_is_seen_by_whom_it_is_for_and_by_nobody_else(kind: type[e.Event]) -> None:
    seen = {(field, name): _sent(kind, field, value, name) for field, value in cases(kind).items() for name in WATCHERS}
    assert seen == {(field, name): sees(name, kind.__name__, field) for field, name in seen}


def _sent(kind: type[e.Event], field: str, value: Any, name: str) -> bool:
    """Return whether the canary is in anything sent to a viewer, or in the state of a page."""
    event = sample(kind, **{field: value})
    if kind is e.EncounterOpened:
        return found_in(text(watch(WATCHERS[name], opening=replace(opened(), **{field: value}))))
    earlier = before(kind, WORD if field == "id" else "5")
    if name == "dora":
        return found_in(texts(last(DORA, *earlier, event)))
    return found_in(text(watch(WATCHERS[name], *earlier, event)))


@of_each_kind
def test_every_kind_and_field_is_in_the_table(kind: type[e.Event]) -> None:
    assert set(lookup_row(kind).fields) == {each.name for each in fields(kind)}


def test_a_kind_that_does_not_say_who_is_told_is_shown_to_nobody() -> None:
    class Whispered(e.Sealed):
        """A kind made for this test."""

    for viewpoint in WATCHERS.values():
        with pytest.raises(Unlisted, match="Whispered"):
            watch(viewpoint, Whispered(who="otis"))


def test_every_class_of_declarations_says_how_its_player_sees_it() -> None:
    get_all_kinds()
    added = [kind for kind in OWN_KINDS.values() if issubclass(kind, Addition)]
    kinds: list[type[Declaration] | type[Own]] = [*DECLARATION_KINDS.values(), *added]
    assert lookup_fields(DoTask)["task"].mask is Mask.TYPED
    assert all(sees.to is Audience.ALL for kind in kinds for sees in lookup_fields(kind).values())


@pytest.mark.parametrize("kind", TaskKind)
def test_the_kind_of_a_task_is_shown_to_those_who_are_shown_its_words(kind: TaskKind) -> None:
    declared = e.Declared(who="otis", declaration=DoTask("otis", task=WORD, kind=kind))
    shown = {name: text(watch(viewpoint, declared)) for name, viewpoint in WATCHERS.items() if name != "dora"}
    assert [name for name, each in shown.items() if f'"kind":"{kind.value}"' in each.replace(" ", "")] == ["pip"]
    assert [name for name, each in shown.items() if WORD in each] == ["pip"]


def test_an_addition_that_does_not_say_how_it_is_seen_is_shown_to_nobody() -> None:
    declaration = add_own(Strike("otis"), MoraleDuty("flee"))
    with pytest.raises(Unlisted, match="MoraleDuty"):
        watch(PIP, e.Declared(who="otis", declaration=declaration))


def test_a_field_that_does_not_say_who_sees_it_is_shown_to_nobody() -> None:
    @dataclass(slots=True, kw_only=True)
    class Mumbled(e.Event):
        """A kind made for this test."""

        audience = Audience.PERCEIVERS
        who: Doer
        words: str = ""

    for viewpoint in WATCHERS.values():
        with pytest.raises(Unlisted, match="words"):
            watch(viewpoint, Mumbled(who="otis", words="pst"))


# Combatants that nobody has seen.

SPY_WORDS = ("doppelganger", "Bran")


def stat_block_fields(kind: type[e.Event]) -> Mapping[str, Any]:
    """Return the fields that may name a combatant, each with one that nobody has seen."""
    hints = get_type_hints(kind)
    named = ["who", "target", "targets", "closes", "affected", "first", "perceived_by", "a", "b", "holders", "enders"]
    named += ["eligible"]
    named += [] if _is_text(kind.__name__, "by") else ["by"]
    return {
        each: ("doppelganger",) if "tuple" in str(hints[each]) else "doppelganger"
        for each in named
        if hints.get(each, int) is not int
    }


PLAYERS = ("pip", "quill", "sam")


@of_each_kind
def test_a_hidden_combatant_is_in_no_field(kind: type[e.Event]) -> None:
    if kind in (e.Appeared, e.Revealed, e.EncounterOpened, e.PrecedenceDropped):
        assert "target" not in get_type_hints(kind)
        return
    for field, value in stat_block_fields(kind).items():
        given = {"declaration": Strike("doppelganger")} if kind is e.Declared else {}
        event = sample(kind, **{field: value, **given})
        for name in PLAYERS:
            shown = text(watch(WATCHERS[name], *before(kind), event))
            assert (field, [word for word in SPY_WORDS if word in shown]) == (field, [])


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS.values() if "who" in get_type_hints(kind) and kind is not e.Revealed]
)
def test_what_a_hidden_combatant_does_leaves_nothing(kind: type[e.Event], name: str) -> None:
    earlier = before(kind)
    given = {"declaration": Strike("doppelganger")} if kind is e.Declared else {}
    if kind is e.Appeared:
        spy = prepare_combatant("spy", "Spy", "foes", hidden=True)
        event: e.Event = e.Appeared(who="spy", stat_block=spy)
    else:
        event = sample(kind, who="doppelganger", **given)
    viewer_log = watch(WATCHERS[name], *earlier)
    state, count = viewer_log.state, viewer_log.count
    viewer_log.see(event, len(earlier) + 1)
    assert (viewer_log.count, viewer_log.state) == (count, state)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_hidden_combatant_that_is_revealed_is_seen_by_everybody(name: str) -> None:
    viewer_log = watch(WATCHERS[name])
    viewer_log.see(e.Revealed(who="doppelganger"), 1)
    alias = viewer_log.find_alias("doppelganger")
    assert alias is not None
    assert not viewer_log.state.combatants[alias].hidden


CODES = (
    *(
        "chance",
        "needed",
        "question",
        "by",
        "purpose",
        "dice",
        "clause",
        "what",
        "stage",
        "band",
        "rates",
        "weapon",
        "mode",
        "blow",
        "spell",
        "sort",
        "other",
    ),
    *("device", "effect", "attack_mode", "defense_mode", "manner", "result", "roller", "seed", "open_promise"),
    *(
        "dm_promise",
        "ruleset",
        "version",
        "title",
        "setting",
        "options",
        "notes",
        "why",
        "phase",
        "occasion",
        "when",
        "how",
    ),
    *("pool", "outcome", "option", "booked", "use", "check", "item", "reason", "fate", "act", "drawn"),
)
"""Texts that are ids of tables, codes or promises, not sentences."""


@of_each_kind
def test_a_hidden_combatant_is_in_no_sentence_that_players_read(kind: type[e.Event]) -> None:
    for field, value in cases(kind).items():
        row = lookup_row(kind).fields[field]
        if (value != WORD and value != {"key": WORD}) or field == "id" or row.mask in (Mask.AS_IS, Mask.FACE):
            assert value != WORD or field in ("id", *CODES), field
            continue
        words = "Bran, the doppelganger, waits"
        facts = {"who": words, "doppelganger": 1, "all": ["doppelganger", 2]}
        event = sample(kind, **{field: words if value == WORD else facts})
        if kind is not e.EncounterOpened:
            shown = text(watch(PIP, *before(kind), event))
            if row.mask is Mask.TYPED:  # a player has typed it: it tells nothing that they did not know
                assert (field, words in shown) == (field, True)
            else:
                assert (field, [word for word in SPY_WORDS if word in shown]) == (field, [])


def test_a_hidden_die_shows_no_face_anywhere() -> None:
    rolled = (Rolled("surprise", "foes", 1, 6, (NUMBER,), hidden=True),)
    event = e.SurpriseRolled(side="foes", chance="2/6", face=NUMBER, surprised=False, rolls=rolled)
    assert str(NUMBER) not in texts(last(PIP, event))
    assert "2/6" not in texts(last(PIP, event))
    assert str(NUMBER) in texts(last(DORA, event))


def test_an_open_die_keeps_its_face() -> None:
    rolled = (Rolled("to_hit", "orc-2", 1, 20, (17,), first=4),)
    event = e.Attacked(
        who="orc-2", target="otis", weapon="axe", routine=1, mode="melee", needed=12, face=17, hit=True, rolls=rolled
    )
    assert the_last(PIP, event).rolls == (Rolled("to_hit", "orc-1", 1, 20, (17,), first=0),)


def test_nobody_learns_of_a_side_of_which_he_met_nobody() -> None:
    cult = prepare_combatant("cultist", "Cultist", "cult", hidden=True)
    opening = opened((*opened().stat_blocks, cult))
    for kind in (e.ReactionRolled, e.SurpriseRolled, e.SideSurprised, e.InitiativeRolled):
        assert (
            last(
                PIP,
                sample(kind, side="cult", **({"who": ""} if "who" in get_type_hints(kind) else {})),
                opening=opening,
            )
            == ()
        )
    assert the_last(PIP, e.EncounterEnded(reason="done", side="cult"), opening=opening).side == ""


def test_who_else_perceived_it_is_not_told() -> None:
    event = Parleyed(who="orc-2", perceived_by=("otis", "tenser", "dm"))
    assert the_last(PIP, event).perceived_by == ("otis",)
    assert last(Viewpoint(), event) == ()


def test_the_hidden_are_hidden_when_the_fight_begins() -> None:
    for viewpoint in (PIP, WATCHERS["quill"], WATCHERS["sam"]):
        shown = text(watch(viewpoint))
        assert not any(word in shown for word in (*SPY_WORDS, str(LURKER.start.position)[1:5], "orc-3"))
