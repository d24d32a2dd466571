"""Games of heaps."""
