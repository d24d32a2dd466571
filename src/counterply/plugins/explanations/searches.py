"""The searches whose tree can be seen, by name. It imports nothing: the board's server has no engine."""

TEXTBOOK = ("minimax", "alphabeta")
ENGINE = ("ordered", "table", "engine")  # with an order of moves, with a table too, and as it plays
SEARCHES = (*TEXTBOOK, *ENGINE)  # to a fixed depth
EXPECTIMAX = "expectimax"  # minimax of a game with dice
UCT = "uct"  # Monte Carlo tree search, by simulations
MOST_SIMULATIONS, USUAL_SIMULATIONS = 500, 20
DEEPEST = 255  # plies that a search can follow: `MAX_DEPTH` of the engine
