"""The public API: one verb for each thing that ``import counterply as cp``, and the command, can do."""
