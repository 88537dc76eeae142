"""Addresses of the site; those of the fights are in encounters/urls.py."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from combat_site.health import healthz
from encounters.screens.accounts import SignIn

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("", include("encounters.urls")),
    path("sign-in/", SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
]
