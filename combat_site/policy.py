"""The content security policy in one order.

The package writes its directives in the order of a set, which is another one in each process.
"""

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OrderedPolicy(CSPMiddleware):
    """Middleware that sends the policy with its directives in the order of their letters."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response with the policy."""
        response = super().process_response(request, response)
        if HEADER in response.headers:
            parts = str(response.headers[HEADER]).split(";")
            response.headers[HEADER] = "; ".join(sorted(part.strip() for part in parts))
        return response
