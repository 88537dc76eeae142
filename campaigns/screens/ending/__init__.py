"""The page of an ended fight: its figures are carried over to the sheets, and taken back."""
