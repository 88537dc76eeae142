"""The death of a character in words."""

from campaigns.models import Character
from campaigns.services.calendar import write_day


def describe_death(character: Character) -> str:
    """Return how a character died: "died on day 5, The Chapel, round 4, to a ghoul"."""
    death, fight = character.sheet.get("death"), character.died_in
    if not death:
        return f"died in {fight.title}" if fight is not None else "died"
    words = (
        f"died on {write_day(death['at'])}",
        fight.title if fight is not None else "",
        f"round {death['round']}" if death["round"] else "",
        f"to {death['by']}" if death["by"] else "",
    )
    return ", ".join(word for word in words if word)
