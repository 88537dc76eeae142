"""Addresses of players and spectators."""

from django.urls import URLPattern, URLResolver, include, path

from encounters.screens.spectator import views as spectator
from encounters.views import join, phone

TABLE: list[URLPattern | URLResolver] = [
    path("", join.table, name="table"),
    path("seat/<str:token>/", join.follow_link, name="take-seat"),
    path("me/", phone.me, name="me"),
    path("me/sheet/", phone.me, {"tab": "sheet"}, name="my-sheet"),
    path("me/saw/", phone.me, {"tab": "saw"}, name="what-i-saw"),
    path("me/missed/", phone.missed, name="what-i-missed"),
    path("me/signals/", phone.signals, name="my-signals"),
    path("me/saw.txt", phone.saw_text, name="what-i-saw-text"),
    path("me/answer/", phone.answer, name="my-answer"),
    path("me/here/", phone.here, name="i-am-here"),
    path("me/away/", phone.away, name="i-am-away"),
    path("me/ask/", phone.ask_dm, name="ask-the-dm"),
    path("me/dice/", phone.dice, name="my-dice"),
    path("me/types/", phone.types_dice, name="my-types-dice"),
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
