"""The code that procedures of the AD&D family share; ``procedure`` has their base class."""
