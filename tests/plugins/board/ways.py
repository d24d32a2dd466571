"""Three ways to make a move on the board in a browser: by mouse, by keys, by typing."""

from __future__ import annotations

from typing import Any

from counterply.core.drawing import draw, touches


def by_mouse(page: Any, position: Any, move: Any) -> None:
    for touched in touches(position, move):
        page.locator(f'.target[data-touch="{touched}"]').first.click()
    choose(page, position, move)


def by_keys(page: Any, position: Any, move: Any) -> None:
    grid: dict[int, list[Any]] = {}
    for item in draw(position).items:
        if item.cell is not None:
            grid.setdefault(item.cell[0], []).append(item)
    rows = [sorted(grid[row], key=lambda item: item.cell[1]) for row in sorted(grid)]
    page.keyboard.press("b")
    for touched in touches(position, move):
        row, column = next(
            (r, c) for r, items in enumerate(rows) for c, item in enumerate(items) if (item.touch or item.id) == touched
        )
        here = page.evaluate("document.activeElement.dataset.id")
        now = next(r for r, items in enumerate(rows) if here in {item.id for item in items})
        for _ in range(abs(row - now)):
            page.keyboard.press("ArrowDown" if row > now else "ArrowUp")
        page.keyboard.press("Home")
        for _ in range(column):
            page.keyboard.press("ArrowRight")
        page.wait_for_function("touched => document.activeElement.dataset.touch === touched", arg=touched)
        page.keyboard.press("Enter")
    choose(page, position, move, keys=True)


def by_typing(page: Any, position: Any, move: Any) -> None:
    page.keyboard.press("/")
    page.locator("#typed").fill(position.move_text(move))
    page.keyboard.press("Enter")
    page.evaluate("document.activeElement.blur()")


def choose(page: Any, position: Any, move: Any, keys: bool = False) -> None:
    """Choose from the menu, where what was touched leaves several moves."""
    touched = sorted(touches(position, move))
    others = [sorted(touches(position, other)) for other in position.moves() if other != move]

    def more(other: list[str]) -> bool:
        left = list(other)
        return all(each in left and (left.remove(each) or True) for each in touched)

    if not touched or any(more(other) for other in others):
        button = page.locator(f'.choice[data-move="{position.move_text(move)}"]')
        if keys:
            button.focus()
            page.keyboard.press("Enter")
            if touched:
                page.wait_for_function("() => document.activeElement.closest('#board')")
        else:
            button.click()
