"""The engine of all procedures: state, events, dice, order, referee, secrecy.

It names no procedure.
"""
