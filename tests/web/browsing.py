"""What a user does on the page.

Playwright's `wait_for_function` evaluates texts in the page, which the page's policy forbids: use `until`.
"""

from __future__ import annotations

import time
from typing import Any

PATIENCE = 60.0


def until(page: Any, expression: str, arg: Any = None) -> Any:
    """Waits until an expression, or a function of `arg`, is true in the page. Returns its value."""
    deadline = time.monotonic() + PATIENCE
    while not (found := page.evaluate(expression, arg)):
        assert time.monotonic() < deadline, f"{expression} did not become true"
        page.wait_for_timeout(20)
    return found


def paste(page: Any, text: str) -> None:
    page.keyboard.press("v")
    page.fill(".setup textarea", text)
    page.click(".load")


def at(page: Any, text: str) -> None:
    """Waits until the position has this text."""
    until(page, "text => document.querySelector('.position-text').value.startsWith(text)", text)


def middle(page: Any, square: str) -> tuple[float, float]:
    box = page.evaluate(
        """square => {
          const box = document.querySelector(`#board [data-square="${square}"]`).getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }""",
        square,
    )
    return box[0], box[1]


def click(page: Any, *squares: str) -> None:
    for square in squares:
        page.mouse.click(*middle(page, square))


def drag(page: Any, start: str, end: str) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up()
