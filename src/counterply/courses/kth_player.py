"""A Counterply player for the course's Fishing Derby program: copy this file over its player.py.

It starts `counterply host fishing_derby` and passes each turn on to it. If no answer comes in time, it plays a legal action by
itself. Python 3.6 or later; nothing else is needed here, and Counterply may live in another Python: set COUNTERPLY_COMMAND to
how it is started there, such as "/home/me/venv/bin/counterply host fishing_derby".
"""

import json
import os
import queue
import shlex
import struct
import subprocess
import sys
import threading
import time

from fishing_game_core.player_utils import PlayerController

COMMAND = os.environ.get("COUNTERPLY_COMMAND", "counterply host fishing_derby")
SEARCH_SECONDS = 0.055  # of the 75 ms that a turn may take, for the search and the way there and back
PATIENCE_SECONDS = 0.065  # after which the turn is answered without the search
HEADER = struct.Struct(">I")  # length of the JSON text that follows


class Helper:
    """The process that thinks; answers are read by a thread, so that waiting for one can end."""

    def __init__(self):
        """Start the process."""
        self.answers = queue.Queue()
        self.number = 0
        self.process = subprocess.Popen(shlex.split(COMMAND), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        thread = threading.Thread(target=self.read)
        thread.daemon = True
        thread.start()

    def read(self):
        """Put what the process says into the queue, until it ends."""
        stream = self.process.stdout
        while True:
            header = stream.read(HEADER.size)
            if len(header) < HEADER.size:
                return
            self.answers.put(json.loads(stream.read(HEADER.unpack(header)[0]).decode()))

    def ask(self, message, begin):
        """Return the process's answer to a turn, or None if there is none in time."""
        self.number += 1
        turn = dict(message, number=self.number, seconds=SEARCH_SECONDS - (time.time() - begin))
        codes = message.get("observations") or {}
        turn["observations"] = {fish: "".join(map(str, codes[fish])) for fish in codes}
        text = json.dumps(turn).encode()
        self.process.stdin.write(HEADER.pack(len(text)) + text)
        self.process.stdin.flush()
        while True:
            left = PATIENCE_SECONDS - (time.time() - begin)
            try:
                answer = self.answers.get(timeout=max(left, 0.001))
            except queue.Empty:
                return None
            if answer.get("number") == self.number:
                return answer


class PlayerControllerMinimax(PlayerController):
    """Asks Counterply for each move."""

    def player_loop(self):
        """Answer every turn within its time; the receiver ends this process when the game is over."""
        helper = None
        try:
            helper = Helper()
        except OSError as error:
            sys.stderr.write(f"Counterply does not start ({COMMAND}): {error}\n")
        self.receiver()  # which fish there are; every turn tells it again
        while True:
            message = self.receiver()
            begin = time.time()
            answer = None
            if helper is not None:
                try:
                    answer = helper.ask(message, begin)
                except Exception as error:
                    sys.stderr.write(f"Counterply does not answer: {error}\n")
            if answer is None:
                caught = (message.get("caught_fish") or {}).get(0)
                answer = {"action": "stay" if caught is None else "up"}
            self.sender({"action": answer["action"], "search_time": answer.get("search_time")})
