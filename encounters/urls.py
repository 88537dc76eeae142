"""Addresses of the fights: the DM's here, those of players and spectators in table_urls."""

from django.urls import URLPattern, URLResolver, include, path

from encounters.table_urls import urlpatterns as table
from encounters.views import accounts, compare, panels, prepare, rulebook, run, table_side
from encounters.views import encounters as fights

DM: list[URLPattern | URLResolver] = [
    path("", run.run, name="run"),
    path("round/", run.begin_round, name="begin-round"),
    path("reopen/", run.reopen, name="reopen"),
    path("end-anyway/", run.end_anyway, name="end-anyway"),
    path("next/", run.step, name="next-step"),
    path("answer/", run.answer, name="answer"),
    path("answer/step/", run.answer_step, name="answer-step"),
    path("faces/", run.faces, name="faces"),
    path("nudge/", run.nudge, name="nudge"),
    path("clock/<str:do>/", run.clock, name="clock"),
    path("clock-of/<str:token>/", panels.clock, name="clock-of"),
    path("round/<int:number>/recap/", run.recap, name="recap"),
    path("round/<int:number>/", panels.round_played, name="round"),
    path("round/<int:number>/compare/", compare.compared, name="compare"),
    path("dice/<int:number>/", panels.dice, name="dice"),
    path("dice/<int:number>/publish/", panels.publish, name="publish"),
    path("face/", panels.rule_face, name="rule-face"),
    path("ruling/", panels.ruling, name="ruling"),
    path("put/", run.put, name="put"),
    path("take-back/", panels.take_back, name="take-back"),
    path("close/", panels.close, name="close"),
    path("add/", panels.add, name="add-figure"),
    path("end/", panels.end, name="end"),
    path("why/", panels.why, name="why"),
    path("figure/<str:who>/", panels.figure, name="figure"),
    path("figure/<str:who>/types/", run.types_dice, name="types-dice"),
    path("figure/<str:who>/plays/", panels.plays, name="plays"),
    path("prepare/", prepare.prepare, name="prepare"),
    path("prepare/new/", prepare.combatant, name="new-combatant"),
    path("prepare/add/", prepare.add, name="add-monster"),
    path("prepare/places/", prepare.places, name="places"),
    path("prepare/<int:pk>/", prepare.combatant, name="combatant"),
    path("prepare/<int:pk>/remove/", prepare.remove, name="remove-combatant"),
    path("prepare/<int:pk>/move/", prepare.move, name="move-combatant"),
    path("prepare/<int:pk>/plays/", prepare.plays, name="combatant-plays"),
    path("open/", prepare.open_table, name="open"),
    path("join/", table_side.join, name="dm-join"),
    path("door/", table_side.door, name="door"),
    path("code/", table_side.code, name="code"),
    path("seat/<int:pk>/<str:do>/", table_side.seat, name="seat"),
    path("copy/", fights.copy, name="copy"),
    path("export/", fights.export, name="export"),
    path("delete/", fights.delete, name="delete"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", fights.index, name="encounters"),
    path("new/", fights.new, name="new-encounter"),
    path("import/", fights.bring_in, name="import"),
    path("sign-in/<str:token>/", accounts.by_link, name="sign-in-link"),
    path("rules/", rulebook.book, name="rules"),
    path("rules/fight/<path:file>", rulebook.play, name="rules-fight"),
    path("rules/<str:id>/", rulebook.read_procedure, name="rules-procedure"),
    path("rules/<str:id>/order/", rulebook.read_order, name="rules-order"),
    path("rule/<str:clause>", rulebook.rule, name="rule"),
    path("e/<int:encounter_id>/", include(DM)),
    *table,
]
