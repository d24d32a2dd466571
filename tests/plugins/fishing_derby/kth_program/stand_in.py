"""A stand-in for the course's program: it sends the turns of a file to the player in its child process, and measures the answers.

    python stand_in.py TURNS.json ANSWERS.json SECONDS_BEFORE_THE_FIRST_TURN [METHOD]

In the order of that program: it makes the player, gives it settings and pipes, and starts a process with the player's loop (METHOD
is `fork` or `spawn`; by default the system's own); then its clock runs, whether the player is ready or not. Runs in every Python
from 3.6 on; player.py and fishing_game_core must be importable. TURNS holds the first message and the turns.
"""

import json
import multiprocessing
import sys
import time


def restored(turn):
    """Return a turn as the course's program sends it: with numbers as keys and pairs as places."""
    turn = dict(turn)
    for name in ("hooks_positions", "fishes_positions"):
        if name in turn:
            turn[name] = {int(key): tuple(value) for key, value in turn[name].items()}
    for name in ("observations", "fish_scores", "player_scores", "caught_fish"):
        if name in turn:
            turn[name] = {int(key): value for key, value in turn[name].items()}
    return turn


def main():
    from player import PlayerControllerMinimax

    with open(sys.argv[1]) as file:
        messages = json.load(file)
    if len(sys.argv) > 4:
        multiprocessing.set_start_method(sys.argv[4])
    player_in, to_player = multiprocessing.Pipe(duplex=False)
    host_in, player_out = multiprocessing.Pipe(duplex=False)
    controller = PlayerControllerMinimax()
    controller.load_settings(None)
    controller.set_receive_send_pipes(player_in, player_out)
    process = multiprocessing.Process(target=controller.player_loop)
    process.start()
    to_player.send(messages[0])
    time.sleep(float(sys.argv[3]))
    answers = []
    for turn in messages[1:]:
        turn = restored(turn)
        to_player.send(turn)
        begin = time.time()
        answer = host_in.recv() if host_in.poll(10) else None
        answers.append([answer, time.time() - begin])
        time.sleep(0.01)
    to_player.send({"game_over": True})
    process.join(10)
    with open(sys.argv[2], "w") as file:
        json.dump({"answers": answers, "exit": process.exitcode}, file)


if __name__ == "__main__":
    main()
