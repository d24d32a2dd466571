"""Exact answers: proofs, retrograde analysis, and keeping a seat from winning."""
