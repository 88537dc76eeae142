"""The addresses of the site, with one of a page on which components are rendered alone."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from combat_site.urls import urlpatterns as of_the_site


def _empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse("")


urlpatterns = [path("gallery/", _empty, name="gallery"), *of_the_site]
