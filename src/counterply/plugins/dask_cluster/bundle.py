"""A job for another machine: with it travel the user's files that it names, and their neighbours."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterply.core.errors import GameError
from counterply.core.files import user_path
from counterply.core.identity import files_with
from counterply.work.job import Job

HERE = "here"  # holds what lies in the folder in which the work was asked for, each file in its place


@dataclass(frozen=True)
class Bundle:
    """A job with the files that it needs.

    Attributes
    ----------
    files : contents by place, a relative path
    places : the place of each file that the job names, by the name that it has there
    key : a hash of all that
    """

    lost: str | None
    maker: str
    given: Any
    files: dict[str, bytes]
    places: dict[str, str]
    key: str

    @property
    def job(self) -> Job:
        """The job, as far as a worker needs it."""
        return Job(self.maker, self.given)


def pack(job: Job) -> Bundle:
    """Return a job with its files.

    Raises
    ------
    GameError
        if a file cannot be read
    """
    files: dict[str, bytes] = {}
    places: dict[str, str] = {}
    own = Path.cwd().resolve()
    for number, name in enumerate(sorted(job.files)):
        path = user_path(name).resolve()
        base, folder = (own, HERE) if path.is_relative_to(own) else (path.parent, str(number))
        for file in files_with(name):
            if not file.is_relative_to(base):
                continue  # a library's, or one that the other machine has at the same place
            try:
                files[f"{folder}/{file.relative_to(base).as_posix()}"] = file.read_bytes()
            except OSError as error:
                raise GameError(f"{file} cannot be sent to other machines: {error.strerror}") from error
        places[name] = f"{folder}/{path.relative_to(base).as_posix()}"
    content = repr((job.maker, job.given, sorted(places.items()), sorted(files.items())))
    return Bundle(job.lost, job.maker, job.given, files, places, hashlib.sha256(content.encode()).hexdigest())


def unpack(bundle: Bundle, folder: Path) -> dict[str, str]:
    """Write the files of a bundle into a folder; return where each that the job names lies, by its name."""
    for place, content in bundle.files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (folder / HERE).mkdir(exist_ok=True)
    return {name: str(folder / place) for name, place in bundle.places.items()}
