"""Everything that the site may import of the rules.

``encounters`` and ``combat_site`` import this module and no other module of the rules; an import contract and
``tests/conventions/test_public_names.py`` hold it. No procedure is named here: the registry imports each when it is
first asked for.
"""

from rules.catalogue import (
    Catalogue,
    Clause,
    MatrixRow,
    index_clauses,
    list_catalogues,
    load_catalogue,
    lookup_catalogue_of,
    lookup_clause,
)
from rules.catalogue.related import (
    Difference,
    find_mentions,
    list_citing_rows,
    list_clauses_of_same_option,
    list_differences,
    list_examples,
    list_mentioning_clauses,
)
from rules.catalogue.searching import find_clauses, split_query
from rules.compare import (
    Comparison,
    ComparisonRow,
    DifferingDeed,
    NoSuchRound,
    PlayedFight,
    compare_procedures,
    has_unshared_face,
    make_fight_of_round,
)
from rules.compare.describing import DifferenceDescriber
from rules.kernel import events
from rules.kernel.apply import drop_taken_back, fold
from rules.kernel.battlefield import compute_charging_stride, compute_contact_segment, measure_between
from rules.kernel.calls import LONGEST_WORDS, Call, check_call, write_dice
from rules.kernel.clock import Clock
from rules.kernel.closing import are_orders_closed_by_dm, is_answerable, without_order
from rules.kernel.codec import (
    CODEC_VERSION,
    BadData,
    decode_event,
    decode_input,
    encode_event,
    encode_input,
    list_earlier_names,
    normalise_input,
)
from rules.kernel.dice import Dice, FaceKey, KeyedDice, commit_to_seed, draw_face, parse_dice
from rules.kernel.documents import MOST_BYTES, DocumentError, check_size, find_unusable_value, is_storable, read_toml
from rules.kernel.drawing import EventMark, Flight, MarkKind
from rules.kernel.drawn_movement import DrawnMovement, MovementStop
from rules.kernel.effect_entries import (
    AFFECTED,
    AMOUNTS,
    ASK,
    AUTO,
    EFFECTS,
    EFFECTS_HAPPEN,
    UNITS,
    EffectChange,
    EffectEntry,
)
from rules.kernel.effects import NEXT, Answer, Rolled
from rules.kernel.foresight import Foresight
from rules.kernel.forms import (
    BadAnswer,
    ChangesField,
    Field,
    Form,
    LengthField,
    Number,
    OneOf,
    Option,
    PathField,
    PathLimit,
    PlaceField,
    Refusal,
    Several,
    SomeOf,
    Usage,
    widen_field,
)
from rules.kernel.frozen import frozen
from rules.kernel.game import BadInput, Game, Record, RulesChanged, StaleInput
from rules.kernel.hiding import is_act_from_hiding
from rules.kernel.inputs import (
    SECONDS_IN_A_SEGMENT,
    Arrive,
    BeginRound,
    CallMorale,
    Change,
    CloseQuestions,
    EndEncounter,
    GiveAnswer,
    GiveFaces,
    Input,
    MakeCall,
    MakeRuling,
    TakeBack,
    compute_delay_segments,
)
from rules.kernel.likely import find_group_answer, find_likely_answer, is_accepted, list_likely_answers, repeat_answer
from rules.kernel.map_plan import (
    MAP_PICTURE,
    FeatureKind,
    MapFeature,
    MapPicture,
    MapPlan,
    PlanChange,
    list_wall_pieces,
)
from rules.kernel.naming import CROWD, find_stem, group_numbered, make_plural, shorten_names
from rules.kernel.options import OptionSpec, TableOption
from rules.kernel.own import Attribute, PartKind, Sheet, SheetPart
from rules.kernel.placing import arrange_sides, compute_distance, gather, list_standing, place_newcomers
from rules.kernel.procedure import GroupOrder, Procedure
from rules.kernel.question_words import QuestionAct, QuestionInfo, QuestionWords
from rules.kernel.record import get_taken_back_to
from rules.kernel.reference_table import ReferenceTable, search_tables
from rules.kernel.reveal import TABLE_OPTIONS, ViewerLog, Viewpoint, lookup_table_option
from rules.kernel.ruling_values import is_number_ruling, read_old_value
from rules.kernel.rulings import (
    CONDITIONS,
    EFFECT_RULING,
    ENCOUNTER_RULINGS,
    EVENT_RULING,
    MAP_RULING,
    RulingForm,
    TypedPart,
)
from rules.kernel.standing import Pool, Standing
from rules.kernel.stat_block import USER_HIT_POINTS, Device, Innate, Spell, StatBlock
from rules.kernel.state import (
    DISABLING,
    Combatant,
    Condition,
    Declaration,
    Deed,
    DeedWords,
    OpenQuestion,
    OpenRoll,
    Place,
    State,
    evolve,
)
from rules.kernel.terms import (
    ACTION_NAMES,
    DECLARE,
    DM,
    HUNDREDTHS,
    SEGMENTS,
    Action,
    ClauseId,
    Load,
    Save,
    Setting,
)
from rules.kernel.typed_text import drop_refused_characters, fold_name, make_id, read_letters, refuse_text
from rules.kernel.voice import (
    SEVERAL,
    TYPED,
    TYPED_END,
    Voice,
    format_listed_name,
    format_note,
    mark_typed,
    to_past,
)
from rules.procedures import UnknownRuleset, get_kinds, get_ruleset, list_rulesets, split_layer
from rules.reference import (
    DM_DECIDES,
    Card,
    CardFact,
    CardKind,
    SpellAim,
    UnknownId,
    describe_to_hit,
    find_effect,
    find_experience,
    find_similar,
    find_spell_aim,
    has_card,
    is_drunk,
    list_attack_modes,
    list_classes,
    list_defense_modes,
    list_devices,
    list_monsters,
    list_morale_occasions,
    list_reaction_bands,
    list_spells,
    list_undead,
    list_weapons,
    lookup_card,
    lookup_monster,
    search,
)
from rules.scenarios import Run, ScenarioError, find_differences, parse_scenario, play_scenario
from rules.scenarios.coverage import COVERED_MODES
from rules.scenarios.fight_tables import PreparedTables
from rules.scenarios.library import LibraryFile, index_library, list_files_showing, load_library_script
from rules.scenarios.lines import shorten_message
from rules.scenarios.map_table import MAP_KINDS, read_map_plan
from rules.scenarios.parse import STORED
from rules.scenarios.saving import Unsavable, save_fight, save_without_secrets
from rules.statblocks import LAST_WAVE, MOST_COMBATANTS, BadEntry, build_stat_blocks, count_combatants
from rules.statblocks.base_stat_blocks import find_hit_point_dice
from rules.statblocks.effect_rows import MOST_PARTS, list_known_magic, list_own_magic, read_effects
from rules.statblocks.fields import MOST_ENTRIES
from rules.statblocks.pasted import LONGEST_PASTED_TEXT, read_pasted_text, read_with_assumed
from rules.statblocks.pasted_builder import OpenValue, PastedStatBlock

__all__ = [
    # Procedures: the registry, and what a procedure answers.
    "get_ruleset",
    "list_rulesets",
    "split_layer",
    "get_kinds",
    "UnknownRuleset",
    "Procedure",
    "OptionSpec",
    "Clock",
    "Standing",
    "Pool",
    "Foresight",
    # The state of a fight.
    "State",
    "Combatant",
    "Condition",
    "DISABLING",
    "Declaration",
    "Deed",
    "DeedWords",
    "OpenQuestion",
    "OpenRoll",
    "Place",
    "evolve",
    # Combatants as they are prepared.
    "StatBlock",
    "Sheet",
    "Attribute",
    "PartKind",
    "SheetPart",
    "Device",
    "Innate",
    "USER_HIT_POINTS",
    "Spell",
    # Vocabulary.
    "Action",
    "ACTION_NAMES",
    "ClauseId",
    "DM",
    "HUNDREDTHS",
    "Load",
    "SEGMENTS",
    "Save",
    "Setting",
    # Every kind of event, as ``events.Declared``, and the application of events.
    "events",
    "fold",
    "drop_taken_back",
    # Inputs: all that people and the service tell a game.
    "Input",
    "BeginRound",
    "GiveAnswer",
    "GiveFaces",
    "CloseQuestions",
    "Change",
    "MakeRuling",
    "CallMorale",
    "MakeCall",
    "Call",
    "check_call",
    "write_dice",
    "LONGEST_WORDS",
    "Arrive",
    "TakeBack",
    "EndEncounter",
    "SECONDS_IN_A_SEGMENT",
    "compute_delay_segments",
    # The game: it takes inputs and yields events.
    "Game",
    "Record",
    "BadInput",
    "StaleInput",
    "RulesChanged",
    "get_taken_back_to",
    # Stored form of events, inputs and states.
    "CODEC_VERSION",
    "BadData",
    "encode_event",
    "decode_event",
    "encode_input",
    "decode_input",
    "normalise_input",
    "list_earlier_names",
    # Dice.
    "Dice",
    "KeyedDice",
    "FaceKey",
    "Rolled",
    "commit_to_seed",
    "draw_face",
    "parse_dice",
    # Forms and the answers to them.
    "Answer",
    "BadAnswer",
    "ReferenceTable",
    "Refusal",
    "Form",
    "Field",
    "Option",
    "OneOf",
    "SomeOf",
    "widen_field",
    "Several",
    "Number",
    "PlaceField",
    "PathField",
    "ChangesField",
    "PathLimit",
    "Usage",
    "LengthField",
    "frozen",
    # Questions: two that every page knows, their words, what is at stake, likely answers.
    "DECLARE",
    "NEXT",
    "QuestionWords",
    "QuestionInfo",
    "QuestionAct",
    "is_accepted",
    "find_likely_answer",
    "are_orders_closed_by_dm",
    "is_answerable",
    "without_order",
    "list_likely_answers",
    "find_group_answer",
    "GroupOrder",
    "repeat_answer",
    # Secrecy: what a viewer is shown.
    "ViewerLog",
    "Viewpoint",
    "TABLE_OPTIONS",
    "TableOption",
    "lookup_table_option",
    "is_act_from_hiding",
    # Rulings of the DM.
    "CONDITIONS",
    "ENCOUNTER_RULINGS",
    "EVENT_RULING",
    "MAP_RULING",
    "EFFECT_RULING",
    "RulingForm",
    "TypedPart",
    "is_number_ruling",
    "read_old_value",
    # Sentences and drawings.
    "Voice",
    "SEVERAL",
    "TYPED",
    "TYPED_END",
    "mark_typed",
    "refuse_text",
    "drop_refused_characters",
    "fold_name",
    "make_id",
    "read_letters",
    "CROWD",
    "find_stem",
    "group_numbered",
    "make_plural",
    "shorten_names",
    "format_note",
    "format_listed_name",
    "to_past",
    "EventMark",
    "Flight",
    "MarkKind",
    # Distances and movement.
    "compute_contact_segment",
    "measure_between",
    "compute_charging_stride",
    "arrange_sides",
    "compute_distance",
    "gather",
    "list_standing",
    "place_newcomers",
    "DrawnMovement",
    "MovementStop",
    # The plan of the battle map.
    "FeatureKind",
    "MAP_KINDS",
    "MAP_PICTURE",
    "MapFeature",
    "MapPicture",
    "MapPlan",
    "PlanChange",
    "list_wall_pieces",
    "read_map_plan",
    # Texts that people send.
    "DocumentError",
    "MOST_BYTES",
    "check_size",
    "find_unusable_value",
    "is_storable",
    "read_toml",
    "shorten_message",
    # The tables.
    "UnknownId",
    "Card",
    "CardFact",
    "CardKind",
    "DM_DECIDES",
    "describe_to_hit",
    "find_experience",
    "has_card",
    "lookup_card",
    "SpellAim",
    "find_spell_aim",
    "is_drunk",
    "find_similar",
    "search",
    "search_tables",
    "list_attack_modes",
    "list_classes",
    "list_defense_modes",
    "list_devices",
    "list_monsters",
    "list_morale_occasions",
    "list_reaction_bands",
    "list_spells",
    "list_undead",
    "list_weapons",
    "lookup_monster",
    # Reading of combatants, from entries and from pasted text.
    "BadEntry",
    "MOST_COMBATANTS",
    "MOST_ENTRIES",
    "MOST_PARTS",
    "list_known_magic",
    "list_own_magic",
    "read_effects",
    "AFFECTED",
    "AMOUNTS",
    "ASK",
    "AUTO",
    "EFFECTS",
    "EFFECTS_HAPPEN",
    "EffectChange",
    "EffectEntry",
    "UNITS",
    "find_effect",
    "LAST_WAVE",
    "build_stat_blocks",
    "count_combatants",
    "find_hit_point_dice",
    "LONGEST_PASTED_TEXT",
    "PastedStatBlock",
    "OpenValue",
    "read_pasted_text",
    "read_with_assumed",
    # Clauses of the rule texts.
    "Catalogue",
    "Clause",
    "MatrixRow",
    "list_catalogues",
    "load_catalogue",
    "index_clauses",
    "lookup_catalogue_of",
    "lookup_clause",
    "find_clauses",
    "split_query",
    "Difference",
    "find_mentions",
    "list_citing_rows",
    "list_clauses_of_same_option",
    "list_differences",
    "list_examples",
    "list_mentioning_clauses",
    # Scenario files.
    "Run",
    "PreparedTables",
    "STORED",
    "ScenarioError",
    "Unsavable",
    "parse_scenario",
    "save_fight",
    "save_without_secrets",
    "play_scenario",
    "find_differences",
    "COVERED_MODES",
    "LibraryFile",
    "index_library",
    "list_files_showing",
    "load_library_script",
    # One fight by several procedures.
    "Comparison",
    "ComparisonRow",
    "DifferingDeed",
    "NoSuchRound",
    "PlayedFight",
    "compare_procedures",
    "has_unshared_face",
    "make_fight_of_round",
    "DifferenceDescriber",
]
