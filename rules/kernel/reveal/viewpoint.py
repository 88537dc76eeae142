"""The place from which a fight is watched: that of the DM, of a player or of a spectator."""

from rules.kernel.frozen import frozen


@frozen
class Viewpoint:
    """That of the DM, of a player with characters (ids as in the log), or of a spectator."""

    dm: bool = False
    characters: tuple[str, ...] = ()
