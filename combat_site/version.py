"""The version of the product: the wheel, pages, commands and health read it here."""

VERSION = "1.0.0"
