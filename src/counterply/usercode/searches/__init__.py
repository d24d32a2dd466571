"""A search from a user's file: which function it is, how it is called, and the position that it is given; to check, and to play."""
