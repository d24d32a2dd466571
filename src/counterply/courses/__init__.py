"""The programs of university courses: their interfaces, and the players that reports on them describe."""
