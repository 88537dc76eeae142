"""Fights at a table, as a Django app."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """The app's name and place."""

    name = "encounters"
