"""A Counterply player for the course's Fishing Derby program: copy this file over its player.py, or over its opponent.py, or both.

It starts `counterply host fishing_derby` when it is made, waits until that is ready, and passes each turn on to it. If no answer
comes in time, it plays a legal action by itself. Python 3.6 or later; nothing else is needed here, and Counterply may live in
another Python: set COUNTERPLY_COMMAND to how it is started there, such as "/home/me/venv/bin/counterply host fishing_derby".
COUNTERPLY_OPPONENT is the command of the opponent: "counterply host fishing_derby --player level:strength=2" is a weak one.
"""

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time

from fishing_game_core.player_utils import PlayerController

COMMAND = os.environ.get("COUNTERPLY_COMMAND", "counterply host fishing_derby")
OPPONENT = os.environ.get("COUNTERPLY_OPPONENT", COMMAND)
SEARCH_SECONDS = 0.055  # of the 75 ms that a turn may take, for the search and the way there and back
PATIENCE_SECONDS = 0.065  # after which the turn is answered without the search
START_SECONDS = float(os.environ.get("COUNTERPLY_START_SECONDS", "600"))  # for the start, which compiles the first time
SAY_AFTER_SECONDS = 3.0  # of waiting for the start
LONGEST_GREETING = 1000  # bytes; more is no greeting of Counterply's
HELP = "set COUNTERPLY_COMMAND to how Counterply is started, such as '/home/me/venv/bin/counterply host fishing_derby'"


class EngineProcess:
    """The process that thinks. Threads write to it and read from it, so that no turn waits for a pipe."""

    def __init__(self, command=COMMAND):
        """Start the process and wait until it is ready; raises RuntimeError where it is not Counterply that starts."""
        self.number = 0
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError, IndexError) as error:
            raise RuntimeError("Counterply does not start: {} ({}); {}".format(command, error, HELP)) from None
        self.ready = False
        thread = threading.Thread(target=self.read_greeting)
        thread.daemon = True
        thread.start()
        thread.join(SAY_AFTER_SECONDS)
        if thread.is_alive():
            sys.stderr.write("Counterply gets ready; the first time it compiles, which takes half a minute or more ...\n")
            thread.join(START_SECONDS)
        if not self.ready:
            self.process.kill()
            what = "says nothing" if thread.is_alive() else "has failed, or is not Counterply"
            raise RuntimeError("Counterply does not start: {} {}; {}".format(command, what, HELP))

    def read_greeting(self):
        """Read the process's first message and note whether it is the right one."""
        try:
            self.ready = bool(self.read(LONGEST_GREETING)["ready"])
        except (OSError, ValueError, TypeError, KeyError):
            self.ready = False

    def read(self, longest=-1):
        """Return the process's next message, a line; None when it has ended, or where that is longer than `longest` bytes."""
        line = self.process.stdout.readline(longest)
        return json.loads(line.decode()) if line.endswith(b"\n") else None

    def open(self):
        """Start the threads; in the process that plays, which may be a fork of the one that started the helper."""
        self.answers = queue.Queue()
        self.turns = queue.Queue()
        for work in (self.write_turns, self.read_answers):
            thread = threading.Thread(target=work)
            thread.daemon = True
            thread.start()

    def write_turns(self):
        """Write the newest turn whenever the process takes one; those before it that are still here are dropped."""
        while True:
            turn = self.turns.get()
            while not self.turns.empty():
                turn = self.turns.get()
            try:
                self.process.stdin.write(json.dumps(turn).encode() + b"\n")
                self.process.stdin.flush()
            except (OSError, ValueError):
                return

    def read_answers(self):
        """Put the process's answers into the queue, until it ends."""
        try:
            while True:
                answer = self.read()
                if answer is None:
                    break
                self.answers.put(answer)
        except (OSError, ValueError):
            pass
        sys.stderr.write("Counterply has ended: the rest of the game is played without it\n")

    def ask(self, message, begin):
        """Return the process's answer to a turn, or None if there is none in time."""
        self.number += 1
        turn = dict(message, number=self.number, seconds=SEARCH_SECONDS - (time.time() - begin))
        codes = message.get("observations") or {}
        turn["observations"] = {fish: "".join(map(str, codes[fish])) for fish in codes}
        self.turns.put(turn)
        while True:
            left = PATIENCE_SECONDS - (time.time() - begin)
            try:
                answer = self.answers.get(timeout=max(left, 0.001))
            except queue.Empty:
                return None
            if answer.get("number") == self.number:
                return answer

    def end(self):
        """End the process, also where another one started it."""
        with contextlib.suppress(OSError):
            os.kill(self.process.pid, signal.SIGTERM)


class PlayerControllerMinimax(PlayerController):
    """Asks Counterply for each move."""

    def __init__(self):
        """Start Counterply: when the program has made its player, the player is ready."""
        super(PlayerControllerMinimax, self).__init__()
        self.helper = EngineProcess()

    def __getstate__(self):
        """Leave the helper behind where the program sends its player to a new process, not a fork: it starts one there."""
        return dict(self.__dict__, helper=None)

    def player_loop(self):
        """Answer every turn within its time; the receiver ends this process when the game is over."""
        helper = self.helper or EngineProcess()
        helper.open()
        try:
            self.receiver()  # which fish there are; every turn tells it again
            while True:
                message = self.receiver()
                begin = time.time()
                answer = helper.ask(message, begin)
                if answer is None:
                    caught = (message.get("caught_fish") or {}).get(0)
                    answer = {"action": "stay" if caught is None else "up"}
                self.sender({"action": answer["action"], "search_time": answer.get("search_time")})
        finally:
            helper.end()


class MinimaxModel:
    """The opponent, which the program asks with a node of its game tree; Counterply is told of it as if it were green."""

    def __init__(self, initial_data=None, space_subdivisions=None):
        """Start Counterply: when the program has made its opponent, the opponent is ready."""
        self.helper = EngineProcess(OPPONENT)
        self.helper.open()

    def next_move(self, node):
        """Return the action of the red player, by its name."""
        begin = time.time()
        state = node.state

        def swapped(pair):
            return {0: pair[1], 1: pair[0]}

        fish = sorted(state.get_fish_scores())
        times = sorted(node.observations)
        message = {
            "hooks_positions": swapped(state.get_hook_positions()),
            "caught_fish": swapped(state.get_caught()),
            "player_scores": swapped(state.get_player_scores()),
            "fishes_positions": state.get_fish_positions(),
            "fish_scores": state.get_fish_scores(),
            "observations": {number: [node.observations[at][i] for at in times] for i, number in enumerate(fish)},
        }
        answer = self.helper.ask(message, begin)
        if answer is None:
            return "stay" if state.get_caught()[1] is None else "up"
        return answer["action"]
