"""Templates as they are rendered: without the indentation of their files."""

import re

from django.template import Origin
from django.template.loaders.filesystem import Loader

INDENTATION = re.compile(r"\n[ \t]+")


class UnindentedLoader(Loader):
    """Loads templates from the project's folder, each line from its first letter on.

    The files are indented for readers of the code; pages and pushed fragments need not carry that. The lines stay, so
    that errors name the right one.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template without its indentation."""
        return INDENTATION.sub("\n", super().get_contents(origin))
