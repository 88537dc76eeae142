"""Rule 10: what happens to be noticed, who does, and by what throw; and falls from which a worn thing saves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules import events as e
from rules.adnd.harm import save_needed
from rules.battlefield import between
from rules.effects import Ask, Roll, Rolled
from rules.forms import Form, Number
from rules.order import Moment
from rules.ruleset import Play, Table
from rules.rulesets.lakofka.options import ids, option
from rules.state import Combatant, Deed, OpenQuestion, State
from rules.terms import DM, HUNDREDTHS, CombatantId, Save

TEN_FEET = 10 * HUNDREDTHS
NEAR = 3
"""The state of one who stands there in sight, able, with nobody's back before him."""

MOST = 8
SAVES = {
    "spells": Save.SPELL,
    "petrification": Save.PETRIFICATION_POLYMORPH,
    "rods": Save.ROD_STAFF_WAND,
    "poison": Save.PARALYSIS_POISON_DEATH,
    "breath": Save.BREATH,
}


CARRIED_OFF = "is carried off by magic"

FAR_SEEN = ("appears", "vanishes", "comes up from behind", CARRIED_OFF)
"""What is worth a throw to whoever is not within ten feet of it."""


@dataclass(frozen=True)
class Happening:
    """What has come about: about whom ("" for no figure), whether one may notice it from afar, the DM's own words."""

    about: CombatantId
    far_seen: bool
    words: str = ""


def status(state: State, each: Combatant) -> int:
    """A figure's state as others see it, as a number: there, able, hidden, at whose back."""
    behind = each.behind
    at_back = list(state.combatants).index(behind) + 1 if behind and behind in state.combatants else 0
    return each.present + 2 * each.able + 4 * each.hidden + 8 * at_back


def known(table: Table, each: Combatant) -> int:
    """The state it was in when it was last looked at; nothing of one who has come meanwhile."""
    return table.state.marks.get(f"known:{each.id}", NEAR if table.quiet else 0)


def what_happened(state: State, each: Combatant, before: int) -> str:
    """What became of a figure since, in a word."""
    now = status(state, each)
    if now // 8 and now // 8 != before // 8:
        return "comes up from behind"
    if not now & 1 and before & 1:
        return "vanishes" if each.has("vanished") else "is gone"
    if now & 4 and not before & 4:
        return "hides"
    if (now & 1 and not before & 1) or (before & 4 and not now & 4):
        return "appears"
    return "falls" if not now & 2 and before & 2 else "stands again"


def baseline(table: Table) -> Play:
    """How everyone stands as the segments begin: what is different later has happened."""
    for each in table.state.combatants.values():
        if status(table.state, each) != known(table, each):
            yield e.Observed(who=each.id, what="", known=status(table.state, each), perceived_by=(DM,))


def observe(table: Table, moment: Moment | None = None) -> Play:
    """10.4, 10.9: what has happened since the last moment, and who of those with something to do notices."""
    said = [each for each in table.state.happened.items() if f"said|{each[0]}" not in table.state.marks]
    if not said and not any(_is_changed(table, each) for each in table.state.combatants.values()):
        return
    happened: list[Happening] = []
    for each in table.state.combatants.values():
        if not _is_changed(table, each):
            continue
        before = known(table, each)
        what = CARRIED_OFF if status(table.state, each) == before else what_happened(table.state, each, before)
        if what == "falls" and (yield from _saved_from_falling(table, each)):
            continue
        now = status(table.state, table.state.combatants[each.id])
        yield e.Observed(who=each.id, what=what, known=now, clauses=ids("10.4", "10.9"), perceived_by=(DM,))
        happened.append(Happening(each.id, what in FAR_SEEN))
    for about, words in said:
        known_as = status(table.state, table.state.combatants[about]) if about else 0
        yield e.Observed(who=about, what=words, known=known_as, clauses=ids("10.4", "10.9"), perceived_by=(DM,))
        happened.append(Happening(about, True, words))
    for each_one in happened if not table.quiet else ():
        yield from _notice(table, each_one)


def _is_changed(table: Table, each: Combatant) -> bool:
    """Return whether a figure stands otherwise than it was known to, or magic has put it somewhere else."""
    return status(table.state, each) != known(table, each) or bool(table.state.marks.get(f"relocated|{each.id}"))


def _saved_from_falling(table: Table, each: Combatant) -> Play:
    """5.4: a worn thing works that nobody meant to use: one who has been made to fall comes down unhurt."""
    state = table.state
    if each.hp <= 0 or not each.has("helpless"):
        return False
    worn = [
        device.id
        for device in each.figure.devices
        if device.worn and "fall" in device.id and f"failed|{each.id}|{device.id}" not in state.marks
    ]
    if not worn:
        return False
    yield e.DeviceUsed(who=each.id, device=worn[0], discharges=0, clauses=ids("5.4", "5.4.ex"))
    yield e.EffectEnded(who=each.id, effect="helpless", clauses=ids("5.4"))
    return True


# Who notices.


def _notice(table: Table, happening: Happening) -> Play:
    about = happening.about
    behind = table.state.combatants[about].behind if about else ""
    asked: list[CombatantId] = []
    for who in table.state.combatants:
        if who == about or not (to_come(table.state, who) or is_watching(table.state, who)):
            continue
        if about and _is_automatic(table.state, who, about) and behind != who:
            yield e.Noticed(
                who=who,
                target=about,
                automatic=True,
                notices=True,
                what=happening.words,
                clauses=ids("10.10"),
                perceived_by=(who,),
            )
        elif happening.far_seen:
            asked.append(who)
    if asked:
        yield from _throw(table, asked, happening, behind)


def _throw(table: Table, asked: Sequence[CombatantId], happening: Happening, behind: CombatantId) -> Play:
    """10.11 to 10.13: the DM says how far out of the line of sight it is; then a bare saving throw, which he rolls."""
    proposed = option(table.state, "default_observation_modifier")
    examples = "-1 in plain view, -8 behind the back"
    facts = {"about": happening.about, "proposed": proposed, "examples": examples, **in_words(happening.words)}
    answers = yield [
        Ask(
            "observation",
            DM,
            {"choice": 0},
            {"who": who, **facts},
            ids("10.12", "10.13", "10.17" if behind == who else "10.16"),
        )
        for who in asked
    ]
    rolls: list[Rolled] = yield [Roll("observation", who, 1, 20, hidden=True) for who in asked]
    column = SAVES[str(option(table.state, "observation_save"))]
    for who, answer, rolled in zip(asked, answers, rolls, strict=True):
        modifier = int(answer["choice"])
        needed = save_needed(table.state.combatants[who], column) - modifier
        notices = rolled.total >= needed
        yield e.Noticed(
            who=who,
            target=happening.about,
            automatic=False,
            notices=notices,
            needed=needed,
            face=rolled.total,
            modifier=modifier,
            behind=behind == who,
            what=happening.words,
            rolls=(rolled,),
            clauses=ids("10.9", "10.11", "10.12", "10.13"),
            perceived_by=(who,) if notices else (DM,),
        )


def in_words(words: str) -> dict[str, object]:
    """What the DM said has come about, as a fact of a question; nothing where he said nothing."""
    return {"happening": words} if words else {}


def _is_automatic(state: State, who: CombatantId, about: CombatantId) -> bool:
    """10.10: within ten feet of a target of what he is doing, or has just done."""
    there = state.combatants[about].place
    aimed = dict.fromkeys(target for deed in _own(state, who) for target in deed.targets if target != who)
    return any(between(state.combatants[target].place, there) <= TEN_FEET for target in aimed)


def _own(state: State, who: CombatantId) -> list[Deed]:
    return [*to_come(state, who), *(deed for deed in (*state.acting, *state.done) if deed.who == who)]


def to_come(state: State, who: CombatantId) -> list[Deed]:
    """What a figure has still to do this round, begun or not; nothing for one who cannot act."""
    if not state.combatants[who].able:
        return []
    return [deed for deed in state.pending if deed.who == who and deed.kind not in ("psionic", "ready")]


def is_watching(state: State, who: CombatantId) -> bool:
    """10.14: whether a figure that is able was declared to warn somebody, whatever else it still has to do."""
    declared = state.declared.get(who)
    return declared is not None and bool(declared.warn) and state.combatants[who].able


def companions(state: State, who: CombatantId) -> list[Combatant]:
    """Those of a figure's own side whom it can warn."""
    side = state.combatants[who].side
    return [each for each in state.combatants.values() if each.side == side and each.id != who and each.able]


def has_noticed(state: State, who: CombatantId, about: CombatantId) -> bool:
    """Whether a figure has noticed this round what became of another ("" for no figure)."""
    return state.marks.get(f"noticed|{who}|{about}", -1) >= 0


def noticed_by(state: State, who: CombatantId) -> Iterator[tuple[CombatantId, int]]:
    """What a figure has noticed this round: of whom ("" for no figure), and in which segment."""
    noticing = f"noticed|{who}|"
    if not any(mark.startswith(noticing) for mark in state.marks):
        return
    for about in (*state.combatants, ""):
        segment = state.marks.get(f"{noticing}{about}", -1)
        if segment >= 0:
            yield about, segment


def observation_form(state: State, question: OpenQuestion) -> Form | None:
    """How far out of the line of sight it is: 0 to -8."""
    if str(question.facts.get("who", "")) not in state.combatants:
        return None
    return Form((Number("choice", "How far out of sight?", -MOST, 0),))


# What was aimed at one who is gone.


def is_kept(state: State, deed: Deed) -> bool:
    """10.4, 10.20: an act that has not begun is not lost with its target before its time comes."""
    timely = deed.number is not None and deed.number >= (state.clock or 0)
    return timely and deed.kind in ("melee", "missile", "charge") and _target_is_gone(state, deed)


def _target_is_gone(state: State, deed: Deed) -> bool:
    return bool(deed.targets) and not state.combatants[deed.targets[0]].present


def let_go(table: Table, moment: Moment | None) -> Play:
    """What was kept is lost when its time has come and nothing else was found."""
    clock = table.state.clock or 0
    now = moment.deeds if moment is not None and moment.clock <= clock else ()
    for deed in table.state.pending:
        late = deed.kind in ("melee", "missile", "charge") and deed in now
        if late and _target_is_gone(table.state, deed):
            yield e.DeedLost(who=deed.who, deed=deed.id, cause="target gone", clauses=ids("10.4"), segment=deed.number)
