"""The rules as a Django app, so that they can bring management commands; nothing else here knows Django."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """The app's name and place."""

    name = "rules"
