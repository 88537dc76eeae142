"""Encrypted pages where PUBLIC_URL is https: a plain request is led to the public address."""

import structlog
from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.middleware.security import SecurityMiddleware

FORWARDED = "X-Forwarded-Proto"

log = structlog.get_logger(__name__)


class Encryption(SecurityMiddleware):
    """Django's middleware, which redirects nothing that came encrypted to an untrusted proxy.

    Leading it to the address that it came from would never end. The scheme is believed only of a trusted proxy, by
    uvicorn's ``--forwarded-allow-ips``; here a lie gains nothing but a plain page.
    """

    was_told = False

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        """Return the way to the public address for a request that came plain; else None."""
        if self.redirect and not request.is_secure() and request.headers.get(FORWARDED, "").strip() == "https":
            if not Encryption.was_told:
                Encryption.was_told = True
                log.warning("the proxy is not trusted: name its address by --forwarded-allow-ips")
            return None
        return super().process_request(request)
