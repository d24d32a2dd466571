"""A stored run for others: one page with plots, heatmaps and games to step through, and the files that other programs read."""
