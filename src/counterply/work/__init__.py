"""Where long work is done: in this process, in processes of this machine, or on a Dask cluster.

Work is a `Job`: pieces that depend neither on one another nor on where they are done, so that its results do not either. A `Place`
does the pieces, and gives each answer as it comes. A process or a machine that dies loses nothing but time.
"""
