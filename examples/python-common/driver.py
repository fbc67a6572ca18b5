"""Lets a checker be the user of an app: one JSON order a line in, one answer a line out (spec/driver.md)."""

import json
import signal
import sys
from collections.abc import Callable
from typing import Any

Answer = dict[str, Any]
Steps = dict[str, Callable[[str], Answer]]

DONE: Answer = {"done": True}


def drive(place: Answer, steps: Steps) -> None:
    """Says where the app is, then does each order, until stdin ends."""
    say({"ready": True, **place})
    for line in sys.stdin:
        order = json.loads(line)
        step = steps.get(order["do"])
        say(step(order.get("text", "")) if step else {"cannot": "unknown step"})


def at_prompt(do: Callable[[str, str], None]) -> None:
    """Does what the user types, a word and the rest of its line, until they quit."""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        do(word, rest)
    while True:
        signal.pause()  # nobody at the prompt: stay until a signal ends it


def say(answer: Answer) -> None:
    """One line."""
    print(json.dumps(answer), flush=True)
