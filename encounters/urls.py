"""Addresses of the fights: those of the DM, of players and of spectators."""

from django.urls import URLPattern, URLResolver, include, path

from encounters.screens import accounts
from encounters.screens.dm import panels, seating
from encounters.screens.dm import views as run
from encounters.screens.join import views as join
from encounters.screens.phone import views as phone
from encounters.screens.prepare import encounters as fights
from encounters.screens.prepare import paste
from encounters.screens.prepare import views as prepare
from encounters.screens.rulebook import views as rulebook
from encounters.screens.spectator import views as spectator

DM: list[URLPattern | URLResolver] = [
    path("", run.show_run, name="run"),
    path("round/", run.begin_round, name="begin-round"),
    path("reopen/", run.reopen, name="reopen"),
    path("end-anyway/", run.end_anyway, name="end-anyway"),
    path("next/", run.step, name="next-step"),
    path("skip/", run.skip, name="skip"),
    path("answer/", run.answer, name="answer"),
    path("answer/step/", run.answer_step, name="answer-step"),
    path("faces/", run.give_faces, name="faces"),
    path("nudge/", run.send_nudge, name="nudge"),
    path("missed/", run.show_missed, name="missed"),
    path("clock/<str:do>/", run.switch_clock, name="clock"),
    path("clock-of/<str:token>/", panels.rule_clock, name="clock-of"),
    path("round/<int:number>/recap/", run.save_recap, name="recap"),
    path("round/<int:number>/", panels.show_round, name="round"),
    path("round/<int:number>/compare/", panels.show_comparison, name="compare"),
    path("dice/<int:number>/", panels.show_dice, name="dice"),
    path("dice/<int:number>/publish/", panels.publish_seed, name="publish"),
    path("face/", panels.rule_face, name="rule-face"),
    path("ruling/", panels.make_ruling, name="ruling"),
    path("morale/", panels.check_morale, name="morale"),
    path("put/", run.put, name="put"),
    path("several/", run.rule_several, name="rule-several"),
    path("undo/", run.undo, name="undo"),
    path("take-back/", panels.take_back, name="take-back"),
    path("close/", panels.close, name="close"),
    path("add/", panels.add, name="add-figure"),
    path("show/", run.show, name="show"),
    path("bring-in/", run.bring_in, name="bring-in"),
    path("countdown/", panels.count_down, name="countdown"),
    path("end/", panels.end, name="end"),
    path("why/", panels.show_why, name="why"),
    path("figure/<str:who>/", panels.show_combatant, name="figure"),
    path("figure/<str:who>/types/", run.set_types_dice, name="types-dice"),
    path("figure/<str:who>/change/", run.change_number, name="change-number"),
    path("note/<str:who>/", panels.write_combatant_note, name="combatant-note"),
    path("figure/<str:who>/plays/", panels.assign_player, name="plays"),
    path("prepare/", prepare.prepare, name="prepare"),
    path("prepare/new/", prepare.combatant, name="new-combatant"),
    path("prepare/add/", prepare.add, name="add-monster"),
    path("prepare/paste/", paste.paste, name="paste"),
    path("prepare/like/", prepare.like, name="like-template"),
    path("prepare/places/", prepare.places, name="places"),
    path("prepare/<int:pk>/", prepare.combatant, name="combatant"),
    path("prepare/<int:pk>/remove/", prepare.remove, name="remove-combatant"),
    path("prepare/<int:pk>/move/", prepare.move, name="move-combatant"),
    path("prepare/<int:pk>/plays/", prepare.plays, name="combatant-plays"),
    path("open/", prepare.open_table, name="open"),
    path("prepare/try/", prepare.try_alone, name="try-alone"),
    path("group/", run.order_group, name="order-group"),
    path("standing/", run.give_standing_orders, name="standing-orders"),
    path("orders/", run.order_all, name="order-all"),
    path("throw-away/", run.throw_away, name="throw-away"),
    path("join/", seating.show_join, name="dm-join"),
    path("door/", seating.set_door, name="door"),
    path("code/", seating.change_code, name="code"),
    path("mute/", seating.mute_all, name="mute-all"),
    path("seat/<int:pk>/<str:do>/", seating.change_seat, name="seat"),
    path("copy/", fights.copy, name="copy"),
    path("export/", fights.export, name="export"),
    path("delete/", fights.delete, name="delete"),
]

TABLE: list[URLPattern | URLResolver] = [
    path("", join.table, name="table"),
    path("seat/<str:token>/", join.follow_link, name="take-seat"),
    path("me/", phone.show_tab, name="me"),
    path("me/sheet/", phone.show_tab, {"tab": "sheet"}, name="my-sheet"),
    path("me/saw/", phone.show_tab, {"tab": "saw"}, name="what-i-saw"),
    path("me/missed/", phone.show_missed, name="what-i-missed"),
    path("me/signals/", phone.choose_alerts, name="my-signals"),
    path("me/saw.txt", phone.send_seen_text, name="what-i-saw-text"),
    path("me/answer/", phone.take_answer, name="my-answer"),
    path("me/here/", phone.note_here, name="i-am-here"),
    path("me/away/", phone.note_away, name="i-am-away"),
    path("me/ask/", phone.ask_dm, name="ask-the-dm"),
    path("me/dice/", phone.take_dice, name="my-dice"),
    path("me/types/", phone.set_types_dice, name="my-types-dice"),
    path("me/characters/", join.characters, name="my-characters"),
    path("me/link/", join.make_link, name="my-link"),
    path("watch/", spectator.show_live, name="watch"),
    path("rounds/", spectator.show_all_rounds, name="watch-rounds"),
    path("round/<int:number>/", spectator.show_round, name="watch-round"),
    path("dice/", spectator.show_dice, name="watch-dice"),
    path("dice/<int:number>/", spectator.show_dice, name="watch-dice-of-round"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", join.start, name="start"),
    path("e/", fights.index, name="encounters"),
    path("new/", fights.new, name="new-encounter"),
    path("import/", fights.bring_in, name="import"),
    path("sign-in/<str:token>/", accounts.by_link, name="sign-in-link"),
    path("rules/", rulebook.book, name="rules"),
    path("rules/fight/<path:file>", rulebook.play, name="rules-fight"),
    path("rules/<str:id>/", rulebook.read_procedure, name="rules-procedure"),
    path("rules/<str:id>/order/", rulebook.read_order, name="rules-order"),
    path("rules/<str:id>/tables/", rulebook.read_tables, name="rules-tables"),
    path("rule/<str:clause>", rulebook.rule, name="rule"),
    path("e/<int:encounter_id>/", include(DM)),
    path("join/", join.join, name="join"),
    path("t/<str:code>/", include(TABLE)),
]
