"""What clients still have to be told, and the sessions of the legacy era."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

SIGN_OF_LIFE_S = 15.0


class Stream:
    """What one client still has to be told. A notice holds no content, so a slow client costs no memory."""

    def __init__(self, wants: Callable[[str], bool]) -> None:
        self.wants = wants
        self.pending: list[str] = []
        self.open = True
        self.changed = threading.Condition()

    def tell(self, method: str) -> None:
        """Queues a notice, once, for a client that wants it."""
        with self.changed:
            if self.wants(method) and method not in self.pending:
                self.pending.append(method)
                self.changed.notify()

    def close(self) -> None:
        """Ends the stream; the thread that serves it sees so at once."""
        with self.changed:
            self.open = False
            self.changed.notify()

    def next(self) -> list[str]:
        """Waits for something to tell; [] when only a sign of life is due."""
        with self.changed:
            if not self.pending and self.open:
                self.changed.wait(SIGN_OF_LIFE_S)
            told, self.pending = self.pending, []
            return told


@dataclass
class Session:
    """A legacy client: whether it subscribed, and the stream it listens on."""

    subscribed: bool = False
    stream: Stream | None = None
