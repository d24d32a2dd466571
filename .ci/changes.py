"""The changes since the last version: shown, or moved into CHANGELOG.md, ``python .ci/changes.py [VERSION]``."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "dev" / "changes"
KINDS = ("added", "changed", "fixed", "removed")


def main(version: str = "") -> int:
    """Show what the files of the folder say; with a version, move it into the change log. Return the exit code."""
    files = sorted(path for path in FOLDER.glob("*.md") if path.name != "README.md")
    wrong = [path.name for path in files if not re.fullmatch(rf"[\w-]+\.({'|'.join(KINDS)})\.md", path.name)]
    if wrong:
        print(f"{FOLDER}: {', '.join(wrong)} should be NAME.KIND.md, KIND one of {', '.join(KINDS)}")
        return 2
    made = together({path.name: path.read_text(encoding="utf-8") for path in files})
    if version and files:
        log = ROOT / "CHANGELOG.md"
        log.write_text(released(log.read_text(encoding="utf-8"), version, made), encoding="utf-8")
        for path in files:
            path.unlink()
    else:
        print(made or "nothing has changed", end="" if made else "\n")
    return 0


def together(texts: Mapping[str, str]) -> str:
    r"""Return the texts of files as lists, a heading for each kind.

    >>> together({"a.fixed.md": "No more fault.\n", "b.added.md": "A game\nof chess.\n"})
    '### Added\n\n* A game\n  of chess.\n\n### Fixed\n\n* No more fault.\n'
    """
    parts = []
    for kind in KINDS:
        lines = [f"* {text.strip()}".replace("\n", "\n  ") for name, text in sorted(texts.items()) if name.endswith(f".{kind}.md")]
        parts += [f"### {kind.capitalize()}\n\n" + "\n".join(lines) + "\n"] if lines else []
    return "\n".join(parts)


def released(log: str, version: str, changes: str) -> str:
    r"""Return a change log with these changes at the end of a version's section, which is made above the others if it is missing.

    >>> released("# Log\n\n## [1] - 2026-01-01\n\nFirst.\n", "2", "### Fixed\n\n* It.\n")
    '# Log\n\n## [2] - unreleased\n\n### Fixed\n\n* It.\n\n## [1] - 2026-01-01\n\nFirst.\n'
    >>> released("# Log\n\n## [1] - unreleased\n\nFirst.\n", "1", "### Fixed\n\n* It.\n")
    '# Log\n\n## [1] - unreleased\n\nFirst.\n\n### Fixed\n\n* It.\n'
    """
    head, *sections = re.split(r"^(?=## \[)", log, flags=re.MULTILINE)
    found = next((place for place, section in enumerate(sections) if section.startswith(f"## [{version}]")), None)
    if found is None:
        found = 0
        sections.insert(0, f"## [{version}] - unreleased\n")
    more = "\n" if found + 1 < len(sections) else ""
    sections[found] = f"{sections[found].rstrip()}\n\n{changes}{more}"
    return head + "".join(sections)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
