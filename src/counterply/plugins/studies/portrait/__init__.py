"""The portrait of a game: an inventor's questions, answered from self-play at several strengths and from proofs."""
