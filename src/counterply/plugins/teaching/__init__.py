"""Teaching: the judge of hand-ins, explanations of a search, lessons."""
