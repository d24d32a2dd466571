"""Better weights for an evaluator: from games, from records of games, by self-play."""
