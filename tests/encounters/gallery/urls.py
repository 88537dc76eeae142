"""The addresses that components name, for rendering them alone."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def _empty(request: HttpRequest, **kwargs: str) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [
    path("rule/<str:clause>", _empty, name="rule"),
    path("rules/strip/", _empty, name="rules-strip"),
    path("gallery/", _empty, name="gallery"),
]
