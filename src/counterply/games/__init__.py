"""The games that come with Counterply, one file each."""

BUILT_IN = ("isolation", "blocker", "connect_four", "fishing_derby", "gomoku", "splendor", "tic_tac_toe")
