"""A run on many machines, by Dask distributed: a scheduler, workers that join and leave, and the run itself as the client.

Games are played in child processes of the workers; records come back to the client, which stores them as ever. A worker that dies
costs nothing but time: Dask gives its batches to others, and the games of a plan do not depend on where they are played. Every
connection needs the cluster's certificate: Dask has no other access control, and anyone who reaches a worker can run code there.

Needs ``pip install 'counterply[cluster]'``, or ``'.[cluster]'`` in a clone.
"""

from counterply.arena.cluster.certificate import CERTIFICATE, make_certificate, security_of
from counterply.arena.cluster.client import Cluster
from counterply.arena.cluster.machines import join, scheduler_address, start

__all__ = ["CERTIFICATE", "Cluster", "join", "make_certificate", "scheduler_address", "security_of", "start"]
