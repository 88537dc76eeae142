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
    make_call,
    publish_dm_seed,
    publish_recap,
    remind,
    reopen_round,
    rule,
    save_picture,
    set_types_dice,
    take_back,
    undo,
    write_combatant_note,
)
from encounters.services.campaigns import (
    change_code,
    clear_table,
    make_campaign,
    name_campaign,
    plan_encounter,
    set_door,
)
from encounters.services.clocks import (
    ask_dm,
    let_clock_go_on,
    note_away,
    note_back,
    note_heard,
    note_question_shown,
    note_ready,
    pause_clock,
    rule_clock,
)
from encounters.services.comparing import compare_round
from encounters.services.members import (
    accept,
    accept_with_account,
    find_invitation,
    hand_over,
    invite,
    leave,
    list_open_invitations,
    remove_member,
    withdraw_invitation,
)
from encounters.services.playing import Outcome, find_first_outcome, submit
from encounters.services.preparing import (
    add_combatants,
    build_roster,
    change_effect,
    change_encounter,
    change_map,
    choose_points,
    create_encounter,
    delete,
    delete_campaign,
    open_encounter,
    order_combatants,
    place_combatants,
    place_map_picture,
    put_combatant,
    refuse_too_many,
    remove_combatant,
    remove_map_picture,
    replace_by_several,
    replace_combatants,
    restore_effect,
    save_house_rules,
    use_effects,
)
from encounters.services.standing import give_standing_orders, order_group
from encounters.services.steps import choose_only_answer, skip_to_event
from encounters.services.trying import order_all, throw_away, throw_away_old, try_alone
