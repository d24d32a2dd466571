"""Is a student's search right? Its answers and its way through the tree against the textbook's, and the mistake by name."""

from pathlib import Path

TEMPLATE = Path(__file__).with_name("search_template.txt")  # of a file to start from
