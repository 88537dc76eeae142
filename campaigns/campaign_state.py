"""The state of a campaign beside its characters: its choices, and the things that last."""

from campaigns.models import CampaignState
from encounters.models import Campaign


def find_state(campaign: Campaign) -> CampaignState:
    """Return the state of a campaign; the usual choices where it has made none."""
    try:
        return campaign.state
    except CampaignState.DoesNotExist:
        return CampaignState(campaign=campaign)
