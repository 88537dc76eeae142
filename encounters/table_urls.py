"""Addresses of players and spectators."""

from django.urls import URLPattern, URLResolver, include, path

from encounters.screens.join import views as join
from encounters.screens.phone import answers
from encounters.screens.phone import views as phone
from encounters.screens.spectator import views as spectator

TABLE: list[URLPattern | URLResolver] = [
    path("", join.table, name="table"),
    path("seat/<str:token>/", join.follow_link, name="take-seat"),
    path("me/", phone.show_tab, name="me"),
    path("me/sheet/", phone.show_tab, {"tab": "sheet"}, name="my-sheet"),
    path("me/saw/", phone.show_tab, {"tab": "saw"}, name="what-i-saw"),
    path("me/missed/", phone.show_missed, name="what-i-missed"),
    path("me/signals/", phone.choose_alerts, name="my-signals"),
    path("me/saw.txt", phone.send_seen_text, name="what-i-saw-text"),
    path("me/answer/", answers.take_answer, name="my-answer"),
    path("me/here/", phone.note_here, name="i-am-here"),
    path("me/away/", phone.note_away, name="i-am-away"),
    path("me/ask/", phone.ask_dm, name="ask-the-dm"),
    path("me/dice/", answers.take_dice, name="my-dice"),
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
    path("join/", join.join, name="join"),
    path("t/<str:code>/", include(TABLE)),
]
