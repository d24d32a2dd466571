"""The version, and nothing else: whoever writes it into a file need not import the package."""

__version__ = "0.1.0"
