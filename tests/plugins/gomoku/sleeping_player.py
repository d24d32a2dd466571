"""A player that does not look at its limit."""

import time


def sleep(position, limit):
    time.sleep(600)
