"""The forms of the pages; they check the shape of posted values before a service gets them."""
