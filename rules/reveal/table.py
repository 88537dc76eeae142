"""The table of secrecy: every kind of event and every field of it, who is shown it, and what others see instead.

A row says who is told of the event at all: *all*; *perceivers* (openly, or by a character of the viewer's); the
*owner* of the figure (or deed) that it is about; the *DM* alone. The DM is told everything as it is. A field says who
of those who are told sees it: all, the owner, those whom the table shows what dice needed, the DM. A field goes through
its mask, which puts it in the viewer's ids. What is not in the table is shown to nobody: ``row_of`` raises.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from rules import events as e
from rules.events import Event
from rules.reveal import masks, sequence
from rules.reveal.rows import (
    ALL,
    BEGUN,
    DM_ONLY,
    DOER,
    FACE,
    FIGURE,
    FIGURES,
    LEFT,
    PERCEIVERS,
    PLAIN,
    SIDE,
    WORDS,
    Row,
    Sees,
    Unlisted,
    needed,
    of_table,
    own_needed,
    owner,
    private,
    row,
    spell,
)

TABLE: dict[type[Event], Row] = {
    # The table's own.
    e.EncounterOpened: of_table(
        ALL,
        ruleset=PLAIN,
        version=PLAIN,
        title=PLAIN,
        setting=PLAIN,
        options=PLAIN,
        notes=Sees(ALL, masks.notes),
        figures=Sees(ALL, masks.shown_figures),
        rolls=Sees(DM_ONLY, instead=()),
    ),
    e.RoundBegan: of_table(ALL, attempt=PLAIN, open_promise=PLAIN, dm_promise=PLAIN),
    e.StageBegan: of_table(ALL, stage=PLAIN),
    e.RoundEnded: of_table(ALL, seed=PLAIN),
    e.EncounterEnded: of_table(ALL, reason=WORDS, side=Sees(ALL, masks.winner)),
    e.Asked: private(
        who=DOER,
        question=PLAIN,
        id=Sees(ALL, masks.new_question),
        epoch=Sees(ALL, masks.epoch),
        facts=Sees(ALL, masks.plain),
        awaited=PLAIN,
    ),
    e.Answered: private(who=DOER, question=PLAIN, id=Sees(ALL, masks.question), by=PLAIN),
    e.Withdrawn: private(who=DOER, question=PLAIN, id=Sees(ALL, masks.question), reason=WORDS),
    e.DiceAsked: private(
        who=DOER,
        id=Sees(ALL, masks.new_question),
        epoch=Sees(ALL, masks.epoch),
        purpose=PLAIN,
        count=PLAIN,
        sides=PLAIN,
    ),
    e.DiceGiven: private(who=DOER, id=Sees(ALL, masks.question), by=PLAIN),
    e.Refused: private(who=DOER, clause=PLAIN, reason=WORDS, question=PLAIN),
    e.Ruled: of_table(
        PERCEIVERS,
        who=DOER,
        what=PLAIN,
        old=Sees(ALL, masks.plain),
        new=Sees(ALL, masks.plain),
        until=PLAIN,
        note=WORDS,
    ),
    e.Appeared: of_table(
        PERCEIVERS, who=Sees(ALL, masks.newcomer), figure=Sees(ALL, masks.shown_figure), dew=Sees(DM_ONLY)
    ),
    e.Revealed: of_table(PERCEIVERS, who=DOER),
    e.TakenBack: of_table(ALL, to=Sees(DM_ONLY), epoch=Sees(DM_ONLY), note=WORDS),
    e.DiceRenewed: of_table(ALL, attempt=PLAIN, open_promise=PLAIN, dm_promise=PLAIN),
    e.AgendaChanged: private(deeds=Sees(ALL, masks.own_deeds), why=Sees(DM_ONLY, instead="")),
    e.MomentBegan: private(deeds=Sees(ALL, masks.own_deed_ids), because=Sees(ALL, masks.own_reasons)),
    e.PrecedenceDropped: private(
        first=Sees(ALL, masks.own_deed), then=Sees(ALL, masks.own_deed), outranked=PLAIN, together=PLAIN
    ),
    e.DeedWaits: private(
        who=DOER,
        deed=Sees(ALL, masks.own_deed),
        act=PLAIN,
        targets=FIGURES,
        weapon=PLAIN,
        spell=PLAIN,
        device=PLAIN,
    ),
    e.DeedLost: private(who=DOER, deed=Sees(ALL, masks.own_deed), cause=WORDS),
    # How a fight opens, and what is declared.
    e.ReactionRolled: row(PERCEIVERS, side=SIDE, face=FACE, band=PLAIN),
    e.DistanceRolled: row(PERCEIVERS, feet=PLAIN, face=FACE),
    e.SurpriseRolled: row(
        PERCEIVERS,
        side=SIDE,
        who=DOER,
        chance=FACE,
        face=FACE,
        surprised=PLAIN,
        roller=PLAIN,
        working=needed("", masks.working),
    ),
    e.SideSurprised: row(PERCEIVERS, side=SIDE, segments=PLAIN, rolled=Sees(DM_ONLY, instead=0)),
    e.SegmentsLost: row(PERCEIVERS, who=DOER, segments=PLAIN, working=owner("", masks.words)),
    e.Declared: private(who=DOER, declaration=Sees(ALL, masks.declaration)),
    e.Sealed: of_table(PERCEIVERS, who=DOER),
    e.DeclarationsClosed: of_table(PERCEIVERS),
    e.InitiativeRolled: row(
        PERCEIVERS, side=SIDE, who=DOER, face=FACE, number=FACE, working=owner("", masks.words), mid=PLAIN
    ),
    e.RatesSettled: private(who=DOER, rates=PLAIN),
    e.SegmentBegan: of_table(PERCEIVERS, surprise=PLAIN),
    # Deeds.
    e.Moved: row(PERCEIVERS, who=DOER, to=PLAIN, feet=PLAIN, closes=FIGURE, length=PLAIN, relocated=PLAIN),
    e.ChargeBegan: row(PERCEIVERS, who=DOER, target=DOER, distance_ft=PLAIN, worse=owner(0)),
    e.ChargeContinues: row(PERCEIVERS, who=DOER, target=DOER),
    e.ChargeMet: row(PERCEIVERS, who=DOER, target=DOER, distance_ft=PLAIN, first=Sees(ALL, masks.first_striker)),
    e.Attacked: row(
        PERCEIVERS,
        who=DOER,
        target=DOER,
        weapon=PLAIN,
        routine=PLAIN,
        mode=PLAIN,
        needed=needed(0),
        face=FACE,
        hit=PLAIN,
        routines=PLAIN,
        blow=PLAIN,
        bonus=PLAIN,
        working=needed("", masks.working),
        opportunity=WORDS,
        natural=PLAIN,
        multiplier=PLAIN,
        ac_base=needed(None),
        ac_mod1=needed(None),
        parries=PLAIN,
        shield=needed(None),
        shot=PLAIN,
        preparations=PLAIN,
        result=needed(None),
        outcome=PLAIN,
    ),
    e.Damaged: row(
        PERCEIVERS,
        who=DOER,
        by=FIGURE,
        amount=PLAIN,
        left=LEFT,
        source=Sees(ALL, masks.source),
        pool=PLAIN,
        original=PLAIN,
        preparations=PLAIN,
        critical=PLAIN,
    ),
    e.Healed: row(PERCEIVERS, who=DOER, by=FIGURE, amount=PLAIN, left=LEFT),
    e.SavedOrNot: row(PERCEIVERS, who=DOER, against=WORDS, needed=own_needed(0), face=FACE, saved=PLAIN),
    e.HelplessMade: row(PERCEIVERS, who=DOER, cause=WORDS),
    e.Slain: row(PERCEIVERS, who=DOER, by=FIGURE),
    e.SpellBegan: spell(target=owner("", masks.figure), segments=owner(0), done=owner(0)),
    e.SpellContinues: spell(done=owner(0)),
    e.SpellCompleted: row(PERCEIVERS, who=DOER, spell=PLAIN, target=FIGURE, targets=FIGURES),
    e.SpellSpoiled: spell(
        target=owner("", masks.figure), cause=WORDS, forgotten=owner(True), deed=owner("", masks.own_deed)
    ),
    e.CantripTimed: private(who=DOER, spell=PLAIN, later=PLAIN),
    e.DeviceUsed: row(PERCEIVERS, who=DOER, device=PLAIN, target=FIGURE, targets=FIGURES, discharges=owner(1)),
    e.DeviceFailed: row(
        PERCEIVERS,
        who=DOER,
        device=owner(""),
        target=owner("", masks.figure),
        targets=owner((), masks.figures),
        cause=WORDS,
        worn=owner(False),
        **BEGUN,
    ),
    e.UndeadTurned: row(
        PERCEIVERS, who=DOER, target=FIGURE, needed=own_needed(""), face=FACE, result=PLAIN, affected=FIGURES
    ),
    e.EffectBegan: row(PERCEIVERS, who=DOER, effect=PLAIN, until=owner(None), text=WORDS),
    e.EffectDescribed: row(PERCEIVERS, who=DOER, what=WORDS, text=WORDS),
    e.EffectEnded: row(PERCEIVERS, who=DOER, effect=PLAIN, until=owner(None)),
    e.PsionicExchanged: row(
        PERCEIVERS,
        who=DOER,
        target=FIGURE,
        attack_mode=PLAIN,
        defense_mode=PLAIN,
        attack_left=owner(0),
        defense_left=owner(0),
        result=WORDS,
    ),
    e.PsionicsEnded: row(PERCEIVERS, who=DOER, cause=WORDS),
    e.MoraleChecked: row(
        PERCEIVERS,
        who=DOER,
        needed=own_needed(0),
        face=FACE,
        result=PLAIN,
        occasion=Sees(DM_ONLY, instead=""),
        modifier=Sees(DM_ONLY, instead=0),
        affected=Sees(DM_ONLY, instead=()),
    ),
    e.Fled: row(PERCEIVERS, who=DOER, to=PLAIN, feet=PLAIN, manner=PLAIN),
    e.Surrendered: row(PERCEIVERS, who=DOER),
    e.Parleyed: row(PERCEIVERS, who=DOER, target=FIGURE),
    e.Waited: row(PERCEIVERS, who=DOER, target=owner("", masks.figure)),
    e.WeaponSet: row(PERCEIVERS, who=DOER, weapon=PLAIN),
    e.TaskDone: row(PERCEIVERS, who=DOER, task=WORDS),
    e.TaskContinues: row(PERCEIVERS, who=DOER, task=WORDS, done=owner(0), **BEGUN),
    e.TaskGivenUp: row(PERCEIVERS, who=DOER, task=WORDS),
    e.PhaseBegan: of_table(ALL, phase=PLAIN),
    e.RosterRolled: of_table(PERCEIVERS, who=DOER, face=FACE, order=FIGURES),
    e.Delayed: row(PERCEIVERS, who=DOER, segments=PLAIN),
    e.CasesNoted: of_table(DM_ONLY, cases=PLAIN),
    e.Prepared: row(
        PERCEIVERS,
        who=DOER,
        when=owner(""),
        watch=owner("", masks.figure),
        weapon=PLAIN,
        mode=PLAIN,
        count=PLAIN,
    ),
    e.Triggered: row(
        PERCEIVERS,
        who=DOER,
        by=FIGURE,
        fires=PLAIN,
        prepared=owner("", masks.own_deed),
        deed=Sees(DM_ONLY, instead=""),
    ),
    e.Retaliated: row(PERCEIVERS, who=DOER, target=DOER, left=owner(0)),
    e.MoraleCalled: row(DM_ONLY, who=DOER, needed=PLAIN, due=PLAIN, why=WORDS, losses=PLAIN),
    e.Bled: row(PERCEIVERS, who=DOER, left=LEFT),
    e.Recovered: of_table(PERCEIVERS, who=DOER, how=PLAIN, target=FIGURE, text=WORDS),
    e.TurnPassed: of_table(ALL, minutes=PLAIN),
    e.MindChanged: row(PERCEIVERS, who=DOER, cost=owner(0), clause=PLAIN, starts=owner(0), what=owner("", masks.words)),
    e.ActionCounted: private(
        who=DOER,
        deed=Sees(ALL, masks.own_deed),
        what=PLAIN,
        sort=PLAIN,
        cost=PLAIN,
        limit=PLAIN,
        attack=PLAIN,
        spent=PLAIN,
    ),
    e.Observed: of_table(DM_ONLY, who=PLAIN, what=PLAIN, known=PLAIN),
    e.Noticed: private(
        who=DOER,
        target=FIGURE,
        automatic=PLAIN,
        notices=PLAIN,
        needed=own_needed(0),
        face=FACE,
        modifier=PLAIN,
        told=FIGURE,
        behind=PLAIN,
        what=WORDS,
    ),
    e.DefenceChosen: private(who=DOER, against=FIGURE),
    e.WeaponsCompared: of_table(DM_ONLY, weapon=PLAIN, other=PLAIN, opposes=PLAIN),
    e.Thwarted: row(PERCEIVERS, who=DOER, against=FIGURE, needed=own_needed(0), face=FACE, works=PLAIN),
    e.BalanceTried: row(PERCEIVERS, who=DOER, weapon=PLAIN, face=FACE, balanced=PLAIN),
    e.TurnBegan: of_table(PERCEIVERS, who=DOER, count=PLAIN, anew=PLAIN),
    e.Warned: of_table(PERCEIVERS, who=DOER, target=FIGURE, cost=owner(0), what=WORDS),
    e.Engaged: of_table(PERCEIVERS, who=DOER, target=DOER, apart=PLAIN),
    e.MissileHeld: row(PERCEIVERS, who=DOER, weapon=PLAIN, lost=PLAIN),
    e.Parried: row(
        PERCEIVERS, who=DOER, against=FIGURE, bonus=owner(0), works=PLAIN, once=PLAIN, working=needed("", masks.working)
    ),
    e.HeldToCourse: row(PERCEIVERS, who=DOER, held=PLAIN),
    e.Dropped: row(PERCEIVERS, who=DOER, weapon=PLAIN, items=PLAIN, why=PLAIN),
    **sequence.TABLE,
}

_checked: dict[type[Event], Row] = {}


def row_of(kind: type[Event]) -> Row:
    """The row of a kind of event. Raises Unlisted where the table lacks it or a field of it, or has one too many."""
    found = _checked.get(kind)
    if found is None:
        found = _checked[kind] = _check(kind)
    return found


def _check(kind: type[Event]) -> Row:
    listed = TABLE.get(kind)
    if listed is None:
        raise Unlisted(f"{kind.__name__} is not in the table of secrecy")
    names = [each.name for each in fields(kind)]
    different = sorted(set(names) ^ set(listed.fields))
    if different:
        raise Unlisted(f"{kind.__name__}: {', '.join(different)}: the table of secrecy and the event differ")
    return listed


def instead_of(sees: Sees, event: Event) -> Any:
    """What one who does not see a field is shown in its place."""
    given: Any = sees.instead
    replacement: Callable[[Event], Any] | None = given if callable(given) else None
    return replacement(event) if replacement is not None else given
