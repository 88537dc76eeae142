"""The people who have or had a seat in a campaign, and forgetting one of them."""
