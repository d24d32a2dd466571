"""The zip that a course uploads to Gradescope: its two scripts, and the rubric.

The format is that of https://gradescope-autograders.readthedocs.io/en/latest/specs/.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

from counterply.core.errors import UsageError
from counterply.core.files import input_path, write_whole
from counterply.plugins.teaching.grading import RUBRIC, Rubric
from counterply.version import __version__

SCRIPT = 0o755 << 16  # the rights of a script, as a zip has them
SETUP = """\
#!/usr/bin/env bash
# Gradescope runs this once, as root. To try it elsewhere, unpack the zip in FOLDER/source: AUTOGRADER=FOLDER bash setup.sh
set -euo pipefail
root="${{AUTOGRADER:-/autograder}}"
fits() {{ "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }}
find_python() {{
    for python in python3 python3.13 python3.12 python3.11; do
        if fits "$python"; then echo "$python"; return; fi
    done
}}
if [ -z "$(find_python)" ]; then
    apt-get update
    apt-get install -y python3-venv || true
    [ -n "$(find_python)" ] || apt-get install -y python3.11 python3.11-venv
fi
"$(find_python)" -m venv "$root/counterply"
"$root/counterply/bin/python" -m pip install --quiet {package}
"""
RUN = """\
#!/usr/bin/env bash
# Gradescope runs this for each hand-in, which lies in FOLDER/submission. Elsewhere: AUTOGRADER=FOLDER bash run_autograder
set -euo pipefail
root="${AUTOGRADER:-/autograder}"
cd "$root"
mkdir -p results
counterply/bin/python -m counterply check submission --rubric source/rubric.toml --results results/results.json
"""


def write_zip(file: str | Path, rubric: str | Path | None = None, wheel: str | Path | None = None) -> None:
    """Write the zip; `wheel` is installed there in place of the published package.

    Raises
    ------
    UsageError
        for a rubric that cannot be read, or a wheel that is none
    """
    text = RUBRIC if rubric is None else input_path(rubric).read_text(encoding="utf-8")
    Rubric.read(text, str(rubric or "rubric.toml"))
    package = f"counterply=={__version__}"
    if wheel is not None:
        if not str(wheel).endswith(".whl") or not zipfile.is_zipfile(input_path(wheel)):
            raise UsageError(f"{wheel} is no wheel, as `pip wheel --no-deps .` makes it")
        package = f'"$root/source/{Path(wheel).name}"'

    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
            for name, script in (("setup.sh", SETUP.format(package=package)), ("run_autograder", RUN)):
                entry = zipfile.ZipInfo(name)
                entry.external_attr = SCRIPT
                made.writestr(entry, script)
            made.writestr("rubric.toml", text)
            if wheel is not None:
                made.write(input_path(wheel), Path(wheel).name)

    write_whole(file, write)
