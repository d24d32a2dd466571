"""The test files that are begun first."""

# The files that take longest, with their CPU seconds on a full machine (an idle one takes three quarters) where each kernel is
# compiled by the first that asks: they are begun first, since at the end of the tests a long file would run alone.
LONGEST = (
    "test_readme.py",  # 70
    "test_check.py",
    "test_contract.py",  # 41
    "test_gomoku_search.py",
    "test_wrong_proofs.py",  # 28
    "test_verify.py",
    "test_stale_code.py",  # 20
    "test_users_games.py",
    "test_worlds.py",
    "test_learning.py",
    "test_proofs.py",  # 17
    "test_hostile_players.py",
    "test_limits_of_search.py",
    "test_tournament.py",
    "test_fishing_derby_search.py",
    "test_counts.py",  # 15
    "test_network.py",
    "test_drawing.py",
    "test_careless_users.py",
    "test_tuning.py",  # 13
    "test_protocol.py",
    "test_gomocup_host.py",
    "test_front_door.py",
    "test_melbourne.py",
    "test_indices.py",
    "test_udacity.py",
    "test_gallery.py",
    "test_edits_between_runs.py",
    "test_constructs.py",
    "test_repetition.py",  # 10
)
