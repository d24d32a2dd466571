"""What a search did and why a move is better, for the command, the board and pages: one model that each of them prints."""
