"""How results show themselves: one model of a table, as text, CSV, LaTeX, Markdown and HTML."""
