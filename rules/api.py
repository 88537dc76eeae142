"""Everything that the site may import of the rules.

``campaigns``, ``encounters`` and ``combat_site`` import this module and no other module of the rules; an import
contract and ``tests/conventions/test_public_names.py`` hold it. No procedure is named here: the registry imports each
when it is first asked for.
"""

# Procedures: the registry, and what a procedure answers.
from rules.kernel.clock import Clock
from rules.kernel.foresight import Foresight
from rules.kernel.options import OptionSpec
from rules.kernel.procedure import Procedure, check_options, find_lacking
from rules.kernel.standing import Pool, Standing
from rules.procedures import UnknownRuleset, get_kinds, get_ruleset, list_rulesets, split_layer

# The state of a fight.
from rules.kernel.state import DISABLING, Combatant, Condition, OpenQuestion, OpenRoll, State
from rules.kernel.deeds import Declaration, Deed, DeedGroup, DeedWords
from rules.kernel.terms import Place
from rules.kernel.frozen import evolve

# Combatants as they are prepared.
from rules.kernel.own import Attribute, AttributeKind, PartKind, Sheet, SheetPart
from rules.kernel.stat_block import USER_HIT_POINTS, Device, Innate, Missile, Spell, StatBlock, Weapon

# Vocabulary.
from rules.kernel.terms import ACTION_NAMES, DM, HUNDREDTHS, SEGMENTS, Action, ClauseId, Load, Save, Setting

# Every kind of event, as ``events.Declared``, and the application of events.
from rules.kernel import events
from rules.kernel.order import Because
from rules.kernel.apply import drop_taken_back, fold

# Inputs: all that people and the service tell a game.
from rules.kernel.dice import Call, write_dice
from rules.kernel.inputs import (
    LONGEST_WORDS,
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
    check_call,
    compute_delay_segments,
)

# The game: it takes inputs and yields events.
from rules.kernel.game import BadInput, Game, Record, RulesChanged, StaleInput
from rules.kernel.record import get_taken_back_to

# Stored form of events, inputs and states.
from rules.kernel.codec import (
    CODEC_VERSION,
    BadData,
    decode_event,
    decode_input,
    encode_event,
    encode_input,
    is_as_stored,
    list_earlier_names,
    normalise_input,
)

# Dice.
from rules.kernel.dice import Dice, FaceKey, KeyedDice, commit_to_seed, draw_face, parse_dice
from rules.kernel.effects import Rolled

# Forms and the answers to them.
from rules.kernel.effects import Answer
from rules.kernel.forms import (
    BadAnswer,
    ChangesField,
    Field,
    Form,
    LengthField,
    Number,
    OneOf,
    Choice,
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
from rules.kernel.reference_table import ReferenceTable

# Questions: two that every page knows, their words, what is at stake, likely answers.
from rules.kernel.closing import are_orders_closed_by_dm, is_answerable, without_order
from rules.kernel.effects import NEXT
from rules.kernel.likely import find_group_answer, find_likely_answer, is_accepted, list_likely_answers, repeat_answer
from rules.kernel.procedure import GroupOrder
from rules.kernel.question_words import QuestionAct, QuestionInfo, QuestionWords
from rules.kernel.terms import DECLARE

# Secrecy: what a viewer is shown.
from rules.kernel.hiding import is_act_from_hiding
from rules.kernel.options import TABLE_OPTIONS, TableOption, lookup_table_option
from rules.kernel.reveal.knowledge import Viewpoint
from rules.kernel.reveal.viewer_log import ViewerLog

# Rulings of the DM.
from rules.kernel.ruling_values import is_number_ruling, read_old_value
from rules.kernel.rulings import (
    CONDITIONS,
    EFFECT_RULING,
    ENCOUNTER_RULINGS,
    MAP_RULING,
    RulingForm,
    TypedPart,
)

# Sentences and drawings.
from rules.kernel.drawing import EventMark, DrawnFlight, MarkKind
from rules.kernel.event import Voice
from rules.kernel.phrases import (
    CROWD,
    SEVERAL,
    TYPED,
    TYPED_END,
    find_stem,
    format_listed_name,
    format_note,
    group_numbered,
    make_plural,
    mark_typed,
    shorten_names,
    to_past,
)
from rules.kernel.typed_text import drop_refused_characters, fold_name, make_id, read_letters, refuse_text

# Distances and movement.
from rules.kernel.battlefield import compute_charging_stride, compute_contact_segment, measure_between
from rules.kernel.drawn_movement import DrawnMovement, MovementStop
from rules.kernel.placing import arrange_sides, compute_distance, gather, list_standing, place_newcomers

# The plan of the battle map.
from rules.kernel.map_plan import (
    MAP_PICTURE,
    FeatureKind,
    MapFeature,
    MapPicture,
    MapPlan,
    PlanChange,
    list_wall_pieces,
)
from rules.scenarios.map_table import MAP_KINDS, read_map_plan

# Texts that people send.
from rules.kernel.documents import MOST_BYTES, DocumentError, check_size, find_unusable_value, is_storable, read_toml
from rules.scenarios.lines import shorten_message

# The tables.
from rules.kernel.reference_table import search_tables
from rules.reference import (
    Memorising,
    compute_memorising,
    heal_by_rest,
    lookup_constitution,
    DM_DECIDES,
    Card,
    CardFact,
    CardKind,
    SpellAim,
    Guest,
    UnknownId,
    add_experience_bonus,
    count_spell_slots,
    describe_to_hit,
    find_experience,
    find_similar,
    find_spell_aim,
    has_card,
    is_drunk,
    list_ammunition,
    list_attack_modes,
    list_classes,
    list_defense_modes,
    list_devices,
    list_guest_classes,
    list_guest_levels,
    list_monsters,
    list_morale_occasions,
    list_reaction_bands,
    list_spells,
    list_undead,
    list_weapons,
    lookup_card,
    lookup_charisma,
    lookup_class,
    lookup_dexterity,
    lookup_known_spells,
    lookup_languages,
    lookup_level_experience,
    lookup_load,
    lookup_mental_save,
    lookup_monster,
    lookup_spell,
    lookup_strength,
    make_guest,
    search,
)

# Reading of combatants, from entries and from pasted text.
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
from rules.reference import find_effect
from rules.statblocks import LAST_WAVE, MOST_COMBATANTS, BadEntry, build_stat_blocks, count_combatants
from rules.statblocks.base_stat_blocks import find_hit_point_dice
from rules.statblocks.conditions import MOST_ROUNDS, find_condition_name, write_condition
from rules.statblocks.effect_rows import MOST_PARTS, is_effect_name, list_known_magic, list_own_magic, read_effects
from rules.statblocks.fields import MOST_ENTRIES
from rules.statblocks.pasted import LONGEST_PASTED_TEXT, read_pasted_text, read_with_assumed
from rules.statblocks.pasted_builder import OpenValue, PastedStatBlock

# Clauses of the rule texts.
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

# Scenario files.
from rules.scenarios import ScenarioRun, ScenarioError, find_differences, parse_scenario, play_scenario
from rules.scenarios.coverage import COVERED_MODES
from rules.scenarios.fight_tables import PreparedTables
from rules.scenarios.library import LibraryFile, index_library, list_files_showing, load_library_script
from rules.scenarios.parse import STORED
from rules.scenarios.saving import Unsavable, save_fight, save_without_secrets

# One fight by several procedures.
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
