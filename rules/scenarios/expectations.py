"""Reader of ``[expect]``: short forms, event kinds and clauses are checked.

A misspelled word is an error, so that it cannot make a ``never`` or ``count = 0`` true by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields as fields_of

from rules.catalogue import index_clauses
from rules.kernel.events import Event
from rules.kernel.procedure import Procedure
from rules.kernel.stat_block import StatBlock
from rules.procedures import get_all_kinds, list_details, lookup_kind
from rules.reference import find_similar, list_devices, list_spells, suggest_ids
from rules.scenarios.lines import Spot
from rules.scenarios.own_words import name_event, resolve_ruling_name
from rules.scenarios.script import Expect, ExpectedEvent
from rules.scenarios.short_forms import Roster, ShortForm, list_verbs
from rules.statblocks.fields import Fields

Raw = Mapping[str, object]

MOST_EXPECTED = 10_000
"""The most events that a file expects."""

EXPECT_KEYS = ("order", "orders", "together", "count", "refused", "events", "never")


def read_expect(raw: Raw, spot: Spot, roster: Roster, stat_blocks: Sequence[StatBlock], rules: Procedure) -> Expect:
    """Read the whole of [expect]. Raises BadEntry."""
    return _ExpectReader(Fields(raw, EXPECT_KEYS, spot.name), roster, stat_blocks, rules).read()


class _ExpectReader:
    def __init__(self, fields: Fields, roster: Roster, stat_blocks: Sequence[StatBlock], rules: Procedure) -> None:
        self.fields = fields
        self.roster = roster
        self.rules = rules
        own_spells = [spell.id for stat_block in stat_blocks for spell in stat_block.powers.spells]
        own_spells += [
            name
            for stat_block in stat_blocks
            if stat_block.sheet is not None
            for name in stat_block.sheet.name_spells()
        ]
        own_devices = [device.id for stat_block in stat_blocks for device in stat_block.gear.devices]
        self.things = {
            "spell": [*own_spells, *(each.id for each in list_spells())],
            "device": [*own_devices, *(each.id for each in list_devices())],
        }

    def read(self) -> Expect:
        return Expect(
            order=self.read_forms("order", self.fields.table.get("order", [])),
            orders=self.read_chains("orders", 1),
            together=self.read_chains("together", 2),
            count=self.read_count(),
            refused=self.read_clauses("refused", self.fields.table["refused"]) if "refused" in self.fields else None,
            events=self.read_wanted("events"),
            never=self.read_wanted("never"),
        )

    def read_chains(self, key: str, least: int) -> tuple[tuple[ShortForm, ...], ...]:
        value = self.fields.table.get(key, [])
        if not isinstance(value, list):
            raise self.fields.make_error(key, "must be a list of lists of short forms")
        chains = tuple(self.read_forms(key, each) for each in value)
        if any(len(chain) < least for chain in chains):
            raise self.fields.make_error(key, f"each list names at least {least} short form{'s' if least > 1 else ''}")
        return chains

    def read_forms(self, key: str, value: object) -> tuple[ShortForm, ...]:
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.fields.make_error(key, "must be a list of short forms" + (" in lists" if key != "order" else ""))
        return tuple(self.read_form(key, each) for each in value)

    def read_count(self) -> tuple[tuple[ShortForm, int], ...]:
        value = self.fields.table.get("count", {})
        if not isinstance(value, Mapping):
            raise self.fields.make_error("count", 'must be a table such as { "a strikes b" = 2 }')
        counted = []
        for text, number in value.items():
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise self.fields.make_error("count", f'"{text}": must be a whole number, 0 or more')
            counted.append((self.read_form("count", text), number))
        return tuple(counted)

    def read_form(self, key: str, text: str) -> ShortForm:
        """Read one short form: "<id> <verb> [<id or thing>]", or an event kind with its who or side."""
        words = text.split()
        if words and len(words) <= 2 and not self.roster.is_combatant(words[0]) and lookup_kind(words[0]):
            return self.read_named_kind(key, text, words)
        if not 2 <= len(words) <= 3:
            raise self.fields.make_error(key, f'"{text}" is not a short form such as "a strikes b"')
        subject, verb = words[0], words[1]
        if not self.roster.is_combatant(subject):
            known = [*self.roster.mobs, *get_all_kinds()]
            raise self.make_word_error(key, text, f'nobody here is "{subject}"', subject, known)
        if verb not in list_verbs():
            raise self.make_word_error(key, text, f'"{verb}" is not a verb of short forms', verb, list(list_verbs()))
        if len(words) == 3:
            self.check_thing(key, text, verb, words[2])
        return ShortForm(text, subject, verb, words[2] if len(words) == 3 else "")

    def read_named_kind(self, key: str, text: str, words: Sequence[str]) -> ShortForm:
        subject = words[1] if len(words) == 2 else ""
        known = [*self.roster.mobs, *self.roster.mobs.values(), *self.roster.sides, "dm"]
        if subject and subject not in known:
            raise self.make_word_error(key, text, f'nobody here is "{subject}"', subject, known)
        return ShortForm(text, subject, words[0])

    def check_thing(self, key: str, text: str, verb: str, thing: str) -> None:
        what = list_verbs()[verb].what
        if not what:
            raise self.fields.make_error(key, f'"{text}": "{verb}" takes no object')
        if what == "combatant" and not self.roster.is_combatant(thing):
            raise self.make_word_error(key, text, f'nobody here is "{thing}"', thing, list(self.roster.mobs))
        if what != "combatant" and thing not in self.things[what]:
            raise self.make_word_error(key, text, f'unknown {what} "{thing}"', thing, self.things[what])

    def make_word_error(self, key: str, text: str, message: str, word: str, known: Sequence[str]) -> Exception:
        return self.fields.make_error(key, f'"{text}": {message}' + suggest_ids(find_similar(word, known)))

    def read_clauses(self, key: str, value: object) -> tuple[str, ...]:
        known = index_clauses()
        if not isinstance(value, list):
            raise self.fields.make_error(key, "must be a list of clause ids")
        for id in value:
            if not isinstance(id, str) or id not in known:
                raise self.fields.make_error(
                    key, f'unknown clause "{id}"' + suggest_ids(find_similar(str(id), list(known)))
                )
        return tuple(value)

    def read_wanted(self, key: str) -> tuple[ExpectedEvent, ...]:
        return tuple(self.read_one_wanted(key, each) for each in self.fields.read_list(key, MOST_EXPECTED))

    def read_one_wanted(self, key: str, entry: object) -> ExpectedEvent:
        if not isinstance(entry, Mapping):
            raise self.fields.make_error(key, 'must be a list of tables such as { kind = "Attacked", who = "a" }')
        entry = name_event(entry)
        kind = str(entry.get("kind"))
        # A file may be played by another procedure than its own.
        if (known := lookup_kind(kind)) is None:
            similar = find_similar(kind, list(get_all_kinds()))
            raise self.fields.make_error(key, f'"{kind}" is not a kind of event' + suggest_ids(similar))
        names = list_field_names(known)
        for name in entry:
            if name != "kind" and name not in names:
                raise self.fields.make_error(
                    key, f'{kind} has no field "{name}"' + suggest_ids(find_similar(name, names))
                )
        clauses = self.read_clauses(key, entry["clauses"]) if "clauses" in entry else ()
        wanted = {name: entry[name] for name in entry if name not in ("kind", "clauses")}
        if kind == "Ruled" and isinstance(wanted.get("what"), str):
            wanted["what"] = resolve_ruling_name(self.rules, str(wanted["what"]), self.rules.rulings.of_combatants)
        return ExpectedEvent(kind, wanted, clauses)


def list_field_names(kind: type[Event]) -> tuple[str, ...]:
    """Return the fields of an event kind, of the details that it may carry, and its aliases.

    One of several targets counts as ``target``, the side of a morale check as ``side``.
    """
    details = (each.name for part in list_details(kind.kind) for each in fields_of(part))
    names = (*(each.name for each in fields_of(kind)), *details)
    names = (*names, "side") if hasattr(kind, "side") and "side" not in names else names
    return (*names, "target") if "targets" in names and "target" not in names else names
