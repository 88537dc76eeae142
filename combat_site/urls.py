"""Addresses of the site; those of the fights are in encounters/urls.py."""

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from combat_site.copies import views as copies
from combat_site.health import check_alive, check_ready
from combat_site.installing import send_manifest, send_service_worker, show_offline, show_privacy
from encounters.screens import accounts

admin.autodiscover()

handler500 = "combat_site.unavailable.answer_failure"

urlpatterns = [
    path("livez", check_alive, name="livez"),
    path("readyz", check_ready, name="readyz"),
    path("healthz", check_ready, name="healthz"),  # as earlier versions named it
    path("sw.js", send_service_worker, name="service-worker"),
    path("manifest.webmanifest", send_manifest, name="manifest"),
    path("offline/", show_offline, name="offline"),
    path("privacy/", show_privacy, name="privacy"),
    path("admin/", admin.site.urls),
    path("copies/", copies.show_copies, name="kept-copies"),
    path("copies/new/", copies.add_copy, name="keep-copy"),
    path("copies/<name>/", copies.show_copy, name="kept-copy"),
    *([path("", include("campaigns.urls"))] if apps.is_installed("campaigns") else []),
    path("", include("encounters.urls")),
    path("sign-in/", accounts.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("password/", accounts.OwnPassword.as_view(), name="own-password"),
    path("password/forgotten/", accounts.ForgottenPassword.as_view(), name="forgotten-password"),
    path("password/sent/", accounts.PasswordMailSent.as_view(), name="password-mail-sent"),
    path("password/new/<uidb64>/<token>/", accounts.NewPassword.as_view(), name="new-password"),
]
