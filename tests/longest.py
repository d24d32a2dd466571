"""The test files that are begun first."""

# The files that take longest, in CPU seconds with nothing compiled (`--durations=0` of a file alone): they are begun first, since
# at the end of the tests a long file would run alone.
LONGEST = (
    "test_readme.py",  # 75
    "test_wrong_proofs.py",  # 70
    "test_contract.py",  # 59
    "test_gomoku_search.py",
    "test_counts.py",  # 30
    "test_ablation.py",  # 27
    "test_tournament.py",  # 26
    "test_limits_of_search.py",
    "test_proofs.py",
    "test_verify.py",
    "test_mistakes.py",
    "test_check.py",
    "test_melbourne.py",
    "test_learning.py",
    "test_listing.py",
    "test_threads.py",
    "test_worlds.py",
    "test_techniques.py",
    "test_constructs.py",
)
