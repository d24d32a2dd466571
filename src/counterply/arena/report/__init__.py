"""The report of a run: one page with tables, plots, heatmaps and games to step through."""
