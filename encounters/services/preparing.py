"""The preparation of an encounter: rules, notes and combatants, until it is opened.

From then on the log has all of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet

from encounters import hit_points, times
from encounters.access import require_dm
from encounters.errors import Conflict, Invalid, NotFound
from encounters.live.doorbell import ring_after_commit, ring_move_after_commit
from encounters.models import Campaign, Combatant, Encounter, HouseRules, Member
from encounters.narration.names import join_names
from encounters.pictures import MAP, copy_sheet_pictures, shrink_picture
from encounters.services.campaigns import (
    assign_last_players,
    assign_newcomers,
    lock_campaign,
    make_campaign,
    put_on_table,
)
from encounters.services.members import lock_as_owner
from encounters.services.playing import append_events
from encounters.typed import check_typed
from encounters.viewers import Viewer
from rules.api import (
    CODEC_VERSION,
    EFFECTS,
    EFFECTS_HAPPEN,
    HUNDREDTHS,
    MAP_PICTURE,
    MOST_COMBATANTS,
    MOST_ENTRIES,
    TABLE_OPTIONS,
    BadEntry,
    EffectEntry,
    MapPicture,
    MapPlan,
    Place,
    Procedure,
    Setting,
    StatBlock,
    UnknownRuleset,
    build_stat_blocks,
    check_options,
    count_combatants,
    find_lacking,
    get_ruleset,
    list_known_magic,
    list_reaction_bands,
    read_effects,
    read_map_plan,
)
from rules.api import events as e

LONGEST_ID = 80
"""The most letters of a combatant's id, with its number where there are several.

The database has room for no more.
"""

LONGEST_NAME = 120

WIDEST = 10_000 * HUNDREDTHS
"""The greatest width of the picture under the map, and the furthest that it lies."""

TABLE = "table."
"""The beginning of the options that belong to the table, not to its ruleset.

An example is what players are shown of foes.
"""


def create_encounter(
    owner: Any,
    title: str,
    ruleset: str,
    options: Mapping[str, object] | None = None,
    notes: Mapping[str, object] | None = None,
    effects: Sequence[Mapping[str, object]] = (),
    *,
    rolls_points: bool = False,
    campaign: Campaign | None = None,
) -> Encounter:
    """Make an encounter in preparation. Raises Invalid, naming the field.

    Without a campaign it gets one of its own, without a name, on whose table it is from the beginning. ``effects`` are
    checked when the encounter opens: they may be of spells that its combatants bring.
    """
    encounter = Encounter(effects=[dict(each) for each in effects], rolls_points=rolls_points)
    _describe(encounter, title, ruleset, options or {}, notes or {})
    with transaction.atomic():
        encounter.campaign = campaign or make_campaign(owner)
        encounter.save()
        if campaign is None:
            encounter.campaign.on_table = encounter
            encounter.campaign.save(update_fields=["on_table"])
    return encounter


def change_encounter(
    viewer: Viewer, title: str, ruleset: str, options: Mapping[str, object], notes: Mapping[str, object]
) -> Encounter:
    """Change title, ruleset, options and notes of an encounter in preparation.

    Raises Invalid, naming the field, and Conflict once it has begun.
    """
    with lock_in_preparation(viewer) as encounter:
        _describe(encounter, title, ruleset, options, notes)
        encounter.save()
    return encounter


def save_house_rules(
    owner: Any, ruleset: str, options: Mapping[str, object], effects: Sequence[Mapping[str, object]] = ()
) -> None:
    """Keep options and effects with which the owner's new encounters under a ruleset begin.

    Raises Invalid.
    """
    _check_options(ruleset, options)
    check_typed(effects, "effects")
    kept = {"options": dict(options), "effects": [dict(each) for each in effects]}
    HouseRules.objects.update_or_create(owner=owner, ruleset=ruleset, defaults=kept)


def change_effect(viewer: Viewer, row: Mapping[str, object], of: str = "") -> None:
    """Change what magic does in an encounter in preparation. Raises Invalid, naming the key.

    ``of`` is the magic whose earlier change this one replaces.
    """
    with lock_in_preparation(viewer) as encounter:
        check_typed(row)
        kept = [each for each in encounter.effects if of not in each["magic"]]
        encounter.effects = [*kept, dict(row)]
        build_effects(encounter)
        encounter.save()


def restore_effect(viewer: Viewer, of: str) -> None:
    """Let magic do again what the tables say, in an encounter in preparation."""
    with lock_in_preparation(viewer) as encounter:
        encounter.effects = [each for each in encounter.effects if of not in each["magic"]]
        encounter.save()


def use_effects(viewer: Viewer, effects: Sequence[Mapping[str, object]]) -> None:
    """Replace all changed effects of an encounter in preparation by those of the house rules."""
    with lock_in_preparation(viewer) as encounter:
        encounter.effects = [dict(each) for each in effects]
        build_effects(encounter)
        encounter.save()


def build_effects(encounter: Encounter) -> tuple[EffectEntry, ...]:
    """Build the changed effects of an encounter in preparation. Raises Invalid, naming the key."""
    stat_blocks = _build_everyone(encounter)
    try:
        return read_effects(list_effects_in_play(encounter, stat_blocks), stat_blocks)
    except BadEntry as problem:
        raise Invalid(str(problem), problem.key) from problem


def list_effects_in_play(encounter: Encounter, stat_blocks: Sequence[StatBlock] | None = None) -> list[dict[str, Any]]:
    """Return the changed effects of an encounter, without magic that nobody in it can know.

    House rules may be of a spell that one combatant of another fight brought.
    """
    if not encounter.effects:
        return []
    known = list_known_magic(_build_everyone(encounter) if stat_blocks is None else stat_blocks)
    rows = [{**each, "magic": [id for id in each["magic"] if id in known]} for each in encounter.effects]
    return [each for each in rows if each["magic"]]


def _build_everyone(encounter: Encounter) -> tuple[StatBlock, ...]:
    return build_roster([row.definition for row in encounter.combatants.all()], read_setting(encounter))


def change_map(viewer: Viewer, table: Mapping[str, object]) -> None:
    """Draw another battle map in preparation. Raises Invalid, naming the key at fault."""
    with lock_in_preparation(viewer) as encounter:
        check_typed(table, "map")
        kept = {MAP_PICTURE: encounter.map_table[MAP_PICTURE]} if MAP_PICTURE in encounter.map_table else {}
        encounter.map_table = {**table, **kept}
        read_map(encounter)
        encounter.save(update_fields=["map_table"])


def place_map_picture(viewer: Viewer, data: bytes, corner: Place, width: int, hidden: bool) -> None:
    """Put a picture under the battle map; without data, move the one that is there.

    ``corner`` and ``width`` are hundredths. Raises Invalid for what is no picture, and without any.
    """
    require_dm(viewer)
    drawn = shrink_picture(data) if data else None
    if not 0 < width <= WIDEST or max(map(abs, corner)) > WIDEST:
        raise Invalid(f"The picture must be more than 0 and at most {WIDEST // HUNDREDTHS} wide.", "width")
    with lock_in_preparation(viewer) as encounter:
        before = encounter.map_table.get(MAP_PICTURE)
        if drawn is None and before is None:
            raise Invalid("Choose a picture first.", "picture")
        ratio = drawn[2] if drawn is not None else before["height"] / before["width"]
        placed = {"corner": list(corner), "width": width, "height": max(1, round(width * ratio)), "hidden": hidden}
        encounter.map_table = {**encounter.map_table, MAP_PICTURE: placed}
        encounter.save(update_fields=["map_table"])
        if drawn is not None:
            encounter.pictures.filter(who=MAP).delete()
            encounter.pictures.create(who=MAP, image=drawn[0], small=drawn[1])


def remove_map_picture(viewer: Viewer) -> None:
    """Take the picture under the battle map away."""
    with lock_in_preparation(viewer) as encounter:
        encounter.map_table = {key: each for key, each in encounter.map_table.items() if key != MAP_PICTURE}
        encounter.save(update_fields=["map_table"])
        encounter.pictures.filter(who=MAP).delete()


def put_combatant(viewer: Viewer, definition: Mapping[str, object], combatant_id: int | None = None) -> Combatant:
    """Add a combatant, or replace its definition. Raises Invalid, naming the key at fault."""
    if combatant_id is None:
        return add_combatants(viewer, [definition])[0]
    return replace_combatants(viewer, {combatant_id: definition})[0]


def replace_combatants(viewer: Viewer, definitions: Mapping[int, Mapping[str, object]]) -> list[Combatant]:
    """Replace the definitions of combatants, by their numbers; everybody is built once.

    Raises Invalid, naming the key at fault, and NotFound.
    """
    with lock_in_preparation(viewer) as encounter:
        check_typed(list(definitions.values()))
        rows = {row.pk: row for row in encounter.combatants.all()}
        changed = [_find_row(rows, pk) for pk in definitions]
        before = [row.definition for row in changed]
        if count_combatants(definitions.values()) > count_combatants(before):
            others = [row.definition for row in rows.values() if row.pk not in definitions]
            refuse_too_many(count_combatants(others), list(definitions.values()))
        for row in changed:
            row.definition = dict(definitions[row.pk])
            hit_points.forget_written_over(row)
            _roll_points(encounter, row)
        build_roster([row.definition for row in rows.values()], read_setting(encounter))
        Combatant.objects.bulk_update(changed, ["definition", "rolled"])
    return changed


def refuse_too_many(known: int, definitions: Sequence[Mapping[str, object]]) -> None:
    """Raise Invalid where a fight would have more than MOST_COMBATANTS; nobody is built for it.

    ``known`` is how many it has without these definitions.
    """
    total = known + count_combatants(definitions)
    if total > MOST_COMBATANTS:
        raise Invalid(f"A fight has at most {MOST_COMBATANTS} combatants, and this would make {total}.", "count")


def add_combatants(viewer: Viewer, definitions: Sequence[Mapping[str, object]]) -> list[Combatant]:
    """Add many combatants in this order, each built once.

    Raises Invalid, naming the key at fault.
    """
    with lock_in_preparation(viewer) as encounter:
        check_typed(definitions)
        rows = list(encounter.combatants.all())
        known = count_combatants(row.definition for row in rows)
        refuse_too_many(known, definitions)
        everybody = build_roster([*(row.definition for row in rows), *definitions], read_setting(encounter))
        first = max((row.order for row in rows), default=0) + 1
        made = [
            Combatant(encounter=encounter, order=order, definition=dict(definition))
            for order, definition in enumerate(definitions, first)
        ]
        for row in made:
            _roll_points(encounter, row)
        if not encounter.on_trial:
            assign_newcomers(encounter, _list_played(everybody[known:]), _list_played(everybody))
        copy_sheet_pictures(encounter, [each.id for each in everybody[known:]])
        return Combatant.objects.bulk_create(made)


def _roll_points(encounter: Encounter, row: Combatant) -> None:
    """Roll the hit points of a row that has none yet, where those of foes are rolled."""
    if encounter.rolls_points and hit_points.may_roll(row):
        bare = {key: value for key, value in row.definition.items() if key not in ("hp", "count", "position")}
        hit_points.roll(row, build_roster([bare], read_setting(encounter))[0])


def choose_points(viewer: Viewer, *, rolled: bool) -> None:
    """Have the hit points of all foes rolled, each once more if they were, or have the average."""
    with lock_in_preparation(viewer) as encounter:
        encounter.rolls_points = rolled
        encounter.save(update_fields=["rolls_points"])
        rows = [row for row in encounter.combatants.all() if hit_points.may_roll(row)]
        for row in rows:
            hit_points.take_average(row)
            _roll_points(encounter, row)
        Combatant.objects.bulk_update(rows, ["definition", "rolled"])


def place_combatants(viewer: Viewer, places: Mapping[str, Place | None]) -> None:
    """Put combatants at these places; None takes a place away. The others stay where they are.

    Raises Invalid where some of several alike have places, and some have none.
    """
    with lock_in_preparation(viewer) as encounter:
        for row in encounter.combatants.all():
            alike = build_roster([row.definition], read_setting(encounter))
            if not any(each.id in places for each in alike):
                continue
            found = [places.get(each.id, each.start.position) for each in alike]
            if None in found and any(found):
                raise Invalid(f"Place all of {join_names(each.name for each in alike)}, or none of them.", "position")
            row.definition = _write_places(row.definition, [each for each in found if each is not None])
            row.save()


def _write_places(definition: Mapping[str, object], places: Sequence[Place]) -> dict[str, object]:
    """Return a definition with a place for each of its combatants."""
    rest = {key: value for key, value in definition.items() if key != "position"}
    written = [[_write_number(x), _write_number(y)] for x, y in places]
    if not written:
        return rest
    return {**rest, "position": written[0] if all(each == written[0] for each in written) else written}


def _write_number(hundredths: int) -> int | float:
    whole, rest = divmod(hundredths, HUNDREDTHS)
    return hundredths / HUNDREDTHS if rest else whole


def replace_by_several(viewer: Viewer, combatant_id: int, definitions: Sequence[Mapping[str, object]]) -> None:
    """Put several combatants in the place of one, in this order.

    Raises Invalid, naming the key at fault, and NotFound.
    """
    with lock_in_preparation(viewer) as encounter:
        check_typed(definitions)
        rows = {row.pk: row for row in encounter.combatants.all()}
        row = _find_row(rows, combatant_id)
        others = [each.definition for each in rows.values() if each.pk != combatant_id]
        refuse_too_many(count_combatants(others), definitions)
        build_roster([*others, *definitions], read_setting(encounter))
        further = max(each.order for each in rows.values()) + len(definitions)
        encounter.combatants.filter(order__gt=row.order).update(order=F("order") + further)
        row.delete()
        Combatant.objects.bulk_create(
            Combatant(
                encounter=encounter,
                order=row.order + nth,
                definition=dict(definition),
                rolled=hit_points.split_rolled(row.rolled, nth),
            )
            for nth, definition in enumerate(definitions)
        )


def remove_combatant(viewer: Viewer, combatant_id: int) -> None:
    """Remove a combatant, and the seat assignments to it."""
    with lock_in_preparation(viewer) as encounter:
        row = _find_row({row.pk: row for row in encounter.combatants.all()}, combatant_id)
        gone = [each.id for each in build_roster([row.definition], read_setting(encounter))]
        encounter.holds.filter(combatant__in=gone).delete()
        row.delete()


def order_combatants(viewer: Viewer, combatant_ids: Sequence[int]) -> None:
    """Put the combatants in this order, that of the roster.

    Raises Invalid unless each is named once.
    """
    with lock_in_preparation(viewer) as encounter:
        rows = {row.pk: row for row in encounter.combatants.all()}
        if sorted(combatant_ids) != sorted(rows):
            raise Invalid("List every combatant once.", "order")
        # This takes two steps, because no two combatants may have the same place even for a moment.
        for shift in (len(rows) + max((row.order for row in rows.values()), default=0), 0):
            for place, pk in enumerate(combatant_ids, 1):
                encounter.combatants.filter(pk=pk).update(order=place + shift)


def open_encounter(viewer: Viewer) -> e.EncounterOpened:
    """Begin the fight: copy everything prepared into the log; from then on only that is read.

    It is on the campaign's table from then on. Raises Invalid where there are not two sides, or something prepared is
    at fault, and Conflict where it has begun already, or another fight of the campaign is in play.
    """
    with lock_campaign(viewer) as campaign, lock_in_preparation(viewer) as encounter:
        definitions = [row.definition for row in encounter.combatants.all()]
        refuse_too_many(0, definitions)
        stat_blocks = build_roster(definitions, read_setting(encounter))
        if len({each.side for each in stat_blocks}) < 2:
            raise Invalid("A fight has two sides: add combatants to both.", "side")
        rules = get_ruleset(encounter.ruleset)
        for stat_block in stat_blocks:
            if lacking := find_lacking(rules, stat_block):
                raise Invalid(f"{stat_block.name} {lacking}.", "id")
        notes = {key: value for key, value in encounter.notes.items() if key != "setting"}
        event = e.EncounterOpened(
            ruleset=encounter.ruleset,
            version=str(CODEC_VERSION),
            title=encounter.title,
            options=_list_choices(encounter),
            setting=read_setting(encounter).value,
            notes=notes,
            stat_blocks=stat_blocks,
            effects=build_effects(encounter),
            plan=read_map(encounter),
        )
        if not encounter.on_trial:
            put_on_table(campaign, encounter)
            assign_last_players(encounter, _list_played(stat_blocks))
        copy_sheet_pictures(encounter, [each.id for each in stat_blocks])
        encounter.state, encounter.opened_at = Encounter.State.PLAYING, times.now()
        encounter.save()
        delete(Encounter.objects.filter(trial_of=encounter))
        append_events(encounter, [(None, event)], 0)
        ring_after_commit(encounter.pk, 0)
    return event


def _list_choices(encounter: Encounter) -> dict[str, object]:
    """Return the options of a fight that begins, with those that its log has to say."""
    together = get_ruleset(encounter.ruleset).orders
    said = {each.key: each.default for each in TABLE_OPTIONS.values() if each.unsaid and together}
    return {**said, **encounter.options}


def build_roster(definitions: Sequence[Mapping[str, object]], setting: Setting) -> tuple[StatBlock, ...]:
    """Build the combatants of these definitions, in order.

    Raises Invalid, naming the key, for an entry that is not possible, or an id that two of them have.
    """
    stat_blocks: dict[str, StatBlock] = {}
    for definition in definitions:
        try:
            built = build_stat_blocks(definition, setting=setting)
        except BadEntry as problem:
            raise Invalid(str(problem), problem.key) from problem
        for stat_block in built:
            if len(stat_block.id) > LONGEST_ID or len(stat_block.name) > LONGEST_NAME:
                raise Invalid(f"An id has at most {LONGEST_ID} letters, a name {LONGEST_NAME}.", "id")
            if stat_block.id in stat_blocks:
                raise Invalid(f"Two combatants are called '{stat_block.id}'.", "id")
            stat_blocks[stat_block.id] = stat_block
    return tuple(stat_blocks.values())


def _list_played(stat_blocks: Iterable[StatBlock]) -> list[str]:
    """Return the ids of the combatants that players may play."""
    return [each.id for each in stat_blocks if each.played]


def read_setting(encounter: Encounter) -> Setting:
    """Return the setting in which an encounter in preparation will take place."""
    return Setting(encounter.notes.get("setting", Setting.INDOORS))


def read_map(encounter: Encounter) -> MapPlan:
    """Return the battle map as prepared. Raises Invalid, naming the key at fault."""
    try:
        plan = read_map_plan({key: each for key, each in encounter.map_table.items() if key != MAP_PICTURE})
    except BadEntry as problem:
        raise Invalid(f"{problem}.", "map") from problem
    placed = encounter.map_table.get(MAP_PICTURE)
    if placed is None:
        return plan
    return replace(plan, picture=MapPicture(**{**placed, "corner": tuple(placed["corner"])}))


@contextmanager
def lock_in_preparation(viewer: Viewer) -> Iterator[Encounter]:
    """Yield the encounter, locked, while its DM prepares it.

    Raises Forbidden for other viewers, NotFound where it does not exist, and Conflict where it has begun.
    """
    require_dm(viewer, "Only the DM prepares an encounter.")
    with transaction.atomic():
        encounter = Encounter.objects.select_for_update().filter(pk=viewer.encounter_id).first()
        if encounter is None:
            raise NotFound("There is no such encounter.")
        if encounter.opened:
            raise Conflict("This encounter has begun: make a ruling, or add the combatant in play.")
        yield encounter


def _find_row(rows: Mapping[int, Combatant], combatant_id: int) -> Combatant:
    if combatant_id not in rows:
        raise NotFound("There is no such combatant.", "combatant")
    return rows[combatant_id]


def _describe(
    encounter: Encounter, title: str, ruleset: str, options: Mapping[str, object], notes: Mapping[str, object]
) -> None:
    if not 0 < len(title.strip()) <= 120:
        raise Invalid("A title has 1 to 120 letters.", "title")
    check_typed(title, "title")
    check_typed(notes)
    rules = _check_options(ruleset, options)
    for key, value in notes.items():
        check = _CHECKS.get(key)
        if check is None or not check(value) or (key == "start" and value not in rules.starts):
            raise Invalid(f"'{value}' is not a value of '{key}'.", key)
    encounter.title, encounter.ruleset = title.strip(), ruleset
    encounter.options, encounter.notes = dict(options), dict(notes)


def _check_options(ruleset: str, options: Mapping[str, object]) -> Procedure:
    """Return the procedure whose options these may be. Raises Invalid, naming the field."""
    try:
        rules = get_ruleset(ruleset)
    except UnknownRuleset as problem:
        raise Invalid(str(problem), "ruleset") from problem
    try:
        check_options(rules, {key: value for key, value in options.items() if not key.startswith(TABLE)})
    except ValueError as problem:
        raise Invalid(str(problem), "options") from problem
    for key, value in options.items():
        if key.startswith(TABLE) and (key not in TABLE_OPTIONS or value not in TABLE_OPTIONS[key].choices):
            raise Invalid(f"'{value}' is not a choice for '{key}'.", "options")
    return rules


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_list_of_sides(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_ENTRIES and all(isinstance(each, str) for each in value)


def _is_distance(value: object) -> bool:
    return _is_whole(value, 0, 100_000)


_CHECKS: dict[str, Callable[[object], bool]] = {
    "setting": lambda value: value in tuple(Setting),
    "start": lambda value: isinstance(value, str),
    "distance_ft": _is_distance,
    "surprised": _is_list_of_sides,
    "detected_by": _is_list_of_sides,
    "reaction": lambda value: value in {band.id for band in list_reaction_bands()},
    EFFECTS: lambda value: value in EFFECTS_HAPPEN,
}
NOTES = tuple(_CHECKS)
"""The keys that the DM may note of an encounter before it begins, as in a scenario.

They are the keys of a scenario file's [encounter], and its key ``effects``.
"""


def delete(encounters: QuerySet[Encounter]) -> None:
    """Delete these encounters and their trials. Open pages of one learn of it at once.

    A campaign without a name goes with the last of its encounters.
    """
    numbers = list(encounters.values_list("pk", flat=True))
    gone = Encounter.objects.filter(Q(pk__in=numbers) | Q(trial_of__in=numbers))
    with transaction.atomic():
        # Readers store starts of rounds when they read: from here on they wait, and then store nothing.
        for number in list(gone.select_for_update().values_list("pk", flat=True)):
            ring_after_commit(number, 0)
        campaigns = list(gone.values_list("campaign_id", flat=True))
        gone.delete()
        Campaign.objects.filter(pk__in=campaigns, name="", encounters=None).delete()


def delete_campaign(member: Member) -> None:
    """Delete a campaign with its fights and seats. Raises Forbidden unless the DM owns it."""
    with lock_as_owner(member) as owner:
        delete(Encounter.objects.filter(campaign=owner.campaign))
        ring_move_after_commit(owner.campaign_id, None)
        owner.campaign.delete()
