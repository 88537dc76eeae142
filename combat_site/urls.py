"""Addresses of the site; those of the fights are in encounters/urls.py."""

from django.contrib import admin
from django.urls import include, path

from combat_site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("encounters.urls")),
]
