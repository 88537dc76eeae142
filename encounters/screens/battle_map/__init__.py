"""The battle map: the ground as one viewer sees it, drawn from that viewer's events."""
