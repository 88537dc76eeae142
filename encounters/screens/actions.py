"""Buttons and links, as the template components/act.html reads them."""

from dataclasses import KW_ONLY, dataclass


@dataclass(frozen=True)
class Link:
    """A link to a page."""

    label: str
    href: str
    _: KW_ONLY
    name: str = ""
    """The name for screen readers, where the label says too little."""
    icon: str = ""
    key: str = ""
    """The key that follows it."""
    tone: str = ""
    """go, quiet; "" is plain."""
    small: bool = False


@dataclass(frozen=True)
class Post:
    """A form of one button."""

    label: str
    action: str
    """The address to which it is posted."""
    _: KW_ONLY
    hidden: tuple[tuple[str, str], ...] = ()
    """The values that are posted, by name."""
    form: str = ""
    """The id of a form of the page, which is posted instead of one of its own."""
    plain: bool = False
    """A whole page answers, also with scripts."""
    next: bool = False
    """It leads on in the fight: autoplay presses it."""
    disabled: bool = False
    name: str = ""
    """The name for screen readers, where the label says too little."""
    icon: str = ""
    key: str = ""
    """The key that presses it."""
    tone: str = ""
    """go, quiet; "" is plain."""
    small: bool = False


Act = Link | Post


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link of a row of links, such as those to rounds."""

    label: str
    href: str
    on: bool
    """The page shows it."""
