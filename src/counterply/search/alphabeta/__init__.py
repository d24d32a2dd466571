"""The engine: principal variation search with a table, for any game that keeps the contract.

In the order in which it is read: `node` is the search, `root` calls it for each move of the root, `engine` deepens around both in
the memory that it holds (`table_memory`), and `root_lines` says depth by depth what it found. A node asks `endings` whether the
rules, a hint or the horizon end it (`static_value`), `transpositions` what the table knows, `ordering` for its moves
(`fewest_replies`, in proofs), `chance_turns` for outcomes of dice, and goes on by `step`. `technique` has the places where
techniques act, each a module that `techniques` lists, with the `numbers` that they share. What all of them read and change is one
record: `context` says what it means, `context_type` which fields it has. Several threads (`helping_threads`) tell each other their
`busy_moves`; `tracing` keeps a record of every node.
"""
