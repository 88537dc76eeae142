"""The functions that write encounters; ``encounters.seats`` has those for seats.

An action that is refused raises ``encounters.errors.Rejected`` and leaves no trace.
"""

from encounters.services.acting import (
    answer,
    answer_all,
    begin_round,
    bring_in,
    bring_in_combatants,
    call_morale,
    close,
    end,
    end_past_changed_rules,
    give_faces,
    publish_dm_seed,
    remind,
    reopen_round,
    rule,
    set_types_dice,
    take_back,
    write_recap,
)
from encounters.services.clocks import (
    ask_dm,
    let_clock_go_on,
    note_away,
    note_back,
    note_question_shown,
    pause_clock,
    rule_clock,
)
from encounters.services.comparing import compare_round
from encounters.services.playing import Outcome, find_first_outcome, submit
from encounters.services.preparing import (
    add_combatants,
    change_encounter,
    create_encounter,
    delete,
    open_encounter,
    order_combatants,
    put_combatant,
    remove_combatant,
)
from encounters.services.standing import give_standing_orders, order_group
from encounters.services.steps import choose_only_answer, skip_to_event
from encounters.services.trying import order_all, throw_away, throw_away_old, try_alone

__all__ = [
    "Outcome",
    "add_combatants",
    "bring_in_combatants",
    "answer",
    "answer_all",
    "ask_dm",
    "begin_round",
    "bring_in",
    "call_morale",
    "note_back",
    "change_encounter",
    "close",
    "compare_round",
    "create_encounter",
    "delete",
    "end",
    "end_past_changed_rules",
    "find_first_outcome",
    "give_faces",
    "let_clock_go_on",
    "remind",
    "open_encounter",
    "order_all",
    "choose_only_answer",
    "skip_to_event",
    "order_group",
    "give_standing_orders",
    "order_combatants",
    "pause_clock",
    "publish_dm_seed",
    "put_combatant",
    "remove_combatant",
    "reopen_round",
    "rule",
    "rule_clock",
    "note_question_shown",
    "set_types_dice",
    "submit",
    "take_back",
    "throw_away",
    "throw_away_old",
    "try_alone",
    "note_away",
    "write_recap",
]
