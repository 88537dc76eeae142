"""Socket paths of the fights."""

from typing import Any, cast

from django.urls import URLPattern, path

from encounters.consumers import dm_line, seat_line

websocket_urlpatterns: list[URLPattern] = [
    path("live/<int:encounter_id>/dm", cast(Any, dm_line)),
    path("live/<int:encounter_id>/seat", cast(Any, seat_line)),
]
