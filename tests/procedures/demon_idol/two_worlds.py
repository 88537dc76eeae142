"""Two worlds by Demon Idol: what its events tell when a fight is over."""

OVER = ("PhaseBegan", "Bled", "Slain", "Recovered", "TurnPassed")
"""Events of the turn of recovery (phase 11), which does not come while somebody hidden still fights."""
