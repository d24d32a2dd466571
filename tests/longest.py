"""The test files that are begun first."""

# The files that take longest, with their CPU seconds on a full machine (an idle one takes three quarters) where each kernel is
# compiled by the first that asks: they are begun first, since at the end of the tests a long file would run alone.
LONGEST = (
    "test_readme.py",  # 50
    "test_check.py",  # 45
    "test_contract.py",  # 31
    "test_wrong_proofs.py",
    "test_limits_of_search.py",
    "test_gomoku_search.py",  # 22
    "test_stale_code.py",
    "test_verify.py",
    "test_worlds.py",
    "test_tuning.py",
    "test_tournament.py",
    "test_proofs.py",  # 16
    "test_hostile_players.py",
    "test_network.py",
    "test_gomocup_host.py",  # 12
    "test_learning.py",
    "test_front_door.py",
    "test_constructs.py",
    "test_careless_users.py",
    "test_users_games.py",
    "test_examples.py",
    "test_mcts.py",
    "test_melbourne.py",
    "test_udacity.py",
    "test_counts.py",
    "test_fishing_derby_search.py",  # 8
)
