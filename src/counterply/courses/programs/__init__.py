"""Stand-ins for the programs that courses hand out, as far as players see them; each written from a description, on its own.

They import nothing of ours: a player is given their objects, and imports them by the course's names.
"""
