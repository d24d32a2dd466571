"""Programs of pages and videos, whose board is their own: judged by their own functions, and played as they are."""
