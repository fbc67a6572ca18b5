"""Lets a checker be the user of an app: one JSON order a line in, one answer a line out (spec/driver.md)."""

import json
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


def say(answer: Answer) -> None:
    """One line."""
    print(json.dumps(answer), flush=True)
