"""Is a student's search right? Its answers and its way through the tree against the textbook's, and the mistake by name."""
