"""Socket paths of the fights."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
