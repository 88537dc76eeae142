"""Socket paths of the fights."""

from typing import Any, cast

from django.urls import URLPattern, path

from encounters.live.consumers import serve_dm, serve_seat

websocket_urlpatterns: list[URLPattern] = [
    path("live/<int:encounter_id>/dm", cast(Any, serve_dm)),
    path("live/<int:encounter_id>/seat", cast(Any, serve_seat)),
]
