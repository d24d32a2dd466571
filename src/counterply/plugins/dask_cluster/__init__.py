"""Long work on a Dask cluster: the users' files travel, machines that would answer otherwise are refused, batches go out."""
