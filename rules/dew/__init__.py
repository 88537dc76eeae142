"""Procedures of Dew's detailed sequence: options, attacks, and the traces of its movement."""
