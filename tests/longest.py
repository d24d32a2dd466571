"""The test files that are begun first."""

# The files that take longest, with their CPU seconds on a full machine (an idle one takes half) where each kernel is
# compiled by the first that asks: they are begun first, since at the end of the tests a long file would run alone.
LONGEST = (
    "test_readme.py",  # 85
    "test_check.py",
    "test_gomoku_search.py",  # 40
    "test_contract.py",
    "test_wrong_proofs.py",
    "test_packages.py",  # 30
    "test_network.py",
    "test_learning.py",
    "test_verify.py",
    "test_drawing.py",
    "test_stale_code.py",
    "test_hand_ins.py",
    "test_proofs.py",
    "test_hostile_players.py",  # 22
    "test_gallery.py",
    "test_protocol.py",
    "test_users_games.py",
    "test_cs50.py",
    "test_tuning.py",  # 16
    "test_repetition.py",
    "test_fishing_derby_search.py",
    "test_endless_rules.py",
    "test_gomocup_host.py",
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
