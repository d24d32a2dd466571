"""The version, and nothing else: writing it into a file needs no import of the package."""

__version__ = "0.1.0"
