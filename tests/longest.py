"""The test files that are begun first."""

# The files that take longest, with their CPU seconds on a full machine (an idle one takes three quarters) where each kernel is
# compiled by the first that asks: they are begun first, since at the end of the tests a long file would run alone.
LONGEST = (
    "test_readme.py",  # 55
    "test_check.py",
    "test_contract.py",
    "test_hand_ins.py",
    "test_verify.py",
    "test_packages.py",
    "test_stale_code.py",  # 18
    "test_wrong_proofs.py",
    "test_gomoku_search.py",
    "test_drawing.py",
    "test_users_games.py",
    "test_network.py",
    "test_hostile_players.py",  # 14
    "test_repetition.py",
    "test_endless_rules.py",
    "test_gomocup_host.py",
    "test_gallery.py",
    "test_learning.py",
    "test_protocol.py",  # 11
    "test_fishing_derby_search.py",
    "test_cs50.py",
    "test_proofs.py",
    "test_tuning.py",
    "test_limits_of_search.py",
    "test_careless_users.py",  # 11
    "test_constructs.py",
    "test_udacity.py",
    "test_fishing_derby.py",
    "test_gomoku.py",
    "test_tournament.py",
    "test_classroom.py",  # 9
    "test_melbourne.py",
    "test_accuracy.py",
    "test_ladder.py",
    "test_backgammon.py",
    "test_front_door.py",
    "test_rolls.py",  # 8
    "test_chess.py",
    "test_classics.py",
    "test_guests.py",
    "test_careless_users_of_plugins.py",
    "test_ucsb.py",
    "test_mistakes.py",  # 7
    "test_limits_of_sampling.py",
    "test_isolation.py",
    "test_worlds.py",  # 6
)
