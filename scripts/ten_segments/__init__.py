"""The installed product: this folder holds the site's packages, templates and static files.

In a checkout it has nothing but the command; the wheel puts the rest beside it (pyproject.toml).
"""
