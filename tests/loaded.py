"""Load all of the site that its forks would each load again."""

import gc
from importlib import import_module
from pkgutil import walk_packages

import django
from django.template.loader import get_template

from tests.server import ROOT

django.setup()
site = [each.name for each in walk_packages([str(ROOT / "encounters")], "encounters.")]
for name in (
    *("uvicorn.protocols.http.auto", "uvicorn.protocols.websockets.auto", "channels.routing", "combat_site.urls"),
    *(each for each in site if ".migrations." not in each),
):
    import_module(name)
import_module("encounters.screens.rulebook.procedures").list_books()  # every procedure, catalogue and file
for path in (ROOT / "templates").rglob("*.html"):
    get_template(str(path.relative_to(ROOT / "templates")))
# No fork need walk what was loaded here, nor copy it.
gc.collect()
gc.freeze()
