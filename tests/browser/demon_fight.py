"""The fight under Demon Idol that is played in browsers: Otis and Jaroo on Pip's phone, Tenser on Quill's."""

FIGHT = """
ruleset = "demon_idol"
title = "The idol of Hommlet"
[encounter]
setting = "indoors"
start = "encounter"
distance_ft = 40
reaction = "hostile"
surprised = ["foes"]
[[combatant]]
id = "otis"
name = "Otis"
side = "party"
class = "ranger"
level = 4
played = true
hp = 38
ac = 4
position = [10, 20]
weapons = ["sword_long", "bow_long"]
[[combatant]]
id = "jaroo"
name = "Jaroo"
side = "party"
class = "cleric"
level = 4
played = true
hp = 24
ac = 5
position = [10, 26]
weapons = ["mace_foot"]
spells = ["cleric_bless"]
[[combatant]]
id = "tenser"
name = "Tenser"
side = "party"
class = "magic_user"
level = 5
played = true
hp = 14
position = [6, 14]
weapons = ["dagger"]
spells = ["magic_user_magic_missile", "magic_user_sleep"]
[[combatant]]
id = "gash"
name = "Gash"
side = "foes"
monster = "orc"
hp = 6
position = [50, 26]
weapons = ["spear"]
[[combatant]]
id = "snagga"
name = "Snagga"
side = "foes"
monster = "orc"
hp = 7
position = [48, 14]
weapons = ["axe_battle"]
"""
