"""Kalah (W. J. Champion): more seeds in one's store at the end win.

Each player has a row of houses, seeds in each, and a store to the right of them as the player sits. A move takes all seeds of an
own house and sows them one by one to the right: own houses, own store, the other's houses, own houses again; the other's store is
left out. If the last seed falls into the own store, the player moves again. If it falls into an empty own house and the house
opposite holds seeds, both are captured. When a row is empty, the other player stores what is left, and the game is over.

A move is the number of a house, 1 at the left as its owner sits; the first player's row is below.
"""

from typing import Any

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Board, Evaluator, Game, GameError, Item, Record, Text, kernel

MAX_PITS, MAX_SEEDS = 8, 10
RECORD = np.dtype(
    [
        ("houses", np.int16, (2, MAX_PITS)),  # seeds in each player's houses, in the order of sowing
        ("stores", np.int16, (2,)),  # seeds in each player's store
        ("turn", np.int8),  # 0 or 1
    ]
)
SETUP = np.dtype([("pits", np.int64), ("seeds", np.int64)])  # houses of a player; seeds in each at first
HOUSE_WORTH = 0.2  # of a seed in the store: one in an own house; by eye


def legal(position: Record, setup: Record, move: int) -> Any:
    """Every own house with seeds."""
    return move < setup["pits"] and position["houses"][position["turn"], move] > 0


def play(position: Record, setup: Record, move: int) -> None:
    """Sow and capture, in place."""
    player, pits, houses, stores = position["turn"], setup["pits"], position["houses"], position["stores"]
    place, seeds = move, houses[player, move]
    houses[player, move] = 0
    for _ in range(seeds):
        place = (place + 1) % (2 * pits + 1)
        if place < pits:
            houses[player, place] += 1
        elif place == pits:
            stores[player] += 1
        else:
            houses[1 - player, place - pits - 1] += 1
    if place < pits and houses[player, place] == 1 and houses[1 - player, pits - 1 - place] > 0:
        stores[player] += 1 + houses[1 - player, pits - 1 - place]
        houses[player, place] = houses[1 - player, pits - 1 - place] = 0
    if place != pits:
        position["turn"] = 1 - player
    if houses[0].sum() == 0 or houses[1].sum() == 0:
        for side in range(2):
            stores[side] += houses[side].sum()
            houses[side] = 0


def outcome(position: Record) -> int:
    """No seeds in the houses: who has stored more."""
    if position["houses"].sum() > 0:
        return ONGOING
    lead = margin(position)
    return FIRST if lead > 0 else SECOND if lead < 0 else DRAW


@kernel
def margin(position: Record) -> Any:
    """Seeds in the first player's store minus the second's."""
    return position["stores"][0] - position["stores"][1]


def harvest(position: Record, player: int) -> Any:
    """Seeds that `player` has stored, and a part of those in its houses, minus the other side's."""
    stored = position["stores"][player] - position["stores"][1 - player]
    return stored + HOUSE_WORTH * (position["houses"][player].sum() - position["houses"][1 - player].sum())


def diagram(position: Any) -> str:
    """The second player's row, from right to left as it sits, the stores, the first player's row, and who is to move."""
    pits = position.game.board[1]
    rows = [
        "    " + " ".join(f"{seeds:2}" for seeds in row)
        for row in (position["houses"][1][:pits][::-1], position["houses"][0][:pits])
    ]
    second, first = int(position["stores"][1]), int(position["stores"][0])
    return "\n".join([rows[0], f"{second:3} {' ' * (3 * pits)}{first:3}", rows[1], f"{('first', 'second')[position.turn]} to move"])


def read(text: str, record: Record, setup: Record) -> None:
    """Fill `record` in place from a diagram."""
    pits, words = int(setup["pits"]), text.split()
    numbers = [int(word) for word in words if word.isdigit() and len(word) < 4]
    if len(numbers) != 2 * pits + 2 or words[-3:] not in (["first", "to", "move"], ["second", "to", "move"]):
        raise GameError(f"a board has a row of {pits} numbers, two stores, another row, and 'first to move' or 'second to move'")
    record["houses"][1][:pits], record["houses"][0][:pits] = numbers[:pits][::-1], numbers[pits + 2 :]
    record["stores"] = numbers[pits + 1], numbers[pits]
    record["turn"] = ("first", "second").index(words[-3])


def drawing(position: Any) -> list[Item]:
    """Return houses with their seeds and numbers, and the stores at either end."""
    pits = position.game.board[1]
    items = [Item("frame", -1.1, -0.1, pits + 2.2, 2.2, role="frame")]
    for row, column in np.ndindex(2, pits):
        player, house = 1 - row, pits - 1 - column if row == 0 else column
        seeds, name = int(position["houses"][player][house]), f"{row},{column}"
        label = f"house {house + 1} of player {player + 1}: {seeds}"
        items.append(
            Item(name, column + 0.05, row + 0.05, 0.9, 0.9, "disc", "hole", str(seeds), 0.38, label=label, cell=(row, column))
        )
        items.append(Item(f"number {name}", column, 2.15 if row else -0.55, 1, 0.4, "text", "edge", str(house + 1), 0.26))
    for player, x, role in ((0, pits + 0.1, "first"), (1, -0.9, "second")):
        items.append(Item(f"store {player}", x, 0.3, 0.8, 1.4, "disc", role, text=str(int(position["stores"][player])), size=0.5))
    return items


def game(pits: int = 6, seeds: int = 4) -> Game:
    """Kalah.

    Parameters
    ----------
    pits : houses of each player, 1 to 8
    seeds : in each house at first, 1 to 10
    """
    if not (1 <= pits <= MAX_PITS and 1 <= seeds <= MAX_SEEDS):
        raise GameError(f"Kalah has 1 to {MAX_PITS} houses a player with 1 to {MAX_SEEDS} seeds, not {pits} with {seeds}")

    def start(position: Record) -> None:
        position["houses"][:, :pits] = seeds

    return Game(
        "kalah",
        RECORD,
        start=start,
        legal_moves=legal,
        moves=MAX_PITS,
        play=play,
        outcome=outcome,
        margin=margin,
        objective="margin",
        setup=np.array([(pits, seeds)], SETUP),
        options={name: number for name, number, usual in (("pits", pits, 6), ("seeds", seeds, 4)) if number != usual},
        text=Text(lambda _, move: str(move + 1), diagram, read, lambda _: "one side is empty"),
        board=Board(
            (2, pits),
            lambda position, move: (1, move) if position.turn == 0 else (0, pits - 1 - move),
            drawing,
            points=lambda position: tuple(position["stores"].tolist()),
        ),
        evaluators=[Evaluator("harvest", harvest, antisymmetric=True)],
        opening_plies=3,
    )
