"""The only writers of encounters. What they cannot take raises ``encounters.errors.NotTaken`` and leaves no trace."""

from encounters.services.acting import (
    add_figures,
    answer,
    answer_all,
    begin_round,
    close,
    end,
    end_past_changed_rules,
    give_faces,
    nudge,
    publish_dm_seed,
    reopen_round,
    rule,
    set_types_dice,
    take_back,
    write_recap,
)
from encounters.services.playing import Outcome, submit
from encounters.services.preparing import (
    change_encounter,
    create_encounter,
    open_encounter,
    order_combatants,
    put_combatant,
    remove_combatant,
)

__all__ = [
    "Outcome",
    "add_figures",
    "answer",
    "answer_all",
    "begin_round",
    "change_encounter",
    "close",
    "create_encounter",
    "end",
    "end_past_changed_rules",
    "give_faces",
    "nudge",
    "open_encounter",
    "order_combatants",
    "publish_dm_seed",
    "put_combatant",
    "remove_combatant",
    "reopen_round",
    "rule",
    "set_types_dice",
    "submit",
    "take_back",
    "write_recap",
]
