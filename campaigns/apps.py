"""The Django app of campaigns."""

from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    """The app, which answers for the time between fights."""

    name = "campaigns"

    def ready(self) -> None:
        from campaigns.answers import Answers
        from encounters import between

        between.use(Answers())
