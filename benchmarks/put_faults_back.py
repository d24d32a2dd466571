"""Put each fault that was once mended back, in a copy of the sources, and look how soon the finder of wrong proofs sees it.

python benchmarks/put_faults_back.py [--positions 1000] [--edits 20] [NAME...]     everything happens in a temporary folder

With `NUMBA_DISABLE_JIT=1` nothing is compiled: a minute of one core for each fault at most, instead of three.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SEARCH = "src/counterply/search"
MONTE_CARLO = "src/counterply/plugins/monte_carlo"


@dataclass(frozen=True)
class Fault:
    """A mended place: the file, what stands there, what stood there, and the kinds of games, or of edits, that show it.

    `test` is a part of the name of one in ``test_wrong_proofs.py``, which is asked where random games do not show it.
    """

    file: str
    right: str
    wrong: str
    kinds: str = ""
    edits: bool = False
    test: str = ""


FINGERPRINT = "src/counterply/compiling/fingerprint.py"
ADDITIONS = "src/counterply/compiling/additions.py"
NODE, ROOT_LINES, TABLE = (f"{SEARCH}/alphabeta/{name}.py" for name in ("node", "root_lines", "transpositions"))
FAULTS = {
    "points added to what saturates": Fault(
        TABLE,
        "score = min(max(score + won, -HEURISTIC_LIMIT), HEURISTIC_LIMIT)",
        "score = score + won",
        test="remembered_with_other_points",
    ),
    "saturated margins remembered": Fault(
        TABLE,
        "max(abs(score), abs(score - won)) >= HEURISTIC_LIMIT",
        "score > 2 * HEURISTIC_LIMIT",
        test="remembered_with_other_points",
    ),
    "attacks where points count": Fault(
        f"{SEARCH}/alphabeta/context.py",
        'FORCES: game.objective == "outcome" and game.has("noisy_moves")',
        'FORCES: game.has("noisy_moves")',
        "hinted points",
    ),
    "a loss by the candidates of a lost root": Fault(
        ROOT_LINES, "(needed if needed > 0 else len(moves))", "(len(moves) if needed < 0 else needed)", "cuts"
    ),
    "bounds given as exact": Fault(
        ROOT_LINES, "if line.distance is None or (timed and line.distance <= depth):", "if True:", "bare,hints"
    ),
    "what was seen from afar forgotten": Fault(ROOT_LINES, ' or self.context["far"])', ")", "hints,memo"),
    "a win in 0": Fault(ROOT_LINES, "if not used.distance:", "if False:", "bare"),
    "the line of an earlier move": Fault(
        NODE, "if has_field(context, MARGIN_COUNTS):  # no more can be won", "if False:  # no more can be won", "margin"
    ),
    "a proven draw with a guessed line": Fault(
        f"{SEARCH}/phases.py",
        "line=(proof.move,), score=score",
        "line=self.report.line if proof.move == self.report.move else (proof.move,), score=score",
        test="no_guessed_line",
    ),
    "no candidate among the required moves": Fault(
        f"{MONTE_CARLO}/growth.py",
        "        found = list_candidates(context, setup, position, count)\n        if found > 0:\n",
        "        found = list_candidates(context, setup, position, count)\n        if found >= 0:\n",
        "hints,cuts",
    ),
    "a tree whose root a hint decides": Fault(
        f"{MONTE_CARLO}/simulations.py", ' and not context["margin"] and index != ROOT', "", "hints"
    ),
    "a winner's name for points in a tree": Fault(
        f"{MONTE_CARLO}/simulations.py",
        ' and not context["margin"] and index != ROOT',
        " and index != ROOT",
        "hinted points",
    ),
    "one move's proof for the position": Fault(
        f"{MONTE_CARLO}/search.py", "best.proven and self._solved(tree.ROOT)", "best.proven", "bare,margin"
    ),
    "a leaf complete among the candidates": Fault(
        f"{MONTE_CARLO}/leaves.py", ' and not (context["margin"] and context["cuts"])', "", "hinted points,cut margin"
    ),
    "a root of dice lost by its candidates": Fault(
        f"{SEARCH}/worlds.py", "if engine.root.cut and all(world.lost for world in worlds):", "if False:", "drawn 58,drawn 100"
    ),
    "one seat's holding for both": Fault(
        f"{SEARCH}/exact/cannot_win.py",
        "engine.game.setup_hash ^ HOLD_SALTS[attacker]",
        "engine.game.setup_hash ^ HOLD_SALTS[0]",
        "bare,cuts",
    ),
    "an ending that the attacker wins held": Fault(
        f"{SEARCH}/exact/cannot_win.py",
        "return NOT_HELD if result == (FIRST if attacker == 0 else SECOND) else HELD",
        "return HELD",
        "bare,cuts",
    ),
    "an answer that knows a card": Fault(
        f"{SEARCH}/worlds.py",
        "moves = self._cut_root(worlds, moves)",
        "moves = self._cut_root([World(position.record, moves, {}, 0)], moves)\n"
        "            for world in worlds:\n                world.moves = list(moves)",
        "drawn 110,drawn 150,drawn 190",
    ),
    "a library's function without its name": Fault(FINGERPRINT, 'self.put("named", name)', "pass", "functions", True),
    "a NaN without its sign": Fault(
        FINGERPRINT, "return f\"float {struct.pack('>d', value).hex()}\"", "return repr(value)", "sign of a NaN", True
    ),
    "a library by the beginning of its path": Fault(
        ADDITIONS,
        "any(library in folders for library in LIBRARIES)",
        "file.startswith(tuple(map(str, LIBRARIES)))",
        "beside Numba",
        True,
    ),
    "an attribute by its text": Fault(FINGERPRINT, 'if "getattr" in names else', "if False else", "by a text", True),
    "a patched library": Fault(
        FINGERPRINT, 'self.visit_named(vars(value), names, f"{place}.", name)', "pass", "a patched function", True
    ),
    "attributes made when they are asked for": Fault(
        FINGERPRINT, "if made and name", "if False and name", "makes its attributes", True
    ),
    "an addition that is made anew": Fault(FINGERPRINT, "self.strangers.append(source)", "pass", "an addition", True),
    "kernels that were compiled for other values": Fault(
        "src/counterply/compiling/compiler.py",
        "    renew(each for mark in marks_in(shapes) for each in MARKED[mark].compiled)\n",
        "",
        "at a global of",
        True,
    ),
}


def main() -> int:
    """Return how many faults the finder does not see."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--positions", default="1000")
    parser.add_argument("--edits", default="20", help="for a fault that shows when what rules name is edited")
    parser.add_argument("--seed", default="0")
    arguments = parser.parse_args()
    unseen = 0
    for name in arguments.names or FAULTS:
        fault = FAULTS[name]
        with tempfile.TemporaryDirectory() as folder:
            for part in ("src", "tests", "benchmarks"):
                shutil.copytree(ROOT / part, Path(folder) / part, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(ROOT / "pyproject.toml", folder)
            file = Path(folder) / fault.file
            text = file.read_text(encoding="utf-8")
            assert text.count(fault.right) == 1, f"{name}: {fault.file} has changed"
            file.write_text(text.replace(fault.right, fault.wrong), encoding="utf-8")
            much = ["--edits", arguments.edits] if fault.edits else ["--positions", arguments.positions]
            command = [sys.executable, "benchmarks/find_wrong_proofs.py", *much]
            command += ["--seed", arguments.seed, "--kinds", fault.kinds, "--first"]
            if fault.test:
                command = [sys.executable, "-m", "pytest", "tests/search/test_wrong_proofs.py", "-k", fault.test]
            environment = {**os.environ, "PYTHONPATH": str(Path(folder) / "src"), "COUNTERPLY_CACHE": str(Path(folder) / "cache")}
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        seen = re.search(r"([\d,]+ (?:positions|edits)) of", done.stdout)
        found = done.returncode == 1 and ("failed" if fault.test else "smallest:") in done.stdout
        unseen += not found
        smallest = done.stdout.partition("smallest: ")[2].strip() or done.stderr[-300:]
        told = f"by {fault.test}" if fault.test else f"after {seen[1] if seen else '?'}; {smallest}"
        print(f"{name}: {'seen' if found else 'NOT SEEN'} {told}", flush=True)
    return unseen


if __name__ == "__main__":
    sys.exit(main())
