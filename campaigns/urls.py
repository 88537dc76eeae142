"""Addresses of campaigns: the first page, and what lasts between fights."""

from django.urls import URLPattern, URLResolver, include, path

from campaigns.screens.campaign import time_views as time
from campaigns.screens.campaign import views as campaign
from campaigns.screens.character import views as character
from campaigns.screens.ending import views as ending
from campaigns.screens.guests import views as guests
from campaigns.screens.home import views as home
from campaigns.screens.members import views as members
from campaigns.screens.memorise import views as memorise
from campaigns.screens.new_character import views as new_character
from campaigns.screens.pictures import views as pictures
from campaigns.screens.player_sheet import views as player_sheet
from campaigns.screens.players import views as players

MEMBERS: list[URLPattern | URLResolver] = [
    path("", members.show_members, name="members"),
    path("invite/", members.invite, name="invite"),
    path("leave/", members.leave, name="leave-campaign"),
    path("invitation/<int:number>/withdraw/", members.withdraw_invitation, name="withdraw-invitation"),
    path("<int:number>/remove/", members.remove_member, name="remove-member"),
    path("<int:number>/hand-over/", members.hand_over, name="hand-over"),
]

CHARACTER: list[URLPattern | URLResolver] = [
    path("new/", new_character.make_new_character, name="new-character"),
    path("<int:number>/", character.show_character, name="character"),
    path("guests/", guests.change_guests, name="guests"),
    path("guests/level/", guests.set_guest_level, name="guest-level"),
    path("<int:number>/guest/", guests.settle_guest, name="settle-guest"),
    path("<int:number>/picture/", character.save_picture, name="save-character-picture"),
    path("<int:number>/picture/<str:version>/", pictures.show_to_member, name="character-picture"),
    path(
        "<int:number>/picture/<str:version>/large/",
        pictures.show_to_member,
        {"large": True},
        name="large-character-picture",
    ),
    path("<int:number>/change/<int:change>/back/", character.take_back, name="take-back-change"),
    path("<int:number>/attributes/", character.change_attributes, name="character-attributes"),
    path("<int:number>/ask/", character.answer_ask, name="answer-ask"),
    path("<int:number>/memorise/", character.choose_spells, name="character-memorise"),
]

TIME: list[URLPattern | URLResolver] = [
    path("pass/", time.pass_time, name="pass-time"),
    path("set/", time.set_clock, name="set-clock"),
    path("rest/", time.rest, name="rest"),
    path("check/", time.check_for_wanderers, name="check-for-wanderers"),
    path("back/", time.take_back, name="take-back-time"),
    path("lasting/", time.add_lasting, name="add-lasting"),
    path("lasting/<int:number>/remove/", time.remove_lasting, name="remove-lasting"),
]

OWN_SHEET: list[URLPattern | URLResolver] = [
    path("", player_sheet.show_player_sheet, name="player-sheet"),
    path("picture/<str:version>/", pictures.show_to_player, name="own-picture"),
    path("picture/<str:version>/large/", pictures.show_to_player, {"large": True}, name="large-own-picture"),
]

CAMPAIGN: list[URLPattern | URLResolver] = [
    path("", campaign.show_campaign, name="campaign"),
    path("name/", campaign.name_campaign, name="name-campaign"),
    path("settings/", campaign.change_settings, name="campaign-settings"),
    path("settings/door/", campaign.set_door, name="campaign-door"),
    path("settings/code/", campaign.change_code, name="campaign-code"),
    path("delete/", campaign.delete_campaign, name="delete-campaign"),
    path("lobby/", campaign.clear_table, name="clear-table"),
    path("request/<int:number>/", campaign.answer_request, name="campaign-request"),
    path("planned/<int:encounter_id>/", campaign.plan_encounter, name="plan-encounter"),
    path("character/", include(CHARACTER)),
    path("members/", include(MEMBERS)),
    path("players/", players.show_players, name="players"),
    path("players/<int:number>/stored/", players.send_stored, name="stored-of-player"),
    path("players/<int:number>/forget/", players.forget_player, name="forget-player"),
    path("settings/rest/", campaign.change_options, name="campaign-options"),
    path("settings/sheets/", campaign.change_player_edits, name="player-edits"),
    path("time/", include(TIME)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.show_home, name="start"),
    path("demo/", home.play_demo, name="play-demo"),
    path("c/new/", campaign.make_campaign, name="new-campaign"),
    path("c/<int:campaign_id>/", include(CAMPAIGN)),
    path("t/<str:code>/memorise/<int:number>/", memorise.choose_spells, name="memorise"),
    path("e/<int:encounter_id>/outcome/", ending.show_ending, name="ending"),
    path("t/<str:code>/sheet/<int:number>/", include(OWN_SHEET)),
    path("t/<str:code>/sheet/of/<str:who>/", player_sheet.find_player_sheet, name="sheet-in-fight"),
    path("t/<str:code>/guest/", guests.take_guest, name="my-guest"),
    path("invitation/<str:secret>/", members.follow_invitation, name="invitation"),
]
