"""The test files that are begun first."""

# The files that take longest, with their CPU seconds on a full machine (an idle one takes three quarters) where each kernel is
# compiled by the first that asks: they are begun first, since at the end of the tests a long file would run alone.
LONGEST = (
    "test_check.py",  # 130
    "test_readme.py",  # 90
    "test_wrong_proofs.py",  # 48
    "test_contract.py",  # 45
    "test_gomoku_search.py",  # 42
    "test_worlds.py",
    "test_proofs.py",
    "test_limits_of_search.py",
    "test_learning.py",  # 30
    "test_tournament.py",
    "test_melbourne.py",
    "test_stale_code.py",
    "test_counts.py",
    "test_careless.py",
    "test_verify.py",
    "test_listing.py",
    "test_hostile_players.py",
    "test_fishing_derby_search.py",  # 22
    "test_network.py",
    "test_first_answers.py",
    "test_ucsb.py",
    "test_gomocup_host.py",
    "test_constructs.py",
    "test_ablation.py",
)
