"""Scenario files played twice: as they stand, and changed in one respect."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.dice import KeyedDice, build_typed_roll
from rules.kernel.effects import Roll, Rolled
from rules.kernel.opening import get_distance, place_on_line
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import OpenQuestion
from rules.kernel.terms import Setting
from rules.scenarios.dice import ScriptedDice
from rules.scenarios.play import ScenarioPlayer
from rules.scenarios.script import AnswerEntry, Script
from rules.scenarios.scripted_inputs import list_subjects
from rules.scenarios.short_forms import Roster
from tests.rules.relations.fights import Fight, Key
from tests.rules.relations.playing import Played, Watch, canonical

Die = tuple[int, str, str, int, int]
"""A die that was rolled: round, purpose, roller, sides, and its number among those of its kind."""


class NotedDice:
    """Dice of one round that show what they are known to show, and note what others show."""

    def __init__(self, script: Script, round: int, attempt: int, known: dict[Die, int], *, scripted: bool) -> None:
        self.attempt = attempt
        self.round = round
        self.known = known
        self.scripted = ScriptedDice(script, round, attempt) if scripted else None
        self.unscripted = script.unscripted
        stem = f"{script.seed}|{round}|{attempt}"
        self.seeded = KeyedDice(f"{stem}|open", f"{stem}|dm")

    def draw(self, roll: Roll, n: int) -> Rolled:
        dice = [(self.round, roll.purpose, roll.by, roll.sides, at) for at in range(n, n + roll.count)]
        if self.scripted is not None:
            rolled = self.scripted.draw(roll, n)
            self.known.update(zip(dice, rolled.faces, strict=True))
            return rolled
        return build_typed_roll(roll, tuple(self._find_face(roll, die) for die in dice), n, "scripted")

    def _find_face(self, roll: Roll, die: Die) -> int:
        if die in self.known:
            return self.known[die]
        if self.unscripted:
            return 1 if self.unscripted == "low" else roll.sides
        return self.seeded.draw(replace(roll, count=1), die[-1]).faces[0]

    def reveal_seed(self) -> str:
        return self.seeded.reveal_seed()

    def get_commitments(self) -> tuple[str, str]:
        return self.seeded.get_commitments()


class FilePlayer(ScenarioPlayer):
    """Plays a scenario, and notes its dice and who gave each answer.

    With ``known`` dice it rolls those again; dice that are left over are no error.
    """

    def __init__(
        self, script: Script, calls: Sequence[AnswerEntry] = (), known: Mapping[Die, int] | None = None
    ) -> None:
        super().__init__(script, None, calls)
        self.known = dict(known or {})
        self.repeats = known is not None
        self.watch = Watch(build_fight(script))
        self.game.ruleset = self.watch.over(self.game.ruleset)
        self.noted: dict[int, NotedDice] = {}
        self.answered_by: dict[Any, str] = {}
        """By the spot of an answer that names several combatants: which of them gave it."""
        self._asked: dict[Key, int] = {}

    def get_dice(self, round: int, attempt: int) -> Any:
        dice = self.noted.get(round)
        if dice is None or dice.attempt != attempt:
            dice = NotedDice(self.script, round, attempt, self.known, scripted=not self.repeats)
            self.noted[round] = dice
        return dice

    def answer_scripted(self, question: OpenQuestion) -> bool:
        used = len(self.inputs.used)
        given = super().answer_scripted(question)
        if given:
            self._note(question, used)
        return given

    def _note(self, question: OpenQuestion, used: int) -> None:
        for spot, _ in self.inputs.used[used:]:
            entry = next((each for each in self.script.entries.answers if each.spot == spot), None)
            if entry is not None and entry.who not in self.state.combatants:
                named = [each for each in list_subjects(question) if each in self.state.combatants]
                roster = self.script.roster
                self.answered_by[spot] = next((each for each in named if roster.is_named_by(entry.who, each)), "")

    def finish(self) -> Played:
        """Play it, and return it as it was played."""
        self.play()
        return self.watch.finish(self.game.list_live_events(), self.game.state)


def build_fight(script: Script) -> Fight:
    """Return what relations ask of the fight of a scenario: its combatants and options."""
    return Fight(
        ruleset=script.ruleset,
        seed=0,
        stat_blocks=script.stat_blocks,
        options=script.options,
        notes=script.notes,
        setting=Setting(script.setting),
    )


class PlayedFile:
    """A scenario file as it goes, to be played again changed in one respect."""

    def __init__(self, script: Script) -> None:
        player = FilePlayer(script)
        played = player.finish()
        self.calls: tuple[AnswerEntry, ...] = tuple(player.inputs.list_unused_calls())
        if self.calls:
            player = FilePlayer(script, self.calls)
            played = player.finish()
        self.played = played
        self.known = player.known
        self.script = _name_members(script, player.answered_by)

    def play_again(self, script: Script) -> Played:
        """Return the scenario changed, as it is played with the same dice."""
        return FilePlayer(script, self.calls, self.known).finish()


def _name_members(script: Script, answered_by: Mapping[Any, str]) -> Script:
    """Return the scenario in which each answer names the combatant that gave it."""
    answers = tuple(replace(each, who=answered_by.get(each.spot) or each.who) for each in script.entries.answers)
    return replace(script, entries=replace(script.entries, answers=answers))


# Changes.


def place_everybody(script: Script) -> Script:
    """Return the scenario with the place of everybody written out."""
    sides = tuple(dict.fromkeys(each.side for each in script.stat_blocks))
    feet = get_distance(script.notes)
    return replace(
        script, stat_blocks=tuple(_placed(each, place_on_line(each, sides, feet)) for each in script.stat_blocks)
    )


def _placed(stat_block: StatBlock, place: tuple[int, int]) -> StatBlock:
    return replace(stat_block, start=replace(stat_block.start, position=place))


def reverse_roster(script: Script) -> Script:
    """Return the scenario with the last combatant first."""
    return replace(script, stat_blocks=script.stat_blocks[::-1], roster=_build_roster(script, script.stat_blocks[::-1]))


def add_stranger(script: Script, stranger: StatBlock) -> Script:
    """Return the scenario with a combatant more, who has no declaration."""
    stat_blocks = (*script.stat_blocks, stranger)
    return replace(script, stat_blocks=stat_blocks, roster=_build_roster(script, stat_blocks))


def _build_roster(script: Script, stat_blocks: Sequence[StatBlock]) -> Roster:
    everybody = (*stat_blocks, *script.later)
    sides = {each.id: each.side for each in everybody}
    mobs = {each.id: each.mob for each in everybody}
    return Roster(mobs, tuple(dict.fromkeys(sides.values())), sides)


__all__ = ["PlayedFile", "add_stranger", "canonical", "place_everybody", "reverse_roster"]
