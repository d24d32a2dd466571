"""The portrait of a game: what an inventor asks of it, answered from self-play at several strengths and from proofs."""
