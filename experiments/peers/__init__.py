"""Other programs on the same sets: how they are set up, what they are given, and what they answer."""
