"""Addresses of players and spectators, under /t/<code>/."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
